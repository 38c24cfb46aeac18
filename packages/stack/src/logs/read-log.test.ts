import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { LogFollower, lastLines } from './read-log.ts';
import { RotatingLog } from './rotating-log.ts';

test('the last lines reach back into rotated files', () => {
  const path = join(tempDir('log'), 'a.log');
  writeFileSync(`${path}.2`, 'one\ntwo\n');
  writeFileSync(`${path}.1`, 'three\n');
  writeFileSync(path, 'four\nfive\n');
  expect(lastLines(path, 2)).toEqual(['four', 'five']);
  expect(lastLines(path, 4)).toEqual(['two', 'three', 'four', 'five']);
  expect(lastLines(path, 100)).toEqual(['one', 'two', 'three', 'four', 'five']);
  expect(lastLines(path, 0)).toEqual([]);
  expect(lastLines(`${path}.none`, 5)).toEqual([]);
});

test('the last lines of a large file are found without counting from its beginning', () => {
  const path = join(tempDir('log'), 'a.log');
  const lines = Array.from({ length: 50_000 }, (_, i) => `line number ${i}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  expect(lastLines(path, 10_000)).toEqual(lines.slice(-10_000));
});

test('following sees every line once, whatever is rotated in between', () => {
  const path = join(tempDir('log'), 'a.log');
  const log = new RotatingLog(path, 200, 2);
  log.write('before\n');
  const follower = new LogFollower(path);
  const seen: string[] = [];
  for (let i = 0; i < 300; i += 1) {
    log.write(`line ${i}\n`);
    if (i % 7 === 0) seen.push(...follower.poll());
  }
  seen.push(...follower.poll());
  expect(seen).toEqual(Array.from({ length: 300 }, (_, i) => `line ${i}`));
  follower.close();
  log.close();
});

test('following waits for a log that does not exist yet, and for the end of a line', () => {
  const path = join(tempDir('log'), 'a.log');
  const follower = new LogFollower(path);
  expect(follower.poll()).toEqual([]);
  writeFileSync(path, 'whole\nhal');
  expect(follower.poll()).toEqual(['whole']);
  writeFileSync(path, 'f\n', { flag: 'a' });
  expect(follower.poll()).toEqual(['half']);
  follower.close();
});
