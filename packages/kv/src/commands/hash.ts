/** Hash commands. HSET and HGET are hot: they work on bytes in place and make no object. */
import type { Client } from '../clients/client.ts';
import { ERR, fail, wrongArity } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { addLongDouble, formatLongDouble, parseLongDouble } from '../resp/long-double.ts';
import { parseInt64 } from '../resp/numbers.ts';
import type { Hash } from '../store/types/hash.ts';
import { hashChanged, readHash, writeHash, writeOrCreateHash } from './hash-key.ts';
import { replyScan, scanCursor, scanMatches, scanOptions, scanSome } from './scan-options.ts';
import type { Handlers } from './spec.ts';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** Sets field a[i] to value a[i + 1]; true when the field is new. */
function setArguments(c: Client, hash: Hash, a: Args, i: number): boolean {
  return hash.set(
    a.buf,
    a.address,
    a.off[i] as number,
    a.len[i] as number,
    a.buf,
    a.address,
    a.off[i + 1] as number,
    a.len[i + 1] as number,
    c.server.config,
  );
}

/** Sets field a[i] to a text made by the command. */
function setText(c: Client, hash: Hash, a: Args, i: number, text: string): void {
  const { store, config } = c.server;
  const buf = store.scratch(text);
  hash.set(
    a.buf,
    a.address,
    a.off[i] as number,
    a.len[i] as number,
    buf,
    store.scratchAddress,
    0,
    text.length,
    config,
  );
}

function findArgument(hash: Hash, a: Args, i: number): boolean {
  return hash.find(a.buf, a.off[i] as number, a.len[i] as number);
}

/** HSET and HMSET up to their reply: returns how many fields are new. */
function setPairs(c: Client, a: Args, name: string): number {
  if (a.n % 2 === 1) fail(wrongArity(name));
  const hash = writeOrCreateHash(c, a, 1, 2);
  hash.expect(a, 2, c.server.config);
  let added = 0;
  for (let i = 2; i < a.n; i += 2) if (setArguments(c, hash, a, i)) added++;
  hashChanged(c, a, 1, 'hset');
  c.server.propagation.dirty += (a.n - 2) >>> 1;
  return added;
}

function replyAll(c: Client, a: Args, fields: boolean, values: boolean): void {
  const hash = readHash(c, a, 1);
  const n = hash === null ? 0 : hash.size;
  if (fields && values) c.out.map(n);
  else c.out.array(n);
  hash?.replyAll(c.out, fields, values);
}

function replyField(c: Client, hash: Hash | null, a: Args, i: number): void {
  if (hash !== null && findArgument(hash, a, i)) hash.replyFound(c.out);
  else c.out.nil();
}

function scan(c: Client, a: Args): void {
  let next = scanCursor(a, 2);
  const hash = readHash(c, a, 1);
  if (hash === null) {
    replyScan(c, 0, []);
    return;
  }
  const options = scanOptions(a, 3);
  const found: string[] = [];
  const { large } = hash;
  if (large === null) {
    // A packed hash is small: it is answered whole.
    next = 0;
    hash.forEach((field, value) => {
      if (scanMatches(options, field)) found.push(field, value);
    });
  } else {
    const { records } = large;
    next = scanSome(large.fields, next, options.count, (r) => {
      const field = records.key(r);
      if (scanMatches(options, field)) found.push(field, records.value(r));
    });
  }
  replyScan(c, next, found);
}

export const hashCommands: Handlers = {
  hset(c, a) {
    c.out.int(setPairs(c, a, 'hset'));
  },

  hmset(c, a) {
    setPairs(c, a, 'hmset');
    c.out.ok();
  },

  hsetnx(c, a) {
    const hash = writeOrCreateHash(c, a, 1);
    if (findArgument(hash, a, 2)) {
      c.out.int(0);
      return;
    }
    setArguments(c, hash, a, 2);
    hashChanged(c, a, 1, 'hset');
    c.server.propagation.dirty++;
    c.out.int(1);
  },

  hget(c, a) {
    replyField(c, readHash(c, a, 1), a, 2);
  },

  hmget(c, a) {
    const hash = readHash(c, a, 1);
    c.out.array(a.n - 2);
    for (let i = 2; i < a.n; i++) replyField(c, hash, a, i);
  },

  hgetall(c, a) {
    replyAll(c, a, true, true);
  },
  hkeys(c, a) {
    replyAll(c, a, true, false);
  },
  hvals(c, a) {
    replyAll(c, a, false, true);
  },

  hlen(c, a) {
    c.out.int(readHash(c, a, 1)?.size ?? 0);
  },

  hstrlen(c, a) {
    const hash = readHash(c, a, 1);
    c.out.int(hash !== null && findArgument(hash, a, 2) ? hash.foundLength() : 0);
  },

  hexists(c, a) {
    const hash = readHash(c, a, 1);
    c.out.int(hash !== null && findArgument(hash, a, 2) ? 1 : 0);
  },

  hdel(c, a) {
    const { server, db } = c;
    const hash = writeHash(c, a, 1);
    let deleted = 0;
    let empty = false;
    for (let i = 2; hash !== null && i < a.n && !empty; i++) {
      if (!hash.remove(a.buf, a.off[i] as number, a.len[i] as number)) continue;
      deleted++;
      empty = hash.size === 0;
    }
    if (empty) db.remove(a, 1, server.config.lazyfreeLazyServerDel);
    if (deleted > 0) {
      hashChanged(c, a, 1, 'hdel');
      if (empty) server.events.notify(NOTIFY.generic, 'del', db, a, 1);
      server.propagation.dirty += deleted;
    }
    c.out.int(deleted);
  },

  hincrby(c, a) {
    const by = a.bigint(3);
    const hash = writeOrCreateHash(c, a, 1);
    let value = 0n;
    if (findArgument(hash, a, 2))
      value = parseInt64(hash.foundText()) ?? fail('ERR hash value is not an integer');
    value += by;
    if (value > INT64_MAX || value < INT64_MIN) fail(ERR.overflow);
    setText(c, hash, a, 2, String(value));
    hashChanged(c, a, 1, 'hincrby');
    c.server.propagation.dirty++;
    c.out.bigint(value);
  },

  hincrbyfloat(c, a) {
    const by = parseLongDouble(a.str(3)) ?? fail(ERR.notFloat);
    if (typeof by === 'string') fail('ERR value is NaN or Infinity');
    const hash = writeOrCreateHash(c, a, 1);
    const old = findArgument(hash, a, 2)
      ? (parseLongDouble(hash.foundText()) ?? fail('ERR hash value is not a float'))
      : parseLongDouble('0');
    if (old === null || typeof old === 'string') fail(ERR.nanOrInfinity);
    const sum = addLongDouble(old, by) ?? fail(ERR.nanOrInfinity);
    const text = formatLongDouble(sum);
    setText(c, hash, a, 2, text);
    hashChanged(c, a, 1, 'hincrbyfloat');
    c.server.propagation.dirty++;
    // Followers get the result, so that they need not calculate alike.
    c.server.propagation.rewrite(c.db, 'HSET', a.str(1), a.str(2), text);
    c.out.bulkStr(text);
  },

  hscan(c, a) {
    scan(c, a);
  },
};
