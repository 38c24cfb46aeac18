/** Whether two replies to one command are the same, as far as the command promises anything. */
import { type KnownDifference, knownDifferences } from './known-differences.ts';
import type { Command } from './peer.ts';
import { mapChild, mapChildren, printReply, type Reply, sortReply } from './reply.ts';

/** What a command's reply is reduced to before it is compared. */
type Reduce = (reply: Reply, command: Command) => Reply;

/** Two clocks, and two moments of asking: seconds and milliseconds may be this far apart. */
const CLOCK_TOLERANCE = { seconds: 120, milliseconds: 120_000 };

const unordered: Reduce = (reply) => sortReply(reply, 1);
/** Fields and values, flat in RESP2 and in scans, a map in RESP3. */
const unorderedPairs: Reduce = (reply) => sortReply(reply, 2);
const hidden = (reply: Reply): Reply =>
  reply.head.startsWith(':') ? { ...reply, head: ':n' } : reply;

/** Pairs come as pairs in RESP3, and flat in RESP2. */
const withValues: Reduce = (reply, command) => {
  const nested = reply.children?.[0]?.children !== undefined;
  return sortReply(reply, /^WITH/i.test(command.at(-1) ?? '') && !nested ? 2 : 1);
};

const searchResult: Reduce = (reply, command) =>
  command.some((word) => /^(ASC|DESC)$/i.test(word)) ? reply : unordered(reply, command);

/** Texts of other keys may be the same, and unsorted is as it was found; numbers go by elements then. */
const sortResult: Reduce = (reply, command) => {
  const words = command.map((word) => word.toUpperCase());
  const by = words.includes('BY') ? words[words.lastIndexOf('BY') + 1] : undefined;
  const isLoose = by !== undefined && (words.includes('ALPHA') || !by.includes('*'));
  return isLoose ? unordered(reply, command) : reply;
};

/** An idle time is the third of what XPENDING tells about an entry. */
const pendingEntries: Reduce = (reply) => mapChildren(reply, (entry) => mapChild(entry, 2, hidden));

/** Hides the values of the named fields at any depth; RESP2 and RESP3 both put them after the name. */
function hideFields(reply: Reply, names: readonly string[]): Reply {
  if (reply.children === undefined) return reply;
  return {
    ...reply,
    children: reply.children.map((child, i) => {
      const before = reply.children?.[i - 1]?.body;
      return before !== undefined && names.includes(before)
        ? hidden(child)
        : hideFields(child, names);
    }),
  };
}

/** Times of delivery stand in pending entries of XINFO STREAM FULL, among other large numbers. */
const hideMoments = (reply: Reply): Reply =>
  reply.children !== undefined
    ? mapChildren(reply, hideMoments)
    : /^:1[5-9]\d{11}$/.test(reply.head)
      ? { ...reply, head: ':moment' }
      : reply;

const streamInfo: Reduce = (reply) =>
  hideMoments(hideFields(reply, ['idle', 'inactive', 'seen-time', 'active-time']));

/** A library's functions are listed in the order of a hash table. */
const functionList: Reduce = (reply) =>
  mapChildren(reply, (library) => mapChild(library, 5, (functions) => sortReply(functions, 1)));

const REDUCE: Readonly<Record<string, Reduce>> = {
  SMEMBERS: unordered,
  SINTER: unordered,
  SUNION: unordered,
  SDIFF: unordered,
  SPOP: unordered,
  SRANDMEMBER: unordered,
  HRANDFIELD: withValues,
  ZRANDMEMBER: withValues,
  HKEYS: unordered,
  HVALS: unordered,
  HGETALL: unorderedPairs,
  KEYS: unordered,
  SCAN: (reply) => mapChild(reply, 1, (items) => sortReply(items, 1)),
  SSCAN: (reply) => mapChild(reply, 1, (items) => sortReply(items, 1)),
  HSCAN: (reply) => mapChild(reply, 1, (items) => sortReply(items, 2)),
  ZSCAN: (reply) => mapChild(reply, 1, (items) => sortReply(items, 2)),
  GEOSEARCH: searchResult,
  GEORADIUS: searchResult,
  GEORADIUS_RO: searchResult,
  GEORADIUSBYMEMBER: searchResult,
  SORT: sortResult,
  SORT_RO: sortResult,
  XPENDING: pendingEntries,
  XINFO: streamInfo,
  FUNCTION: functionList,
  DUMP: (reply) => ({ ...reply, head: '', body: '' }),
};

const PACKED = ['listpack', 'intset'];

/**
 * Commands whose reply is fixed to the byte when the key has one of these encodings. They are sent
 * after OBJECT ENCODING of the key.
 */
export const FIXED_BY_ENCODING: Readonly<Record<string, readonly string[]>> = {
  HGETALL: PACKED,
  HKEYS: PACKED,
  HVALS: PACKED,
  HSCAN: PACKED,
  SMEMBERS: ['intset'],
  SSCAN: ['intset'],
  ZSCAN: PACKED,
  DUMP: [...PACKED, 'int', 'embstr', 'raw', 'quicklist', 'skiplist'],
};

/** A dump ends in the version of its format and a checksum, which are not the value's. */
const DUMP_FOOTER = 10;

/** The type byte of a packed set, whose order may come from the hash table that it was taken from. */
const PACKED_SET = '\x14';

const REDUCE_FIXED: Readonly<Record<string, Reduce>> = {
  DUMP: ({ body = '', ...reply }) => {
    const value = body.startsWith(PACKED_SET) ? PACKED_SET : body.slice(0, -DUMP_FOOTER);
    return { ...reply, head: '', body: value };
  },
};

/** Replies that are a point in time or a distance from now. */
const CLOCK: Readonly<Record<string, number>> = {
  TTL: CLOCK_TOLERANCE.seconds,
  EXPIRETIME: CLOCK_TOLERANCE.seconds,
  PTTL: CLOCK_TOLERANCE.milliseconds,
  PEXPIRETIME: CLOCK_TOLERANCE.milliseconds,
};

/** Compares the replies of a whole sequence, because EXEC answers for the commands before it. */
export class Judge {
  readonly #known: readonly KnownDifference[];
  #queue: Command[] | undefined;
  /** What the command before told of a key's encoding, the same on both sides. */
  #told: { key: string | undefined; encoding: string } | undefined;

  constructor(referenceVersion: string) {
    this.#known = knownDifferences.filter(
      ({ reference = '', processor = process.arch }) =>
        referenceVersion.startsWith(reference) && processor === process.arch,
    );
  }

  same(command: Command, ours: Reply, theirs: Reply): boolean {
    const name = (command[0] as string).toUpperCase();
    if (name === 'EXEC' || name === 'DISCARD') {
      const queue = this.#queue ?? [];
      this.#queue = undefined;
      if (name === 'EXEC') return this.#sameAll(queue, ours, theirs);
    }
    if (ours.head === '+QUEUED') this.#queue?.push(command);
    if (name === 'MULTI') this.#queue ??= [];
    return this.#sameOne(command, ours, theirs);
  }

  #sameAll(queue: readonly Command[], ours: Reply, theirs: Reply): boolean {
    const mine = ours.children;
    if (mine === undefined || ours.head !== theirs.head)
      return this.#sameOne(['EXEC'], ours, theirs);
    return queue.every((command, i) => this.#sameOne(command, mine[i]!, theirs.children![i]!));
  }

  #sameOne(command: Command, ours: Reply, theirs: Reply): boolean {
    const name = (command[0] as string).toUpperCase();
    const areEqual = printReply(ours) === printReply(theirs);
    const isFixed =
      this.#told?.key === command[1] &&
      FIXED_BY_ENCODING[name]?.includes(this.#told?.encoding ?? '') === true;
    this.#told =
      areEqual && name === 'OBJECT' ? { key: command[2], encoding: ours.body ?? '' } : undefined;
    if (areEqual) return true;
    const tolerance = CLOCK[name];
    if (tolerance !== undefined && near(ours, theirs, tolerance)) return true;
    const reduce = (isFixed ? REDUCE_FIXED : REDUCE)[name];
    if (reduce && printReply(reduce(ours, command)) === printReply(reduce(theirs, command))) {
      return true;
    }
    return this.#known.some((known) => known.explains(command, ours, theirs));
  }
}

function near(a: Reply, b: Reply, tolerance: number): boolean {
  const [x, y] = [Number(a.head.slice(1)), Number(b.head.slice(1))];
  return a.head[0] === ':' && b.head[0] === ':' && x > 0 && y > 0 && Math.abs(x - y) <= tolerance;
}
