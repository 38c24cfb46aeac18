import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';
import { processesMentioning } from './processes.ts';

/**
 * A new empty directory. When the test process ends it is removed, and so is every process that was
 * started on it: a failed test may have lost sight of a server that a supervisor started.
 */
export function tempDir(label = 'test'): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `tandem-${label}-`)));
  atExit(() => {
    for (const pid of processesMentioning(directory)) kill(pid);
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  });
  return directory;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
}
