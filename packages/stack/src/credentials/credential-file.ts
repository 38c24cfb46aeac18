import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Passwords that one service needs of another: {"user": "password"} in a file of the owner alone.
 * That it exists means that the first start is over and its passwords were shown.
 */
export class CredentialFile {
  constructor(readonly path: string) {}

  /** Undefined when there is no file yet. */
  read(): Record<string, string> | undefined {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as Record<string, string>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Replaces the file at once, so that a reader sees the old passwords or the new ones. */
  write(passwords: Readonly<Record<string, string>>): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const fd = openSync(`${this.path}.tmp`, 'w', 0o600);
    try {
      writeSync(fd, `${JSON.stringify(passwords, null, 2)}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(`${this.path}.tmp`, this.path);
  }
}
