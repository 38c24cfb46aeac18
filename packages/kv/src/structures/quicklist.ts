/**
 * Quicklist: a long list as a row of nodes (quicklist-nodes.ts), each a listpack in an arena block
 * that grows up to a limit (node-limits.ts). Which node an element goes to, when nodes split and when
 * they merge follows the reference, because DUMP shows it.
 *
 * Elements are reached through one cursor: `toHead`, `toTail` or `seek` place it, `next` and `prev`
 * move it, the edits below act on it. Edits other than `removeHere` leave it undefined.
 */
import { MAX_BLOCK } from './arena.ts';
import { addressOf } from './libc.ts';
import {
  LP_HEADER_BYTES,
  LP_TEXT,
  lpBytes,
  lpBytesFor,
  lpEntryBytes,
  lpEquals,
  lpFirst,
  lpIntText,
  lpLast,
  lpLength,
  lpNext,
  lpPrev,
  lpSeek,
  lpStringLength,
  lpStringOffset,
} from './listpack.ts';
import { isPlain } from './node-limits.ts';
import { QuicklistNodes } from './quicklist-nodes.ts';

const EOF = 0xff;
const NO_BYTES = Buffer.alloc(0);

export class Quicklist extends QuicklistNodes {
  /** The cursor: a node, the bytes it lies in, the entry's offset (-1 in an OUTSIDE node). */
  node = -1;
  bytes: Buffer = NO_BYTES;
  base = 0;
  p = -1;

  // ---- the cursor ---------------------------------------------------------------------------

  toHead(): boolean {
    return this.enter(0, true);
  }

  toTail(): boolean {
    return this.enter(this.nodes.length - 1, false);
  }

  /** Places the cursor on an index, negative ones counted from the tail; false when out of range. */
  seek(index: number): boolean {
    let i = index < 0 ? index + this.count : index;
    if (i < 0 || i >= this.count) {
      this.node = -1;
      return false;
    }
    let n: number;
    if (i <= (this.count - 1) >>> 1) {
      n = 0;
      for (let c = this.countOf(n); i >= c; c = this.countOf(n)) {
        i -= c;
        n++;
      }
    } else {
      let back = this.count - 1 - i;
      n = this.nodes.length - 1;
      for (let c = this.countOf(n); back >= c; c = this.countOf(n)) {
        back -= c;
        n--;
      }
      i = this.countOf(n) - 1 - back;
    }
    this.load(n);
    this.p = this.isOutside(n) ? -1 : lpSeek(this.bytes, this.ed.offset(this.ref(n)), i);
    return true;
  }

  next(): boolean {
    if (this.p >= 0) {
      this.p = lpNext(this.bytes, this.p);
      if (this.p >= 0) return true;
    }
    return this.enter(this.node + 1, true);
  }

  /** Moves to the first element of the next node. */
  nextNode(): boolean {
    return this.enter(this.node + 1, true);
  }

  prev(): boolean {
    if (this.p >= 0) {
      this.p = lpPrev(this.bytes, this.ed.offset(this.ref(this.node)), this.p);
      if (this.p >= 0) return true;
    }
    return this.enter(this.node - 1, false);
  }

  /** True when the element here equals buf[off, off+len). */
  equals(buf: Uint8Array, off: number, len: number): boolean {
    if (this.p >= 0) return lpEquals(this.bytes, this.p, buf, off, len);
    if (this.bytes.length !== len) return false;
    return this.bytes.compare(buf, off, off + len) === 0;
  }

  private enter(n: number, atFirst: boolean): boolean {
    if (n < 0 || n >= this.nodes.length) {
      this.node = -1;
      return false;
    }
    this.load(n);
    if (this.isOutside(n)) this.p = -1;
    else {
      const lp = this.ed.offset(this.ref(n));
      this.p = atFirst ? lpFirst(this.bytes, lp) : lpLast(this.bytes, lp);
    }
    return true;
  }

  private load(n: number): void {
    this.node = n;
    const ref = this.ref(n);
    if (this.isOutside(n)) this.bytes = this.outside.get(ref);
    else {
      this.bytes = this.ed.bytes(ref);
      this.base = this.ed.base(ref);
    }
  }

  // ---- adding -------------------------------------------------------------------------------

  pushHead(buf: Uint8Array, address: number, off: number, len: number): void {
    if (this.accepts(0, len)) this.prepend(buf, address, off, len);
    else this.addNode(0, buf, address, off, len);
    this.count++;
  }

  pushTail(buf: Uint8Array, address: number, off: number, len: number): void {
    const n = this.nodes.length;
    if (this.accepts(n - 1, len)) this.append(buf, address, off, len);
    else this.addNode(n, buf, address, off, len);
    this.count++;
  }

  /** Inserts before or after the element under the cursor. */
  insertHere(after: boolean, buf: Uint8Array, address: number, off: number, len: number): void {
    const n = this.node;
    const nodes = this.nodes;
    const beside = after ? n + 1 : n - 1;
    const alone = this.isOutside(n);
    const end = alone ? 0 : this.p + lpEntryBytes(this.bytes, this.p);
    const atEdge =
      alone ||
      (after ? this.bytes[end] === EOF : this.p === this.ed.offset(this.ref(n)) + LP_HEADER_BYTES);
    if (this.accepts(n, len)) {
      nodes.setRef(n, this.ed.insert(this.ref(n), after ? end : this.p, buf, address, off, len));
      nodes.setInfo(n, nodes.info(n) + 1);
    } else if (atEdge) {
      if (this.accepts(beside, len)) {
        const a = this.ref(beside);
        const to = after
          ? this.ed.prepend(a, buf, address, off, len)
          : this.ed.append(a, buf, address, off, len);
        nodes.setRef(beside, to);
        nodes.setInfo(beside, nodes.info(beside) + 1);
      } else this.addNode(after ? n + 1 : n, buf, address, off, len);
    } else this.splitAndInsert(n, after ? end : this.p, after, buf, address, off, len);
    this.count++;
  }

  private splitAndInsert(
    n: number,
    p: number,
    after: boolean,
    buf: Uint8Array,
    address: number,
    off: number,
    len: number,
  ): void {
    const nodes = this.nodes;
    this.split(n, p);
    const half = after ? n + 1 : n;
    const own = isPlain(len);
    if (own || this.ed.size(this.ref(half)) + lpBytesFor(buf, off, len) > MAX_BLOCK) {
      this.addNode(n + 1, buf, address, off, len);
      return;
    }
    const a = this.ref(half);
    const to = after
      ? this.ed.prepend(a, buf, address, off, len)
      : this.ed.append(a, buf, address, off, len);
    nodes.setRef(half, to);
    nodes.setInfo(half, nodes.info(half) + 1);
    this.mergeAround(after ? n : n + 1);
  }

  // ---- changing and removing ----------------------------------------------------------------

  /** Replaces the element under the cursor. */
  replaceHere(buf: Uint8Array, address: number, off: number, len: number): void {
    const n = this.node;
    const alone = this.isOutside(n);
    if (alone && this.nodeIsPlain(n) !== isPlain(len)) {
      this.insertHere(true, buf, address, off, len);
      this.dropNodes(n, 1);
    } else if (alone) {
      this.addNode(n, buf, address, off, len);
      this.count++;
      this.dropNodes(n + 1, 1);
    } else {
      const a = this.ref(n);
      const size = this.ed.size(a) - lpEntryBytes(this.bytes, this.p) + lpBytesFor(buf, off, len);
      if (!isPlain(len) && size <= MAX_BLOCK)
        this.nodes.setRef(n, this.ed.replace(a, this.p, buf, address, off, len));
      else this.replaceByNode(n, buf, address, off, len);
    }
  }

  /** Replaces the element under the cursor, in a packed node, by a node of its own. */
  private replaceByNode(
    n: number,
    buf: Uint8Array,
    address: number,
    off: number,
    len: number,
  ): void {
    const end = this.p + lpEntryBytes(this.bytes, this.p);
    if (this.bytes[end] !== EOF) this.split(n, end);
    this.addNode(n + 1, buf, address, off, len);
    this.count++;
    this.enter(n, false);
    this.removeHere(true);
  }

  /**
   * Removes the element under the cursor and moves it to the next one (or the one before); false
   * when there is none that way.
   */
  removeHere(forward: boolean): boolean {
    const n = this.node;
    const left = this.countOf(n) - 1;
    if (left === 0) {
      this.dropNodes(n, 1);
      return forward ? this.enter(n, true) : this.enter(n - 1, false);
    }
    const to = this.ed.delete(this.ref(n), this.p);
    this.nodes.setRef(n, to);
    this.nodes.setInfo(n, left);
    this.count--;
    this.load(n);
    this.p = this.ed.at;
    if (!forward) return this.prev();
    return this.bytes[this.p] !== EOF || this.enter(n + 1, true);
  }

  /** Removes up to `count` elements from an index (not negative) on. */
  removeRange(start: number, count: number): void {
    let left = Math.min(count, this.count - start);
    if (left <= 0 || !this.seek(start)) return;
    let n = this.node;
    let p = this.p;
    const first = this.isOutside(n) || p === this.ed.offset(this.ref(n)) + LP_HEADER_BYTES;
    let offset = first ? 0 : this.indexInNode(n, p);
    while (left > 0) {
      const here = this.countOf(n);
      if (offset === 0 && left >= here) {
        let whole = 0;
        while (n + whole < this.nodes.length && left >= this.countOf(n + whole))
          left -= this.countOf(n + whole++);
        this.dropNodes(n, whole);
      } else {
        const gone = Math.min(left, here - offset);
        const a = this.ref(n);
        if (p < 0) p = this.ed.offset(a) + LP_HEADER_BYTES;
        this.nodes.setRef(n, this.ed.deleteFrom(a, p, gone));
        this.nodes.setInfo(n, here - gone);
        this.count -= gone;
        left -= gone;
        n++;
      }
      offset = 0;
      p = -1;
    }
  }

  // ---- whole nodes --------------------------------------------------------------------------

  /** Appends a valid listpack as a node (or element by element when it fits no block). */
  appendListpack(src: Buffer, off = 0): void {
    const n = lpLength(src, off);
    if (n === 0) return;
    if (lpBytes(src, off) <= MAX_BLOCK) this.adopt(this.ed.load(src, off));
    else {
      const address = addressOf(src);
      for (let p = lpFirst(src, off); p >= 0; p = lpNext(src, p)) {
        const len = lpStringLength(src, p);
        if (len >= 0) this.pushTail(src, address, lpStringOffset(src, p), len);
        else this.pushTail(LP_TEXT, addressOf(LP_TEXT), 0, lpIntText(src, p));
      }
    }
  }

  copy(): Quicklist {
    const to = new Quicklist(this.ed, this.fill);
    for (let n = 0; n < this.nodes.length; n++) {
      const ref = this.ref(n);
      const copied = this.isOutside(n)
        ? to.outside.add(this.outside.get(ref), 0, this.outside.get(ref).length)
        : this.ed.copy(ref);
      to.nodes.insert(n, copied, this.nodes.info(n));
    }
    to.count = this.count;
    to.account();
    return to;
  }
}
