import { expect, test } from 'bun:test';
import { type Candidate, corrections, original } from './corrections.ts';
import { type Counts, parseSmoothing } from './language-model.ts';

const SEEN: Readonly<Record<string, number>> = {
  nobel: 3,
  noble: 4,
  prize: 5,
  'nobel prize': 3,
};
const counts: Counts = { of: (words) => SEEN[words.join(' ')] ?? 0, total: 20, vocabulary: 8 };

const same = (word: string): Candidate => ({ word, channel: 0.95, isChanged: false });
const other = (word: string): Candidate => ({ word, channel: 0.8, isChanged: true });

function all(maxErrors: number, gramSize = 2): string[] {
  const smoothing = parseSmoothing(undefined);
  const channel = { counts, smoothing, gramSize, maxErrors };
  const places = [
    [same('nobell'), other('noble'), other('nobel')],
    [same('prise'), other('prize')],
  ];
  const least = original(places, channel).score;
  const work = corrections(places, channel);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value
    .filter(({ score }) => score > least)
    .map(({ words }) => words.map(({ word }) => word).join(' '));
}

test('words that were seen together win over commoner ones', () => {
  expect(all(2)[0]).toBe('nobel prize');
  expect(all(2, 1)[0]).toBe('noble prize');
});

test('no more words are changed than allowed', () => {
  expect(all(1)).not.toContain('nobel prize');
  expect(all(1)).toContain('nobell prize');
  expect(all(0)).toEqual([]);
});

test('models of language', () => {
  const model = (name: string, options: [string, number][]) =>
    parseSmoothing(new Map([[name, new Map(options)]]));
  const backoff = model('stupid_backoff', [['discount', 0.5]]);
  expect(backoff(['nobel', 'prize'], counts)).toBe(1);
  expect(backoff(['noble', 'prize'], counts)).toBeCloseTo((0.5 * 6) / 28, 10);
  expect(model('laplace', [['alpha', 1]])(['nobel', 'prize'], counts)).toBeCloseTo(4 / 11, 10);
  const lambdas: [string, number][] = [
    ['trigram_lambda', 0.5],
    ['bigram_lambda', 0.25],
    ['unigram_lambda', 0.25],
  ];
  const linear = model('linear_interpolation', lambdas);
  expect(linear(['nobel', 'prize'], counts)).toBeCloseTo(0.25 + (0.25 * 6) / 28, 10);
  expect(() => model('linear_interpolation', [['trigram_lambda', 1]])).toThrow('Required');
  expect(() => model('nonsense', [])).toThrow('nonsense');
});
