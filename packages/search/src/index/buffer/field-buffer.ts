import { encodeLength } from '../segment/length-norm.ts';
import type { FieldMeta, FieldOptions } from '../segment/postings-format.ts';
import { PostingsWriter } from '../segment/postings-writer.ts';
import type { SectionFileWriter } from '../segment/section-file.ts';
import type { TokenSink } from './row-sink.ts';
import { doubled, TermTable } from './term-table.ts';

/** Tokens handled between two chances to do something else. */
const SLICE_TOKENS = 100_000;

/** The tokens of one field in the order they came; sorted by term only when written. */
export class FieldBuffer implements TokenSink {
  private readonly terms = new TermTable();
  private tokenTerm = new Int32Array(1024);
  private tokenPosition = new Int32Array(1024);
  private tokenStart = new Int32Array(0);
  private tokenLength = new Int32Array(0);
  private tokens = 0;
  /** Rows that have the field, and where their tokens end. */
  private rows = new Int32Array(64);
  private rowEnd = new Int32Array(64);
  private rowLength = new Int32Array(64);
  private rowCount = 0;
  private lastPosition = -1;
  private length = 0;

  constructor(
    readonly field: string,
    readonly options: FieldOptions,
  ) {
    if (!options.offsets) return;
    this.tokenStart = new Int32Array(1024);
    this.tokenLength = new Int32Array(1024);
  }

  get memory(): number {
    const perToken = this.options.offsets ? 16 : 8;
    return this.terms.memory + this.tokenTerm.length * perToken + this.rows.length * 12;
  }

  token(
    bytes: Uint8Array,
    start: number,
    end: number,
    position: number,
    startOffset: number,
    endOffset: number,
  ): void {
    const at = this.tokens;
    if (at === this.tokenTerm.length) this.growTokens();
    this.tokens = at + 1;
    this.tokenTerm[at] = this.terms.add(bytes, start, end);
    this.tokenPosition[at] = position;
    // A token on the place of another does not make the field longer.
    if (position !== this.lastPosition) this.length += 1;
    this.lastPosition = position;
    if (!this.options.offsets) return;
    this.tokenStart[at] = startOffset;
    this.tokenLength[at] = endOffset - startOffset;
  }

  /** Ends the row's part; a row without tokens does not have the field. */
  endRow(row: number): void {
    const before = this.rowCount === 0 ? 0 : (this.rowEnd[this.rowCount - 1] as number);
    if (this.tokens > before) {
      if (this.rowCount === this.rows.length) {
        this.rows = doubled(this.rows, Int32Array);
        this.rowEnd = doubled(this.rowEnd, Int32Array);
        this.rowLength = doubled(this.rowLength, Int32Array);
      }
      this.rows[this.rowCount] = row;
      this.rowEnd[this.rowCount] = this.tokens;
      this.rowLength[this.rowCount] = this.length;
      this.rowCount += 1;
    }
    this.lastPosition = -1;
    this.length = 0;
  }

  /** Writes the field's postings; yields now and then, and can be left alone meanwhile. */
  *write(documents: number, sections: SectionFileWriter): Generator<void, FieldMeta> {
    const writer = new PostingsWriter({
      field: this.field,
      documents,
      options: this.options,
      norms: this.options.norms ? this.norms(documents) : undefined,
      averageLength: this.rowCount === 0 ? 1 : this.tokens / this.rowCount,
    });
    const order = yield* this.terms.sorted();
    yield;
    const sorted = yield* this.sortTokens(order);
    let first = 0;
    let sliceEnd = SLICE_TOKENS;
    for (let rank = 0; rank < order.length; rank += 1) {
      const term = order[rank] as number;
      const end = sorted.ends[term] as number;
      const { bytes, offsets } = this.terms;
      const start = offsets[term] as number;
      writer.startTerm(bytes, start, offsets[term + 1] as number, end - first);
      this.writeTerm(writer, sorted, first, end);
      writer.endTerm();
      first = end;
      if (first > sliceEnd) {
        sliceEnd = first + SLICE_TOKENS;
        yield;
      }
    }
    return yield* writer.finish(sections, this.rowCount);
  }

  /**
   * A counting sort of the token stream by term. It is stable, so that a term's tokens stay in
   * document order, and leaves in `ends` where each term's tokens end.
   */
  private *sortTokens(order: Uint32Array): Generator<void, SortedTokens> {
    const { tokenTerm, tokens } = this;
    const next = new Int32Array(order.length);
    for (let i = 0; i < tokens; i += 1) {
      const term = tokenTerm[i] as number;
      next[term] = (next[term] as number) + 1;
    }
    let sum = 0;
    for (let rank = 0; rank < order.length; rank += 1) {
      const term = order[rank] as number;
      const count = next[term] as number;
      next[term] = sum;
      sum += count;
    }
    const docs = new Int32Array(tokens);
    const sources = new Int32Array(tokens);
    let token = 0;
    let sliceEnd = SLICE_TOKENS;
    for (let i = 0; i < this.rowCount; i += 1) {
      const row = this.rows[i] as number;
      const end = this.rowEnd[i] as number;
      for (; token < end; token += 1) {
        const term = tokenTerm[token] as number;
        const at = next[term] as number;
        next[term] = at + 1;
        docs[at] = row;
        sources[at] = token;
      }
      if (token > sliceEnd) {
        sliceEnd = token + SLICE_TOKENS;
        yield;
      }
    }
    return { ends: next, docs, sources };
  }

  /** Collapses a term's tokens [first, end) to postings. */
  private writeTerm(
    writer: PostingsWriter,
    sorted: SortedTokens,
    first: number,
    end: number,
  ): void {
    const { docs, sources } = sorted;
    const { freqs, positions, offsets } = this.options;
    const target = writer.tokens;
    let i = first;
    while (i < end) {
      const doc = docs[i] as number;
      let after = i + 1;
      while (after < end && docs[after] === doc) after += 1;
      const freq = freqs ? after - i : 1;
      if (positions) {
        target.reserve(freq);
        const { tokenPosition } = this;
        const out = target.position;
        const at = target.n - i;
        for (let j = i; j < after; j += 1)
          out[at + j] = tokenPosition[sources[j] as number] as number;
        if (offsets) this.copyOffsets(target, sources, i, after);
        target.n += freq;
      }
      writer.docs[writer.n] = doc;
      writer.freqs[writer.n] = freq;
      writer.n += 1;
      if (writer.n === writer.docs.length) writer.flushBlock();
      i = after;
    }
  }

  private copyOffsets(
    target: PostingsWriter['tokens'],
    sources: Int32Array,
    first: number,
    end: number,
  ): void {
    for (let j = first, at = target.n; j < end; j += 1, at += 1) {
      const token = sources[j] as number;
      target.start[at] = this.tokenStart[token] as number;
      target.length[at] = this.tokenLength[token] as number;
    }
  }

  private norms(documents: number): Uint8Array {
    const norms = new Uint8Array(documents);
    for (let i = 0; i < this.rowCount; i += 1) {
      norms[this.rows[i] as number] = encodeLength(this.rowLength[i] as number);
    }
    return norms;
  }

  private growTokens(): void {
    this.tokenTerm = doubled(this.tokenTerm, Int32Array);
    this.tokenPosition = doubled(this.tokenPosition, Int32Array);
    if (!this.options.offsets) return;
    this.tokenStart = doubled(this.tokenStart, Int32Array);
    this.tokenLength = doubled(this.tokenLength, Int32Array);
  }
}

interface SortedTokens {
  /** By term: where its tokens end in the sorted order. */
  readonly ends: Int32Array;
  /** Row of each token, in sorted order. */
  readonly docs: Int32Array;
  /** Place of each token in the stream, in sorted order. */
  readonly sources: Int32Array;
}
