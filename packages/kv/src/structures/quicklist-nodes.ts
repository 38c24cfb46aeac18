/**
 * The nodes of a quicklist: listpacks in arena blocks, and elements that fit none.
 *
 *   node   reference | count (bits 0-29), PLAIN (bit 30), OUTSIDE (bit 31)
 *
 * While elements are pushed at the head one after the other, the head's listpack has a gap between its
 * header and its entries, so that a push does not move the node's other elements. Nobody sees it:
 * `ref` closes it first.
 *
 * An element that fits no arena block is alone in an OUTSIDE node, whose reference names a buffer
 * here. Elements from the packed threshold up are PLAIN as well, as the reference (and so the RDB
 * format) distinguishes them.
 */
import { Arena, MAX_BLOCK } from './arena.ts';
import { addressOf } from './libc.ts';
import {
  encodeBytes,
  entryBytes,
  LP_EMPTY_BYTES,
  LP_HEADER_BYTES,
  lpBytesFor,
  lpEntryBytes,
  lpInit,
  lpSetHeader,
  writeEncoded,
} from './listpack.ts';
import type { ListpackEditor } from './listpack-editor.ts';
import { NodeDeque } from './node-deque.ts';
import {
  clampFill,
  exceedsFill,
  fillBytes,
  fillCount,
  isPlain,
  SAFE_BYTES,
} from './node-limits.ts';
import { OutsideValues } from './outside-values.ts';

const OUTSIDE = 0x80000000;
const PLAIN = 0x40000000;
const COUNT = 0x3fffffff;
const EOF = 0xff;
/** What the reference assumes an entry costs beside its bytes. */
const ENTRY_OVERHEAD = 8;
/** A rough charge for the object itself and its deque. */
const OBJECT_BYTES = 192;

export class QuicklistNodes {
  /** Elements in all nodes. */
  count = 0;
  protected readonly nodes = new NodeDeque();
  protected readonly fill: number;
  protected readonly outside = new OutsideValues();
  /** The limits that `fill` means, for a node about to grow. */
  private readonly nodeBytesMax: number;
  private readonly nodeCountMax: number;
  private counted = 0;
  /** Bytes between the head's header and its entries. */
  private gap = 0;
  /** True when nothing but pushes at the head touched the head since the last one. */
  private isPushedAtHead = false;

  constructor(
    protected readonly ed: ListpackEditor,
    fill: number,
  ) {
    this.fill = clampFill(fill);
    this.nodeBytesMax = Math.min(fillBytes(this.fill), this.fill < 0 ? MAX_BLOCK : SAFE_BYTES);
    this.nodeCountMax = Math.min(fillCount(this.fill), COUNT);
    this.account();
  }

  get nodeCount(): number {
    return this.nodes.length;
  }

  nodeIsPlain(n: number): boolean {
    return (this.nodes.info(n) & PLAIN) !== 0;
  }

  /** The node as the RDB format stores it: a listpack, or the element's bytes when plain. A view. */
  nodeBytes(n: number): Buffer {
    const ref = this.ref(n);
    if (!this.isOutside(n)) {
      const lp = this.ed.offset(ref);
      return this.ed.bytes(ref).subarray(lp, lp + this.ed.size(ref));
    }
    const element = this.outside.get(ref);
    return this.nodeIsPlain(n) ? element : packAlone(element);
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
    const ref = this.outside.add(bytes, 0, bytes.length);
    this.nodes.insert(this.nodes.length, ref, OUTSIDE | PLAIN | 1);
    this.count++;
    this.account();
  }

  /** Address of the only node when there is just one and it is packed in the arena, else 0. */
  get onlyListpack(): number {
    return this.nodes.length === 1 && !this.isOutside(0) ? this.ref(0) : 0;
  }

  /** Gives the only node away (see onlyListpack) and dies. */
  release(): number {
    const a = this.ref(0);
    this.nodes.remove(0);
    this.free();
    return a;
  }

  /** The reference of node n, its listpack whole. */
  protected ref(n: number): number {
    if (n === 0 && this.isPushedAtHead) this.closeGap();
    return this.nodes.ref(n);
  }

  /** Puts an element before all others of the head, which accepts it. */
  protected prepend(buf: Uint8Array, address: number, off: number, len: number): void {
    const { nodes, ed } = this;
    const a = nodes.ref(0);
    // One push alone would pay for opening the gap and for closing it.
    if (this.isPushedAtHead && this.gap === 0) this.gap = ed.openGap(a);
    const left = this.gap === 0 ? -1 : ed.prependInGap(a, this.gap, buf, address, off, len);
    if (left >= 0) this.gap = left;
    else {
      this.makeRoom(0, len);
      nodes.setRef(0, ed.prepend(nodes.ref(0), buf, address, off, len));
      this.isPushedAtHead = true;
    }
    nodes.setInfo(0, nodes.info(0) + 1);
  }

  /** Puts an element behind all others of the last node, which accepts it. */
  protected append(buf: Uint8Array, address: number, off: number, len: number): void {
    const { nodes } = this;
    const n = nodes.length - 1;
    this.makeRoom(n, len);
    nodes.setRef(n, this.ed.append(nodes.ref(n), buf, address, off, len));
    nodes.setInfo(n, nodes.info(n) + 1);
  }

  /** Gives node n, at an end, room for an element and, as it will get more, for others. */
  private makeRoom(n: number, len: number): void {
    const a = this.ref(n);
    const size = this.ed.size(a);
    const needed = size + len + ENTRY_OVERHEAD;
    if (needed > this.ed.memory(a))
      this.nodes.setRef(n, this.ed.resize(a, Math.min(needed + size, this.nodeBytesMax)));
  }

  /** Gives back the room of a node that was at an end and will not be any more. */
  private trim(n: number): void {
    if (n < 0 || n >= this.nodes.length || this.isOutside(n)) return;
    const a = this.ref(n);
    const size = this.ed.size(a);
    if (Arena.roundUp(size) < this.ed.memory(a)) this.nodes.setRef(n, this.ed.resize(a, size));
  }

  private closeGap(): void {
    if (this.gap !== 0) this.ed.closeGap(this.nodes.ref(0), this.gap);
    this.gap = 0;
    this.isPushedAtHead = false;
  }

  /** True when node n may take one more element of this length. */
  protected accepts(n: number, len: number): boolean {
    if (n < 0 || n >= this.nodes.length) return false;
    const info = this.nodes.info(n);
    if (info >= OUTSIDE || isPlain(len)) return false;
    const size = this.ed.size(this.nodes.ref(n)) + len + ENTRY_OVERHEAD;
    return size <= this.nodeBytesMax && info < this.nodeCountMax;
  }

  /** Makes a node at index i of one element; the caller counts it. */
  protected addNode(i: number, buf: Uint8Array, address: number, off: number, len: number): void {
    if (i === 0) this.trim(0);
    else if (i === this.nodes.length) this.trim(i - 1);
    if (isPlain(len)) this.nodes.insert(i, this.outside.add(buf, off, len), OUTSIDE | PLAIN | 1);
    else {
      const size = LP_EMPTY_BYTES + lpBytesFor(buf, off, len);
      if (size > MAX_BLOCK) this.nodes.insert(i, this.outside.add(buf, off, len), OUTSIDE | 1);
      else this.nodes.insert(i, this.ed.append(this.ed.create(size), buf, address, off, len), 1);
    }
    this.account();
  }

  /** Cuts node n before the entry at p: the entry and what follows become node n + 1. */
  protected split(n: number, p: number): void {
    const nodes = this.nodes;
    const a = this.ref(n);
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

  protected indexInNode(n: number, p: number): number {
    const a = this.ref(n);
    const b = this.ed.bytes(a);
    let i = 0;
    for (let q = this.ed.offset(a) + LP_HEADER_BYTES; q < p; q += lpEntryBytes(b, q)) i++;
    return i;
  }

  /** Merges the neighbours of a node that was split with each other and with it, where they fit. */
  protected mergeAround(center: number): void {
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
    const a = this.ref(n);
    const b = this.ref(n + 1);
    const size = this.ed.size(a) + this.ed.size(b) - LP_EMPTY_BYTES;
    const count = nodes.info(n) + nodes.info(n + 1);
    if (exceedsFill(this.fill, size, count) || size > MAX_BLOCK) return false;
    nodes.setRef(n, this.ed.merge(a, b));
    nodes.setInfo(n, count);
    nodes.remove(n + 1);
    this.account();
    return true;
  }

  /** Forgets nodes i .. i+n-1 with all their elements. */
  protected dropNodes(i: number, n: number): void {
    for (let k = i; k < i + n; k++) {
      this.count -= this.countOf(k);
      if (this.isOutside(k)) this.outside.drop(this.ref(k));
      else this.ed.free(this.ref(k));
    }
    this.nodes.remove(i, n);
    this.account();
  }

  // ---- memory -------------------------------------------------------------------------------

  /** Gives every block back; the list is dead afterwards. */
  free(): void {
    for (let n = 0; n < this.nodes.length; n++) if (!this.isOutside(n)) this.ed.free(this.ref(n));
    this.nodes.remove(0, this.nodes.length);
    this.outside.clear();
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
      if (!this.isOutside(n)) bytes += this.ed.memory(this.ref(n));
    return bytes;
  }

  /** Brings the arena's account of outside memory up to date. */
  protected account(): void {
    const bytes = OBJECT_BYTES + this.nodes.bytes + this.outside.bytes;
    this.ed.arena.outside += bytes - this.counted;
    this.counted = bytes;
  }

  protected isOutside(n: number): boolean {
    return this.nodes.info(n) >= OUTSIDE;
  }

  protected countOf(n: number): number {
    return this.nodes.info(n) & COUNT;
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
