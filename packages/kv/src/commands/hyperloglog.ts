/** HyperLogLogs, which are strings of a certain form: PFADD, PFCOUNT, PFMERGE, PFDEBUG, PFSELFTEST. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { KEEP_TTL } from '../store/database.ts';
import { INT, RAW } from '../store/value.ts';
import { REGISTERS } from '../structures/hll-sparse.ts';
import { CorruptHll, estimateRegisters, HyperLogLog } from '../structures/hyperloglog.ts';
import { addressOf } from '../structures/libc.ts';
import type { Handler, Handlers } from './spec.ts';
import { readString, stringChanged, writeString } from './string.ts';

const NOT_HLL = 'WRONGTYPE Key is not a valid HyperLogLog string value.';
const CORRUPT = 'INVALIDOBJ Corrupted HLL object detected';
const SELF_TEST_ROUNDS = 100;
const SELF_TEST_ELEMENTS = 1_000_000;
/** Six times the standard error of the estimate. */
const SELF_TEST_ERROR = (6 * 1.04) / Math.sqrt(REGISTERS);

/** Shared: a command holds at most one HyperLogLog at a time. */
const hll = new HyperLogLog();
const hllAddress = addressOf(hll.own);
const registers = new Uint8Array(REGISTERS);

/** Looks at the HyperLogLog of a string record; a dense one may be changed where it is. */
function view(c: Client, r: number): HyperLogLog {
  const { db } = c;
  const [bytes, off, len] = db.stringBytes(r);
  if (db.encoding(r) === INT || !HyperLogLog.isValid(bytes, off, len)) fail(NOT_HLL);
  return hll.view(bytes, off, len);
}

/** Takes a copy of the HyperLogLog of a string record, to be changed and stored again. */
function load(c: Client, r: number): HyperLogLog {
  const { bytes, base, length } = view(c, r);
  return hll.load(bytes, base, length);
}

/** Stores it as the value of key a[i]. */
function store(c: Client, a: Args, i: number): void {
  const off = a.off[i] as number;
  const len = a.len[i] as number;
  c.db.putString(a.buf, off, len, hll.own, hllAddress, 0, hll.length, KEEP_TTL, RAW);
}

/** Merges the keys a[1..] into `registers`; true when one of them is dense. */
function mergeAll(c: Client, a: Args): boolean {
  let dense = false;
  registers.fill(0);
  for (let i = 1; i < a.n; i++) {
    const r = readString(c, a, i);
    if (r === 0) continue;
    view(c, r).mergeInto(registers);
    dense ||= hll.isDense;
  }
  return dense;
}

/** Runs a handler whose HyperLogLogs may turn out to be corrupt. */
function guarded(handler: Handler): Handler {
  return (c, a) => {
    try {
      handler(c, a);
    } catch (e) {
      if (e instanceof CorruptHll) fail(CORRUPT);
      throw e;
    }
  };
}

const DEBUG: { readonly [name: string]: Handler } = {
  getreg(c, a) {
    if (!hll.isDense) toDense(c, a);
    c.out.array(REGISTERS);
    for (let i = 0; i < REGISTERS; i++) c.out.int(hll.register(i));
  },

  decode(c) {
    if (hll.isDense) fail('ERR HLL encoding is not sparse');
    c.out.bulkStr(hll.describeRuns());
  },

  encoding(c) {
    c.out.simple(hll.isDense ? 'dense' : 'sparse');
  },

  todense(c, a) {
    const wasSparse = !hll.isDense;
    if (wasSparse) toDense(c, a);
    c.out.int(wasSparse ? 1 : 0);
  },
};

function toDense(c: Client, a: Args): void {
  hll.makeDense();
  store(c, a, 2);
  c.server.propagation.dirty++;
}

/** What is wrong with the register arithmetic, or null. */
function selfTest(sparseMaxBytes: number): string | null {
  const values = new Uint8Array(REGISTERS);
  const dense = new HyperLogLog().clear();
  dense.makeDense();
  for (let round = 0; round < SELF_TEST_ROUNDS; round++) {
    for (let i = 0; i < REGISTERS; i++) {
      values[i] = Math.random() * 64;
      dense.setRegister(i, values[i] as number);
    }
    for (let i = 0; i < REGISTERS; i++)
      if (dense.register(i) !== values[i])
        return `Register ${i} should be ${values[i]} but is ${dense.register(i)}`;
  }
  for (let i = 0; i < REGISTERS; i++) dense.setRegister(i, 0);
  const either = new HyperLogLog().clear();
  const element = Buffer.alloc(8);
  const seed = Math.floor(Math.random() * 2 ** 32);
  element.writeUInt32LE(seed, 4);
  for (let n = 1, checkpoint = 1; n <= SELF_TEST_ELEMENTS; n++) {
    element.writeUInt32LE((n ^ seed) >>> 0, 0);
    dense.add(element, 0, 8, sparseMaxBytes);
    either.add(element, 0, 8, sparseMaxBytes);
    if (n !== checkpoint) continue;
    if (n < sparseMaxBytes / 2 && either.isDense) return 'sparse encoding not used';
    const estimate = dense.estimate();
    if (estimate !== either.estimate()) return 'dense/sparse disagree';
    const error = Math.abs(n - estimate);
    if (error > (n === 10 ? 1 : Math.ceil(SELF_TEST_ERROR * n)))
      return `Too big error. card:${n} abserr:${error}`;
    checkpoint *= 10;
  }
  return null;
}

export const hyperloglogCommands: Handlers = {
  pfadd: guarded((c, a) => {
    const { hllSparseMaxBytes } = c.server.config;
    const r = writeString(c, a, 1);
    let updated = 0;
    if (r === 0) {
      hll.clear();
      updated++;
    } else if (!view(c, r).isDense) load(c, r);
    for (let i = 2; i < a.n; i++)
      if (hll.add(a.buf, a.off[i] as number, a.len[i] as number, hllSparseMaxBytes)) updated++;
    if (updated > 0) {
      hll.invalidate();
      if (hll.bytes === hll.own) store(c, a, 1);
      stringChanged(c, a, 1, 'pfadd');
      c.server.propagation.dirty += updated - 1;
    }
    c.out.int(updated > 0 ? 1 : 0);
  }),

  pfcount: guarded((c, a) => {
    const { server, db } = c;
    if (a.n > 2) {
      mergeAll(c, a);
      c.out.int(estimateRegisters(registers));
      return;
    }
    const r = readString(c, a, 1);
    if (r === 0) {
      c.out.int(0);
      return;
    }
    let count = view(c, r).cached;
    if (count === null) {
      // Only the header changes, so the bytes stay where they are.
      count = BigInt(hll.estimate());
      hll.cached = count;
      db.resizeString(r, hll.length);
      server.events.modified(c, db, a, 1);
      server.propagation.dirty++;
    }
    c.out.bigint(count);
  }),

  pfmerge: guarded((c, a) => {
    const { hllSparseMaxBytes } = c.server.config;
    const dense = mergeAll(c, a);
    const r = writeString(c, a, 1);
    if (r === 0) hll.clear();
    else load(c, r);
    if (dense) hll.makeDense();
    for (let i = 0; i < REGISTERS; i++)
      if (registers[i] !== 0) hll.raise(i, registers[i] as number, hllSparseMaxBytes);
    hll.invalidate();
    store(c, a, 1);
    stringChanged(c, a, 1, 'pfadd');
    c.out.ok();
  }),

  pfdebug: guarded((c, a) => {
    const r = writeString(c, a, 2);
    if (r === 0) fail('ERR The specified key does not exist');
    load(c, r);
    const handler = DEBUG[a.lower(1)] ?? fail(`ERR Unknown PFDEBUG subcommand '${a.str(1)}'`);
    if (a.n !== 3) fail(`ERR Wrong number of arguments for the '${a.str(1)}' subcommand`);
    handler(c, a);
  }),

  pfselftest(c) {
    const failure = selfTest(c.server.config.hllSparseMaxBytes);
    if (failure !== null) fail(`ERR TESTFAILED ${failure}`);
    c.out.ok();
  },
};
