import { BLOCK_SIZE, bitWidth, packBlock } from './bit-packing.ts';
import { bitmapWords, popCount } from './bitmap.ts';
import { decodedLengths } from './length-norm.ts';
import {
  type FieldMeta,
  type FieldOptions,
  HEAD_INTERVAL,
  IMPACT_UNITS,
  isDense,
  NO_NORM,
  RANK_SHIFT,
  sectionName,
} from './postings-format.ts';
import { SectionBuilder, type TemporaryFiles } from './section-builder.ts';
import type { SectionFileWriter, SectionType } from './section-file.ts';
import { TokenPositions } from './token-positions.ts';

/** What the writer must know before the first term. */
export interface PostingsInput {
  readonly field: string;
  readonly documents: number;
  readonly options: FieldOptions;
  /** Length codes by document; undefined for a field without norms. */
  readonly norms: Uint8Array | undefined;
  /** Close to the average length to come; recorded, since impacts are bounds relative to it. */
  readonly averageLength: number;
}

/**
 * Encodes one field, terms in byte order, documents ascending within a term; the format is in
 * postings-format.ts. The caller fills `docs`, `freqs` and `tokens` directly, one posting at a time,
 * and calls `flushBlock` when `n` reaches 128: no call and no object for a posting.
 */
export class PostingsWriter {
  readonly docs = new Int32Array(BLOCK_SIZE);
  readonly freqs = new Int32Array(BLOCK_SIZE);
  /** Postings in the current block. */
  n = 0;
  /** Positions (and offsets) of the current block's postings, in order. */
  readonly tokens: TokenPositions;

  private readonly all: SectionBuilder<SectionType>[] = [];
  private readonly terms: SectionBuilder<'u8'>;
  private readonly termOffsets: SectionBuilder<'u32'>;
  private readonly heads: SectionBuilder<'u8'>;
  private readonly headOffsets: SectionBuilder<'u32'>;
  private readonly df: SectionBuilder<'u32'>;
  private readonly firstBlock: SectionBuilder<'u32'>;
  private readonly lastDoc: SectionBuilder<'u32'>;
  private readonly wordOffset: SectionBuilder<'u32'>;
  private readonly widths: SectionBuilder<'u16'>;
  private readonly impact: SectionBuilder<'u16'>;
  private readonly words: SectionBuilder<'i32'>;
  private readonly tails: SectionBuilder<'u8'>;
  private readonly denseTerms: SectionBuilder<'u32'>;
  private readonly bitmaps: SectionBuilder<'i32'>;
  private readonly ranks: SectionBuilder<'u32'>;

  private readonly gaps = new Int32Array(BLOCK_SIZE);
  /** tf · saturation[norm]: the argument of x / (1 + x), which is BM25's saturation. */
  private readonly saturation = new Float64Array(256);
  private readonly bitmap: Int32Array;
  private collectsBits = false;
  private term = new Uint8Array(64);
  private termLength = 0;
  private termCount = 0;
  private termDf = 0;
  private previousDoc = -1;
  private sumDocFreq = 0;
  private sumTotalTermFreq = 0;

  constructor(
    private readonly input: PostingsInput,
    private readonly temporary?: TemporaryFiles,
  ) {
    this.terms = this.section('terms', 'u8');
    this.termOffsets = this.section('termOffsets', 'u32');
    this.heads = this.section('heads', 'u8');
    this.headOffsets = this.section('headOffsets', 'u32');
    this.df = this.section('df', 'u32');
    this.firstBlock = this.section('firstBlock', 'u32');
    this.lastDoc = this.section('lastDoc', 'u32');
    this.wordOffset = this.section('wordOffset', 'u32');
    this.widths = this.section('widths', 'u16');
    this.impact = this.section('impact', 'u16');
    this.words = this.section('words', 'i32');
    this.tails = this.section('tails', 'u8');
    this.denseTerms = this.section('denseTerms', 'u32');
    this.bitmaps = this.section('bitmaps', 'i32');
    this.ranks = this.section('ranks', 'u32');
    const { k1, b } = input.options;
    for (let norm = 0; norm < 256; norm += 1) {
      const length = decodedLengths[norm] as number;
      this.saturation[norm] = 1 / (k1 * (1 - b + (b * length) / input.averageLength));
    }
    this.bitmap = new Int32Array(bitmapWords(input.documents));
    this.tokens = new TokenPositions(input.field, input.options, temporary);
  }

  /** `dfBound`: the term has at most this many documents. */
  startTerm(bytes: Uint8Array, start: number, end: number, dfBound: number): void {
    const length = end - start;
    if (length > this.term.length) this.term = new Uint8Array(length * 2);
    for (let i = 0; i < length; i += 1) this.term[i] = bytes[start + i] as number;
    this.termLength = length;
    this.collectsBits = isDense(dfBound, this.input.documents);
    this.termDf = 0;
    this.previousDoc = -1;
  }

  /** Encodes the 128 postings of a full block. */
  flushBlock(): void {
    const { gaps, freqs, words } = this;
    const gapWidth = bitWidth(this.prepare());
    let anyFreq = 0;
    for (let i = 0; i < BLOCK_SIZE; i += 1) {
      const freq = (freqs[i] as number) - 1;
      freqs[i] = freq;
      anyFreq |= freq;
    }
    const freqWidth = bitWidth(anyFreq);
    const offset = words.length;
    words.reserve(4 * (gapWidth + freqWidth));
    if (gapWidth > 0) packBlock(gaps, gapWidth, words.array, words.n);
    words.n += 4 * gapWidth;
    if (freqWidth > 0) packBlock(freqs, freqWidth, words.array, words.n);
    words.n += 4 * freqWidth;
    this.endBlock(offset, gapWidth | (freqWidth << 5));
  }

  /** Ends the term; one that got no posting leaves no trace. */
  endTerm(): void {
    if (this.n > 0) this.flushTail();
    const df = this.termDf;
    if (df === 0) return;
    if (this.termCount % HEAD_INTERVAL === 0) {
      this.headOffsets.push(this.heads.length);
      this.heads.pushBytes(this.term, this.termLength);
    }
    this.termOffsets.push(this.terms.length);
    this.terms.pushBytes(this.term, this.termLength);
    this.df.push(df);
    this.firstBlock.push(this.lastDoc.length - Math.ceil(df / BLOCK_SIZE));
    if (this.collectsBits) this.endBitmap(df);
    this.termCount += 1;
    this.sumDocFreq += df;
  }

  /** Adds all sections to the segment; `docCount` is how many documents have the field. Yields. */
  *finish(sections: SectionFileWriter, docCount: number): Generator<void, FieldMeta> {
    const { options, norms, averageLength, field } = this.input;
    this.termOffsets.push(this.terms.length);
    this.headOffsets.push(this.heads.length);
    this.firstBlock.push(this.lastDoc.length);
    for (const builder of this.all) yield* builder.writeTo(sections);
    yield* this.tokens.finish(sections);
    if (norms !== undefined) sections.add(sectionName(field, 'norms'), 'u8', norms);
    return {
      terms: this.termCount,
      docCount,
      sumDocFreq: this.sumDocFreq,
      sumTotalTermFreq: this.sumTotalTermFreq,
      hasFreqs: options.freqs,
      hasPositions: options.positions,
      hasOffsets: options.offsets,
      hasNorms: norms !== undefined,
      impact: { k1: options.k1, b: options.b, averageLength },
    };
  }

  private section<T extends SectionType>(name: string, type: T): SectionBuilder<T> {
    const builder = new SectionBuilder(sectionName(this.input.field, name), type, this.temporary);
    this.all.push(builder as unknown as SectionBuilder<SectionType>);
    return builder;
  }

  /** Gaps, impact and bits of the block's postings; returns the gaps or-ed together. */
  private prepare(): number {
    const { docs, freqs, gaps, n, saturation, bitmap, collectsBits } = this;
    const norms = this.input.norms;
    let previous = this.previousDoc;
    let anyGap = 0;
    let largest = 0;
    let total = 0;
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const freq = freqs[i] as number;
      const gap = doc - previous - 1;
      gaps[i] = gap;
      anyGap |= gap;
      previous = doc;
      total += freq;
      const norm = norms === undefined ? NO_NORM : (norms[doc] as number);
      const x = freq * (saturation[norm] as number);
      if (x > largest) largest = x;
      if (collectsBits) bitmap[doc >> 5] = (bitmap[doc >> 5] as number) | (1 << (doc & 31));
    }
    this.previousDoc = previous;
    this.sumTotalTermFreq += total;
    const share = largest / (1 + largest);
    this.impact.push(Math.min(IMPACT_UNITS, Math.ceil(share * IMPACT_UNITS)));
    return anyGap;
  }

  private endBlock(offset: number, widths: number): void {
    this.lastDoc.push(this.previousDoc);
    this.wordOffset.push(offset);
    const isOnly = widths === 0 && this.n === 1 && this.termDf === 0;
    this.widths.push(widths | (this.tokens.flushBlock(isOnly) << 10));
    this.termDf += this.n;
    this.n = 0;
  }

  private flushTail(): void {
    const { n, gaps, freqs, tails } = this;
    this.prepare();
    if (n === 1 && this.termDf === 0) {
      this.endBlock(freqs[0] as number, 0);
      return;
    }
    const offset = tails.length;
    tails.reserve(n * 10);
    let at = tails.n;
    const out = tails.array;
    for (let i = 0; i < n; i += 1) {
      const freq = freqs[i] as number;
      // A gap has up to 31 bits: doubled it may leave the 32-bit range, so no shifts on it.
      let value = (gaps[i] as number) * 2 + (freq === 1 ? 1 : 0);
      while (value > 127) {
        out[at++] = (value % 128) | 128;
        value = Math.floor(value / 128);
      }
      out[at++] = value;
      if (freq === 1) continue;
      value = freq;
      while (value > 127) {
        out[at++] = (value & 127) | 128;
        value >>>= 7;
      }
      out[at++] = value;
    }
    tails.n = at;
    this.endBlock(offset, 0);
  }

  private endBitmap(df: number): void {
    const { bitmap, bitmaps, ranks } = this;
    if (isDense(df, this.input.documents)) {
      this.denseTerms.push(this.termCount);
      bitmaps.pushAll(bitmap);
      let before = 0;
      for (let i = 0; i < bitmap.length; i += 1) {
        if (i % (1 << (RANK_SHIFT - 5)) === 0) ranks.push(before);
        before += popCount(bitmap[i] as number);
      }
    }
    bitmap.fill(0);
  }
}
