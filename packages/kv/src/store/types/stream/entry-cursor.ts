/**
 * Walks the entries of a stream, forwards or backwards, between two IDs. Valid until the stream
 * changes, except for `markDeleted`, after which the walk goes on.
 *
 * A node is a listpack, laid out as in the reference's files:
 *
 *   count | deleted | number of fields | field ... | 0          the master entry
 *   flags | ms - ms of the node's ID | seq - seq of the node's ID | value ... | pieces
 *   flags | ms - ... | seq - ... | number of fields | field | value ... | pieces
 *   ...
 *
 * An entry with the flag SAME_FIELDS has the fields of the master entry, and only its values follow.
 * `pieces` counts the pieces of the entry before it, so that the listpack can be walked backwards.
 */
import { bulkElement } from '../../../resp/elements.ts';
import type { Writer } from '../../../resp/writer.ts';
import {
  lpBigInt,
  lpFirst,
  lpInt,
  lpLast,
  lpNext,
  lpPrev,
  lpText,
} from '../../../structures/listpack.ts';
import type { ListpackEditor } from '../../../structures/listpack-editor.ts';
import type { Stream } from './stream.ts';
import { addWide, compareIds, MIN_ID, type StreamId, type Wide } from './stream-id.ts';

export const DELETED = 1;
export const SAME_FIELDS = 2;

/** The integer of a piece: exact, as a number where that is safe. */
export function pieceInt(b: Uint8Array, p: number): number | bigint {
  const v = lpInt(b, p);
  return Number.isSafeInteger(v) ? v : lpBigInt(b, p);
}

/** The piece `n` pieces after p. */
function skip(b: Uint8Array, p: number, n: number): number {
  let q = p;
  for (let i = 0; i < n; i++) q = lpNext(b, q);
  return q;
}

export class EntryCursor implements StreamId {
  /** The entry's ID. */
  ms: Wide = 0;
  seq: Wide = 0;
  fieldCount = 0;
  /** The record of the entry's node. */
  node = 0;
  private flags = 0;
  private stream: Stream | null = null;
  private from: StreamId | null = null;
  private to: StreamId | null = null;
  private reverse = false;
  private withDeleted = false;
  private lp = 0;
  private nodeId: StreamId = this;
  private masterFields = 0;
  private masterFieldsAt = 0;
  /** The entry's flags, and its first field or value. */
  private flagsAt = 0;
  private contentAt = 0;
  /** Forwards: the next entry's flags; backwards: the `pieces` before this entry. -1: no more here. */
  private ahead = -1;

  private get ed(): ListpackEditor {
    return (this.stream as Stream).editor;
  }

  /** Begins a walk over the entries from `from` to `to`, both included (null: no bound). */
  start(
    stream: Stream,
    from: StreamId | null,
    to: StreamId | null,
    reverse = false,
    withDeleted = false,
  ): this {
    this.stream = stream;
    this.from = from;
    this.to = to;
    this.reverse = reverse;
    this.withDeleted = withDeleted;
    this.ahead = -1;
    const bound = reverse ? to : from;
    const { nodes } = stream;
    this.node = bound === null ? 0 : nodes.atOrBefore(bound);
    if (this.node === 0 && !reverse) this.node = nodes.first();
    if (this.node === 0 && bound === null) this.node = nodes.last();
    if (this.node !== 0) this.enter();
    return this;
  }

  /** The ID of a node's last entry, deleted or not. */
  lastOfNode(stream: Stream, node: number): StreamId {
    this.stream = stream;
    this.reverse = true;
    this.node = node;
    this.enter();
    return this.step() ? this.id : MIN_ID;
  }

  /** Reads the head of the current node and stands before its first (or after its last) entry. */
  private enter(): void {
    const stream = this.stream as Stream;
    this.lp = stream.nodeListpack(this.node);
    this.nodeId = stream.nodeId(this.node);
    const b = this.ed.bytes(this.lp);
    const at = this.ed.offset(this.lp);
    const fields = skip(b, lpFirst(b, at), 2);
    this.masterFields = lpInt(b, fields);
    this.masterFieldsAt = lpNext(b, fields);
    this.ahead = this.reverse
      ? lpLast(b, at)
      : lpNext(b, skip(b, this.masterFieldsAt, this.masterFields));
  }

  /** Goes to the next entry; false when there is none within the bounds. */
  next(): boolean {
    while (this.node !== 0) {
      if (!this.step()) {
        const { nodes } = this.stream as Stream;
        // Other walks may have moved the tree's own cursor.
        this.node =
          nodes.find(this.nodeId) === 0 ? 0 : this.reverse ? nodes.previous() : nodes.next();
        if (this.node !== 0) this.enter();
        continue;
      }
      if ((this.flags & DELETED) !== 0 && !this.withDeleted) continue;
      const { from, to } = this;
      if (this.reverse) {
        if (to !== null && compareIds(this, to) > 0) continue;
        if (from !== null && compareIds(this, from) < 0) break;
      } else {
        if (from !== null && compareIds(this, from) < 0) continue;
        if (to !== null && compareIds(this, to) > 0) break;
      }
      return true;
    }
    this.node = 0;
    return false;
  }

  /** Goes to the next entry of the current node, deleted or not. */
  private step(): boolean {
    if (this.ahead < 0) return false;
    const b = this.ed.bytes(this.lp);
    let p = this.ahead;
    if (this.reverse) {
      const pieces = lpInt(b, p);
      if (pieces === 0) return false;
      const at = this.ed.offset(this.lp);
      for (let i = 0; i < pieces; i++) p = lpPrev(b, at, p);
      this.ahead = lpPrev(b, at, p);
    }
    this.flagsAt = p;
    this.flags = lpInt(b, p);
    p = lpNext(b, p);
    this.ms = addWide(this.nodeId.ms, pieceInt(b, p));
    p = lpNext(b, p);
    this.seq = addWide(this.nodeId.seq, pieceInt(b, p));
    p = lpNext(b, p);
    const same = (this.flags & SAME_FIELDS) !== 0;
    if (same) this.fieldCount = this.masterFields;
    else {
      this.fieldCount = lpInt(b, p);
      p = lpNext(b, p);
    }
    this.contentAt = p;
    if (!this.reverse) {
      const end = skip(b, p, same ? this.fieldCount : this.fieldCount * 2);
      this.ahead = lpNext(b, end);
    }
    return true;
  }

  /** The entry's ID, to keep. */
  get id(): StreamId {
    return { ms: this.ms, seq: this.seq };
  }

  /** Appends the entry as the array [ID, [field, value ...]]. */
  reply(out: Writer): void {
    const b = this.ed.bytes(this.lp);
    const base = this.ed.base(this.lp);
    out.array(2);
    out.bulkStr(`${this.ms}-${this.seq}`);
    out.array(this.fieldCount * 2);
    const same = (this.flags & SAME_FIELDS) !== 0;
    let field = this.masterFieldsAt;
    let p = this.contentAt;
    for (let i = 0; i < this.fieldCount; i++) {
      if (same) {
        bulkElement(out, b, base, field);
        field = lpNext(b, field);
      } else {
        bulkElement(out, b, base, p);
        p = lpNext(b, p);
      }
      bulkElement(out, b, base, p);
      p = lpNext(b, p);
    }
  }

  /** Calls `visit` with every field and value of the entry, as binary strings. */
  forEachField(visit: (field: string, value: string) => void): void {
    const b = this.ed.bytes(this.lp);
    const same = (this.flags & SAME_FIELDS) !== 0;
    let field = this.masterFieldsAt;
    let p = this.contentAt;
    for (let i = 0; i < this.fieldCount; i++) {
      const name = same ? lpText(b, field) : lpText(b, p);
      if (same) field = lpNext(b, field);
      else p = lpNext(b, p);
      visit(name, lpText(b, p));
      p = lpNext(b, p);
    }
  }

  /**
   * Marks the entry as deleted in its node, whose counts and listpack stay as they are otherwise:
   * flags below 128 are one byte, so nothing moves.
   */
  markDeleted(): void {
    this.flags |= DELETED;
    this.ed.bytes(this.lp)[this.flagsAt] = this.flags;
  }

  get isDeleted(): boolean {
    return (this.flags & DELETED) !== 0;
  }
}
