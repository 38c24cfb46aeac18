import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { DataDir } from './data-dir.ts';

test('does not depend on where a command is typed', () => {
  expect(new DataDir().path).toBe(join(import.meta.dir, '../../../data'));
});

test('makes its directories for this user only, and leaves nothing else', () => {
  const dir = join(tempDir('data'), 'a/b');
  const data = new DataDir(dir);
  data.prepare(['kv']);
  expect(readdirSync(dir).sort()).toEqual(['kv', 'logs', 'run']);
  expect(statSync(join(dir, 'kv')).mode & 0o777).toBe(0o700);
  data.prepare(['kv']);
  expect(readdirSync(join(dir, 'kv'))).toEqual([]);
});

test('looks without making anything', () => {
  const dir = join(tempDir('data'), 'a/b');
  expect(new DataDir(dir).trouble()).toBeUndefined();
  expect(new DataDir(dir).nearestExisting).toBe(join(dir, '../..'));
});

test('the control socket has a path that the system accepts', () => {
  const deep = join(tempDir('data'), 'x'.repeat(100));
  mkdirSync(deep);
  expect(Buffer.byteLength(new DataDir(deep).socket)).toBeLessThan(104);
  expect(new DataDir(deep).socket).not.toBe(new DataDir(`${deep}y`).socket);
});
