/**
 * Streams: nodes as they are, then what is known of the whole, then the groups.
 *
 *   nodes: ID (a string of 16 bytes), listpack | length | last ID | first ID | greatest deleted ID
 *   | entries added | groups: name, last ID, entries read (all ones: unknown),
 *       pending: ID (16 bytes), time, deliveries
 *       consumers: name, seen time, active time (not before version 11), pending: ID
 *
 * IDs are two lengths except where a size in bytes is given. Each list begins with its length.
 */
import type { Group } from '../../store/types/stream/group.ts';
import type { IdTree } from '../../store/types/stream/id-tree.ts';
import type { Stream } from '../../store/types/stream/stream.ts';
import { ID_BYTES, type StreamId, writeId } from '../../store/types/stream/stream-id.ts';
import { RDB_VERSION, type RdbVersion } from './rdb-types.ts';
import type { RdbWriter } from './rdb-writer.ts';

const UNKNOWN = 2n ** 64n - 1n;
const idBytes = Buffer.alloc(ID_BYTES);

export function encodeStream(w: RdbWriter, stream: Stream, version: RdbVersion): void {
  w.length(stream.nodes.size);
  stream.forEachNode((id, listpack) => {
    writeId(id, idBytes, 0);
    w.string(idBytes, 0, ID_BYTES);
    w.string(listpack, 0, listpack.length);
  });
  w.length(stream.length);
  lengthId(w, stream.lastId);
  lengthId(w, stream.firstId);
  lengthId(w, stream.maxDeletedId);
  w.bigLength(BigInt(stream.entriesAdded));
  const groups = [...stream.groups].sort(([x], [y]) => (x < y ? -1 : 1));
  w.length(groups.length);
  for (const [name, group] of groups) {
    w.text(name);
    encodeGroup(w, group, version);
  }
}

function lengthId(w: RdbWriter, id: StreamId): void {
  w.bigLength(BigInt(id.ms));
  w.bigLength(BigInt(id.seq));
}

function encodeGroup(w: RdbWriter, group: Group, version: RdbVersion): void {
  lengthId(w, group.lastId);
  w.bigLength(group.entriesRead === null ? UNKNOWN : BigInt(group.entriesRead));
  encodePending(w, group, group.pending, true);
  const consumers = group.consumersByName();
  w.length(consumers.length);
  for (const consumer of consumers) {
    w.text(consumer.name);
    w.time(consumer.seenTime);
    if (version >= RDB_VERSION) w.time(consumer.activeTime);
    encodePending(w, group, consumer.pending, false);
  }
}

function encodePending(
  w: RdbWriter,
  group: Group,
  entries: IdTree | null,
  withDeliveries: boolean,
): void {
  w.length(entries?.size ?? 0);
  for (let r = entries?.first() ?? 0; r !== 0; r = entries?.next() ?? 0) {
    writeId(group.id(r), idBytes, 0);
    w.raw(idBytes, 0, ID_BYTES);
    if (withDeliveries) {
      w.time(group.time(r));
      w.bigLength(BigInt(group.deliveries(r)));
    }
  }
}
