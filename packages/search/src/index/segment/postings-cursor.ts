import { BLOCK_SIZE, RUN, runUnpackers, unpackers, widthMasks } from './bit-packing.ts';
import { BlockCursor } from './block-cursor.ts';
import { packedWords, readWide } from './token-positions.ts';

export { NO_MORE_DOCS } from './block-cursor.ts';

const FIRST_POSITIONS = 64;
/** Tokens of a block that all stand at position 0: they take no room, so that something else must tell. */
const MOST_AT_START = 2 ** 20;
const MOST_POSITIONS = 2 ** 31 - 1;
/** Only ever used between two lines of one call. */
const unpacked = new Int32Array(BLOCK_SIZE);

/** Walks the postings of one term with their positions and offsets. */
export class PostingsCursor extends BlockCursor {
  /** What `readPositions` found last; what `locate` found is `found[from, end)`. */
  found = new Int32Array(FIRST_POSITIONS);
  from = 0;
  end = 0;
  /** `locate` decodes whole blocks: for one who will ask for most of their documents. */
  takesWholeBlocks = false;
  /** The block whose positions are all in `found`. */
  private positionsIn = -1;
  private sumsOf = -1;
  /** Frequencies summed up before each posting of a block: where its positions start in the block. */
  readonly sums = new Int32Array(BLOCK_SIZE + 1);

  override rewind(): void {
    super.rewind();
    this.sumsOf = -1;
    this.positionsIn = -1;
  }

  /** Finds the positions of a dense term in a document that has it. */
  locateDense(doc: number): void {
    const index = this.denseIndex(doc);
    this.locateIn(this.firstBlock + (index >>> 7), index & 127);
  }

  /** Puts all positions of a block in `found`: those of posting i are [sums[i], sums[i + 1]). */
  locateBlock(block: number): void {
    this.loadSums(block);
    if (this.positionsIn === block) return;
    this.positionsIn = block;
    this.unpackPositions(block, 0, this.sums[this.sizeOf(block)] as number);
  }

  /** Finds the positions of the current document. */
  locate(): void {
    this.locateIn(this.block, this.index);
  }

  /** Puts the positions of the current document in `found`; returns how many. */
  readPositions(): number {
    this.loadSums(this.block);
    this.copyPositions(this.block, this.index);
    return this.end;
  }

  /** Positions in the current document, written to `out` from `to` on; returns how many. */
  positions(out: Int32Array, to = 0): number {
    return this.positionsOf(this.block, this.index, out, to);
  }

  /** Starts and lengths of the tokens of the current document. */
  offsets(starts: Int32Array, lengths: Int32Array, to = 0): number {
    const { postings, block, index } = this;
    this.loadSums(block);
    const first = this.sums[index] as number;
    const n = (this.sums[index + 1] as number) - first;
    const widths = postings.offsetWidths[block] as number;
    const startWidth = widths & 63;
    const at = postings.offsetOffset[block] as number;
    const all = this.sums[this.sizeOf(block)] as number;
    const lengthsAt = at + packedWords(all, startWidth);
    for (let i = 0; i < n; i += 1) {
      starts[to + i] = readWide(postings.offsets, at, startWidth, first + i);
      lengths[to + i] = readWide(postings.offsets, lengthsAt, widths >>> 6, first + i);
    }
    return n;
  }

  private locateIn(block: number, index: number): void {
    if (!this.takesWholeBlocks) {
      this.loadSums(block);
      this.copyPositions(block, index);
      return;
    }
    this.locateBlock(block);
    const { sums } = this;
    this.from = sums[index] as number;
    this.end = sums[index + 1] as number;
  }

  private copyPositions(block: number, index: number): void {
    this.positionsIn = -1;
    const first = this.sums[index] as number;
    const n = (this.sums[index + 1] as number) - first;
    this.unpackPositions(block, first, n);
    this.from = 0;
    this.end = n;
  }

  /** Puts n positions of a block, from its first one or a later one on, at the start of `found`. */
  private unpackPositions(block: number, first: number, n: number): void {
    if (n > this.found.length) {
      this.checkCount(block, first + n);
      this.found = new Int32Array(n * 2);
    }
    this.unpackTo(this.found, 0, block, first, n);
  }

  private positionsOf(block: number, index: number, out: Int32Array, to: number): number {
    this.loadSums(block);
    const first = this.sums[index] as number;
    const n = (this.sums[index + 1] as number) - first;
    this.unpackTo(out, to, block, first, n);
    return n;
  }

  /** A block cannot have more positions than there is room for in all: that much is never allocated. */
  private checkCount(block: number, count: number): void {
    const { positions, positionOffset, widths } = this.postings;
    const width = (widths[block] as number) >>> 10;
    const room = (positions.length - (positionOffset[block] as number)) * 32;
    if (width === 0 ? count <= MOST_AT_START : count * width <= room) return;
    this.fail('a block has more positions than are stored');
  }

  private unpackTo(out: Int32Array, to: number, block: number, first: number, n: number): void {
    const { postings } = this;
    if (this.df === 1 && n === 1) {
      out[to] = postings.positionOffset[block] as number;
      return;
    }
    const words = postings.positions;
    const width = (postings.widths[block] as number) >>> 10;
    const mask = widthMasks[width] as number;
    const base = postings.positionOffset[block] as number;
    let i = 0;
    if (first === 0 && n >= RUN) {
      const unpack = runUnpackers[width] as (typeof runUnpackers)[number];
      for (let at = base; i + RUN <= n; i += RUN, at += width) unpack(words, at, out, to + i);
    }
    let bit = (first + i) * width;
    for (; i < n; i += 1) {
      const at = base + (bit >>> 5);
      const shift = bit & 31;
      const word = words[at] as number;
      // Each way in one expression: a shifted word on its own would be no 32-bit integer any more.
      out[to + i] =
        shift + width > 32
          ? ((word >>> shift) | ((words[at + 1] as number) << (32 - shift))) & mask
          : (word >> shift) & mask;
      bit += width;
    }
  }

  /** Sums of frequencies before each posting of the block. */
  private loadSums(block: number): void {
    if (this.sumsOf === block) return;
    if (!(block < this.endBlock)) this.fail('a bitmap has documents that are no postings');
    this.sumsOf = -1;
    const n = this.sizeOf(block);
    const { sums, postings } = this;
    let sum = 0;
    if (this.freqsOf !== block && n === BLOCK_SIZE) {
      // Straight from the packed frequencies - 1: probing a dense term does this for many blocks.
      const widths = postings.widths[block] as number;
      const offset = (postings.wordOffset[block] as number) + 4 * (widths & 31);
      (unpackers[(widths >>> 5) & 31] as (typeof unpackers)[number])(
        postings.words,
        offset,
        unpacked,
      );
      for (let i = 0; i < BLOCK_SIZE; i += 1) {
        sums[i] = sum;
        sum += (unpacked[i] as number) + 1;
      }
    } else {
      if (this.freqsOf !== block) this.readFreqs(block);
      const { freqs } = this;
      for (let i = 0; i < n; i += 1) {
        sums[i] = sum;
        sum += freqs[i] as number;
      }
    }
    sums[n] = sum;
    // Sums that wrapped round would say anything.
    if (sum > MOST_POSITIONS) this.fail('a block has more positions than are stored');
    this.sumsOf = block;
  }
}
