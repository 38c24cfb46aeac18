import type { Analyzer } from '../core/analyzer.ts';
import type { WordSet } from '../core/word-list.ts';
import { findWords, isAscii, lowercaseAscii } from './ascii-words.ts';

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

/** What a chain does, where all of it can be done on ASCII bytes. */
interface BytePlan {
  readonly maxTokenLength: number;
  readonly lowercase: boolean;
  readonly stop: StopBytes | null;
}

function bytePlan(analyzer: Analyzer): BytePlan | null {
  const maxTokenLength = analyzer.tokenizer.standardWords;
  if (maxTokenLength === undefined || analyzer.charFilters.length > 0) return null;
  let lowercase = false;
  let stop: StopBytes | null = null;
  for (const filter of analyzer.filters) {
    const action = filter.onBytes;
    if (action === 'lowercase' && stop === null) lowercase = true;
    else if (typeof action === 'object' && stop === null && !action.stop.ignoreCase) {
      stop = new StopBytes(action.stop);
    } else return null;
  }
  return { maxTokenLength, lowercase, stop };
}

/** ASCII stop words, looked up by their bytes. */
class StopBytes {
  readonly #byKey = new Map<number, Uint8Array[]>();
  /** Bit n: there is a word of n bytes. */
  readonly #lengths: number;

  constructor(words: WordSet) {
    let lengths = 0;
    for (const word of words.values()) {
      const bytes = encoder.encode(word);
      if (bytes.length === 0 || bytes.length > 31) continue;
      lengths |= 1 << bytes.length;
      const key = this.#key(bytes, 0, bytes.length);
      const list = this.#byKey.get(key) ?? [];
      list.push(bytes);
      this.#byKey.set(key, list);
    }
    this.#lengths = lengths;
  }

  has(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (length > 31 || (this.#lengths & (1 << length)) === 0) return false;
    const list = this.#byKey.get(this.#key(bytes, start, end));
    if (list === undefined) return false;
    for (const word of list) {
      let i = 0;
      while (i < length && word[i] === bytes[start + i]) i++;
      if (i === length) return true;
    }
    return false;
  }

  #key(bytes: Uint8Array, start: number, end: number): number {
    return (
      ((end - start) << 24) |
      ((bytes[start] as number) << 16) |
      ((bytes[(start + end) >> 1] as number) << 8) |
      (bytes[end - 1] as number)
    );
  }
}

/**
 * Feeds the values of a field to a sink. Positions and offsets run on from value to value with the analyzer's gaps;
 * `begin` starts a new document. Text in ASCII goes through as bytes when the chain allows it; everything else goes
 * through the token stream. Both give the same tokens.
 */
export class FieldTokens {
  readonly #analyzer: Analyzer;
  readonly #plan: BytePlan | null;
  #buffer = new Uint8Array(FIRST_BUFFER);
  /** The same bytes, four at a time. */
  #view = new Int32Array(this.#buffer.buffer);
  #bounds = new Int32Array(FIRST_BUFFER);
  #termBuffer = new Uint8Array(256);
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
    if (this.#plan !== null) {
      this.#reserve(text.length);
      // Each unit beyond ASCII takes more than one byte, so equal counts mean there is none.
      const { read, written } = encoder.encodeInto(text, this.#buffer);
      if (read === text.length && written === read && this.#addAscii(written, sink)) return;
    }
    this.#addStream(text, sink);
  }

  /** Adds one value given as UTF-8. */
  addUtf8(bytes: Uint8Array, start: number, end: number, sink: ByteTokenSink): void {
    this.#startValue();
    const length = end - start;
    if (this.#plan !== null) {
      this.#reserve(length);
      this.#buffer.set(bytes.subarray(start, end));
      this.#buffer.fill(0, length, length + 4);
      if (isAscii(this.#view, (length + 3) >> 2) && this.#addAscii(length, sink)) return;
    }
    this.#addStream(decoder.decode(bytes.subarray(start, end)), sink);
  }

  /** Room for a text and the zero bytes behind it, and for its word bounds. */
  #reserve(length: number): void {
    if (this.#buffer.length >= length + SLACK) return;
    const size = (length * 2 + SLACK + 3) & ~3;
    this.#buffer = new Uint8Array(size);
    this.#view = new Int32Array(this.#buffer.buffer);
    this.#bounds = new Int32Array(size);
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
    const { maxTokenLength, lowercase, stop } = this.#plan as BytePlan;
    const bytes = this.#buffer;
    const bounds = this.#bounds;
    bytes.fill(0, length, length + 4);
    if (lowercase) lowercaseAscii(this.#view, (length + 3) >> 2);
    const count = findWords(bytes, length, bounds);
    if (length > maxTokenLength && hasLongWord(bounds, count, maxTokenLength)) return false;
    const base = this.#offset;
    let position = this.#position;
    for (let i = 0; i < count; i += 2) {
      const start = bounds[i] as number;
      const end = bounds[i + 1] as number;
      position++;
      if (stop?.has(bytes, start, end)) continue;
      sink.token(bytes, start, end, position, base + start, base + end);
    }
    this.#position = position;
    this.#offset = base + length;
    return true;
  }

  #addStream(text: string, sink: ByteTokenSink): void {
    const stream = this.#analyzer.stream(text);
    const token = stream.token;
    let position = this.#position;
    while (stream.next()) {
      position += token.positionIncrement;
      const term = token.term;
      if (this.#termBuffer.length < term.length * 3)
        this.#termBuffer = new Uint8Array(term.length * 6);
      const { written } = encoder.encodeInto(term, this.#termBuffer);
      sink.token(
        this.#termBuffer,
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
