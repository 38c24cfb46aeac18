/** What the stream commands share: finding a key's stream and its groups, IDs among the arguments. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import type { Args } from '../resp/args.ts';
import { EntryCursor } from '../store/types/stream/entry-cursor.ts';
import type { Consumer, Group } from '../store/types/stream/group.ts';
import { Stream } from '../store/types/stream/stream.ts';
import {
  nextId,
  parseId,
  previousId,
  SEQ_MAX,
  type StreamId,
} from '../store/types/stream/stream-id.ts';
import { LARGE, TYPE } from '../store/value.ts';

export const STREAM_ERR = {
  invalidId: 'ERR Invalid stream ID specified as stream command argument',
  invalidStart: 'ERR invalid start ID for the interval',
  invalidEnd: 'ERR invalid end ID for the interval',
} as const;

/** The stream of a record, null for record 0; throws WRONGTYPE. */
export function streamAt(c: Client, r: number): Stream | null {
  if (r === 0) return null;
  if (c.db.type(r) !== TYPE.stream) fail(ERR.wrongType);
  return c.db.object(r) as Stream;
}

/** The stream of key a[i] for a read, null when there is no such key; throws WRONGTYPE. */
export function readStream(c: Client, a: Args, i: number): Stream | null {
  return streamAt(c, c.db.read(a, i));
}

/** As readStream, for a write. */
export function writeStream(c: Client, a: Args, i: number): Stream | null {
  return streamAt(c, c.db.write(a, i));
}

/** Makes key a[i], known to be absent, an empty stream. */
export function createStream(c: Client, a: Args, i: number): Stream {
  const { store } = c.server;
  const stream = new Stream(store.records);
  c.db.addCollection(a, i, TYPE.stream, LARGE, store.objects.add(stream));
  return stream;
}

export function streamEvent(c: Client, a: Args, i: number, event: string): void {
  c.server.events.notify(NOTIFY.stream, event, c.db, a, i);
}

/** Argument i as an ID; a missing sequence is 0. */
export function idArgument(a: Args, i: number): StreamId {
  return parseId(a.str(i), 0, true) ?? fail(STREAM_ERR.invalidId);
}

/** Argument i as one end of a range: '(' before it excludes the ID itself. */
function rangeEnd(a: Args, i: number, missingSeq: number | bigint, inward: Inward): StreamId {
  const text = a.str(i);
  if (text.length < 2 || text[0] !== '(')
    return parseId(text, missingSeq, false) ?? fail(STREAM_ERR.invalidId);
  const id = parseId(text.slice(1), missingSeq, true) ?? fail(STREAM_ERR.invalidId);
  return inward(id) ?? fail(inward === nextId ? STREAM_ERR.invalidStart : STREAM_ERR.invalidEnd);
}
type Inward = (id: StreamId) => StreamId | null;

export function rangeFrom(a: Args, i: number): StreamId {
  return rangeEnd(a, i, 0, nextId);
}

export function rangeTo(a: Args, i: number): StreamId {
  return rangeEnd(a, i, SEQ_MAX, previousId);
}

/** The consumer a[i] of a group; made, with all that this entails, when it is not there. */
export function consumerArgument(
  c: Client,
  a: Args,
  key: number,
  group: Group,
  i: number,
): { consumer: Consumer; created: boolean } {
  const name = a.str(i);
  const found = group.consumers.get(name);
  if (found !== undefined) return { consumer: found, created: false };
  const consumer = group.addConsumer(name, c.server.store.now);
  c.server.propagation.dirty++;
  streamEvent(c, a, key, 'xgroup-createconsumer');
  return { consumer, created: true };
}

const cursor = new EntryCursor();

/** Appends up to `count` (0: all) entries between two IDs, without an array around them. */
export function replyEntries(
  c: Client,
  stream: Stream,
  from: StreamId | null,
  to: StreamId | null,
  count = 0,
  reverse = false,
): number {
  let n = 0;
  cursor.start(stream, from, to, reverse);
  while (cursor.next()) {
    cursor.reply(c.out);
    if (++n === count) break;
  }
  return n;
}

/** Tells followers who has a pending entry now, as an XCLAIM that may be applied more than once. */
export function propagateClaim(
  c: Client,
  a: Args,
  key: number,
  groupName: string,
  group: Group,
  id: string,
  pending: number,
): void {
  const { propagation } = c.server;
  if (!propagation.active) return;
  propagation.also(
    c.db,
    'XCLAIM',
    a.str(key),
    groupName,
    group.owner(pending)?.name ?? '',
    '0',
    id,
    'TIME',
    String(group.time(pending)),
    'RETRYCOUNT',
    String(group.deliveries(pending)),
    'FORCE',
    'JUSTID',
    'LASTID',
    `${group.lastId.ms}-${group.lastId.seq}`,
  );
}

/** Tells followers a group's new position, where no XCLAIM does. */
export function propagateGroupId(
  c: Client,
  a: Args,
  key: number,
  groupName: string,
  group: Group,
): void {
  const { propagation } = c.server;
  if (!propagation.active) return;
  propagation.also(
    c.db,
    'XGROUP',
    'SETID',
    a.str(key),
    groupName,
    `${group.lastId.ms}-${group.lastId.seq}`,
    'ENTRIESREAD',
    String(group.entriesRead ?? -1),
  );
}
