import { afterAll, beforeAll } from 'bun:test';
import { type StartedServer, startKv, startRedis } from '@tandem/testkit/servers.ts';

/** What a program printed and how it ended, without what differs between two servers by nature. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ours and Debian's server, and a way to run the same program against both. */
export interface BothServers {
  readonly ours: () => StartedServer;
  readonly theirs: () => StartedServer;
  /** Runs what `argv` makes for each of the two; their outcomes, ours first. */
  run(
    argv: (server: StartedServer) => readonly string[],
    options?: RunOptions,
  ): Promise<[ours: Outcome, theirs: Outcome]>;
}

export interface RunOptions {
  readonly stdin?: string | Buffer;
  readonly env?: Record<string, string>;
}

/** Starts both servers with the same directives for the tests of a file. */
export function bothServers(args: readonly string[] = []): BothServers {
  let started: [ours: StartedServer, theirs: StartedServer];
  beforeAll(async () => {
    started = await Promise.all([startKv({ args }), startRedis({ args })]);
  });
  afterAll(() => Promise.all(started.map((server) => server.process.stop())));
  return {
    ours: () => started[0],
    theirs: () => started[1],
    run: async (argv, options) => {
      const [ours, theirs] = started.map((server) => runOne(argv(server), server, options));
      return [await ours!, await theirs!];
    },
  };
}

async function runOne(
  argv: readonly string[],
  server: StartedServer,
  { stdin, env = {} }: RunOptions = {},
): Promise<Outcome> {
  const child = Bun.spawn([...argv], {
    stdin: stdin === undefined ? 'ignore' : Buffer.from(stdin as string),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...env },
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  const neutral = (text: string) =>
    text.replaceAll(`${server.port}`, 'PORT').replaceAll(server.dir, 'DIR');
  return { code, stdout: neutral(stdout), stderr: neutral(stderr) };
}

/** redis-cli with `args` on a server's port. */
export const cli =
  (...args: string[]) =>
  ({ port }: StartedServer) => ['redis-cli', '-p', `${port}`, ...args];
