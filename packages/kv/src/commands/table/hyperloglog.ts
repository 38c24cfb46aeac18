/** Table. The hyperloglog commands; see spec.ts for what the columns mean. */
import type { CommandSpec } from '../spec.ts';
import { group, key, keyAt, keysAt, str } from './parts.ts';

export const HYPERLOGLOG_COMMANDS: readonly CommandSpec[] = group('hyperloglog', [
  {
    name: 'pfadd',
    summary: 'Counts elements into a HyperLogLog, which is made when missing.',
    since: '2.8.9',
    complexity: 'O(1) for each element',
    arity: -2,
    flags: ['write', 'denyoom', 'fast'],
    categories: ['hyperloglog'],
    keySpecs: [keyAt(1, 'RW insert')],
    arguments: [key('key', 0), str('element', { optional: true, multiple: true })],
  },
  {
    name: 'pfcount',
    summary: 'Estimates how many different elements the HyperLogLogs have seen.',
    since: '2.8.9',
    complexity: 'O(1) for one key; O(N) with large constants for N keys',
    arity: -2,
    flags: ['readonly', 'may_replicate'],
    categories: ['hyperloglog'],
    keySpecs: [
      keysAt(
        1,
        { lastKey: -1, step: 1, limit: 0 },
        'RW access',
        'RW: the cached count inside the value may change, also on replicas',
      ),
    ],
    arguments: [key('key', 0, { multiple: true })],
  },
  {
    name: 'pfdebug',
    summary: 'Looks inside a HyperLogLog, for tests.',
    since: '2.8.9',
    complexity: 'N/A',
    arity: 3,
    flags: ['write', 'denyoom', 'admin'],
    categories: ['hyperloglog'],
    docFlags: ['syscmd'],
    keySpecs: [keyAt(2, 'RW access')],
    arguments: [str('subcommand'), key('key', 0)],
  },
  {
    name: 'pfmerge',
    summary: 'Merges HyperLogLogs into one.',
    since: '2.8.9',
    complexity: 'O(N) with large constants, N = HyperLogLogs',
    arity: -2,
    flags: ['write', 'denyoom'],
    categories: ['hyperloglog'],
    keySpecs: [
      keyAt(1, 'RW access insert'),
      keysAt(2, { lastKey: -1, step: 1, limit: 0 }, 'RO access'),
    ],
    arguments: [key('destkey', 0), key('sourcekey', 1, { optional: true, multiple: true })],
  },
  {
    name: 'pfselftest',
    summary: 'Checks the HyperLogLog code, for tests.',
    since: '2.8.9',
    complexity: 'N/A',
    arity: 1,
    flags: ['admin'],
    categories: ['hyperloglog'],
    docFlags: ['syscmd'],
  },
]);
