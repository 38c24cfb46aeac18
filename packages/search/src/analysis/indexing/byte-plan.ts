import type { Analyzer } from '../core/analyzer.ts';
import type { WordSet } from '../core/word-list.ts';
import { TermCache } from './term-cache.ts';

/** What a chain does, where all of it can be done on bytes. */
export interface BytePlan {
  readonly maxTokenLength: number;
  readonly lowercase: boolean;
  readonly stop: StopBytes | null;
  /** For chains that do more than these two: what they make of a term. */
  readonly terms: TermCache | null;
}

/** Fields of one analyzer share what it makes of terms. */
const caches = new WeakMap<Analyzer, TermCache>();

function cacheOf(analyzer: Analyzer): TermCache {
  let cache = caches.get(analyzer);
  if (cache === undefined) {
    cache = new TermCache(analyzer.filters);
    caches.set(analyzer, cache);
  }
  return cache;
}

export function bytePlan(analyzer: Analyzer): BytePlan | null {
  const maxTokenLength = analyzer.tokenizer.standardWords;
  if (maxTokenLength === undefined || analyzer.charFilters.length > 0) return null;
  let lowercase = false;
  let stop: StopBytes | null = null;
  let isSimple = true;
  for (const filter of analyzer.filters) {
    const action = filter.onBytes;
    if (action === 'lowercase' && stop === null) lowercase = true;
    else if (typeof action === 'object' && stop === null && !action.stop.ignoreCase) {
      stop = new StopBytes(action.stop);
    } else isSimple = false;
  }
  if (isSimple) return { maxTokenLength, lowercase, stop, terms: null };
  if (!analyzer.filters.every(({ perTerm }) => perTerm === true)) return null;
  return { maxTokenLength, lowercase: false, stop: null, terms: cacheOf(analyzer) };
}

const encoder = new TextEncoder();

/** Stop words, looked up by their bytes. */
export class StopBytes {
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
