import { expect, test } from 'bun:test';
import { ShardCounters, timingWeight } from './shard-counters.ts';

test('times that are taken stand for all operations', () => {
  let sum = 0;
  for (let count = 0; count < 1024; count += 1) sum += timingWeight(count);
  expect(sum).toBe(1024);
});

test('searches are counted in all and under each of their groups', () => {
  const counters = new ShardCounters();
  counters.queried(2, ['a', 'b']);
  counters.queried(3, ['a']);
  counters.fetched(1);
  expect(counters.search).toMatchObject({ queries: 2, queryTime: 5, fetches: 1 });
  expect(counters.searchGroups.get('a')).toMatchObject({ queries: 2, queryTime: 5 });
  expect(counters.searchGroups.get('b')).toMatchObject({ queries: 1, queryTime: 2 });
});

test('scrolls and points in time are counted while they are open, scrolls also when they end', () => {
  const counters = new ShardCounters();
  counters.held(true);
  counters.held(false);
  expect(counters.openContexts).toBe(2);
  expect(counters.search.scrollCurrent).toBe(1);
  counters.released(true, 5);
  counters.released(false, 5);
  expect(counters.openContexts).toBe(0);
  expect(counters.search).toMatchObject({ scrolls: 1, scrollTime: 5, scrollCurrent: 0 });
});
