/**
 * Quicklist: a long list as a row of nodes, each a listpack in an arena block.
 *
 *   node   reference | count (bits 0-29), PLAIN (bit 30), OUTSIDE (bit 31)
 *
 * A node grows up to the limit that `fill` names (list-max-listpack-size: -1..-5 are 4..64 KiB,
 * positive numbers count elements within 8 KiB). An element that fits no arena block is alone in an
 * OUTSIDE node, whose reference names a buffer here. Elements from the packed threshold up are PLAIN
 * as well, as the reference (and so the RDB format) distinguishes them. Which node an element goes
 * to, when nodes split and when they merge follows the reference, because DUMP shows it.
 *
 * Elements are reached through one cursor: `toHead`, `toTail` or `seek` place it, `next` and `prev`
 * move it, the edits below act on it. Edits other than `removeHere` leave it undefined.
 */
import { MAX_BLOCK } from './arena.ts';
import { addressOf } from './libc.ts';
import {
  encodeBytes,
  entryBytes,
  LP_EMPTY_BYTES,
  LP_HEADER_BYTES,
  LP_TEXT,
  lpBytes,
  lpBytesFor,
  lpEntryBytes,
  lpEquals,
  lpFirst,
  lpInit,
  lpIntText,
  lpLast,
  lpLength,
  lpNext,
  lpPrev,
  lpSeek,
  lpSetHeader,
  lpStringLength,
  lpStringOffset,
  writeEncoded,
} from './listpack.ts';
import type { ListpackEditor } from './listpack-editor.ts';
import { NodeDeque } from './node-deque.ts';

const OUTSIDE = 0x80000000;
const PLAIN = 0x40000000;
const COUNT = 0x3fffffff;
const EOF = 0xff;
const NO_BYTES = Buffer.alloc(0);

const FILL_BYTES = [4096, 8192, 16384, 32768, 65536] as const;
const FILL_MAX = 32767;
/** Limit in bytes of a node that is limited by its number of elements. */
const SAFE_BYTES = 8192;
/** What the reference assumes an entry costs beside its bytes. */
const ENTRY_OVERHEAD = 8;
/** A rough charge for the object itself and its deque. */
const OBJECT_BYTES = 192;
const PLAIN_FROM = 1 << 30;
const PLAIN_MAX = 2 ** 32 - (1 << 20);

let plainFrom = PLAIN_FROM;

/** DEBUG QUICKLIST-PACKED-THRESHOLD: 0 restores the default; false when out of range. */
export function setPackedThreshold(bytes: number): boolean {
  if (bytes > PLAIN_MAX) return false;
  plainFrom = bytes === 0 ? PLAIN_FROM : bytes;
  return true;
}

/** The most bytes a node may have under this fill, Infinity when its count is limited instead. */
export function fillBytes(fill: number): number {
  return fill >= 0 ? Number.POSITIVE_INFINITY : (FILL_BYTES[Math.min(-fill, 5) - 1] as number);
}

/** The most elements a node may have under this fill, Infinity when its size is limited instead. */
export function fillCount(fill: number): number {
  return fill < 0 ? Number.POSITIVE_INFINITY : Math.max(1, fill);
}

/** True when a node of this size and count would be too large. */
export function exceedsFill(fill: number, bytes: number, count: number): boolean {
  return fill < 0 ? bytes > fillBytes(fill) : bytes > SAFE_BYTES || count > fillCount(fill);
}

export class Quicklist {
  /** Elements in all nodes. */
  count = 0;
  /** The cursor: a node, the bytes it lies in, the entry's offset (-1 in an OUTSIDE node). */
  node = -1;
  bytes: Buffer = NO_BYTES;
  base = 0;
  p = -1;

  private readonly nodes = new NodeDeque();
  private readonly fill: number;
  /** The limits that `fill` means, for a node about to grow. */
  private readonly nodeBytesMax: number;
  private readonly nodeCountMax: number;
  private outside: Map<number, Buffer> | null = null;
  private nextOutside = 1;
  private outsideSum = 0;
  private counted = 0;

  constructor(
    private readonly ed: ListpackEditor,
    fill: number,
  ) {
    this.fill = Math.max(-5, Math.min(FILL_MAX, fill));
    this.nodeBytesMax = Math.min(fillBytes(this.fill), this.fill < 0 ? MAX_BLOCK : SAFE_BYTES);
    this.nodeCountMax = Math.min(fillCount(this.fill), COUNT);
    this.account();
  }

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
    this.p = this.isOutside(n) ? -1 : lpSeek(this.bytes, this.ed.offset(this.nodes.ref(n)), i);
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
      this.p = lpPrev(this.bytes, this.ed.offset(this.nodes.ref(this.node)), this.p);
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
      const lp = this.ed.offset(this.nodes.ref(n));
      this.p = atFirst ? lpFirst(this.bytes, lp) : lpLast(this.bytes, lp);
    }
    return true;
  }

  private load(n: number): void {
    this.node = n;
    const ref = this.nodes.ref(n);
    if (this.isOutside(n)) this.bytes = this.outsideBytes(ref);
    else {
      this.bytes = this.ed.bytes(ref);
      this.base = this.ed.base(ref);
    }
  }

  // ---- adding -------------------------------------------------------------------------------

  pushHead(buf: Uint8Array, address: number, off: number, len: number): void {
    const n = this.nodes;
    if (this.accepts(0, len)) {
      n.setRef(0, this.ed.prepend(n.ref(0), buf, address, off, len));
      n.setInfo(0, n.info(0) + 1);
    } else this.addNode(0, buf, address, off, len);
    this.count++;
  }

  pushTail(buf: Uint8Array, address: number, off: number, len: number): void {
    const n = this.nodes;
    const last = n.length - 1;
    if (this.accepts(last, len)) {
      n.setRef(last, this.ed.append(n.ref(last), buf, address, off, len));
      n.setInfo(last, n.info(last) + 1);
    } else this.addNode(last + 1, buf, address, off, len);
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
      (after ? this.bytes[end] === EOF : this.p === this.ed.offset(nodes.ref(n)) + LP_HEADER_BYTES);
    if (this.accepts(n, len)) {
      nodes.setRef(n, this.ed.insert(nodes.ref(n), after ? end : this.p, buf, address, off, len));
      nodes.setInfo(n, nodes.info(n) + 1);
    } else if (atEdge) {
      if (this.accepts(beside, len)) {
        const a = nodes.ref(beside);
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
    const own = len >= plainFrom;
    if (own || this.ed.size(nodes.ref(half)) + lpBytesFor(buf, off, len) > MAX_BLOCK) {
      this.addNode(n + 1, buf, address, off, len);
      return;
    }
    const a = nodes.ref(half);
    const to = after
      ? this.ed.prepend(a, buf, address, off, len)
      : this.ed.append(a, buf, address, off, len);
    nodes.setRef(half, to);
    nodes.setInfo(half, nodes.info(half) + 1);
    this.mergeAround(after ? n : n + 1);
  }

  /** Cuts node n before the entry at p: the entry and what follows become node n + 1. */
  private split(n: number, p: number): void {
    const nodes = this.nodes;
    const a = nodes.ref(n);
    const b = this.ed.bytes(a);
    let before = 0;
    for (let q = this.ed.offset(a) + LP_HEADER_BYTES; q < p; q += lpEntryBytes(b, q)) before++;
    const total = this.countOf(n);
    const tail = this.ed.split(a, p, before);
    nodes.setRef(n, this.ed.rest);
    nodes.setInfo(n, before);
    nodes.insert(n + 1, tail, total - before);
    this.account();
  }

  private addNode(i: number, buf: Uint8Array, address: number, off: number, len: number): void {
    if (len >= plainFrom)
      this.nodes.insert(i, this.keepOutside(buf, off, len), OUTSIDE | PLAIN | 1);
    else {
      const size = LP_EMPTY_BYTES + lpBytesFor(buf, off, len);
      if (size > MAX_BLOCK) this.nodes.insert(i, this.keepOutside(buf, off, len), OUTSIDE | 1);
      else this.nodes.insert(i, this.ed.append(this.ed.create(size), buf, address, off, len), 1);
    }
    this.account();
  }

  /** True when node n may take one more element of this length. */
  private accepts(n: number, len: number): boolean {
    if (n < 0 || n >= this.nodes.length) return false;
    const info = this.nodes.info(n);
    if (info >= OUTSIDE || len >= plainFrom) return false;
    const size = this.ed.size(this.nodes.ref(n)) + len + ENTRY_OVERHEAD;
    return size <= this.nodeBytesMax && info < this.nodeCountMax;
  }

  private mergeAround(center: number): void {
    let c = center;
    if (this.mergeIfAllowed(c - 2)) c--;
    this.mergeIfAllowed(c + 1);
    if (this.mergeIfAllowed(c - 1)) c--;
    this.mergeIfAllowed(c);
  }

  /** Merges nodes n and n + 1 when both exist and their union is within the limit. */
  private mergeIfAllowed(n: number): boolean {
    const nodes = this.nodes;
    if (n < 0 || n + 1 >= nodes.length || this.isOutside(n) || this.isOutside(n + 1)) return false;
    const a = nodes.ref(n);
    const b = nodes.ref(n + 1);
    const size = this.ed.size(a) + this.ed.size(b) - LP_EMPTY_BYTES;
    const count = nodes.info(n) + nodes.info(n + 1);
    if (exceedsFill(this.fill, size, count) || size > MAX_BLOCK) return false;
    nodes.setRef(n, this.ed.merge(a, b));
    nodes.setInfo(n, count);
    nodes.remove(n + 1);
    this.account();
    return true;
  }

  // ---- changing and removing ----------------------------------------------------------------

  /** Replaces the element under the cursor. */
  replaceHere(buf: Uint8Array, address: number, off: number, len: number): void {
    const n = this.node;
    const info = this.nodes.info(n);
    if (info >= OUTSIDE && ((info & PLAIN) !== 0) !== len >= plainFrom) {
      this.insertHere(true, buf, address, off, len);
      this.dropNodes(n, 1);
    } else if (info >= OUTSIDE) {
      this.addNode(n, buf, address, off, len);
      this.count++;
      this.dropNodes(n + 1, 1);
    } else {
      const a = this.nodes.ref(n);
      const size = this.ed.size(a) - lpEntryBytes(this.bytes, this.p) + lpBytesFor(buf, off, len);
      if (len < plainFrom && size <= MAX_BLOCK)
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
    const to = this.ed.delete(this.nodes.ref(n), this.p);
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
    const first = this.isOutside(n) || p === this.ed.offset(this.nodes.ref(n)) + LP_HEADER_BYTES;
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
        const a = this.nodes.ref(n);
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

  private indexInNode(n: number, p: number): number {
    const a = this.nodes.ref(n);
    const b = this.ed.bytes(a);
    let i = 0;
    for (let q = this.ed.offset(a) + LP_HEADER_BYTES; q < p; q += lpEntryBytes(b, q)) i++;
    return i;
  }

  /** Forgets nodes i .. i+n-1 with all their elements. */
  private dropNodes(i: number, n: number): void {
    for (let k = i; k < i + n; k++) {
      this.count -= this.countOf(k);
      if (this.isOutside(k)) this.dropOutside(this.nodes.ref(k));
      else this.ed.free(this.nodes.ref(k));
    }
    this.nodes.remove(i, n);
    this.account();
  }

  // ---- whole nodes --------------------------------------------------------------------------

  get nodeCount(): number {
    return this.nodes.length;
  }

  nodeIsPlain(n: number): boolean {
    return (this.nodes.info(n) & PLAIN) !== 0;
  }

  /** The node as the RDB format stores it: a listpack, or the element's bytes when plain. A view. */
  nodeBytes(n: number): Buffer {
    const ref = this.nodes.ref(n);
    if (!this.isOutside(n)) {
      const lp = this.ed.offset(ref);
      return this.ed.bytes(ref).subarray(lp, lp + this.ed.size(ref));
    }
    const element = this.outsideBytes(ref);
    return this.nodeIsPlain(n) ? element : packAlone(element);
  }

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

  /** Appends the listpack at an arena address, which is the list's from now on, as a node. */
  adopt(a: number): void {
    const n = this.ed.count(a);
    this.nodes.insert(this.nodes.length, a, n);
    this.count += n;
    this.account();
  }

  /** Appends an element as a plain node. */
  appendPlain(bytes: Uint8Array): void {
    const ref = this.keepOutside(bytes, 0, bytes.length);
    this.nodes.insert(this.nodes.length, ref, OUTSIDE | PLAIN | 1);
    this.count++;
    this.account();
  }

  /** Address of the only node when there is just one and it is packed in the arena, else 0. */
  get onlyListpack(): number {
    return this.nodes.length === 1 && !this.isOutside(0) ? this.nodes.ref(0) : 0;
  }

  /** Gives the only node away (see onlyListpack) and dies. */
  release(): number {
    const a = this.nodes.ref(0);
    this.nodes.remove(0);
    this.free();
    return a;
  }

  copy(): Quicklist {
    const to = new Quicklist(this.ed, this.fill);
    for (let n = 0; n < this.nodes.length; n++) {
      const ref = this.nodes.ref(n);
      const copied = this.isOutside(n)
        ? to.keepOutside(this.outsideBytes(ref), 0, this.outsideBytes(ref).length)
        : this.ed.copy(ref);
      to.nodes.insert(n, copied, this.nodes.info(n));
    }
    to.count = this.count;
    to.account();
    return to;
  }

  // ---- memory -------------------------------------------------------------------------------

  /** Gives every block back; the list is dead afterwards. */
  free(): void {
    for (let n = 0; n < this.nodes.length; n++)
      if (!this.isOutside(n)) this.ed.free(this.nodes.ref(n));
    this.nodes.remove(0, this.nodes.length);
    this.outside = null;
    this.count = 0;
    this.ed.arena.outside -= this.counted;
    this.counted = 0;
  }

  /** Nodes: what freeing costs. */
  get size(): number {
    return this.nodes.length;
  }

  memory(): number {
    let bytes = this.counted;
    for (let n = 0; n < this.nodes.length; n++)
      if (!this.isOutside(n)) bytes += this.ed.memory(this.nodes.ref(n));
    return bytes;
  }

  /** Brings the arena's account of outside memory up to date. */
  private account(): void {
    const bytes = OBJECT_BYTES + this.nodes.bytes + this.outsideSum;
    this.ed.arena.outside += bytes - this.counted;
    this.counted = bytes;
  }

  private isOutside(n: number): boolean {
    return this.nodes.info(n) >= OUTSIDE;
  }

  private countOf(n: number): number {
    return this.nodes.info(n) & COUNT;
  }

  private outsideBytes(ref: number): Buffer {
    return this.outside?.get(ref) as Buffer;
  }

  private keepOutside(buf: Uint8Array, off: number, len: number): number {
    const bytes = Buffer.allocUnsafeSlow(len);
    bytes.set(buf.subarray(off, off + len));
    this.outside ??= new Map();
    const ref = this.nextOutside++;
    this.outside.set(ref, bytes);
    this.outsideSum += len;
    return ref;
  }

  private dropOutside(ref: number): void {
    this.outsideSum -= this.outsideBytes(ref).length;
    this.outside?.delete(ref);
  }
}

/** A listpack of its own around one element. */
function packAlone(element: Buffer): Buffer {
  const size = encodeBytes(element, 0, element.length);
  const total = LP_EMPTY_BYTES + entryBytes(size);
  const lp = Buffer.allocUnsafeSlow(total);
  lpInit(lp, 0);
  const base = addressOf(lp);
  const from = addressOf(element);
  writeEncoded(lp, base, LP_HEADER_BYTES, size, element, from, 0, element.length);
  lpSetHeader(lp, 0, total, 1);
  lp[total - 1] = EOF;
  return lp;
}
