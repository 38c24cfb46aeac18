import { FFIType } from 'bun:ffi';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { openLibc } from './libc.ts';

const LOCK_EX = 2;
const LOCK_NB = 4;

/**
 * Holds a file locked (flock) for as long as this process lives. The kernel lets go of it however
 * the process ends, so there are no stale locks to judge, and no race between two that judge.
 */
export class DirectoryLock {
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** Takes the lock, or returns undefined when another process holds it. */
  static take(path: string): DirectoryLock | undefined {
    const { flock } = openLibc({
      flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    });
    // Services must not inherit the descriptor, or the lock would outlive us: node:fs opens
    // files close-on-exec.
    const fd = openSync(path, 'a', 0o600);
    if (flock(fd, LOCK_EX | LOCK_NB) !== 0) {
      closeSync(fd);
      return undefined;
    }
    ftruncateSync(fd, 0);
    writeSync(fd, `${process.pid}\n`);
    return new DirectoryLock(fd);
  }

  /** The pid that the holder of the lock at `path` wrote into it, for a message. */
  static holder(path: string): string {
    try {
      return readFileSync(path, 'utf8').trim() || 'unknown';
    } catch {
      return 'unknown';
    }
  }

  release(): void {
    closeSync(this.#fd);
  }
}
