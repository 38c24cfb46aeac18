import type { Analyzer } from '../core/analyzer.ts';
import { findWords, isAscii, lowercaseAscii } from './ascii-words.ts';
import { type BytePlan, bytePlan } from './byte-plan.ts';
import { Utf8Words, WORD } from './utf8-words.ts';

/** Takes tokens as bytes; the write buffer's fields are such sinks. */
export interface ByteTokenSink {
  token(
    bytes: Uint8Array,
    start: number,
    end: number,
    position: number,
    startOffset: number,
    endOffset: number,
  ): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const FIRST_BUFFER = 4096;
const SLACK = 8;
/** Long texts go through piece by piece, cut behind a space, so that the room they need is bounded. */
const PIECE = 1 << 16;
const SPACE = 0x20;
/** Texts up to this length are not cut further for the sake of one character. */
const SMALL = 256;

/** Room to work in, the same for all fields: one text is done before the next begins. */
let buffer = new Uint8Array(FIRST_BUFFER);
/** The same bytes, four at a time. */
let view = new Int32Array(buffer.buffer);
let bounds = new Int32Array(FIRST_BUFFER);
let termBuffer = new Uint8Array(256);
const utf8Words = new Utf8Words();

/** Room for a text and the zero bytes behind it, and for its word bounds. */
function reserve(length: number): void {
  if (buffer.length >= length + SLACK) return;
  const size = (length * 2 + SLACK + 3) & ~3;
  buffer = new Uint8Array(size);
  view = new Int32Array(buffer.buffer);
  bounds = new Int32Array(size);
}

/**
 * Feeds the values of a field to a sink. Positions and offsets run on from value to value with the analyzer's gaps;
 * `begin` starts a new document. Text goes through as bytes when the chain allows it and its characters are among those
 * that the byte paths know; everything else goes through the token stream. All give the same tokens.
 */
export class FieldTokens {
  readonly #analyzer: Analyzer;
  readonly #plan: BytePlan | null;
  #position = -1;
  #offset = 0;
  #values = 0;

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
    this.#plan = bytePlan(analyzer);
  }

  begin(): void {
    this.#position = -1;
    this.#offset = 0;
    this.#values = 0;
  }

  /** Adds one value of the field. */
  add(text: string, sink: ByteTokenSink): void {
    this.#startValue();
    let from = 0;
    while (this.#plan !== null && text.length - from > PIECE) {
      const cut = text.lastIndexOf(' ', from + PIECE) + 1;
      if (cut <= from) break;
      this.#addPiece(text.slice(from, cut), sink);
      from = cut;
    }
    this.#addPiece(from === 0 ? text : text.slice(from), sink);
  }

  #addPiece(text: string, sink: ByteTokenSink): void {
    if (this.#plan !== null && text.length <= PIECE) {
      reserve(text.length);
      // Each unit beyond ASCII takes more than one byte, so equal counts mean there is none.
      const { read, written } = encoder.encodeInto(text, buffer);
      if (read === text.length && written === read) {
        if (this.#addAscii(written, sink)) return;
      } else {
        reserve(text.length * 3);
        if (this.#addWords(encoder.encodeInto(text, buffer).written, sink)) return;
      }
      // Only the part that has what the byte paths do not know need take the stream.
      const cut = text.length > SMALL ? text.lastIndexOf(' ', text.length >> 1) + 1 : 0;
      if (cut > 0) {
        this.#addPiece(text.slice(0, cut), sink);
        this.#addPiece(text.slice(cut), sink);
        return;
      }
    }
    this.#addStream(text, sink);
  }

  /** Adds one value given as UTF-8. */
  addUtf8(bytes: Uint8Array, start: number, end: number, sink: ByteTokenSink): void {
    this.#startValue();
    let from = start;
    while (this.#plan !== null && end - from > PIECE) {
      const cut = bytes.lastIndexOf(SPACE, from + PIECE) + 1;
      if (cut <= from) break;
      this.#addBytes(bytes, from, cut, sink);
      from = cut;
    }
    this.#addBytes(bytes, from, end, sink);
  }

  #addBytes(bytes: Uint8Array, start: number, end: number, sink: ByteTokenSink): void {
    const length = end - start;
    if (this.#plan !== null && length <= PIECE) {
      reserve(length);
      buffer.set(bytes.subarray(start, end));
      buffer.fill(0, length, length + 4);
      const isPlain = isAscii(view, (length + 3) >> 2);
      if (isPlain ? this.#addAscii(length, sink) : this.#addWords(length, sink)) return;
      const cut = length > SMALL ? bytes.lastIndexOf(SPACE, start + (length >> 1)) + 1 : 0;
      if (cut > start) {
        this.#addBytes(bytes, start, cut, sink);
        this.#addBytes(bytes, cut, end, sink);
        return;
      }
    }
    this.#addStream(decoder.decode(bytes.subarray(start, end)), sink);
  }

  #startValue(): void {
    if (this.#values > 0) {
      this.#position += this.#analyzer.positionIncrementGap;
      this.#offset += this.#analyzer.offsetGap;
    }
    this.#values++;
  }

  /** False when a word is too long for this path, in which case nothing has been put out. */
  #addAscii(length: number, sink: ByteTokenSink): boolean {
    const { maxTokenLength, lowercase, stop, terms: cache } = this.#plan as BytePlan;
    const bytes = buffer;
    const words = bounds;
    bytes.fill(0, length, length + 4);
    if (lowercase) lowercaseAscii(view, (length + 3) >> 2);
    const count = findWords(bytes, length, words);
    if (length > maxTokenLength && hasLongWord(words, count, maxTokenLength)) return false;
    const base = this.#offset;
    let position = this.#position;
    for (let i = 0; i < count; i += 2) {
      const start = words[i] as number;
      const end = words[i + 1] as number;
      position++;
      if (cache !== null) {
        if (!cache.find(bytes, start, end)) continue;
        sink.token(cache.bytes, cache.start, cache.end, position, base + start, base + end);
        continue;
      }
      if (stop?.has(bytes, start, end)) continue;
      sink.token(bytes, start, end, position, base + start, base + end);
    }
    this.#position = position;
    this.#offset = base + length;
    return true;
  }

  /** False when the text has something that only the stream knows, in which case nothing has been put out. */
  #addWords(length: number, sink: ByteTokenSink): boolean {
    const { maxTokenLength, lowercase, stop, terms: cache } = this.#plan as BytePlan;
    buffer.fill(0, length, length + 4);
    const found = utf8Words;
    const count = found.find(buffer, length, lowercase, maxTokenLength);
    if (count < 0) return false;
    const { terms, words } = found;
    const base = this.#offset;
    let position = this.#position;
    for (let i = 0; i < count; i += WORD) {
      const start = words[i] as number;
      const end = words[i + 1] as number;
      position++;
      const startOffset = base + (words[i + 2] as number);
      const endOffset = base + (words[i + 3] as number);
      if (cache !== null) {
        if (!cache.find(terms, start, end)) continue;
        sink.token(cache.bytes, cache.start, cache.end, position, startOffset, endOffset);
        continue;
      }
      if (stop?.has(terms, start, end)) continue;
      sink.token(terms, start, end, position, startOffset, endOffset);
    }
    this.#position = position;
    this.#offset = base + found.units;
    return true;
  }

  #addStream(text: string, sink: ByteTokenSink): void {
    const stream = this.#analyzer.stream(text);
    const token = stream.token;
    let position = this.#position;
    while (stream.next()) {
      position += token.positionIncrement;
      const term = token.term;
      if (termBuffer.length < term.length * 3) termBuffer = new Uint8Array(term.length * 6);
      const { written } = encoder.encodeInto(term, termBuffer);
      sink.token(
        termBuffer,
        0,
        written,
        position,
        this.#offset + token.start,
        this.#offset + token.end,
      );
    }
    stream.end();
    this.#position = position + token.positionIncrement;
    this.#offset += token.end;
  }
}

function hasLongWord(bounds: Int32Array, count: number, max: number): boolean {
  for (let i = 0; i < count; i += 2) {
    if ((bounds[i + 1] as number) - (bounds[i] as number) > max) return true;
  }
  return false;
}
