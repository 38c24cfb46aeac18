import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { RotatingLog } from './rotating-log.ts';

test('keeps the newest lines in a bounded number of bounded files', () => {
  const dir = tempDir('log');
  const log = new RotatingLog(join(dir, 'a.log'), 100, 2);
  for (let i = 0; i < 200; i += 1) log.write(`line ${i}\n`);
  log.close();
  expect(readdirSync(dir).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
  const files = ['a.log.2', 'a.log.1', 'a.log'].map((name) =>
    readFileSync(join(dir, name), 'utf8'),
  );
  for (const file of files) expect(file.length).toBeLessThanOrEqual(100);
  const lines = files.join('').trimEnd().split('\n');
  const first = Number(lines[0]?.split(' ')[1]);
  expect(lines).toEqual(Array.from({ length: 200 - first }, (_, i) => `line ${first + i}`));
});

test('goes on where an earlier run stopped, and counts its bytes', () => {
  const dir = tempDir('log');
  const path = join(dir, 'a.log');
  const first = new RotatingLog(path, 100, 1);
  first.write('x'.repeat(90));
  first.close();
  const second = new RotatingLog(path, 100, 1);
  second.write('y'.repeat(20));
  second.close();
  expect(readFileSync(path, 'utf8')).toBe('y'.repeat(20));
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('x'.repeat(90));
});

test('remembers the last lines, also an unfinished one, until a new process starts', () => {
  const log = new RotatingLog(join(tempDir('log'), 'a.log'));
  for (let i = 0; i < 30; i += 1) log.write(`${i}\nhalf `);
  expect(log.tail).toHaveLength(20);
  expect(log.tail.slice(-2)).toEqual(['half 29', 'half ']);
  log.forget();
  expect(log.tail).toEqual([]);
  log.close();
});
