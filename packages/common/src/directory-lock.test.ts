import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { eventually } from '@tandem/testkit/eventually.ts';
import { startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { DirectoryLock } from './directory-lock.ts';

const module = join(import.meta.dir, 'directory-lock.ts');

test('one process at a time, and a killed one leaves nothing behind', async () => {
  const path = join(tempDir('lock'), 'lock');
  const holder = startProcess([
    process.execPath,
    '-e',
    `import { DirectoryLock } from '${module}';
     import { spawn } from 'node:child_process';
     console.log(DirectoryLock.take('${path}') !== undefined);
     console.log('child', spawn('sleep', ['1000'], { stdio: 'ignore', detached: true }).pid);
     setInterval(() => {}, 1000);`,
  ]);
  await holder.output(/child \d+/);
  expect(holder.stdout).toStartWith('true');
  expect(DirectoryLock.take(path)).toBeUndefined();
  expect(DirectoryLock.holder(path)).toBe(String(holder.pid));

  await holder.stop('SIGKILL');
  const lock = await eventually('the lock', () => DirectoryLock.take(path));
  expect(DirectoryLock.holder(path)).toBe(String(process.pid));
  lock.release();
  process.kill(Number(/child (\d+)/.exec(holder.stdout)?.[1]), 'SIGKILL');
});
