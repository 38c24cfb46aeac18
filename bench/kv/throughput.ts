import { Sample } from '../report/sample.ts';
import type { Row } from '../suite.ts';
import { busySeconds, type Contender } from './contender.ts';

/** One way of calling redis-benchmark. */
export interface Load {
  readonly test: string;
  readonly clients: number;
  readonly pipeline: number;
  readonly requests: number;
}

interface Run {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99: number;
  /** Cores that neither the server nor the client used. */
  readonly others: number;
}

/** A pair is measured again when something else used more than this share of a core ... */
const DISTURBED = 0.1;
/** ... at most so often; after that the least disturbed pair counts. */
const RETRIES = 3;

/** Throughput, server CPU per request and p99 of one load, both servers taking turns. */
export async function measure(
  load: Load,
  rounds: number,
  ours: Contender,
  peer: Contender,
): Promise<readonly Row[]> {
  for (const one of [ours, peer]) await benchmark(load, one);
  const runs: { ours: Run; peer: Run }[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await quietPair(load, ours, peer));
  const label = `${load.test.toUpperCase()} -P ${load.pipeline} -c ${load.clients}`;
  const row = (
    what: string,
    unit: string,
    better: 'less' | 'more',
    of: (r: Run) => number,
  ): Row => ({
    what: `${label} ${what}`,
    unit,
    better,
    ours: new Sample(runs.map((r) => of(r.ours))),
    peer: { name: peer.name, sample: new Sample(runs.map((r) => of(r.peer))) },
  });
  return [
    row('throughput', 'req/s', 'more', (r) => r.perSecond),
    row('server CPU', 'µs/req', 'less', (r) => r.cpuMicros),
    row('p99', 'ms', 'less', (r) => r.p99),
  ];
}

async function quietPair(
  load: Load,
  ours: Contender,
  peer: Contender,
): Promise<{ ours: Run; peer: Run }> {
  let best: { ours: Run; peer: Run } | undefined;
  const noise = (pair: { ours: Run; peer: Run }) => Math.max(pair.ours.others, pair.peer.others);
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    const pair = { ours: await benchmark(load, ours), peer: await benchmark(load, peer) };
    if (best === undefined || noise(pair) < noise(best)) best = pair;
    if (noise(best) <= DISTURBED) break;
  }
  return best as { ours: Run; peer: Run };
}

async function benchmark(load: Load, server: Contender): Promise<Run> {
  const argv = ['redis-benchmark', '-h', '127.0.0.1', '-p', `${server.port}`, '--csv'];
  argv.push('-t', load.test, '-c', `${load.clients}`, '-P', `${load.pipeline}`);
  argv.push('-n', `${load.requests}`, '-d', '64', '-r', '1000000');
  const started = performance.now();
  const cpu = server.cpuSeconds();
  const busy = busySeconds();
  const client = Bun.spawn(argv, { stdout: 'pipe', stderr: 'ignore' });
  const output = await new Response(client.stdout).text();
  await client.exited;
  const seconds = (performance.now() - started) / 1000;
  const serverCpu = server.cpuSeconds() - cpu;
  const usage = client.resourceUsage();
  const clientCpu = Number(usage?.cpuTime.total ?? 0) / 1e6;
  const line = output.trim().split('\n').at(-1) ?? '';
  const [, perSecond, , , , , p99] = line.split(',').map((f) => Number(f.replaceAll('"', '')));
  if (!perSecond || p99 === undefined) throw new Error(`redis-benchmark printed: ${output}`);
  return {
    perSecond,
    p99,
    cpuMicros: (serverCpu / load.requests) * 1e6,
    others: Math.max(0, busySeconds() - busy - serverCpu - clientCpu) / seconds,
  };
}
