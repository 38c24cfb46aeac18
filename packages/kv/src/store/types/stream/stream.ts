/**
 * A stream: entries in order of their IDs, in nodes of up to stream-node-max-entries entries and
 * stream-node-max-bytes bytes, and the consumer groups that read it. Each node is a listpack in an
 * arena block (entry-cursor.ts has the layout) and a record that is in the tree of nodes: its key is
 * the ID of the node's first entry, its value the address of the listpack.
 */
import type { Args } from '../../../resp/args.ts';
import { lpBytes, lpEquals, lpFirst, lpInt, lpNext } from '../../../structures/listpack.ts';
import { ListpackEditor } from '../../../structures/listpack-editor.ts';
import type { Records } from '../../../structures/record.ts';
import type { LargeValue } from '../../value.ts';
import { EntryBytes } from './entry-bytes.ts';
import { EntryCursor, SAME_FIELDS } from './entry-cursor.ts';
import { Group } from './group.ts';
import { ID_KEY, IdTree, recordId } from './id-tree.ts';
import {
  addWide,
  compareIds,
  ID_BYTES,
  isZeroId,
  MAX_ID,
  MIN_ID,
  type StreamId,
  type Wide,
  wideDelta,
  writeId,
} from './stream-id.ts';

/** The directives that limit a node. */
export interface StreamLimits {
  readonly streamNodeMaxBytes: number;
  readonly streamNodeMaxEntries: number;
}

/** No node, and no entry, grows beyond this. */
export const STREAM_NODE_SAFE_BYTES = 1 << 30;
/** A rough charge for the object itself. */
const OBJECT_BYTES = 400;

const entry = new EntryBytes();
const cursor = new EntryCursor();

export class Stream implements LargeValue {
  readonly nodes: IdTree;
  readonly editor: ListpackEditor;
  /** Entries that are not deleted. */
  length = 0;
  lastId: StreamId = MIN_ID;
  /** The first entry that is not deleted; 0-0 when there is none. */
  firstId: StreamId = MIN_ID;
  maxDeletedId: StreamId = MIN_ID;
  /** How many entries were ever added. */
  entriesAdded: Wide = 0;
  readonly groups = new Map<string, Group>();
  /** The last node's record; 0 when not known. */
  private tail = 0;

  constructor(readonly records: Records) {
    this.nodes = new IdTree(records);
    this.editor = new ListpackEditor(records.arena);
  }

  /** A measure of how long free() takes. */
  get size(): number {
    let n = this.nodes.size;
    for (const g of this.groups.values()) n += g.pending.size + g.consumers.size;
    return n;
  }

  // ---- nodes --------------------------------------------------------------------------------

  nodeId(r: number): StreamId {
    return recordId(this.records, r);
  }

  /** The address of a node's listpack. */
  nodeListpack(r: number): number {
    return this.records.bytes(r).readUInt32LE(this.records.valueOffset(r));
  }

  private setNodeListpack(r: number, lp: number): void {
    this.records.bytes(r).writeUInt32LE(lp, this.records.valueOffset(r));
  }

  private addNode(id: StreamId, lp: number): number {
    writeId(id, ID_KEY, 0);
    const r = this.records.create(0, ID_KEY, 0, ID_BYTES, 4);
    this.setNodeListpack(r, lp);
    this.nodes.insert(r);
    this.tail = 0;
    return r;
  }

  private removeNode(r: number): void {
    this.tail = 0;
    this.editor.free(this.nodeListpack(r));
    this.nodes.remove(r);
    this.records.arena.free(r);
  }

  /** Adds a node that was saved before; the listpack's bytes must be valid. Counts are not touched. */
  loadNode(id: StreamId, listpack: Uint8Array): void {
    this.addNode(id, this.editor.load(listpack));
  }

  /** Calls `visit` with each node's ID and a view of its listpack's bytes, good during the call. */
  forEachNode(visit: (id: StreamId, listpack: Buffer) => void): void {
    for (let r = this.nodes.first(); r !== 0; r = this.nodes.next()) {
      const lp = this.nodeListpack(r);
      const b = this.editor.bytes(lp);
      const at = this.editor.offset(lp);
      visit(this.nodeId(r), b.subarray(at, at + lpBytes(b, at)));
    }
  }

  /** The number of entries in a node that are not deleted, and of those that are. */
  private counts(lp: number): { live: number; deleted: number } {
    const b = this.editor.bytes(lp);
    const first = lpFirst(b, this.editor.offset(lp));
    return { live: lpInt(b, first), deleted: lpInt(b, lpNext(b, first)) };
  }

  private setCounts(r: number, live: number, deleted: number): void {
    const { editor } = this;
    let lp = this.nodeListpack(r);
    lp = editor.replaceInt(lp, lpFirst(editor.bytes(lp), editor.offset(lp)), live);
    lp = editor.replaceInt(lp, lpNext(editor.bytes(lp), editor.at), deleted);
    this.setNodeListpack(r, lp);
  }

  // ---- adding -------------------------------------------------------------------------------

  /** Adds an entry, its fields and values being a[from] and on. The ID must be above lastId. */
  append(id: StreamId, a: Args, from: number, limits: StreamLimits): void {
    let bytes = 0;
    for (let i = from; i < a.n; i++) bytes += a.len[i] as number;
    const fields = (a.n - from) >>> 1;
    if (this.tail === 0) this.tail = this.nodes.last();
    const { tail } = this;
    if (tail === 0 || this.isFull(this.nodeListpack(tail), bytes, limits))
      this.appendToNew(id, a, from, fields);
    else this.appendTo(tail, id, a, from, fields);
    this.length++;
    this.entriesAdded = addWide(this.entriesAdded, 1);
    this.lastId = id;
    if (this.length === 1) this.firstId = id;
  }

  private isFull(lp: number, bytes: number, limits: StreamLimits): boolean {
    let max = limits.streamNodeMaxBytes;
    if (max === 0 || max > STREAM_NODE_SAFE_BYTES) max = STREAM_NODE_SAFE_BYTES;
    if (this.editor.size(lp) + bytes >= max) return true;
    if (limits.streamNodeMaxEntries === 0) return false;
    const { live, deleted } = this.counts(lp);
    return live + deleted >= limits.streamNodeMaxEntries;
  }

  private appendToNew(id: StreamId, a: Args, from: number, fields: number): void {
    entry.reset();
    entry.int(1);
    entry.int(0);
    entry.int(fields);
    for (let i = from; i < a.n; i += 2)
      entry.bytes(a.buf, a.address, a.off[i] as number, a.len[i] as number);
    entry.int(0);
    writeEntry(id, id, a, from, fields, true);
    this.addNode(
      id,
      this.editor.appendEntries(this.editor.create(), entry.address, entry.length, entry.count),
    );
  }

  private appendTo(r: number, id: StreamId, a: Args, from: number, fields: number): void {
    const { editor } = this;
    let lp = this.nodeListpack(r);
    const same = this.hasMasterFields(lp, a, from, fields);
    entry.reset();
    writeEntry(id, this.nodeId(r), a, from, fields, same);
    const first = lpFirst(editor.bytes(lp), editor.offset(lp));
    lp = editor.replaceInt(lp, first, lpInt(editor.bytes(lp), first) + 1);
    lp = editor.appendEntries(lp, entry.address, entry.length, entry.count);
    this.setNodeListpack(r, lp);
  }

  /** True when an entry's fields are those of the node's master entry. */
  private hasMasterFields(lp: number, a: Args, from: number, fields: number): boolean {
    const b = this.editor.bytes(lp);
    let p = lpFirst(b, this.editor.offset(lp));
    p = lpNext(b, lpNext(b, p));
    if (lpInt(b, p) !== fields) return false;
    for (let i = from; i < a.n; i += 2) {
      p = lpNext(b, p);
      if (!lpEquals(b, p, a.buf, a.off[i] as number, a.len[i] as number)) return false;
    }
    return true;
  }

  // ---- removing -----------------------------------------------------------------------------

  /** Deletes the entry with this ID; false when there is none. */
  delete(id: StreamId): boolean {
    if (!cursor.start(this, id, id).next()) return false;
    const { node } = cursor;
    const { live, deleted } = this.counts(this.nodeListpack(node));
    if (live === 1) this.removeNode(node);
    else {
      cursor.markDeleted();
      this.setCounts(node, live - 1, deleted + 1);
    }
    this.length--;
    if (compareIds(id, this.maxDeletedId) > 0) this.maxDeletedId = id;
    if (this.length === 0) this.firstId = MIN_ID;
    else if (compareIds(id, this.firstId) === 0) this.firstId = this.edgeId(true, false);
    return true;
  }

  /**
   * Removes entries from the front until `length` or fewer are left, or those below `minId` are
   * gone. `approximate` removes whole nodes only; `limit`, if not 0, is the most entries to remove.
   * Returns how many were removed.
   */
  trim(to: { length: number } | { minId: StreamId }, approximate: boolean, limit: number): number {
    let removed = 0;
    for (let r = this.nodes.first(); r !== 0; r = this.nodes.first()) {
      if ('length' in to && this.length <= to.length) break;
      const { live, deleted } = this.counts(this.nodeListpack(r));
      if (limit > 0 && removed + live > limit) break;
      const whole =
        'length' in to
          ? this.length - live >= to.length
          : compareIds(cursor.lastOfNode(this, r), to.minId) < 0;
      if (whole) {
        this.removeNode(r);
        this.length -= live;
        removed += live;
        continue;
      }
      if (approximate) break;
      let marked = 0;
      cursor.start(this, null, null, false, true);
      while (cursor.next() && cursor.node === r) {
        if ('length' in to ? this.length <= to.length : compareIds(cursor, to.minId) >= 0) break;
        if (cursor.isDeleted) continue;
        cursor.markDeleted();
        marked++;
        this.length--;
      }
      this.setCounts(r, live - marked, deleted + marked);
      removed += marked;
      break;
    }
    if (this.length === 0) this.firstId = MIN_ID;
    else if (removed > 0) this.firstId = this.edgeId(true, false);
    return removed;
  }

  // ---- reading ------------------------------------------------------------------------------

  has(id: StreamId): boolean {
    return cursor.start(this, id, id).next();
  }

  /** The ID of the first or last entry; without one, the greatest or least ID there is. */
  edgeId(first: boolean, withDeleted: boolean): StreamId {
    if (cursor.start(this, null, null, !first, withDeleted).next()) return cursor.id;
    return first ? MAX_ID : MIN_ID;
  }

  /** True when an entry at or after `from` may have been deleted while later ones remain. */
  mayHaveGapsFrom(from: StreamId): boolean {
    if (this.length === 0 || isZeroId(this.maxDeletedId)) return false;
    if (compareIds(this.firstId, this.maxDeletedId) > 0) return false;
    return compareIds(from, this.maxDeletedId) <= 0;
  }

  /**
   * How many entries were ever added up to this ID; null when deletions or an ID inside the stream
   * make that impossible to tell.
   */
  entriesUpTo(id: StreamId): Wide | null {
    if (this.entriesAdded === 0) return 0;
    const order = compareIds(id, this.lastId);
    if (order === 0 || (order < 0 && this.length === 0)) return this.entriesAdded;
    if (order > 0) return null;
    if (!isZeroId(this.maxDeletedId) && compareIds(this.maxDeletedId, this.firstId) >= 0)
      return null;
    const fromFirst = compareIds(id, this.firstId);
    if (fromFirst > 0) return null;
    return addWide(this.entriesAdded, fromFirst === 0 ? 1 - this.length : -this.length);
  }

  /** The entries a group has not been given yet; null when that cannot be told. */
  lag(group: Group): number | bigint | null {
    if (this.entriesAdded === 0) return 0;
    if (group.entriesRead !== null && !this.mayHaveGapsFrom(group.lastId))
      return wideDelta(this.entriesAdded, group.entriesRead);
    const read = this.entriesUpTo(group.lastId);
    return read === null ? null : wideDelta(this.entriesAdded, read);
  }

  // ---- groups -------------------------------------------------------------------------------

  /** Adds a group; null when there is one of this name. */
  addGroup(name: string, lastId: StreamId, entriesRead: Wide | null): Group | null {
    if (this.groups.has(name)) return null;
    const group = new Group(this.records, lastId, entriesRead);
    this.groups.set(name, group);
    return group;
  }

  removeGroup(name: string): boolean {
    const group = this.groups.get(name);
    if (group === undefined) return false;
    group.free();
    return this.groups.delete(name);
  }

  // ---- as a value ---------------------------------------------------------------------------

  copy(): Stream {
    const twin = new Stream(this.records);
    this.forEachNode((id, listpack) => {
      twin.loadNode(id, listpack);
    });
    twin.length = this.length;
    twin.lastId = this.lastId;
    twin.firstId = this.firstId;
    twin.maxDeletedId = this.maxDeletedId;
    twin.entriesAdded = this.entriesAdded;
    for (const [name, group] of this.groups) twin.groups.set(name, group.copy());
    return twin;
  }

  free(): void {
    const { arena } = this.records;
    for (let r = this.nodes.first(); r !== 0; r = this.nodes.next()) {
      this.editor.free(this.nodeListpack(r));
      arena.free(r);
    }
    this.nodes.free();
    for (const group of this.groups.values()) group.free();
    this.groups.clear();
  }

  memory(): number {
    const { arena } = this.records;
    let bytes = OBJECT_BYTES + this.nodes.bytes;
    for (let r = this.nodes.first(); r !== 0; r = this.nodes.next())
      bytes += arena.sizeOf(r) + arena.sizeOf(this.nodeListpack(r));
    for (const group of this.groups.values()) bytes += group.memory();
    return bytes;
  }
}

/** Appends an entry's pieces to `entry`. */
function writeEntry(
  id: StreamId,
  nodeId: StreamId,
  a: Args,
  from: number,
  fields: number,
  sameFields: boolean,
): void {
  entry.int(sameFields ? SAME_FIELDS : 0);
  entry.int(wideDelta(id.ms, nodeId.ms));
  entry.int(wideDelta(id.seq, nodeId.seq));
  if (!sameFields) entry.int(fields);
  for (let i = from; i < a.n; i++) {
    if (sameFields && (i - from) % 2 === 0) continue;
    entry.bytes(a.buf, a.address, a.off[i] as number, a.len[i] as number);
  }
  entry.int(sameFields ? fields + 3 : fields * 2 + 4);
}
