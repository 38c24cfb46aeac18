import { readFileSync } from 'node:fs';
import { kindOf } from './search-kinds.ts';
import { readTable, writeTable } from './tsv.ts';

const SUITE_HEAD = 'folder\tpassed\tfailed\tleft out';
const OPEN_HEAD = 'file\ttest\tkind\tcause';
const MAX_CAUSE = 160;

export function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

/**
 * Takes over the results of a run: the figures of its folders, and the tests that did not pass with
 * what the runner said of them. A test that was listed before keeps its kind, perhaps a better one than
 * a table can find, as long as it fails in the same way.
 */
export function takeOverSearch(file: string): void {
  const results = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const ran = new Set(results.map(([path = '']) => folderOf(path)));
  const counts = new Map([...ran].map((folder) => [folder, { pass: 0, fail: 0, skip: 0 }]));
  for (const [path = '', , status = ''] of results) {
    const of = counts.get(folderOf(path));
    if (of !== undefined && status in of) of[status as keyof typeof of] += 1;
  }
  const fresh = [...counts].map(([folder, { pass, fail, skip }]) =>
    [folder, pass, fail, skip].map(String),
  );
  const kept = readTable('search-suite.tsv').filter(([folder = '']) => !ran.has(folder));
  writeTable('search-suite.tsv', SUITE_HEAD, [...kept, ...fresh].sort(byFirst));
  const before = readTable('search-open-tests.tsv');
  const known = new Map(before.map((row) => [`${row[0]}\t${row[1]}`, row] as const));
  const failed = results
    .filter(([, , status]) => status === 'fail')
    .map(([path = '', test = '', , , reason = '']) => {
      const given = known.get(`${path}\t${test}`);
      const cause = causeOf(reason);
      const kind = given?.[3] === cause ? (given[2] as string) : kindOf(path, test, reason);
      return [path, test, kind, cause];
    });
  const others = before.filter(([path = '']) => !ran.has(folderOf(path)));
  writeTable('search-open-tests.tsv', OPEN_HEAD, [...others, ...failed].sort(byFirst));
}

/** What the runner said, without addresses of its run and texts of its tests, and not too long. */
function causeOf(reason: string): string {
  const text = reason
    .replace(/\b127\.0\.0\.1:\d+\b/g, 'host:port')
    .replace(/expected error \/.*\/ but got/, 'expected another error but got')
    .replace(/\s+/g, ' ');
  return text.length <= MAX_CAUSE ? text : `${text.slice(0, MAX_CAUSE - 1)}…`;
}

function byFirst(a: readonly string[], b: readonly string[]): number {
  return (a[0] as string) < (b[0] as string) ? -1 : a[0] === b[0] ? 0 : 1;
}
