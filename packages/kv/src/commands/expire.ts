/** When keys die: EXPIRE and its variants, TTL and its variants, PERSIST. */
import type { Client } from '../clients/client.ts';
import { fail, invalidExpire } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import type { Handlers } from './spec.ts';

const INT64_MAX = 2n ** 63n - 1n;
/** Below this, milliseconds of any kind of sum are exact doubles far from the 64-bit limits. */
const SURELY_SAFE = 1e12;

/**
 * Argument i, a time in units of `unit` ms after `base`, as ms since the epoch. Throws when the
 * result is no 64-bit number; negative times are the caller's business.
 */
export function expireTime(a: Args, i: number, unit: number, base: number, name: string): number {
  const v = a.int(i);
  if (Math.abs(v) < SURELY_SAFE) return v * unit + base;
  const ms = a.bigint(i) * BigInt(unit);
  if (ms > INT64_MAX - BigInt(base) || ms < -INT64_MAX - 1n) fail(invalidExpire(name));
  return Number(ms + BigInt(base));
}

/** False where a time in the past is stored, so that an explicit DEL comes from elsewhere. */
export function deletesAtOnce(c: Client): boolean {
  return c.kind !== 'loader' && c.kind !== 'master';
}

interface Conditions {
  nx: boolean;
  xx: boolean;
  gt: boolean;
  lt: boolean;
}

function conditions(a: Args): Conditions | null {
  if (a.n === 3) return null;
  const given: Conditions = { nx: false, xx: false, gt: false, lt: false };
  for (let i = 3; i < a.n; i++) {
    const word = a.lower(i);
    if (word !== 'nx' && word !== 'xx' && word !== 'gt' && word !== 'lt')
      fail(`ERR Unsupported option ${a.str(i)}`);
    given[word] = true;
  }
  const { nx, xx, gt, lt } = given;
  if (nx && (xx || gt || lt))
    fail('ERR NX and XX, GT or LT options at the same time are not compatible');
  if (gt && lt) fail('ERR GT and LT options at the same time are not compatible');
  return given;
}

/** A key without expiry counts as one that lives for ever. */
function permits({ nx, xx, gt, lt }: Conditions, current: number, wanted: number): boolean {
  if (nx && current !== -1) return false;
  if (xx && current === -1) return false;
  if (gt && (current === -1 || wanted <= current)) return false;
  return !(lt && current !== -1 && wanted >= current);
}

function expire(c: Client, a: Args, unit: number, base: number, name: string): void {
  const { server, db } = c;
  const given = conditions(a);
  const when = expireTime(a, 2, unit, base, name);
  const r = db.write(a, 1);
  if (r === 0 || (given !== null && !permits(given, db.expireAt(r), when))) {
    c.out.int(0);
    return;
  }
  server.propagation.dirty++;
  if (when <= server.store.now && deletesAtOnce(c)) {
    const lazy = server.config.lazyfreeLazyExpire;
    db.remove(a, 1, lazy);
    if (server.propagation.active)
      server.propagation.rewrite(db, lazy ? 'UNLINK' : 'DEL', a.str(1));
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.generic, 'del', db, a, 1);
  } else {
    db.setExpire(r, when);
    if (server.propagation.active)
      server.propagation.rewrite(db, 'PEXPIREAT', a.str(1), String(BigInt(when)), ...a.strs(3));
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.generic, 'expire', db, a, 1);
  }
  c.out.int(1);
}

function ttl(c: Client, a: Args, unit: number, base: number): void {
  const r = c.db.readQuietly(a, 1);
  if (r === 0) {
    c.out.int(-2);
    return;
  }
  const at = c.db.expireAt(r);
  if (at === -1) {
    c.out.int(-1);
    return;
  }
  const left = Math.max(0, at - base);
  const shown = unit === 1 ? left : Math.floor((left + 500) / 1000);
  if (Number.isSafeInteger(shown)) c.out.int(shown);
  else c.out.bigint(BigInt(shown) > INT64_MAX ? INT64_MAX : BigInt(shown));
}

export const expireCommands: Handlers = {
  expire: (c, a) => expire(c, a, 1000, c.server.store.now, 'expire'),
  pexpire: (c, a) => expire(c, a, 1, c.server.store.now, 'pexpire'),
  expireat: (c, a) => expire(c, a, 1000, 0, 'expireat'),
  pexpireat: (c, a) => expire(c, a, 1, 0, 'pexpireat'),
  ttl: (c, a) => ttl(c, a, 1000, c.server.store.now),
  pttl: (c, a) => ttl(c, a, 1, c.server.store.now),
  expiretime: (c, a) => ttl(c, a, 1000, 0),
  pexpiretime: (c, a) => ttl(c, a, 1, 0),

  persist(c, a) {
    const { server, db } = c;
    const r = db.write(a, 1);
    if (r === 0 || db.expireAt(r) === -1) {
      c.out.int(0);
      return;
    }
    db.removeExpire(r);
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.generic, 'persist', db, a, 1);
    server.propagation.dirty++;
    c.out.int(1);
  },
};
