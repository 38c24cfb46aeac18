import { bitmapWords } from './bitmap.ts';
import { type FieldMeta, HEAD_INTERVAL, RANK_SHIFT, sectionName } from './postings-format.ts';
import type { SectionFile, SectionType } from './section-file.ts';

/** Compares a term of the dictionary with bytes, as unsigned bytes, shorter first. */
function compare(
  terms: Uint8Array,
  start: number,
  end: number,
  key: Uint8Array,
  keyLength: number,
): number {
  const shared = Math.min(end - start, keyLength);
  for (let i = 0; i < shared; i += 1) {
    const difference = (terms[start + i] as number) - (key[i] as number);
    if (difference !== 0) return difference;
  }
  return end - start - keyLength;
}

/** One field's inverted index in one segment: views of the sections of postings-format.ts. */
export class FieldPostings {
  readonly terms: Uint8Array;
  readonly termOffsets: Uint32Array;
  readonly df: Uint32Array;
  readonly firstBlock: Uint32Array;
  readonly lastDoc: Uint32Array;
  readonly wordOffset: Uint32Array;
  readonly widths: Uint16Array;
  readonly impact: Uint16Array;
  readonly words: Int32Array;
  readonly tails: Uint8Array;
  readonly positions: Int32Array;
  readonly positionOffset: Uint32Array;
  readonly offsets: Int32Array;
  readonly offsetOffset: Uint32Array;
  readonly offsetWidths: Uint16Array;
  /** Undefined for a field without norms. */
  readonly norms: Uint8Array | undefined;
  readonly bitmaps: Int32Array;
  readonly ranks: Uint32Array;
  readonly bitmapWords: number;
  readonly rankSamples: number;
  private readonly heads: Uint8Array;
  private readonly headOffsets: Uint32Array;
  private readonly denseTerms: Uint32Array;

  constructor(
    file: SectionFile,
    readonly field: string,
    readonly meta: FieldMeta,
    readonly documents: number,
  ) {
    const get = <T extends SectionType>(section: string, type: T) =>
      file.get(sectionName(field, section), type);
    this.terms = get('terms', 'u8');
    this.termOffsets = get('termOffsets', 'u32');
    this.heads = get('heads', 'u8');
    this.headOffsets = get('headOffsets', 'u32');
    this.df = get('df', 'u32');
    this.firstBlock = get('firstBlock', 'u32');
    this.lastDoc = get('lastDoc', 'u32');
    this.wordOffset = get('wordOffset', 'u32');
    this.widths = get('widths', 'u16');
    this.impact = get('impact', 'u16');
    this.words = get('words', 'i32');
    this.tails = get('tails', 'u8');
    this.denseTerms = get('denseTerms', 'u32');
    this.bitmaps = get('bitmaps', 'i32');
    this.ranks = get('ranks', 'u32');
    const { hasPositions, hasOffsets } = meta;
    this.positions = hasPositions ? get('positions', 'i32') : new Int32Array(0);
    this.positionOffset = hasPositions ? get('positionOffset', 'u32') : new Uint32Array(0);
    this.offsets = hasOffsets ? get('offsets', 'i32') : new Int32Array(0);
    this.offsetOffset = hasOffsets ? get('offsetOffset', 'u32') : new Uint32Array(0);
    this.offsetWidths = hasOffsets ? get('offsetWidths', 'u16') : new Uint16Array(0);
    this.norms = meta.hasNorms ? get('norms', 'u8') : undefined;
    this.bitmapWords = bitmapWords(documents);
    this.rankSamples = Math.ceil(documents / 2 ** RANK_SHIFT);
  }

  /** The first term ≥ key; the number of terms when there is none. */
  lowerBound(key: Uint8Array, keyLength = key.length): number {
    const { heads, headOffsets, terms, termOffsets } = this;
    let low = 0;
    let high = headOffsets.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = headOffsets[middle] as number;
      const end = headOffsets[middle + 1] as number;
      if (compare(heads, start, end, key, keyLength) < 0) low = middle + 1;
      else high = middle;
    }
    high = Math.min(this.meta.terms, low * HEAD_INTERVAL);
    low = Math.max(0, (low - 1) * HEAD_INTERVAL);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = termOffsets[middle] as number;
      const end = termOffsets[middle + 1] as number;
      if (compare(terms, start, end, key, keyLength) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The term's number, or -1. */
  find(key: Uint8Array): number {
    const term = this.lowerBound(key);
    if (term === this.meta.terms) return -1;
    const start = this.termOffsets[term] as number;
    const end = this.termOffsets[term + 1] as number;
    return compare(this.terms, start, end, key, key.length) === 0 ? term : -1;
  }

  /** The terms that start with `prefix`, as [first, one after the last]. */
  prefixRange(prefix: Uint8Array): [number, number] {
    const first = this.lowerBound(prefix);
    const next = prefix.slice();
    let length = next.length;
    // The successor of a prefix: its last byte that can grow, grown, and nothing behind it.
    while (length > 0 && next[length - 1] === 255) length -= 1;
    if (length === 0) return [first, this.meta.terms];
    next[length - 1] = (next[length - 1] as number) + 1;
    return [first, this.lowerBound(next, length)];
  }

  /** A view of the term's bytes. */
  termBytes(term: number): Uint8Array {
    return this.terms.subarray(this.termOffsets[term], this.termOffsets[term + 1]);
  }

  /** Which bitmap is the term's, or -1. */
  bitmapOf(term: number): number {
    const { denseTerms } = this;
    let low = 0;
    let high = denseTerms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((denseTerms[middle] as number) < term) low = middle + 1;
      else high = middle;
    }
    return denseTerms[low] === term ? low : -1;
  }
}
