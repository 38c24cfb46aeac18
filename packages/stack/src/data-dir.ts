import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';
import { exitCodes } from './exit-codes.ts';

/** Beside the checkout's packages, so that it does not depend on where a command is typed. */
const DEFAULT_DATA_DIR = join(import.meta.dir, '../../../data');

/** The kernel's sockaddr_un has room for 104 bytes on macOS and 108 on Linux, with a closing zero. */
const LONGEST_SOCKET_PATH = 103;

/**
 * Everything a stack keeps on disk:
 *
 *   DATA/<service>/        the service's own data and configuration
 *   DATA/credentials/<service>.json  passwords that other services need (0600)
 *   DATA/logs/<name>.log   what a service printed (tandem.log: the supervisor), rotated
 *   DATA/run/lock          held (flock) by the supervisor while it lives
 *   DATA/run/state.json    who was started, for the case that the supervisor is killed
 *   DATA/run/control.sock  through which `status`, `restart` and `down` talk to it
 */
export class DataDir {
  readonly path: string;

  constructor(path: string = process.env.TANDEM_DATA || DEFAULT_DATA_DIR) {
    this.path = resolve(path);
  }

  service(name: string): string {
    return join(this.path, name);
  }

  log(name: string): string {
    return join(this.path, 'logs', `${name}.log`);
  }

  credentials(service: string): string {
    return join(this.path, 'credentials', `${service}.json`);
  }

  get lock(): string {
    return join(this.path, 'run', 'lock');
  }

  get state(): string {
    return join(this.path, 'run', 'state.json');
  }

  get socket(): string {
    const path = join(this.path, 'run', 'control.sock');
    if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return path;
    const hash = createHash('sha256').update(this.path).digest('hex').slice(0, 16);
    return join(tmpdir(), `tandem-${process.getuid?.() ?? 0}-${hash}.sock`);
  }

  /** The data directory, or the nearest directory above it that exists. */
  get nearestExisting(): string {
    let candidate = this.path;
    while (!existsSync(candidate)) candidate = dirname(candidate);
    return candidate;
  }

  /** Why nothing can be written there, with the mend; undefined when all is well. Makes nothing. */
  trouble(): string | undefined {
    return writingTrouble(this.nearestExisting);
  }

  /** Makes the directories of `services`; throws a UserError that names what stands in the way. */
  prepare(services: readonly string[]): void {
    const refuse = (trouble: string | undefined) => {
      if (trouble !== undefined) throw new UserError(trouble, exitCodes.cannotStart);
    };
    refuse(this.trouble());
    for (const name of ['', 'logs', 'run', ...services]) {
      const directory = join(this.path, name);
      refuse(attempt(directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 })));
      refuse(writingTrouble(directory));
    }
  }
}

function writingTrouble(directory: string): string | undefined {
  // Asking for permission says yes to root on a read-only file system; only trying tells.
  return attempt(directory, () => rmdirSync(mkdtempSync(join(directory, '.try-'))));
}

function attempt(directory: string, action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = reasons[code ?? ''] ?? `cannot be used (${code})`;
    return `${directory} ${reason}. Mend that, or choose another directory with --data DIR.`;
  }
}

const reasons: Record<string, string> = {
  EACCES: 'is not writable',
  EPERM: 'is not writable',
  EROFS: 'is on a read-only file system',
  EEXIST: 'is a file, not a directory',
  ENOTDIR: 'is a file, not a directory',
  ENOSPC: 'is on a file system without free space',
};
