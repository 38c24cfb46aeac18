import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTable, writeTable } from './tsv.ts';

const SUITE_HEAD = 'unit\ttheme\tpassed\tpassed by the real server';
const OPEN_HEAD = 'unit\ttest\tkind\tcause, and what it would take';

/**
 * Takes over the results of a run of the suite: the figures of its units, and the tests that did not
 * pass. A test that was listed before keeps its kind and cause; a new one is `open` until somebody
 * finds out why.
 */
export function takeOver(folder: string): void {
  const lines = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  const results = lines('results.tsv');
  const ran = new Set(results.map(([unit]) => unit as string));
  const before = readTable('suite.tsv');
  const themes = new Map(before.map(([unit = '', theme = '']) => [unit, theme]));
  const fresh = results.map(([unit = '', passed = '0', , , base = '0']) => [
    unit,
    themes.get(unit) ?? 'other',
    passed,
    base,
  ]);
  const kept = before.filter(([unit]) => !ran.has(unit as string));
  writeTable('suite.tsv', SUITE_HEAD, [...kept, ...fresh].sort(byUnit));
  const known = new Map(
    readTable('open-tests.tsv').map((row) => [`${row[0]}\t${row[1]}`, row] as const),
  );
  const failed = lines('tests.tsv')
    .filter(([, status]) => status !== 'ok' && status !== 'outside')
    .map(([unit = '', , , test = '']) => known.get(`${unit}\t${test}`) ?? [unit, test, 'open', '']);
  const others = [...known.values()].filter(([unit]) => !ran.has(unit as string));
  const unique = new Map([...others, ...failed].map((row) => [`${row[0]}\t${row[1]}`, row]));
  writeTable('open-tests.tsv', OPEN_HEAD, [...unique.values()].sort(byUnit));
}

function byUnit(a: readonly string[], b: readonly string[]): number {
  return (a[0] as string) < (b[0] as string) ? -1 : a[0] === b[0] ? 0 : 1;
}
