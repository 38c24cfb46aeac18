import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Loader } from '@tandem/testkit/resp-loader.ts';
import { type StartedServer, startKv } from '@tandem/testkit/servers.ts';
import { run } from '@tandem/testkit/started-process.ts';

const MB = 1024 * 1024;
const KEYS = 1_000_000;

function resident(server: StartedServer): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

async function usedMemory(server: StartedServer): Promise<number> {
  const { stdout } = await run(['redis-cli', '-p', `${server.port}`, 'info', 'memory']);
  return Number(/used_memory:(\d+)/.exec(stdout)?.[1]);
}

function key(i: number): string {
  return `key:${String(i).padStart(12, '0')}`;
}

test('used_memory grows as the process does, within 15 %', async () => {
  const server = await startKv();
  const loader = await Loader.open(server.port);
  // What is compiled and allocated once is not the data's.
  await loader.load(100_000, () => ['SET', key(0), 'x'.repeat(64)]);
  const before = { rss: resident(server), used: await usedMemory(server) };
  await loader.load(KEYS, (i) => ['SET', key(i), 'x'.repeat(64)]);
  const rss = resident(server) - before.rss;
  const used = (await usedMemory(server)) - before.used;
  loader.close();
  await server.process.stop('SIGTERM');
  expect(used / rss).toBeGreaterThan(0.85);
  expect(used / rss).toBeLessThan(1.15);
});

test('eviction keeps the process bounded while the sizes of values change', async () => {
  const server = await startKv({
    args: ['--maxmemory', '32mb', '--maxmemory-policy', 'allkeys-lru'],
  });
  const loader = await Loader.open(server.port);
  const idle = resident(server);
  for (const size of [32, 500, 90, 3000, 10]) {
    await loader.load(Math.ceil((60 * MB) / (size + 100)), (i) => [
      'SET',
      key(i),
      'x'.repeat(size),
    ]);
  }
  const grown = resident(server) - idle;
  loader.close();
  await server.process.stop('SIGTERM');
  // 300 MB were written; compiled code and the runtime's own heap are in the figure too.
  expect(grown).toBeLessThan(3 * 32 * MB);
});
