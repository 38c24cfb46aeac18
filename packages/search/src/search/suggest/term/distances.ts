/** How alike two words are, between 0 and 1; `edits` is the distance the dictionary was searched with. */
export type Distance = (word: string, other: string, edits: number) => number;

export type DistanceName =
  | 'internal'
  | 'damerau_levenshtein'
  | 'levenshtein'
  | 'jaro_winkler'
  | 'ngram';

export const DISTANCES: Readonly<Record<DistanceName, Distance>> = {
  internal: (word, other, edits) =>
    Math.fround(1 - edits / Math.min([...word].length, [...other].length)),
  damerau_levenshtein: (word, other) =>
    relative(editDistance([...word], [...other], true), word, other),
  levenshtein: (word, other) => relative(editDistance([...word], [...other], false), word, other),
  jaro_winkler: (word, other) => Math.fround(jaroWinkler([...word], [...other])),
  ngram: (word, other) => Math.fround(ngram([...word], [...other], 2)),
};

function relative(edits: number, word: string, other: string): number {
  return Math.fround(1 - edits / Math.max([...word].length, [...other].length, 1));
}

export function editDistance(
  a: readonly string[],
  b: readonly string[],
  transpositions: boolean,
): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(
        (above[j - 1] as number) + cost,
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
      );
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (transpositions && isSwap) best = Math.min(best, (before[j - 2] as number) + 1);
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length] as number;
}

const PREFIX_WEIGHT = 0.1;
const LIKE_ENOUGH = 0.7;

function jaroWinkler(a: readonly string[], b: readonly string[]): number {
  const reach = Math.max(Math.floor(Math.max(a.length, b.length) / 2) - 1, 0);
  const taken = new Set<number>();
  const ours: string[] = [];
  for (const [i, char] of a.entries()) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j += 1) {
      if (taken.has(j) || b[j] !== char) continue;
      taken.add(j);
      ours.push(char);
      break;
    }
  }
  if (ours.length === 0) return 0;
  const theirs = [...taken].sort((x, y) => x - y).map((j) => b[j]);
  const swaps = Math.floor(ours.filter((char, i) => char !== theirs[i]).length / 2);
  const m = ours.length;
  const jaro = (m / a.length + m / b.length + (m - swaps) / m) / 3;
  if (jaro < LIKE_ENOUGH) return jaro;
  let prefix = 0;
  while (prefix < Math.min(a.length, b.length) && a[prefix] === b[prefix]) prefix += 1;
  const weight = Math.min(PREFIX_WEIGHT, 1 / Math.max(a.length, b.length));
  return jaro + weight * prefix * (1 - jaro);
}

/** Edits between words whose letters are compared with those before them. */
function ngram(a: readonly string[], b: readonly string[], n: number): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const longest = Math.max(a.length, b.length);
  if (a.length < n || b.length < n) {
    const same = a.filter((char, i) => char === b[i]).length;
    return same / longest;
  }
  const at = (chars: readonly string[], i: number) => (i < 0 ? '' : (chars[i] as string));
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      let counted = n;
      let wrong = 0;
      for (let k = 0; k < n; k += 1) {
        const [x, y] = [at(a, i - n + k), at(b, j - n + k)];
        if (x !== y) wrong += 1;
        // Places before the first letter agree and count for nothing.
        else if (x === '') counted -= 1;
      }
      row.push(
        Math.min(
          (above[j] as number) + 1,
          (row[j - 1] as number) + 1,
          (above[j - 1] as number) + wrong / Math.max(counted, 1),
        ),
      );
    }
    above = row;
  }
  return 1 - (above[b.length] as number) / longest;
}
