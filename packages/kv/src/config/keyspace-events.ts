/** Classes of keyspace notifications, the letters of notify-keyspace-events. */

export const NOTIFY = {
  keyspace: 1 << 0,
  keyevent: 1 << 1,
  generic: 1 << 2,
  string: 1 << 3,
  list: 1 << 4,
  set: 1 << 5,
  hash: 1 << 6,
  zset: 1 << 7,
  expired: 1 << 8,
  evicted: 1 << 9,
  stream: 1 << 10,
  keyMiss: 1 << 11,
  module: 1 << 13,
  new: 1 << 14,
} as const;

/** In the order the reference prints them; 'A' stands for those of the first group together. */
const IN_ALL: readonly (readonly [string, number])[] = [
  ['g', NOTIFY.generic],
  ['$', NOTIFY.string],
  ['l', NOTIFY.list],
  ['s', NOTIFY.set],
  ['h', NOTIFY.hash],
  ['z', NOTIFY.zset],
  ['x', NOTIFY.expired],
  ['e', NOTIFY.evicted],
  ['t', NOTIFY.stream],
  ['d', NOTIFY.module],
];
const NEW: readonly [string, number] = ['n', NOTIFY.new];
const BESIDE: readonly (readonly [string, number])[] = [
  ['K', NOTIFY.keyspace],
  ['E', NOTIFY.keyevent],
  ['m', NOTIFY.keyMiss],
];
const ALL = IN_ALL.reduce((bits, [, bit]) => bits | bit, 0);
const LETTERS = new Map<string, number>([...IN_ALL, NEW, ...BESIDE, ['A', ALL]]);

/** The classes of a text such as "KEA", null when a letter is unknown. */
export function parseKeyspaceEvents(text: string): number | null {
  let bits = 0;
  for (const letter of text) {
    const bit = LETTERS.get(letter);
    if (bit === undefined) return null;
    bits |= bit;
  }
  return bits;
}

export function formatKeyspaceEvents(bits: number): string {
  const letters = (list: readonly (readonly [string, number])[]): string =>
    list.map(([letter, bit]) => ((bits & bit) !== 0 ? letter : '')).join('');
  // As the reference: with 'A' the letter of new keys is not printed.
  const classes = (bits & ALL) === ALL ? 'A' : letters([...IN_ALL, NEW]);
  return classes + letters(BESIDE);
}
