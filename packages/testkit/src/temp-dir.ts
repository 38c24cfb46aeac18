import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** A new empty directory that is removed when the test process ends. */
export function tempDir(label = 'test'): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `tandem-${label}-`)));
  atExit(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
