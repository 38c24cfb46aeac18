/** Reading and writing whole strings. GET, SET and MSET allocate nothing on their plain paths. */
import type { Client } from '../clients/client.ts';
import { ERR, fail, invalidExpire, wrongArity } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { DROP_TTL, KEEP_TTL } from '../store/database.ts';
import { ENC_MASK, HUGE, type HugeString, TYPE, TYPE_MASK } from '../store/value.ts';
import { deletesAtOnce, expireTime } from './expire.ts';
import type { Handlers } from './spec.ts';

/** Appends a string record's value as a bulk reply. */
export function replyString(c: Client, r: number): void {
  const { records } = c.server.store;
  if ((records.tag(r) & ENC_MASK) === HUGE) {
    const huge = c.db.object(r) as HugeString;
    c.out.bulk(huge.bytes, 0, huge.length);
  } else c.out.bulkAt(records.valueAddress(r), records.valueLength(r));
}

/** The record of key a[i] when it is a string, 0 when absent; throws WRONGTYPE. */
export function readString(c: Client, a: Args, i: number): number {
  const r = c.db.read(a, i);
  if (r !== 0 && (c.server.store.records.tag(r) & TYPE_MASK) !== TYPE.string) fail(ERR.wrongType);
  return r;
}

/** As readString, for a write. */
export function writeString(c: Client, a: Args, i: number): number {
  const r = c.db.write(a, i);
  if (r !== 0 && (c.server.store.records.tag(r) & TYPE_MASK) !== TYPE.string) fail(ERR.wrongType);
  return r;
}

/** Key a[i] has a new string value: tells everyone, as `event`. */
export function stringChanged(c: Client, a: Args, i: number, event: string): void {
  const { server, db } = c;
  server.propagation.dirty++;
  server.events.modified(c, db, a, i);
  server.events.notify(NOTIFY.string, event, db, a, i);
}

function get(c: Client, a: Args): void {
  const r = readString(c, a, 1);
  if (r === 0) c.out.nil();
  else replyString(c, r);
}

// ---- options of SET and GETEX -----------------------------------------------------------------

const TTL_OPTIONS = ['EX', 'PX', 'EXAT', 'PXAT', 'KEEPTTL', 'PERSIST'] as const;
type TtlOption = (typeof TTL_OPTIONS)[number];

/** The options last read by readOptions: one object, so that reading them allocates nothing. */
const options = {
  nx: false,
  xx: false,
  get: false,
  ttl: null as TtlOption | null,
  /** The argument that holds the time, 0 for none. */
  timeAt: 0,
};

/** The option about the expiry that argument i is, or null. */
function ttlOption(a: Args, i: number, ofSet: boolean): TtlOption | null {
  for (const option of TTL_OPTIONS) {
    if (!a.is(i, option)) continue;
    if (option === 'KEEPTTL') return ofSet ? option : null;
    if (option === 'PERSIST') return ofSet ? null : option;
    return i + 1 < a.n ? option : null;
  }
  return null;
}

/** Reads the options from argument `from` on; those about the expiry exclude each other. */
function readOptions(a: Args, from: number, ofSet: boolean): typeof options {
  const o = options;
  o.nx = o.xx = o.get = false;
  o.ttl = null;
  o.timeAt = 0;
  for (let i = from; i < a.n; i++) {
    if (ofSet && a.is(i, 'NX') && !o.xx) o.nx = true;
    else if (ofSet && a.is(i, 'XX') && !o.nx) o.xx = true;
    else if (ofSet && a.is(i, 'GET')) o.get = true;
    else {
      const option = ttlOption(a, i, ofSet);
      if (option === null || (o.ttl !== null && o.ttl !== option)) fail(ERR.syntax);
      o.ttl = option;
      if (option !== 'KEEPTTL' && option !== 'PERSIST') o.timeAt = ++i;
    }
  }
  return o;
}

/** The expiry in ms since the epoch that an option and argument i ask for. */
function absoluteTime(c: Client, a: Args, i: number, option: TtlOption, name: string): number {
  const unit = option === 'EX' || option === 'EXAT' ? 1000 : 1;
  const base = option === 'EX' || option === 'PX' ? c.server.store.now : 0;
  if (a.int(i) <= 0) fail(invalidExpire(name));
  return expireTime(a, i, unit, base, name);
}

// ---- SET and its older forms ------------------------------------------------------------------

/** Stores a[v] under a[1] with an expiry, and propagates that with an absolute time. */
function setUntil(c: Client, a: Args, v: number, at: number, rewrite: boolean): void {
  const { server, db } = c;
  db.setString(a, 1, v, at);
  stringChanged(c, a, 1, 'set');
  server.events.notify(NOTIFY.generic, 'expire', db, a, 1);
  if (rewrite && server.propagation.active)
    server.propagation.rewrite(db, 'SET', a.str(1), a.str(v), 'PXAT', String(BigInt(at)));
}

function setWithOptions(c: Client, a: Args): void {
  const { server, db } = c;
  const o = readOptions(a, 3, true);
  const timed = o.timeAt !== 0;
  const at = timed ? absoluteTime(c, a, o.timeAt, o.ttl as TtlOption, 'set') : 0;
  if (o.get) get(c, a);
  if (o.nx || o.xx) {
    const exists = db.write(a, 1) !== 0;
    if (exists ? o.nx : o.xx) {
      if (!o.get) c.out.nil();
      return;
    }
  }
  if (timed) setUntil(c, a, 2, at, o.ttl !== 'PXAT');
  else {
    db.setString(a, 1, 2, o.ttl === 'KEEPTTL' ? KEEP_TTL : DROP_TTL);
    stringChanged(c, a, 1, 'set');
    if (o.get && server.propagation.active)
      server.propagation.rewrite(
        db,
        ...a.strs(0, 3),
        ...a.strs(3).filter((w) => w.toUpperCase() !== 'GET'),
      );
  }
  if (!o.get) c.out.ok();
}

function setFor(c: Client, a: Args, option: 'EX' | 'PX', name: string): void {
  setUntil(c, a, 3, absoluteTime(c, a, 2, option, name), true);
  c.out.ok();
}

function setPairs(c: Client, a: Args): void {
  const { server, db } = c;
  for (let i = 1; i < a.n; i += 2) {
    db.setString(a, i, i + 1);
    server.events.modified(c, db, a, i);
    server.events.notify(NOTIFY.string, 'set', db, a, i);
  }
  server.propagation.dirty += (a.n - 1) / 2;
}

export const stringCommands: Handlers = {
  get,

  set(c, a) {
    if (a.n > 3) {
      setWithOptions(c, a);
      return;
    }
    c.db.setString(a, 1, 2);
    stringChanged(c, a, 1, 'set');
    c.out.ok();
  },

  setnx(c, a) {
    const free = c.db.write(a, 1) === 0;
    if (free) {
      c.db.setString(a, 1, 2);
      stringChanged(c, a, 1, 'set');
    }
    c.out.int(free ? 1 : 0);
  },

  setex: (c, a) => setFor(c, a, 'EX', 'setex'),
  psetex: (c, a) => setFor(c, a, 'PX', 'psetex'),

  getset(c, a) {
    get(c, a);
    c.db.setString(a, 1, 2);
    stringChanged(c, a, 1, 'set');
    if (c.server.propagation.active) c.server.propagation.rewrite(c.db, 'SET', a.str(1), a.str(2));
  },

  getdel(c, a) {
    const { server, db } = c;
    get(c, a);
    if (!db.remove(a, 1)) return;
    server.propagation.dirty++;
    if (server.propagation.active) server.propagation.rewrite(db, 'DEL', a.str(1));
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.generic, 'del', db, a, 1);
  },

  getex(c, a) {
    const { server, db } = c;
    const o = readOptions(a, 2, false);
    const r = readString(c, a, 1);
    if (r === 0) {
      c.out.nil();
      return;
    }
    const at = o.timeAt === 0 ? 0 : absoluteTime(c, a, o.timeAt, o.ttl as TtlOption, 'getex');
    replyString(c, r);
    const absolute = o.ttl === 'PXAT' || o.ttl === 'EXAT';
    let event: string;
    let effect: readonly string[];
    if (absolute && at <= server.store.now && deletesAtOnce(c)) {
      const lazy = server.config.lazyfreeLazyExpire;
      db.remove(a, 1, lazy);
      event = 'del';
      effect = [lazy ? 'UNLINK' : 'DEL', a.str(1)];
    } else if (at > 0) {
      db.setExpire(r, at);
      event = 'expire';
      effect = ['PEXPIREAT', a.str(1), String(BigInt(at))];
    } else if (o.ttl === 'PERSIST' && db.expireAt(r) !== -1) {
      db.removeExpire(r);
      event = 'persist';
      effect = ['PERSIST', a.str(1)];
    } else return;
    server.propagation.dirty++;
    server.propagation.rewrite(db, ...effect);
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.generic, event, db, a, 1);
  },

  mget(c, a) {
    const { records } = c.server.store;
    c.out.array(a.n - 1);
    for (let i = 1; i < a.n; i++) {
      const r = c.db.read(a, i);
      if (r === 0 || (records.tag(r) & TYPE_MASK) !== TYPE.string) c.out.nil();
      else replyString(c, r);
    }
  },

  mset(c, a) {
    if (a.n % 2 === 0) fail(wrongArity('mset'));
    setPairs(c, a);
    c.out.ok();
  },

  msetnx(c, a) {
    if (a.n % 2 === 0) fail(wrongArity('msetnx'));
    for (let i = 1; i < a.n; i += 2) {
      if (c.db.write(a, i) === 0) continue;
      c.out.int(0);
      return;
    }
    setPairs(c, a);
    c.out.int(1);
  },
};
