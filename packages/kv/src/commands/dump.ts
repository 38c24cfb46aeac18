/** Values out of and into a key as bytes: DUMP and RESTORE. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import { DecodedValue } from '../persistence/rdb/decoded-value.ts';
import { dumpPayload, payloadEnd } from '../persistence/rdb/dump-payload.ts';
import { RdbCorrupt, RdbReader } from '../persistence/rdb/rdb-reader.ts';
import { decodeValue } from '../persistence/rdb/value-decoder.ts';
import type { Args } from '../resp/args.ts';
import { lfuClock, lruBefore } from '../store/access-clock.ts';
import { deletesAtOnce } from './expire.ts';
import type { Handlers } from './spec.ts';

interface RestoreOptions {
  replace: boolean;
  absolute: boolean;
  /** Seconds, -1 when not given. */
  idle: number;
  /** 0 to 255, -1 when not given. */
  frequency: number;
}

function restoreOptions(a: Args): RestoreOptions {
  const o: RestoreOptions = { replace: false, absolute: false, idle: -1, frequency: -1 };
  for (let i = 4; i < a.n; i++) {
    const more = i + 1 < a.n;
    if (a.is(i, 'REPLACE')) o.replace = true;
    else if (a.is(i, 'ABSTTL')) o.absolute = true;
    else if (a.is(i, 'IDLETIME') && more && o.frequency === -1) {
      o.idle = a.int(++i);
      if (o.idle < 0) fail('ERR Invalid IDLETIME value, must be >= 0');
    } else if (a.is(i, 'FREQ') && more && o.idle === -1) {
      o.frequency = a.int(++i);
      if (o.frequency < 0 || o.frequency > 255)
        fail('ERR Invalid FREQ value, must be >= 0 and <= 255');
    } else fail(ERR.syntax);
  }
  return o;
}

/** Reads the payload that argument i is. */
function decode(c: Client, a: Args, i: number): DecodedValue {
  const { server } = c;
  const off = a.off[i] as number;
  const payload = a.buf.subarray(off, off + (a.len[i] as number));
  const end = payloadEnd(payload, server.observe.testing.skipChecksums);
  if (end < 0) fail('ERR DUMP payload version or checksum are wrong');
  const value = new DecodedValue(server.store);
  try {
    const reader = new RdbReader(payload, 0, end);
    decodeValue(reader, reader.byte(), { store: server.store, limits: server.config }, value);
  } catch (e) {
    if (!(e instanceof RdbCorrupt)) throw e;
    server.log.verbose(`RESTORE of a corrupt payload: ${e.message}`);
    fail('ERR Bad data format');
  }
  return value;
}

function setClock(c: Client, r: number, { idle, frequency }: RestoreOptions): void {
  const { store } = c.server;
  if (store.lfu) {
    if (frequency >= 0) store.records.setClock(r, lfuClock(frequency, store.now));
  } else if (idle >= 0) store.records.setClock(r, lruBefore(store.lruClock, idle));
}

function restore(c: Client, a: Args): void {
  const { server, db } = c;
  const { propagation, events, config } = server;
  const options = restoreOptions(a);
  if (!options.replace && db.write(a, 1) !== 0) fail(ERR.busyKey);
  const ttl = a.int(2);
  if (ttl < 0) fail('ERR Invalid TTL value, must be >= 0');
  const value = decode(c, a, 3);
  const lazy = config.lazyfreeLazyServerDel;
  const deleted = options.replace && db.remove(a, 1, lazy);
  const at = ttl === 0 ? 0 : options.absolute ? ttl : ttl + server.store.now;
  if (at > 0 && at <= server.store.now && deletesAtOnce(c)) {
    value.discard();
    if (deleted) {
      propagation.rewrite(db, lazy ? 'UNLINK' : 'DEL', a.str(1));
      events.modified(c, db, a, 1);
      events.notify(NOTIFY.generic, 'del', db, a, 1);
      propagation.dirty++;
    }
    c.out.ok();
    return;
  }
  const r = value.attach(db, a.buf, a.off[1] as number, a.len[1] as number, at);
  setClock(c, r, options);
  if (at > 0 && !options.absolute && propagation.active)
    propagation.rewrite(db, ...a.strs(0, 2), String(BigInt(at)), ...a.strs(3), 'ABSTTL');
  events.modified(c, db, a, 1);
  events.notify(NOTIFY.generic, 'restore', db, a, 1);
  propagation.dirty++;
  c.out.ok();
}

export const dumpCommands: Handlers = {
  dump(c, a) {
    const r = c.db.read(a, 1);
    if (r === 0) c.out.nil();
    else c.out.bulk(dumpPayload(c.db, r, c.server.config.rdbcompression));
  },

  restore,
  'restore-asking': restore,
};
