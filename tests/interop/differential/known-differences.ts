import type { Command } from './peer.ts';
import { printReply, type Reply } from './reply.ts';

/** A place where the reference at hand rightly answers otherwise than version 7.2.3 does. */
export interface KnownDifference {
  /** What the reference's version starts with; any when absent. */
  readonly reference?: string;
  /** The only processor on which it is met; any when absent. */
  readonly processor?: NodeJS.Architecture;
  readonly reason: string;
  explains(command: Command, ours: Reply, theirs: Reply): boolean;
}

const is = (command: Command, ...words: string[]) =>
  words.every((word, i) => command[i]?.toUpperCase() === word);

export const knownDifferences: readonly KnownDifference[] = [
  {
    reference: '7.0.',
    reason: '7.2 keeps small sets and lists in listpacks, and says so',
    explains: (command, ours, theirs) =>
      is(command, 'OBJECT', 'ENCODING') &&
      ours.body === 'listpack' &&
      (theirs.body === 'hashtable' || theirs.body === 'quicklist'),
  },
  {
    reference: '7.0.',
    reason: '7.2 refuses the rank that has no opposite',
    explains: (command) => is(command, 'LPOS') && command.includes('-9223372036854775808'),
  },
  {
    reference: '7.0.',
    reason: '7.2 starts a long list with what was in its listpack, however much that was',
    explains: (command, ours, theirs) =>
      is(command, 'DUMP') && [ours, theirs].every(({ body }) => body?.startsWith('\x12')),
  },
  {
    reference: '7.0.',
    reason: '7.2 does not count a range by score or word before it chooses where to store it',
    explains: (command, ours, theirs) =>
      is(command, 'OBJECT', 'ENCODING') && ours.body === 'skiplist' && theirs.body === 'listpack',
  },
  {
    reference: '7.0.',
    reason: '7.2 looks at the largest deleted id first',
    explains: (command, ours, theirs) =>
      is(command, 'XSETID') && [ours, theirs].every(({ head }) => head.startsWith('-ERR The ID')),
  },
  {
    reference: '7.0.',
    reason: '7.2 makes a consumer also when there is nothing to deliver',
    explains: (command, ours, theirs) =>
      is(command, 'XGROUP', 'CREATECONSUMER') && ours.head === ':0' && theirs.head === ':1',
  },
  {
    reference: '7.0.',
    reason: 'so its lists of consumers are longer, and tell when one was last given something',
    explains: (command, ours, theirs) =>
      is(command, 'XINFO') && withoutConsumers(ours) === withoutConsumers(theirs),
  },
  {
    processor: 'arm64',
    reason: 'the C compiler fuses multiplication and addition there, which moves the last digits',
    explains: (command, ours, theirs) =>
      /^GEO/i.test(command[0]!) && sameButForLastDigits(printReply(ours), printReply(theirs)),
  },
];

const CONSUMER_FIELDS = new Set(['consumers', 'idle', 'inactive', 'seen-time', 'active-time']);

/** What XINFO tells, without the number of consumers, their times, and those that wait for nothing. */
function withoutConsumers(reply: Reply): string {
  const { children } = reply;
  if (children === undefined) return printReply(reply).replace(/^:1[5-9]\d{11}$/, ':moment');
  const after = (name: string) => children[children.findIndex(({ body }) => body === name) + 1];
  if (children.some(({ body }) => body === 'idle') && after('pending')?.head === ':0') return '';
  return children
    .filter((child, i) => {
      const name = i % 2 === 0 ? child.body : children[i - 1]?.body;
      return !CONSUMER_FIELDS.has(name ?? '');
    })
    .map(withoutConsumers)
    .filter((text) => text !== '')
    .join(' ');
}

/** A decimal, with the length before it that RESP2 sends. */
const DECIMAL = /(?:\$\d+ ")?(-?\d+\.\d+)/g;

/** The order of rounding moves a coordinate, or a distance in metres, by less than this. */
const LAST_DIGITS = 1e-9;

function sameButForLastDigits(ours: string, theirs: string): boolean {
  if (ours.replace(DECIMAL, '') !== theirs.replace(DECIMAL, '')) return false;
  const [mine, other] = [ours, theirs].map((text) => [...text.matchAll(DECIMAL)]);
  return mine!.every(([, number], i) => {
    return Math.abs(Number(number) - Number(other![i]?.[1])) < LAST_DIGITS;
  });
}
