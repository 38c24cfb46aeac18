/**
 * Slab arena: the off-heap memory in which keys, values and packed collections live, so that the
 * collector never sees them.
 *
 *   segment  64 MiB ArrayBuffer      = 32 chunks
 *   chunk     2 MiB, a huge page     = 32 pages, or one slab of a large class
 *   page     64 KiB                  = one slab of a small class
 *   unit      8 bytes; an address is a 32-bit unit number over all segments (32 GiB), 0 is "none"
 *
 * A slab holds blocks of one size class, so a block needs no header: its class is looked up by its
 * page. Free blocks are linked through their first word. An empty slab goes back to its chunk, and
 * an empty chunk's memory back to the system, so a change of value sizes cannot pin old memory.
 *
 * A block beyond MAX_BLOCK takes a run of chunks, or, when no segment could hold it, a segment of its
 * own that is as long as needed. Pages it does not touch cost nothing.
 */
import { addressOf, collapsePages, releasePages } from './libc.ts';

const UNIT_BITS = 3;
const SEGMENT_BITS = 26;
const PAGE_BITS = 16;
const CHUNK_BITS = 21;
/** address >>> SEG_SHIFT is the segment; (address & OFFSET_MASK) << UNIT_BITS the byte in it. */
export const SEG_SHIFT = SEGMENT_BITS - UNIT_BITS;
export const OFFSET_MASK = (1 << SEG_SHIFT) - 1;
const PAGE_SHIFT = PAGE_BITS - UNIT_BITS;
const PAGES_PER_CHUNK = 1 << (CHUNK_BITS - PAGE_BITS);
const PAGES_PER_SEGMENT = 1 << (SEGMENT_BITS - PAGE_BITS);
const CHUNKS_PER_SEGMENT = 1 << (SEGMENT_BITS - CHUNK_BITS);
const ALL_PAGES_USED = 2 ** PAGES_PER_CHUNK - 1;
const MAX_SEGMENTS = 1 << (32 - SEG_SHIFT);

/** The largest block a page slab holds; larger classes take a whole chunk as their slab. */
const MAX_SMALL = 8192;
/** The largest block that shares a slab with others. */
export const MAX_BLOCK = 128 * 1024;
/** Chunks that one call of collapseOne looks at, at most. */
const COLLAPSE_LOOKS = 256;
/** In place of a class: a block of its own, its size in `oversized`. */
const OVERSIZED = 255;
/** What sizes beyond MAX_BLOCK are rounded up to: a page of the system. */
const SYSTEM_PAGE = 4096;

function sizeClasses(): number[] {
  const sizes: number[] = [];
  for (let s = 16; s <= 256; s += 8) sizes.push(s);
  for (let s = 256; s < MAX_BLOCK; ) {
    s = Math.min(MAX_BLOCK, Math.ceil((s * 1.125) / 8) * 8);
    sizes.push(s);
  }
  return sizes;
}
const SIZES = Uint32Array.from(sizeClasses());
const LAST_SMALL = SIZES.findLastIndex((s) => s <= MAX_SMALL);
const CAPACITY = SIZES.map((s, c) =>
  Math.floor((1 << (c <= LAST_SMALL ? PAGE_BITS : CHUNK_BITS)) / s),
);
/** Class by size in units, for every size up to MAX_BLOCK. */
const CLASS_OF = new Uint8Array(MAX_BLOCK / 8 + 1);
for (let units = 0, c = 0; units < CLASS_OF.length; units++) {
  while ((SIZES[c] as number) < units * 8) c++;
  CLASS_OF[units] = c;
}

export class Arena {
  /** Views of each segment, indexed by segment number. */
  readonly u8: Buffer[] = [];
  readonly u32: Uint32Array[] = [];
  readonly f64: Float64Array[] = [];
  readonly base: number[] = [];
  /** Bytes of all blocks handed out, rounded up to their class. */
  used = 0;
  /** Bytes that structures over this arena hold outside it: hash tables, huge strings. */
  outside = 0;
  /** Says whether a hash table of so many bytes may be made now; replaced where memory is limited. */
  allowsTable: (bytes: number) => boolean = () => true;
  /** Bytes of all slabs that hold at least one block: what the arena really occupies. */
  committed = 0;

  // Per page (a large slab uses the entry of its first page).
  private pageClass = new Uint8Array(0);
  private freeHead = new Uint32Array(0);
  private bump = new Uint32Array(0);
  private live = new Uint16Array(0);
  private next = new Int32Array(0);
  private prev = new Int32Array(0);
  /** Slabs with room, per class; -1 ends the list. */
  private readonly partial = new Int32Array(SIZES.length).fill(-1);
  // Per chunk: which pages are slabs, and a stack of the chunks that have a free page.
  private chunkPages = new Uint32Array(0);
  private chunkNext = new Int32Array(0);
  private chunkPrev = new Int32Array(0);
  private isHuge = new Uint8Array(0);
  private nextCollapse = 0;
  private openChunks = -1;
  private readonly freeChunks: number[] = [];
  /** Sizes of the blocks beyond MAX_BLOCK, by address. */
  private readonly oversized = new Map<number, number>();
  /** Numbers of segments that held one block beyond a segment's size and are free again. */
  private readonly spareSegments: number[] = [];

  /** Returns the address of a block of at least `bytes`; throws when the arena is full. */
  alloc(bytes: number): number {
    if (bytes > MAX_BLOCK) return this.allocOversized(bytes);
    const c = CLASS_OF[(bytes + 7) >>> UNIT_BITS] as number;
    let slab = this.partial[c] as number;
    if (slab < 0) slab = this.newSlab(c);
    let a = this.freeHead[slab] as number;
    if (a !== 0) {
      const w = this.u32[a >>> SEG_SHIFT] as Uint32Array;
      this.freeHead[slab] = w[(a & OFFSET_MASK) << 1] as number;
    } else {
      a = this.bump[slab] as number;
      this.bump[slab] = a + ((SIZES[c] as number) >>> UNIT_BITS);
    }
    const live = (this.live[slab] as number) + 1;
    this.live[slab] = live;
    if (live === CAPACITY[c]) this.unlink(slab, c);
    this.used += SIZES[c] as number;
    return a;
  }

  free(a: number): void {
    const page = a >>> PAGE_SHIFT;
    const c = this.pageClass[page] as number;
    if (c === OVERSIZED) {
      this.freeOversized(a);
      return;
    }
    const slab = c <= LAST_SMALL ? page : page & ~(PAGES_PER_CHUNK - 1);
    const w = this.u32[a >>> SEG_SHIFT] as Uint32Array;
    w[(a & OFFSET_MASK) << 1] = this.freeHead[slab] as number;
    this.freeHead[slab] = a;
    this.used -= SIZES[c] as number;
    const live = (this.live[slab] as number) - 1;
    this.live[slab] = live;
    if (live === (CAPACITY[c] as number) - 1) this.link(slab, c);
    // The last slab of a class stays, so that one key set and deleted does not churn pages.
    if (live === 0 && (this.next[slab] !== -1 || this.prev[slab] !== -1)) this.releaseSlab(slab, c);
  }

  /** A block's address in memory, for memcpy. */
  address(a: number): number {
    return (this.base[a >>> SEG_SHIFT] as number) + ((a & OFFSET_MASK) << UNIT_BITS);
  }

  /** The bytes a block really has, its class size. */
  sizeOf(a: number): number {
    const c = this.pageClass[a >>> PAGE_SHIFT] as number;
    return c === OVERSIZED ? (this.oversized.get(a) as number) : (SIZES[c] as number);
  }

  /** True when a block of this many bytes would have the same class as the block at `a`. */
  fits(a: number, bytes: number): boolean {
    if (bytes > MAX_BLOCK) return this.oversized.get(a) === Arena.roundUp(bytes);
    return CLASS_OF[(bytes + 7) >>> UNIT_BITS] === this.pageClass[a >>> PAGE_SHIFT];
  }

  /** What a block of this many bytes will occupy. */
  static roundUp(bytes: number): number {
    if (bytes > MAX_BLOCK) return Math.ceil(bytes / SYSTEM_PAGE) * SYSTEM_PAGE;
    return SIZES[CLASS_OF[(bytes + 7) >>> UNIT_BITS] as number] as number;
  }

  private link(slab: number, c: number): void {
    const head = this.partial[c] as number;
    this.next[slab] = head;
    this.prev[slab] = -1;
    if (head >= 0) this.prev[head] = slab;
    this.partial[c] = slab;
  }

  private unlink(slab: number, c: number): void {
    const n = this.next[slab] as number;
    const p = this.prev[slab] as number;
    if (n >= 0) this.prev[n] = p;
    if (p >= 0) this.next[p] = n;
    else this.partial[c] = n;
    this.next[slab] = this.prev[slab] = -1;
  }

  private newSlab(c: number): number {
    const large = c > LAST_SMALL;
    const slab = large ? this.takeChunk() * PAGES_PER_CHUNK : this.takePage();
    const pages = large ? PAGES_PER_CHUNK : 1;
    this.pageClass.fill(c, slab, slab + pages);
    this.freeHead[slab] = 0;
    this.bump[slab] = slab * (1 << PAGE_SHIFT);
    this.live[slab] = 0;
    this.committed += pages << PAGE_BITS;
    this.link(slab, c);
    return slab;
  }

  private releaseSlab(slab: number, c: number): void {
    this.unlink(slab, c);
    const chunk = Math.floor(slab / PAGES_PER_CHUNK);
    if (c > LAST_SMALL) {
      this.committed -= 1 << CHUNK_BITS;
      this.releaseChunk(chunk);
      return;
    }
    this.committed -= 1 << PAGE_BITS;
    const used = this.chunkPages[chunk] as number;
    if (used === ALL_PAGES_USED) this.openChunk(chunk);
    const left = used & ~(1 << (slab & (PAGES_PER_CHUNK - 1)));
    this.chunkPages[chunk] = left;
    if (left === 0) {
      this.closeChunk(chunk);
      this.releaseChunk(chunk);
    }
  }

  private takePage(): number {
    let chunk = this.openChunks;
    if (chunk < 0) {
      chunk = this.takeChunk();
      this.chunkPages[chunk] = 0;
      this.openChunk(chunk);
    }
    const used = this.chunkPages[chunk] as number;
    const bit = 31 - Math.clz32(~used & ALL_PAGES_USED & -(~used & ALL_PAGES_USED));
    this.chunkPages[chunk] = used | (1 << bit);
    if (this.chunkPages[chunk] === ALL_PAGES_USED) this.closeChunk(chunk);
    return chunk * PAGES_PER_CHUNK + bit;
  }

  private openChunk(chunk: number): void {
    this.chunkNext[chunk] = this.openChunks;
    this.chunkPrev[chunk] = -1;
    if (this.openChunks >= 0) this.chunkPrev[this.openChunks] = chunk;
    this.openChunks = chunk;
  }

  private closeChunk(chunk: number): void {
    const n = this.chunkNext[chunk] as number;
    const p = this.chunkPrev[chunk] as number;
    if (n >= 0) this.chunkPrev[n] = p;
    if (p >= 0) this.chunkNext[p] = n;
    else this.openChunks = n;
  }

  private takeChunk(): number {
    if (this.freeChunks.length === 0) this.addSegment();
    return this.freeChunks.pop() as number;
  }

  private releaseChunk(chunk: number): void {
    releasePages(this.chunkAddress(chunk), 1 << CHUNK_BITS);
    this.isHuge[chunk] = 0;
    this.freeChunks.push(chunk);
  }

  private chunkAddress(chunk: number): number {
    const base = this.base[Math.floor(chunk / CHUNKS_PER_SEGMENT)] as number;
    return base + (chunk % CHUNKS_PER_SEGMENT) * (1 << CHUNK_BITS);
  }

  /**
   * Moves the next full chunk of pages that has not been moved yet to a huge page, so that random
   * reads miss the TLB less. It takes a millisecond or so, and a fresh huge page would take as long
   * just when commands wait for it: therefore one at a time, by cron, when the chunk is in use.
   */
  collapseOne(): void {
    const chunks = this.isHuge.length;
    for (let i = 0; i < Math.min(chunks, COLLAPSE_LOOKS); i++) {
      const chunk = this.nextCollapse++ % chunks;
      if (this.isHuge[chunk] === 1 || this.chunkPages[chunk] !== ALL_PAGES_USED) continue;
      this.isHuge[chunk] = 1;
      collapsePages(this.chunkAddress(chunk), 1 << CHUNK_BITS);
      return;
    }
  }

  private allocOversized(bytes: number): number {
    const size = Arena.roundUp(bytes);
    const chunks = Math.ceil(size / (1 << CHUNK_BITS));
    let first: number;
    if (chunks <= CHUNKS_PER_SEGMENT) first = this.takeRun(chunks);
    else first = this.takeOwnSegment(size) * CHUNKS_PER_SEGMENT;
    const page = first * PAGES_PER_CHUNK;
    const pages = Math.min(chunks, CHUNKS_PER_SEGMENT) * PAGES_PER_CHUNK;
    this.pageClass.fill(OVERSIZED, page, page + pages);
    const a = page * (1 << PAGE_SHIFT);
    this.oversized.set(a, size);
    this.used += size;
    this.committed += size;
    return a;
  }

  private freeOversized(a: number): void {
    const size = this.oversized.get(a) as number;
    this.oversized.delete(a);
    this.used -= size;
    this.committed -= size;
    const chunks = Math.ceil(size / (1 << CHUNK_BITS));
    if (chunks <= CHUNKS_PER_SEGMENT) {
      const first = a >>> (CHUNK_BITS - UNIT_BITS);
      for (let c = first; c < first + chunks; c++) this.releaseChunk(c);
    } else {
      const seg = a >>> SEG_SHIFT;
      this.setMemory(seg, new ArrayBuffer(8));
      this.spareSegments.push(seg);
    }
  }

  /** Takes `count` free chunks that follow each other in one segment; returns the first. */
  private takeRun(count: number): number {
    if (count === 1) return this.takeChunk();
    for (;;) {
      const free = this.freeChunks.sort((x, y) => y - x);
      let run = 0;
      for (let i = 0; i < free.length; i++) {
        const chunk = free[i] as number;
        const follows = i > 0 && free[i - 1] === chunk + 1;
        // A run may not reach over the end of a segment.
        run = follows && (chunk + 1) % CHUNKS_PER_SEGMENT !== 0 ? run + 1 : 1;
        if (run === count) {
          free.splice(i - count + 1, count);
          return chunk;
        }
      }
      this.addSegment();
    }
  }

  /** A segment with memory for just one block; returns its number. */
  private takeOwnSegment(bytes: number): number {
    const memory = new ArrayBuffer(bytes);
    const spare = this.spareSegments.pop();
    const seg = spare ?? this.newSegmentNumber();
    this.setMemory(seg, memory);
    if (spare === undefined) this.growTables(seg);
    return seg;
  }

  private newSegmentNumber(): number {
    if (this.u8.length === MAX_SEGMENTS) throw new Error('the 32 GiB arena is full');
    return this.u8.length;
  }

  private setMemory(seg: number, memory: ArrayBuffer, at = 0, bytes = memory.byteLength): void {
    const u8 = Buffer.from(memory, at, bytes);
    this.u8[seg] = u8;
    this.u32[seg] = new Uint32Array(memory, at, bytes / 4);
    this.f64[seg] = new Float64Array(memory, at, bytes / 8);
    this.base[seg] = addressOf(u8);
  }

  private addSegment(): void {
    const seg = this.newSegmentNumber();
    // A chunk more than needed, never touched, so that chunks can lie where huge pages do.
    const memory = new ArrayBuffer((1 << SEGMENT_BITS) + (1 << CHUNK_BITS));
    const at = -addressOf(Buffer.from(memory)) & ((1 << CHUNK_BITS) - 1);
    this.setMemory(seg, memory, at, 1 << SEGMENT_BITS);
    this.growTables(seg);
    const chunks = (seg + 1) * CHUNKS_PER_SEGMENT;
    for (let c = chunks - 1; c >= chunks - CHUNKS_PER_SEGMENT; c--) {
      if (c === 0) {
        // Address 0 means "none": the first page is never handed out, so chunk 0 is never whole.
        this.chunkPages[0] = 1;
        this.openChunk(0);
      } else this.freeChunks.push(c);
    }
  }

  /** Makes room for the pages and chunks of one more segment in the tables. */
  private growTables(seg: number): void {
    const pages = (seg + 1) * PAGES_PER_SEGMENT;
    this.pageClass = grown(this.pageClass, new Uint8Array(pages));
    this.freeHead = grown(this.freeHead, new Uint32Array(pages));
    this.bump = grown(this.bump, new Uint32Array(pages));
    this.live = grown(this.live, new Uint16Array(pages));
    this.next = grown(this.next, new Int32Array(pages));
    this.prev = grown(this.prev, new Int32Array(pages));
    const chunks = pages / PAGES_PER_CHUNK;
    this.chunkPages = grown(this.chunkPages, new Uint32Array(chunks));
    this.chunkNext = grown(this.chunkNext, new Int32Array(chunks));
    this.chunkPrev = grown(this.chunkPrev, new Int32Array(chunks));
    this.isHuge = grown(this.isHuge, new Uint8Array(chunks));
  }
}

function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(old: A, wider: A): A {
  wider.set(old);
  return wider;
}
