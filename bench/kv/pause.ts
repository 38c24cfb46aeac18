import { Loader } from '@tandem/testkit/resp-loader.ts';
import { Sample } from '../report/sample.ts';
import type { Row } from '../suite.ts';
import { Contender } from './contender.ts';

const KEYS = 5_000_000;
const SECONDS = { quick: 10, full: 60 } as const;
const VALUE = 'x'.repeat(64);

/**
 * The longest time the server did not answer, with 5 M keys under a mixed load: as a client that
 * sends one PING after the other sees it, and for ours also the longest turn of the event loop as
 * the server itself counts it (INFO's eventloop_duration_max).
 */
export async function pauseRows(
  effort: 'quick' | 'full',
  progress: (what: string) => void,
): Promise<readonly Row[]> {
  progress(`longest pause with ${KEYS} keys`);
  const ours = await longest(await Contender.ours(), SECONDS[effort]);
  const peer = await longest(await Contender.peer(), SECONDS[effort]);
  const row = (what: string, a: number, b?: number): Row => ({
    what,
    unit: 'ms',
    better: 'less',
    ours: new Sample([a]),
    ...(b === undefined ? {} : { peer: { name: 'redis-server', sample: new Sample([b]) } }),
  });
  return [
    row('longest pause, 5 M keys, seen by a client', ours.seen, peer.seen),
    row('longest turn of the loop, 5 M keys', ours.inside ?? 0),
  ];
}

async function longest(
  server: Contender,
  seconds: number,
): Promise<{ seen: number; inside: number | null }> {
  const loader = await Loader.open(server.port);
  await loader.load(KEYS, (i) => ['SET', key(i), VALUE]);
  loader.close();
  await resetStatistics(server.port);
  const prober = await Loader.open(server.port);
  const argv = ['redis-benchmark', '-p', `${server.port}`, '-q', '-l', '-c', '20', '-P', '4'];
  argv.push('-t', 'set,get,incr,lpush,hset,zadd', '-n', '200000', '-d', '64', '-r', '5000000');
  const load = Bun.spawn(argv, { stdout: 'ignore', stderr: 'ignore' });
  let seen = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    seen = Math.max(seen, await prober.probe());
  }
  load.kill();
  await load.exited;
  prober.close();
  const inside = await longestTurn(server.port);
  await server.stop();
  return { seen, inside };
}

function key(i: number): string {
  return `key:${String(i).padStart(12, '0')}`;
}

async function cli(port: number, ...words: string[]): Promise<string> {
  const child = Bun.spawn(['redis-cli', '-p', `${port}`, ...words], { stdout: 'pipe' });
  return new Response(child.stdout).text();
}

async function resetStatistics(port: number): Promise<void> {
  await cli(port, 'config', 'resetstat');
}

/** Milliseconds, or null where the server does not count it. */
async function longestTurn(port: number): Promise<number | null> {
  const found = /eventloop_duration_max:(\d+)/.exec(await cli(port, 'info', 'everything'))?.[1];
  const debug = found ?? /eventloop_duration_max:(\d+)/.exec(await cli(port, 'info', 'debug'))?.[1];
  return debug === undefined ? null : Number(debug) / 1000;
}
