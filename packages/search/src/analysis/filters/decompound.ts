import type { WordSet } from '../core/word-list.ts';

export interface DecompoundOptions {
  readonly words: WordSet;
  readonly minWordSize: number;
  readonly minSubwordSize: number;
  readonly maxSubwordSize: number;
  readonly onlyLongestMatch: boolean;
}

/** The dictionary words inside a word, by where they begin, shorter first. */
export function subwords(term: string, options: DecompoundOptions): string[] {
  const found: string[] = [];
  if (term.length < options.minWordSize) return found;
  for (let start = 0; start <= term.length - options.minSubwordSize; start++) {
    let longest: string | null = null;
    for (let size = options.minSubwordSize; size <= options.maxSubwordSize; size++) {
      if (start + size > term.length) break;
      const part = term.slice(start, start + size);
      if (!options.words.has(part)) continue;
      if (!options.onlyLongestMatch) found.push(part);
      else if (longest === null || longest.length < part.length) longest = part;
    }
    if (longest !== null) found.push(longest);
  }
  return found;
}
