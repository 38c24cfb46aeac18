import { describe, expect, test } from 'bun:test';
import { impliedCategories, legacyRange } from './implied.ts';
import type { CommandSpec } from './spec.ts';
import { COMMAND_TABLE } from './table/index.ts';

function spec(name: string): CommandSpec {
  const [parent, child] = name.split('|');
  const found = COMMAND_TABLE.find((s) => s.name === parent);
  const wanted = child === undefined ? found : found?.subcommands?.find((s) => s.name === child);
  if (wanted === undefined) throw new Error(`no ${name}`);
  return wanted;
}

describe('implied categories, as COMMAND INFO of the reference prints them', () => {
  const cases: [string, string[]][] = [
    ['get', ['fast', 'read', 'string']],
    ['sort', ['dangerous', 'list', 'set', 'slow', 'sortedset', 'write']],
    ['blpop', ['blocking', 'list', 'slow', 'write']],
    ['eval_ro', ['scripting', 'slow']],
    ['config|set', ['admin', 'dangerous', 'slow']],
    ['publish', ['fast', 'pubsub']],
    ['cluster', ['slow']],
  ];
  for (const [name, categories] of cases) {
    test(name, () => expect([...spec(name).categories].sort() as string[]).toEqual(categories));
  }

  test('completing twice changes nothing', () => {
    for (const s of COMMAND_TABLE) {
      expect(impliedCategories(s).sort()).toEqual([...s.categories].sort());
    }
  });
});

describe('legacy range and movablekeys', () => {
  const cases: [string, number, number, number, boolean][] = [
    ['get', 1, 1, 1, false],
    ['mset', 1, -1, 2, false],
    ['sort', 1, 1, 1, true],
    ['zunionstore', 1, 1, 1, true],
    ['eval', 0, 0, 0, true],
    ['migrate', 3, 3, 1, true],
    ['blpop', 1, -2, 1, false],
    ['rename', 1, 2, 1, false],
    ['smove', 1, 2, 1, false],
    ['bitop', 2, -1, 1, false],
    ['ping', 0, 0, 0, false],
    ['object|encoding', 2, 2, 1, false],
  ];
  for (const [name, first, last, step, movable] of cases) {
    test(name, () => {
      const s = spec(name);
      expect(legacyRange(s.keySpecs ?? [])).toEqual({ range: { first, last, step }, movable });
      expect(s.flags.includes('movablekeys')).toBe(movable);
    });
  }
});

test('names are unique and key specs of arguments exist', () => {
  const names = COMMAND_TABLE.map((s) => s.name);
  expect(new Set(names).size).toBe(names.length);
  for (const s of COMMAND_TABLE) {
    for (const a of s.arguments ?? []) {
      if (a.keySpecIndex !== undefined) expect(s.keySpecs?.[a.keySpecIndex]).toBeDefined();
    }
  }
});
