/**
 * A list value, whatever its encoding: a listpack while it is small, a quicklist beyond. A `List` is
 * a handle that commands open on a record and reuse, so working on a list makes no objects.
 *
 * When the encoding changes follows the reference: before adding, the bytes to come are added up
 * without their overhead; after removing, a quicklist of one node goes back to a listpack once it is
 * within half the limit. list-max-listpack-size (`fill`) is read at each of these moments.
 *
 * Elements are reached through a cursor, as in the quicklist.
 */
import type { Args } from '../../resp/args.ts';
import { bulkElement, bulkElements } from '../../resp/elements.ts';
import type { Writer } from '../../resp/writer.ts';
import { memcpy } from '../../structures/libc.ts';
import {
  LP_TEXT,
  lpEntryBytes,
  lpEquals,
  lpFirst,
  lpIntText,
  lpLast,
  lpNext,
  lpPrev,
  lpSeek,
  lpStringLength,
  lpStringOffset,
} from '../../structures/listpack.ts';
import { type ListpackEditor, LP_SAFE_BYTES } from '../../structures/listpack-editor.ts';
import { exceedsFill, fillBytes, fillCount } from '../../structures/node-limits.ts';
import { Quicklist } from '../../structures/quicklist.ts';
import type { Database } from '../database.ts';
import { LARGE, PACKED, TYPE } from '../value.ts';
import type { Scratch } from './scratch.ts';

const EOF = 0xff;

export class List {
  private db!: Database;
  private ed!: ListpackEditor;
  private r = 0;
  private fill = -2;
  /** The quicklist, or null while the list is the listpack at `lp`. */
  private ql: Quicklist | null = null;
  private lp = 0;
  private p = -1;

  /** Opens the list of a record. */
  open(db: Database, r: number, fill: number): this {
    const { store } = db;
    const ref = db.ref(r);
    this.db = db;
    this.ed = store.listpacks;
    this.r = r;
    this.fill = fill;
    this.lp = ref;
    this.ql = db.encoding(r) === LARGE ? (store.objects.get(ref) as Quicklist) : null;
    return this;
  }

  /** Makes key a[i], known to be absent, an empty list and opens it. */
  create(db: Database, a: Args, i: number, fill: number): this {
    const lp = db.store.listpacks.create();
    return this.open(db, db.addCollection(a, i, TYPE.list, PACKED, lp), fill);
  }

  /** True when both handles are open on the same list. */
  isSame(other: List): boolean {
    return this.r === other.r;
  }

  get length(): number {
    return this.ql !== null ? this.ql.count : this.ed.count(this.lp);
  }

  // ---- encoding -----------------------------------------------------------------------------

  /** Prepares for the elements a[from..to). */
  growFor(a: Args, from: number, to: number): void {
    if (this.ql !== null) return;
    let bytes = 0;
    let packed = 0;
    for (let i = from; i < to; i++) {
      const len = a.len[i] as number;
      bytes += len;
      packed += len + entryOverhead(len);
    }
    this.grow(bytes, packed, to - from);
  }

  /** Prepares for one element of this length. */
  growBy(len: number): void {
    if (this.ql === null) this.grow(len, len + entryOverhead(len), 1);
  }

  private grow(bytes: number, packedBytes: number, count: number): void {
    const size = this.ed.size(this.lp);
    if (
      exceedsFill(this.fill, size + bytes, this.ed.count(this.lp) + count) ||
      size + packedBytes > LP_SAFE_BYTES
    )
      this.toQuicklist();
  }

  private toQuicklist(): void {
    const ql = new Quicklist(this.ed, this.fill);
    if (this.ed.count(this.lp) > 0) ql.adopt(this.lp);
    else this.ed.free(this.lp);
    this.ql = ql;
    this.db.makeLarge(this.r, ql);
  }

  /** Goes back to a listpack after a removal when small enough. */
  shrink(): void {
    this.toListpack(2);
  }

  /** Chooses the encoding of a list just built: as small as the limit allows. */
  settle(): void {
    if (this.ql === null) this.grow(0, 0, 0);
    else this.toListpack(1);
  }

  private toListpack(divisor: number): void {
    const ql = this.ql;
    if (ql === null) return;
    const a = ql.onlyListpack;
    if (a === 0 || this.ed.size(a) > fillBytes(this.fill) / divisor) return;
    if (ql.count > Math.floor(fillCount(this.fill) / divisor)) return;
    this.db.store.objects.take(this.db.ref(this.r));
    this.lp = ql.release();
    this.ql = null;
    this.db.setCollection(this.r, PACKED, this.lp);
  }

  // ---- adding -------------------------------------------------------------------------------

  /** Pushes at the head or the tail; growFor or growBy must have been told. */
  push(head: boolean, buf: Uint8Array, address: number, off: number, len: number): void {
    const ql = this.ql;
    if (ql === null)
      this.moved(
        head
          ? this.ed.prepend(this.lp, buf, address, off, len)
          : this.ed.append(this.lp, buf, address, off, len),
      );
    else if (head) ql.pushHead(buf, address, off, len);
    else ql.pushTail(buf, address, off, len);
  }

  /** Inserts argument i before or after the element under the cursor. */
  insertHere(after: boolean, a: Args, i: number): void {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    if (this.ql !== null) this.ql.insertHere(after, a.buf, a.address, off, len);
    else {
      const p = after ? this.p + lpEntryBytes(this.ed.bytes(this.lp), this.p) : this.p;
      this.moved(this.ed.insert(this.lp, p, a.buf, a.address, off, len));
    }
  }

  /** Replaces the element under the cursor by argument i. */
  replaceHere(a: Args, i: number): void {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    if (this.ql !== null) this.ql.replaceHere(a.buf, a.address, off, len);
    else this.moved(this.ed.replace(this.lp, this.p, a.buf, a.address, off, len));
  }

  private moved(lp: number): void {
    if (lp === this.lp) return;
    this.lp = lp;
    this.db.setRef(this.r, lp);
  }

  // ---- the cursor ---------------------------------------------------------------------------

  toHead(): boolean {
    if (this.ql !== null) return this.ql.toHead();
    this.p = lpFirst(this.ed.bytes(this.lp), this.ed.offset(this.lp));
    return this.p >= 0;
  }

  toTail(): boolean {
    if (this.ql !== null) return this.ql.toTail();
    this.p = lpLast(this.ed.bytes(this.lp), this.ed.offset(this.lp));
    return this.p >= 0;
  }

  /** Places the cursor on an index, negative ones counted from the tail. */
  seek(index: number): boolean {
    if (this.ql !== null) return this.ql.seek(index);
    this.p = lpSeek(this.ed.bytes(this.lp), this.ed.offset(this.lp), index);
    return this.p >= 0;
  }

  next(): boolean {
    if (this.ql !== null) return this.ql.next();
    this.p = lpNext(this.ed.bytes(this.lp), this.p);
    return this.p >= 0;
  }

  prev(): boolean {
    if (this.ql !== null) return this.ql.prev();
    this.p = lpPrev(this.ed.bytes(this.lp), this.ed.offset(this.lp), this.p);
    return this.p >= 0;
  }

  /** True when the element under the cursor equals argument i. */
  equals(a: Args, i: number): boolean {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    if (this.ql !== null) return this.ql.equals(a.buf, off, len);
    return lpEquals(this.ed.bytes(this.lp), this.p, a.buf, off, len);
  }

  /** Appends the element under the cursor as a bulk reply. */
  reply(out: Writer): void {
    const ql = this.ql;
    if (ql === null) bulkElement(out, this.ed.bytes(this.lp), this.ed.base(this.lp), this.p);
    else if (ql.p < 0) out.bulk(ql.bytes);
    else bulkElement(out, ql.bytes, ql.base, ql.p);
  }

  /** Appends `count` elements from the cursor on, towards the tail; they must be there. */
  replyRange(out: Writer, count: number): void {
    const ql = this.ql;
    if (ql === null) {
      bulkElements(out, this.ed.bytes(this.lp), this.ed.base(this.lp), this.p, count);
      return;
    }
    for (let left = count; left > 0; ) {
      if (ql.p < 0) {
        out.bulk(ql.bytes);
        left--;
      } else left -= bulkElements(out, ql.bytes, ql.base, ql.p, left);
      ql.nextNode();
    }
  }

  /** Copies the element under the cursor out, so that it survives its removal. */
  copyHere(to: Scratch): void {
    const ql = this.ql;
    const b = ql !== null ? ql.bytes : this.ed.bytes(this.lp);
    const p = ql !== null ? ql.p : this.p;
    if (p < 0) {
      to.reserve(b.length);
      to.buf.set(b);
      return;
    }
    const len = lpStringLength(b, p);
    if (len < 0) {
      const n = lpIntText(b, p);
      to.reserve(n);
      LP_TEXT.copy(to.buf, 0, 0, n);
    } else {
      to.reserve(len);
      const base = ql !== null ? ql.base : this.ed.base(this.lp);
      memcpy(to.address, base + lpStringOffset(b, p), len);
    }
  }

  /** The element under the cursor as a binary string. */
  text(): string {
    const ql = this.ql;
    if (ql !== null && ql.p < 0) return ql.bytes.latin1Slice();
    const b = ql !== null ? ql.bytes : this.ed.bytes(this.lp);
    const p = ql !== null ? ql.p : this.p;
    const len = lpStringLength(b, p);
    if (len < 0) return LP_TEXT.latin1Slice(0, lpIntText(b, p));
    const at = lpStringOffset(b, p);
    return b.latin1Slice(at, at + len);
  }

  // ---- removing -----------------------------------------------------------------------------

  /**
   * Removes the element under the cursor and moves it to the next one (or the one before); false
   * when there is none that way.
   */
  removeHere(forward: boolean): boolean {
    if (this.ql !== null) return this.ql.removeHere(forward);
    this.moved(this.ed.delete(this.lp, this.p));
    this.p = this.ed.at;
    if (!forward) return this.prev();
    return this.ed.bytes(this.lp)[this.p] !== EOF;
  }

  /** Removes up to `count` elements from an index (not negative) on. */
  removeRange(start: number, count: number): void {
    if (count <= 0) return;
    if (this.ql !== null) this.ql.removeRange(start, count);
    else this.moved(this.ed.deleteRange(this.lp, start, count));
  }

  /** Removes the key itself, once it has no elements left. */
  removeKey(): void {
    this.db.removeRecord(this.r);
  }
}

/** No more than this is needed beside an element's bytes in a listpack. */
function entryOverhead(len: number): number {
  return len < 64 ? 2 : 10;
}
