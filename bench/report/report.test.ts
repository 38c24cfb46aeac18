import { expect, test } from 'bun:test';
import { rowsTable } from './report.ts';
import { Sample } from './sample.ts';

test('the median is the middle value, or between the two in the middle', () => {
  expect(new Sample([9, 1, 5]).median).toBe(5);
  expect(new Sample([9, 1, 5, 7]).median).toBe(6);
  expect(() => new Sample([])).toThrow('at least one');
});

test('a ratio above one is better, whichever way the unit points', () => {
  const table = rowsTable([
    {
      what: 'throughput',
      unit: 'ops/s',
      ours: new Sample([2000]),
      peer: { name: 'peer', sample: new Sample([1000]) },
      better: 'more',
    },
    {
      what: 'latency',
      unit: 'ms',
      ours: new Sample([0.1234, 0.2, 0.3]),
      peer: { name: 'peer', sample: new Sample([0.1]) },
      better: 'less',
    },
    { what: 'alone', unit: 'MiB', ours: new Sample([1]), better: 'less' },
  ]);
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['WHAT', 'OURS', 'PEER', 'RATIO', 'RUNS'],
    ['throughput', '2000 ops/s (2000–2000)', '1000 ops/s (1000–1000) peer', '2.00×', '1'],
    ['latency', '0.2 ms (0.123–0.3)', '0.1 ms (0.1–0.1) peer', '0.50×', '3'],
    ['alone', '1 MiB (1–1)', '-', '-', '1'],
  ]);
});
