import { expect, test } from 'bun:test';
import { MemoryDirectory } from '../directory/memory-directory.ts';
import { BufferBudget } from './buffer-budget.ts';
import { openShard } from './open-shard.ts';

const MB = 1024 * 1024;

test('shards that hold documents share the memory for them', async () => {
  const budget = new BufferBudget();
  const options = { fill: () => {}, buffers: budget };
  const shards = await Promise.all(
    Array.from({ length: 12 }, () => openShard({ directory: new MemoryDirectory(), ...options })),
  );
  expect(budget.share()).toBe(24 * MB);
  for (const shard of shards) shard.index({ id: '1', source: new Uint8Array(1) });
  expect(budget.share()).toBe(8 * MB);
  for (const shard of shards.slice(0, 6)) await shard.refresh();
  expect(budget.share()).toBe(16 * MB);
  for (const shard of shards) await shard.close();
  expect(budget.share()).toBe(24 * MB);
  for (let i = 0; i < 500; i += 1) budget.add({ hasBuffered: true });
  expect(budget.share()).toBe(MB);
});
