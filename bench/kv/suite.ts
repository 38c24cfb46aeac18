import type { Effort, Row, Suite } from '../suite.ts';
import { Contender } from './contender.ts';
import { memoryRows } from './memory.ts';
import { pauseRows } from './pause.ts';
import { type Load, measure } from './throughput.ts';

const ROUNDS = 3;
const QUICK = ['set', 'get', 'incr', 'lpush', 'hset', 'zadd'];
const FULL = [
  ...['ping_mbulk', ...QUICK, 'rpush', 'lpop', 'sadd', 'spop', 'zpopmin'],
  ...['lrange_100', 'lrange_600', 'mset'],
];

/** Few requests where each costs a round trip or a long reply, more where they are pipelined. */
function requests(test: string, clients: number, pipeline: number): number {
  if (test.startsWith('lrange')) return 50_000;
  if (clients === 1) return pipeline === 1 ? 40_000 : 300_000;
  return pipeline === 1 ? 200_000 : 1_000_000;
}

function loads(effort: Effort): Load[] {
  const connections = effort === 'quick' ? [50] : [50, 1, 500];
  const found: Load[] = [];
  for (const clients of connections)
    for (const pipeline of [1, 16])
      for (const test of effort === 'quick' ? QUICK : FULL)
        found.push({ test, clients, pipeline, requests: requests(test, clients, pipeline) });
  return found;
}

/** Ours beside Debian's redis-server, both on loopback, driven by redis-benchmark. */
export const kv: Suite = {
  name: 'kv',
  method:
    'redis-benchmark -d 64 -r 1000000 against both servers in turn, after one warm-up run each; a pair during which other processes used more than a tenth of a core is measured again. Memory: growth of the resident set while loading, per key. Pause: one PING after the other during a mixed load.',
  run: async (effort, progress) => {
    const rows: Row[] = [];
    const ours = await Contender.ours();
    const peer = await Contender.peer();
    for (const load of loads(effort)) {
      progress(`${load.test} -P ${load.pipeline} -c ${load.clients}`);
      rows.push(...(await measure(load, ROUNDS, ours, peer)));
    }
    await ours.stop();
    await peer.stop();
    rows.push(...(await memoryRows(progress)), ...(await pauseRows(effort, progress)));
    return rows;
  },
};
