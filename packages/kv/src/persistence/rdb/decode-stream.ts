/** Streams; encode-stream.ts has the format. Type 15 lacks first and deleted ID and all counters. */
import type { Group } from '../../store/types/stream/group.ts';
import { Stream } from '../../store/types/stream/stream.ts';
import {
  addWide,
  ID_BYTES,
  MIN_ID,
  readId,
  type StreamId,
  type Wide,
} from '../../store/types/stream/stream-id.ts';
import { validNode } from '../../store/types/stream/valid-node.ts';
import { LARGE, TYPE } from '../../store/value.ts';
import { type DecodeContext, integrity } from './decode-parts.ts';
import type { DecodedValue } from './decoded-value.ts';
import { RdbCorrupt, type RdbReader, RdbString } from './rdb-reader.ts';
import { RDB_TYPE } from './rdb-types.ts';

const s = new RdbString();
const key = new RdbString();

export function decodeStream(
  r: RdbReader,
  type: number,
  { store }: DecodeContext,
  into: DecodedValue,
): void {
  const stream = new Stream(store.records);
  try {
    fillStream(r, type, stream);
  } catch (e) {
    stream.free();
    throw e;
  }
  into.set(TYPE.stream, LARGE, store.objects.add(stream));
}

function fillStream(r: RdbReader, type: number, stream: Stream): void {
  const withCounters = type >= RDB_TYPE.streamListpacks2;
  for (let n = r.count(); n > 0; n--) readNode(r, stream);
  stream.length = r.length();
  stream.lastId = lengthId(r);
  if (withCounters) {
    stream.firstId = lengthId(r);
    stream.maxDeletedId = lengthId(r);
    stream.entriesAdded = wideLength(r);
  } else {
    stream.entriesAdded = stream.length;
    stream.firstId = stream.length === 0 ? MIN_ID : stream.edgeId(true, false);
  }
  if (stream.length > 0 && stream.nodes.size === 0)
    throw new RdbCorrupt('a stream has a length but no entries');
  for (let n = r.count(); n > 0; n--) {
    r.string(s);
    const name = s.text();
    const lastId = lengthId(r);
    const read = withCounters ? entriesRead(r) : stream.entriesUpTo(lastId);
    const group = stream.addGroup(name, lastId, read);
    if (group === null) throw new RdbCorrupt('duplicate consumer groups');
    readGroup(r, type, group);
  }
}

function wideLength(r: RdbReader): Wide {
  return addWide(0, r.bigLength());
}

function lengthId(r: RdbReader): StreamId {
  const ms = wideLength(r);
  return { ms, seq: wideLength(r) };
}

/** Null for "unknown", a number with all bits set, and for whatever else is negative. */
function entriesRead(r: RdbReader): Wide | null {
  const n = BigInt.asIntN(64, r.bigLength());
  return n < 0n ? null : addWide(0, n);
}

function rawId(r: RdbReader): StreamId {
  r.raw(ID_BYTES, key);
  return readId(key.buf, key.off);
}

function readNode(r: RdbReader, stream: Stream): void {
  r.string(key);
  if (key.len !== ID_BYTES) throw new RdbCorrupt('the key of a stream node is no ID');
  const id = readId(key.buf, key.off);
  r.string(s);
  if (!validNode(s.buf, s.off, s.len)) throw integrity('Stream listpack');
  if (stream.nodes.find(id) !== 0) throw new RdbCorrupt('duplicate stream nodes');
  stream.loadNode(id, s.view());
}

function readGroup(r: RdbReader, type: number, group: Group): void {
  for (let n = r.count(); n > 0; n--) {
    const id = rawId(r);
    const time = r.time();
    const deliveries = Number(r.bigLength());
    if (group.pending.find(id) !== 0) throw new RdbCorrupt('duplicate pending entries');
    group.addPending(id, null, time, deliveries);
  }
  let owned = 0;
  for (let n = r.count(); n > 0; n--) {
    r.string(s);
    const name = s.text();
    if (group.consumers.has(name)) throw new RdbCorrupt('Duplicate stream consumer detected.');
    const consumer = group.addConsumer(name, r.time());
    consumer.activeTime = type >= RDB_TYPE.streamListpacks3 ? r.time() : consumer.seenTime;
    for (let k = r.count(); k > 0; k--) {
      const entry = group.pending.find(rawId(r));
      if (entry === 0 || group.owner(entry) !== null)
        throw new RdbCorrupt('a pending entry has no or several consumers');
      group.give(entry, consumer);
      owned++;
    }
  }
  if (owned !== group.pending.size) throw new RdbCorrupt('a pending entry has no consumer');
}
