import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';

const root = join(import.meta.dir, '../..');

/** A clone of the working tree, uncommitted files included, as git would make it. */
export function cloneWorkingTree(): string {
  const clone = join(tempDir('clone'), 'tandem');
  // The clone may belong to another user than the one who tests it.
  const trust = ['-c', 'safe.directory=*'];
  const files = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const list = spawnSync('git', [...trust, ...files], { cwd: root, encoding: 'utf8' });
  if (list.status !== 0) throw new Error(`git ls-files: ${list.stderr}`);
  for (const file of list.stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file));
  }
  return clone;
}

/** The two commands that the README begins with, so that a test types what a reader would. */
export function readmeCommands(): { install: string; start: string } {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const block = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const [install, start, ...rest] = block.trim().split('\n');
  if (install === undefined || start === undefined || rest.length > 0) {
    throw new Error('the README no longer begins with two commands');
  }
  return { install, start };
}
