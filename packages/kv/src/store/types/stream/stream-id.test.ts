import { expect, test } from 'bun:test';
import { Arena } from '../../../structures/arena.ts';
import { Records } from '../../../structures/record.ts';
import { ID_KEY, IdTree } from './id-tree.ts';
import {
  addWide,
  compareIds,
  formatId,
  ID_BYTES,
  MAX_ID,
  nextId,
  parseId,
  previousId,
  readId,
  type StreamId,
  wideDelta,
  writeId,
} from './stream-id.ts';

const id = (text: string) => parseId(text, 0, true) as StreamId;
const MAX = '18446744073709551615';

test('IDs are read as the reference reads them', () => {
  for (const [text, expected] of [
    ['5-3', '5-3'],
    ['5', '5-0'],
    [`${MAX}-${MAX}`, `${MAX}-${MAX}`],
    ['007-01', '7-1'],
    ['+5-1', '5-1'],
    [' 5-1', '5-1'],
    ['1--0', '1-0'],
    ['9007199254740993-9007199254740992', '9007199254740993-9007199254740992'],
  ] as const)
    expect(formatId(id(text))).toBe(expected);
  for (const text of [
    '',
    '-',
    '+',
    'x',
    '1-',
    '1-x',
    '1--5',
    '5-*',
    '1-2-3',
    `1-${MAX}0`,
    '1'.repeat(128),
  ])
    expect(parseId(text, 0, true)).toBeNull();
  expect(formatId(parseId('-', 0, false)!)).toBe('0-0');
  expect(formatId(parseId('+', 0, false)!)).toBe(`${MAX}-${MAX}`);
  expect(parseId('5-*', 0, true, true)).toEqual({ ms: 5, seq: 0, seqGiven: false });
});

test('neighbours, order and bytes of IDs', () => {
  const ordered = [
    '0-0',
    '0-1',
    `0-${MAX}`,
    '1-0',
    '9007199254740991-5',
    '9007199254740992-0',
    `${MAX}-${MAX}`,
  ].map(id);
  const bytes = ordered.map((x) => {
    const b = Buffer.alloc(ID_BYTES);
    writeId(x, b, 0);
    expect(readId(b, 0)).toEqual({ ms: x.ms, seq: x.seq });
    return b;
  });
  for (let i = 1; i < ordered.length; i++) {
    expect(compareIds(ordered[i - 1]!, ordered[i]!)).toBe(-1);
    expect(compareIds(ordered[i]!, ordered[i - 1]!)).toBe(1);
    expect(Buffer.compare(bytes[i - 1]!, bytes[i]!)).toBe(-1);
  }
  expect(formatId(nextId(id(`4-${MAX}`))!)).toBe('5-0');
  expect(formatId(nextId(id('4-9007199254740991'))!)).toBe('4-9007199254740992');
  expect(formatId(previousId(id('5-0'))!)).toBe(`4-${MAX}`);
  expect(nextId(MAX_ID)).toBeNull();
  expect(previousId(id('0-0'))).toBeNull();
});

test('differences wrap at 64 bits and add up again', () => {
  const values = [0, 1, 5, 2 ** 40, Number.MAX_SAFE_INTEGER, 2n ** 60n, 2n ** 64n - 1n];
  for (const a of values) for (const b of values) expect(addWide(b, wideDelta(a, b))).toBe(a);
});

/** Counts the nodes of a compressed radix tree over the keys, by its definition. */
function radixNodes(keys: string[], depth: number): number {
  const [first] = keys as [string];
  if (keys.length === 1) return (depth < first.length ? 1 : 0) + 1;
  let common = depth;
  while (keys.every((k) => k[common] === first[common])) common++;
  let nodes = (common > depth ? 1 : 0) + 1;
  for (const byte of new Set(keys.map((k) => k[common])))
    nodes += radixNodes(
      keys.filter((k) => k[common] === byte),
      common + 1,
    );
  return nodes;
}

test('a tree of IDs finds, walks and counts', () => {
  const records = new Records(new Arena());
  let seed = 3;
  const rnd = (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  for (const spread of [3, 1000, 2 ** 31]) {
    const tree = new IdTree(records);
    const model = new Map<string, StreamId>();
    expect(tree.radixNodes()).toBe(1);
    for (let i = 0; i < 150; i++) {
      const made = { ms: rnd(spread), seq: rnd(spread) };
      if (model.has(formatId(made))) continue;
      model.set(formatId(made), made);
      writeId(made, ID_KEY, 0);
      tree.insert(records.create(0, ID_KEY, 0, ID_BYTES, 0));
    }
    const sorted = [...model.values()].sort(compareIds);
    const walked: string[] = [];
    for (let r = tree.first(); r !== 0; r = tree.next())
      walked.push(formatId(readId(records.bytes(r), records.keyOffset(r))));
    expect(walked).toEqual(sorted.map(formatId));
    const probe = { ms: rnd(spread), seq: rnd(spread) };
    const after = sorted.find((x) => compareIds(x, probe) >= 0);
    const found = tree.atOrAfter(probe);
    expect(found === 0).toBe(after === undefined);
    expect(tree.find(sorted[7]!)).not.toBe(0);
    const keys = sorted.map((x) => {
      const b = Buffer.alloc(ID_BYTES);
      writeId(x, b, 0);
      return b.latin1Slice();
    });
    expect(tree.radixNodes()).toBe(radixNodes(keys, 0));
  }
});
