import { describe, expect, test } from 'bun:test';
import { Args } from '../resp/args.ts';
import { KeyList, keyFlagNames } from './key-list.ts';
import { commandKeys, parsedKeys } from './keys.ts';
import { CommandRegistry } from './registry.ts';
import type { Command } from './spec.ts';
import { COMMAND_TABLE } from './table/index.ts';

const names = COMMAND_TABLE.flatMap((s) =>
  s.subcommands === undefined ? [s.name] : s.subcommands.map((sub) => `${s.name}|${sub.name}`),
);
const registry = new CommandRegistry(COMMAND_TABLE, [
  Object.fromEntries(names.map((n) => [n, () => {}])),
]);

function show(read: typeof commandKeys, line: string): string {
  const a = Args.of(line.split(' ').map((w) => (w === "''" ? '' : w)));
  const out = new KeyList();
  read((registry.find(a) as Command).keyPlan, a, out);
  let text = '';
  for (let i = 0; i < out.n; i++) {
    text += `${a.str(out.index[i] as number)}(${keyFlagNames(out.flags[i] as number).join(' ')}) `;
  }
  return text.trim();
}

/** Command and the reference's COMMAND GETKEYSANDFLAGS of it. */
const CASES: [string, string][] = [
  ['get a', 'a(RO access)'],
  ['set k v', 'k(OW update)'],
  ['set k v nx GET ex 10', 'k(RW access update)'],
  ['bitfield k get u8 0', 'k(RO access)'],
  ['bitfield k get u8 0 set u8 0 1', 'k(RW access update)'],
  ['bitfield k overflow', 'k(RW access update)'],
  ['mset a 1 b 2', 'a(OW update) b(OW update)'],
  ['mset a 1 b', 'a(OW update) b(OW update)'],
  ['sort a by x* limit 0 1 store d get store store e', 'a(RO access) e(OW update)'],
  ['sort_ro a', 'a(RO access)'],
  ['migrate h p k 0 10', 'k(RW access delete)'],
  ["migrate h p '' 0 10 copy auth x keys a b", 'a(RW access delete) b(RW access delete)'],
  ['migrate h p k 0 10 keys a', ''],
  ['xread count 1 streams a b 0 0', 'a(RO access) b(RO access)'],
  ['xread streams a b c', 'a(RO access)'],
  ['xreadgroup group g c noack streams k streams 1 2', 'k(RO access) streams(RO access)'],
  ['eval s 2 a b c', 'a(RW access update) b(RW access update)'],
  ['eval s 1x a b', 'a()'],
  ['eval s 0', ''],
  ['eval s 5 a', ''],
  ['zunionstore d 2 a b weights 1 2', 'd(OW update) a(RO access) b(RO access)'],
  ['zunionstore d x a b', ''],
  ['georadius k 1 2 3 km store d', 'k(RO access) d(OW update)'],
  ['georadius k 1 2 3 km store d storedist e', 'k(RO access) d(OW update) e(OW update)'],
  ['georadius k 1 2 3 km store', 'k(RO access)'],
  ['lmpop 2 a b left', 'a(RW access delete) b(RW access delete)'],
  ['blmpop 0 2 a b left', 'a(RW access delete) b(RW access delete)'],
  ['blpop a b 0', 'a(RW access delete) b(RW access delete)'],
  ['bitop and d a b c', 'd(OW update) a(RO access) b(RO access) c(RO access)'],
  ['object freq k', 'k(RO)'],
  ['xgroup create k g 0', 'k(RW insert)'],
  ['rename a b', 'a(RW access delete) b(OW update)'],
  ['spublish c m', ''],
  ['ping', ''],
  ['pfcount a b', 'a(RW access) b(RW access)'],
  ['copy a b', 'a(RO access) b(OW update)'],
];

describe('commandKeys', () => {
  for (const [line, keys] of CASES) test(line, () => expect(show(commandKeys, line)).toBe(keys));

  test('more keys than the list holds at first', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `k${i}`);
    expect(show(commandKeys, `del ${many.join(' ')}`).split(') ')).toHaveLength(1000);
  });
});

test('parsedKeys is not misled by a group that is called streams', () => {
  const line = 'xreadgroup group streams c streams k 1';
  expect(show(parsedKeys, line)).toBe('k()');
  expect(show(parsedKeys, 'mget a b')).toBe('a(RO access) b(RO access)');
});

test('which commands have keys', () => {
  const has = (name: string) => registry.get(name)?.keyPlan.hasKeys;
  expect(has('get')).toBe(true);
  expect(has('eval')).toBe(true);
  expect(has('spublish')).toBe(false);
  expect(has('config|get')).toBe(false);
});
