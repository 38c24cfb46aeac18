/** String commands: the hot ones allocate nothing. */
import type { Client } from '../client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { ENC_MASK, HUGE, type HugeString, TYPE, TYPE_MASK } from '../store/value.ts';
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

export const stringCommands: Handlers = {
  get(c, a) {
    const r = readString(c, a, 1);
    if (r === 0) c.out.nil();
    else replyString(c, r);
  },

  set(c, a) {
    const { server, db } = c;
    if (a.n > 3) fail(ERR.syntax);
    db.setString(a, 1, 2);
    server.propagation.dirty++;
    server.events.modified(c, db, a, 1);
    server.events.notify(NOTIFY.string, 'set', db, a, 1);
    c.out.ok();
  },
};
