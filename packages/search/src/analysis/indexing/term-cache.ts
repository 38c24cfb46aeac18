/**
 * What a chain of filters makes of a term, remembered by the term's bytes. Words come again and again: a word seen
 * before costs a look-up and no string. The memory is bounded; when it is full, it starts anew.
 */
import type { TokenFilterFactory } from '../core/components.ts';
import { Tokenizer, type TokenStream } from '../core/stream.ts';

const FIRST_SLOTS = 1024;
const MAX_TERMS = 16_384;
const MAX_BYTES = 1 << 20;
/** Longer terms are rarely seen twice. */
const MAX_KEY = 64;
/** Numbers kept of a term: start and end of its key, start and end of what it becomes (-1: it is dropped). */
const ENTRY = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text of one token. */
class OneTerm extends Tokenizer {
  private isDone = false;

  override reset(): void {
    this.isDone = false;
  }

  override next(): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    return this.emit(0, this.text.length, 'word');
  }
}

export class TermCache {
  /** Keys and results, one behind the other. */
  bytes = new Uint8Array(FIRST_SLOTS * 16);
  /** Where in `bytes` the result of the last look-up is. */
  start = 0;
  end = 0;
  private used = 0;
  private count = 0;
  /** By hash: number of the term, counted from 1. A power of two long. */
  private slots = new Int32Array(FIRST_SLOTS);
  private entries = new Int32Array((FIRST_SLOTS / 2) * ENTRY);
  private readonly source = new OneTerm();
  private readonly stream: TokenStream;

  constructor(filters: readonly TokenFilterFactory[]) {
    this.stream = filters.reduce<TokenStream>((input, filter) => filter.create(input), this.source);
  }

  /** Leaves the result in `start` and `end`; false when the filters drop the term. */
  find(key: Uint8Array, from: number, to: number): boolean {
    const { slots, entries, bytes } = this;
    const length = to - from;
    const mask = slots.length - 1;
    let hash = length;
    for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (key[i] as number), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let number = slots[slot] as number; number !== 0; number = slots[slot] as number) {
      const entry = (number - 1) * ENTRY;
      const known = entries[entry] as number;
      if ((entries[entry + 1] as number) - known === length) {
        let i = 0;
        while (i < length && bytes[known + i] === key[from + i]) i += 1;
        if (i === length) {
          this.start = entries[entry + 2] as number;
          this.end = entries[entry + 3] as number;
          return this.start >= 0;
        }
      }
      slot = (slot + 1) & mask;
    }
    return this.add(key, from, to, slot);
  }

  private add(key: Uint8Array, from: number, to: number, slot: number): boolean {
    const text = decoder.decode(key.subarray(from, to));
    this.source.setText(text, null);
    this.stream.reset();
    const result = this.stream.next() ? this.stream.token.term : undefined;
    const length = to - from;
    const room = length + (result === undefined ? 0 : result.length * 3);
    const isKept = length <= MAX_KEY;
    if (this.count >= MAX_TERMS || this.used + room > MAX_BYTES) this.clear();
    this.reserve(this.used + room);
    const start = this.used;
    if (isKept) this.bytes.set(key.subarray(from, to), start);
    let end = start + (isKept ? length : 0);
    this.start = -1;
    this.end = -1;
    if (result !== undefined) {
      this.start = end;
      end += encoder.encodeInto(result, this.bytes.subarray(end)).written;
      this.end = end;
    }
    if (!isKept) return result !== undefined;
    this.used = end;
    const entry = this.count * ENTRY;
    this.entries[entry] = start;
    this.entries[entry + 1] = start + length;
    this.entries[entry + 2] = this.start;
    this.entries[entry + 3] = this.end;
    this.count += 1;
    if (this.slots[slot] === 0 && this.count * 2 <= this.slots.length) {
      this.slots[slot] = this.count;
    } else this.rehash();
    return result !== undefined;
  }

  private clear(): void {
    this.slots.fill(0);
    this.count = 0;
    this.used = 0;
  }

  private reserve(size: number): void {
    if (this.bytes.length >= size) return;
    const larger = new Uint8Array(Math.max(size, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** Makes the table twice as long when it is half full, and puts every term in its place. */
  private rehash(): void {
    if (this.count * 2 > this.slots.length) {
      const length = this.slots.length * 2;
      const entries = new Int32Array((length / 2) * ENTRY);
      entries.set(this.entries);
      this.entries = entries;
      this.slots = new Int32Array(length);
    } else this.slots.fill(0);
    const { slots, entries, bytes } = this;
    const mask = slots.length - 1;
    for (let number = 1; number <= this.count; number += 1) {
      const from = entries[(number - 1) * ENTRY] as number;
      const to = entries[(number - 1) * ENTRY + 1] as number;
      let hash = to - from;
      for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
  }
}
