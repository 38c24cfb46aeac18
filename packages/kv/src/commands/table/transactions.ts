/** Table. The transactions commands; see spec.ts for what the columns mean. */
import type { CommandSpec } from '../spec.ts';
import { group, key, keysAt } from './parts.ts';

export const TRANSACTIONS_COMMANDS: readonly CommandSpec[] = group('transactions', [
  {
    name: 'discard',
    summary: 'Drops the queued commands of a transaction.',
    since: '2.0.0',
    complexity: 'O(N), N = queued commands',
    arity: 1,
    flags: ['noscript', 'loading', 'stale', 'fast', 'allow_busy'],
    categories: ['transaction'],
  },
  {
    name: 'exec',
    summary: 'Runs the queued commands of a transaction.',
    since: '1.2.0',
    complexity: 'That of the queued commands',
    arity: 1,
    flags: ['noscript', 'loading', 'stale', 'skip_slowlog'],
    categories: ['transaction'],
  },
  {
    name: 'multi',
    summary: 'Begins a transaction.',
    since: '1.2.0',
    complexity: 'O(1)',
    arity: 1,
    flags: ['noscript', 'loading', 'stale', 'fast', 'allow_busy'],
    categories: ['transaction'],
  },
  {
    name: 'unwatch',
    summary: 'Forgets the watched keys.',
    since: '2.2.0',
    complexity: 'O(1)',
    arity: 1,
    flags: ['noscript', 'loading', 'stale', 'fast', 'allow_busy'],
    categories: ['transaction'],
  },
  {
    name: 'watch',
    summary: 'Makes the next transaction depend on keys staying unchanged.',
    since: '2.2.0',
    complexity: 'O(1) for each key',
    arity: -2,
    flags: ['noscript', 'loading', 'stale', 'fast', 'allow_busy'],
    categories: ['transaction'],
    keySpecs: [keysAt(1, { lastKey: -1, step: 1, limit: 0 }, 'RO')],
    arguments: [key('key', 0, { multiple: true })],
  },
]);
