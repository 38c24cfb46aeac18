import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { nearTerms, type TermDictionary } from './near-terms.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function dictionary(words: readonly string[]): TermDictionary {
  const terms = [...new Set(words)].map((word) => encoder.encode(word)).sort(Buffer.compare);
  const texts = terms.map((term) => decoder.decode(term));
  return {
    find: (key) => texts.indexOf(decoder.decode(key)),
    termBytes: (term) => terms[term]!,
    prefixRange: (prefix) => {
      const head = decoder.decode(prefix);
      const first = texts.findIndex((text) => text.startsWith(head));
      if (first < 0) return [0, 0];
      return [first, texts.findLastIndex((text) => text.startsWith(head)) + 1];
    },
  };
}

/** Edits between two words, a swap of neighbours being one. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      let best = Math.min(
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

test('finds every term that is near, and no other', () => {
  const random = seededRandom('near terms');
  const word = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 6) },
      () => 'abc'[Math.floor(random() * 3)],
    ).join('');
  const words = Array.from({ length: 400 }, word);
  const terms = dictionary(words);
  for (let i = 0; i < 60; i += 1) {
    const wanted = word();
    for (const edits of [0, 1, 2]) {
      const found = [...nearTerms(terms, wanted, edits, new Uint8Array(0), true)];
      const near = found.map(({ term, edits: own }) => `${decoder.decode(term)}:${own}`).sort();
      const all = [...new Set(words)]
        .map((one) => ({ one, own: distance(wanted, one) }))
        .filter(({ own }) => own <= edits)
        .map(({ one, own }) => `${one}:${own}`)
        .sort();
      expect(near).toEqual(all);
    }
  }
});
