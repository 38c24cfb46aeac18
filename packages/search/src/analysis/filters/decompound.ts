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

/**
 * The parts between breaks that are words of the list (without one: all), by where they begin, shorter first. A part
 * that is a word but for its last letter counts as that word: compounds put an s between their parts.
 */
export function subwordsAtBreaks(
  term: string,
  breaks: readonly number[],
  options: Omit<DecompoundOptions, 'words'> & { readonly words: WordSet | undefined },
): string[] {
  const found: string[] = [];
  const { words, minSubwordSize, maxSubwordSize, onlyLongestMatch } = options;
  for (const [i, start] of breaks.entries()) {
    let longest: string | undefined;
    for (const end of breaks.slice(i + 1)) {
      const size = end - start;
      if (size > maxSubwordSize) break;
      if (size < minSubwordSize) continue;
      const part = term.slice(start, end);
      const word = [part, part.slice(0, -1)].find((form) => words === undefined || words.has(form));
      if (word === undefined) continue;
      if (!onlyLongestMatch) found.push(word);
      else if (longest === undefined || longest.length < word.length) longest = word;
    }
    if (longest !== undefined) found.push(longest);
  }
  return found;
}
