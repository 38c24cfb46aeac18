import { expect, test } from 'bun:test';
import { DISTANCES, editDistance } from './distances.ts';

test('distances of words', () => {
  expect(editDistance([...'meetpu'], [...'meetup'], true)).toBe(1);
  expect(editDistance([...'meetpu'], [...'meetup'], false)).toBe(2);
  expect(DISTANCES.internal('meetpu', 'meetup', 1)).toBeCloseTo(5 / 6, 6);
  expect(DISTANCES.levenshtein('meetpu', 'meetup', 1)).toBeCloseTo(4 / 6, 6);
  expect(DISTANCES.damerau_levenshtein('meetpu', 'meetup', 1)).toBeCloseTo(5 / 6, 6);
  expect(DISTANCES.jaro_winkler('martha', 'marhta', 1)).toBeCloseTo(0.961, 3);
  expect(DISTANCES.jaro_winkler('abc', 'xyz', 3)).toBe(0);
});

test('the same word is as like as can be', () => {
  for (const distance of Object.values(DISTANCES)) expect(distance('word', 'word', 0)).toBe(1);
  for (const name of ['ngram', 'levenshtein'] as const) {
    const near = DISTANCES[name]('university', 'univearsitty', 2);
    expect(near).toBeGreaterThan(0.5);
    expect(near).toBeLessThan(1);
  }
});
