import { Loader } from '@tandem/testkit/resp-loader.ts';
import { Sample } from '../report/sample.ts';
import type { Row } from '../suite.ts';
import { Contender } from './contender.ts';

const VALUE = 'x'.repeat(64);

/** What is loaded into an empty server, and what its memory is divided by. */
const FILLINGS = [
  {
    what: 'memory per key (16 + 64 bytes)',
    commands: 5_000_000,
    per: 5_000_000,
    command: (i: number) => ['SET', key(i), VALUE],
  },
  {
    what: 'memory per hash of 10 fields',
    commands: 100_000,
    per: 100_000,
    command: (i: number) => {
      const words = ['HSET', key(i)];
      for (let f = 0; f < 10; f++) words.push(`field:${f}`, `value:${i % 1000}:${f}`);
      return words;
    },
  },
  {
    what: 'memory per member of a zset of 1 M',
    commands: 1_000_000,
    per: 1_000_000,
    command: (i: number) => ['ZADD', 'z', String((i * 7919) % 1_000_003), key(i)],
  },
] as const;

function key(i: number): string {
  return `key:${String(i).padStart(12, '0')}`;
}

/** Resident bytes per key, hash and member: (RSS after − before) / number. */
export async function memoryRows(progress: (what: string) => void): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const filling of FILLINGS) {
    progress(filling.what);
    const ours = await fill(await Contender.ours(), filling);
    const peer = await fill(await Contender.peer(), filling);
    rows.push({
      what: filling.what,
      unit: 'bytes',
      better: 'less',
      ours: new Sample([ours]),
      peer: { name: 'redis-server', sample: new Sample([peer]) },
    });
  }
  return rows;
}

async function fill(server: Contender, filling: (typeof FILLINGS)[number]): Promise<number> {
  const loader = await Loader.open(server.port);
  // Wakes the code up, so that what is compiled once is not counted per key.
  await loader.load(20_000, () => filling.command(0));
  const before = server.residentBytes();
  await loader.load(filling.commands, filling.command);
  const bytes = (server.residentBytes() - before) / filling.per;
  loader.close();
  await server.stop();
  return bytes;
}
