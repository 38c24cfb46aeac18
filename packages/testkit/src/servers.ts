import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type StartedProcess, startProcess } from './started-process.ts';
import { tempDir } from './temp-dir.ts';

const root = join(import.meta.dir, '../../..');

/** The programs a test may start as a key-value server: ours, and Debian's as the real peer. */
const programs = {
  kv: join(root, 'packages/kv/bin/tandem-kv'),
  redis: 'redis-server',
} as const;

export interface StartedServer {
  readonly process: StartedProcess;
  readonly port: number;
  readonly dir: string;
}

export interface ServerOptions {
  readonly port?: number;
  readonly dir?: string;
  /** Further directives, `['--appendonly', 'yes']`. */
  readonly args?: readonly string[];
  readonly env?: Record<string, string | undefined>;
}

/** Starts tandem-kv on a free port of 127.0.0.1 in a temp directory; returns once it accepts. */
export function startKv(options?: ServerOptions): Promise<StartedServer> {
  return start('kv', options);
}

/** Starts Debian's redis-server in the same way. */
export function startRedis(options?: ServerOptions): Promise<StartedServer> {
  return start('redis', options);
}

async function start(
  program: keyof typeof programs,
  options: ServerOptions = {},
): Promise<StartedServer> {
  const port = options.port ?? (await freePort());
  const dir = options.dir ?? tempDir(program);
  const directives = ['--port', `${port}`, '--dir', dir, '--bind', '127.0.0.1', '--save', ''];
  const argv = [programs[program], ...directives, ...(options.args ?? [])];
  const started = startProcess(argv, { env: options.env });
  await started.output('Ready to accept connections');
  return { process: started, port, dir };
}
