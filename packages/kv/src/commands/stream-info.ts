/** XINFO. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Writer } from '../resp/writer.ts';
import type { Consumer, Group } from '../store/types/stream/group.ts';
import type { IdTree } from '../store/types/stream/id-tree.ts';
import type { Stream } from '../store/types/stream/stream.ts';
import { formatId } from '../store/types/stream/stream-id.ts';
import { type HelpEntry, replyHelp, subcommandSyntaxError } from './help.ts';
import type { Handlers } from './spec.ts';
import { readStream, replyEntries } from './stream-key.ts';

const HELP: readonly HelpEntry[] = [
  ['CONSUMERS <key> <groupname>', 'List the consumers of a group.'],
  ['GROUPS <key>', 'List the consumer groups of a stream.'],
  ['STREAM <key> [FULL [COUNT <count>]', 'Describe a stream, with FULL down to what is pending.'],
];

/** Entries that FULL shows of each list unless COUNT says otherwise. */
const FULL_COUNT = 10;

/** Counters have 64 bits, and the protocol's integers a sign. */
function replyWide(out: Writer, v: number | bigint): void {
  if (typeof v === 'number') out.int(v);
  else out.bigint(BigInt.asIntN(64, v));
}

function replyEntriesRead(out: Writer, stream: Stream, group: Group): void {
  out.bulkStr('entries-read');
  if (group.entriesRead === null) out.nil();
  else replyWide(out, group.entriesRead);
  out.bulkStr('lag');
  const lag = stream.lag(group);
  if (lag === null) out.nil();
  else replyWide(out, lag);
}

/** Groups in the order of their names' bytes. */
function groupsByName(stream: Stream): [string, Group][] {
  return [...stream.groups].sort(([x], [y]) => (x < y ? -1 : 1));
}

function streamOf(c: Client, a: Args): Stream {
  return readStream(c, a, 2) ?? fail(ERR.noSuchKey);
}

/** Appends up to `count` (0: all) pending entries, each by `reply`. */
function replyPending(
  out: Writer,
  entries: IdTree | null,
  count: number,
  reply: (r: number) => void,
): void {
  const mark = out.mark();
  let n = 0;
  for (let r = entries?.first() ?? 0; r !== 0; r = entries?.next() ?? 0) {
    reply(r);
    if (++n === count) break;
  }
  out.finishArray(mark, n);
}

function replyFullConsumer(out: Writer, group: Group, consumer: Consumer, count: number): void {
  out.map(5);
  out.bulkStr('name');
  out.bulkStr(consumer.name);
  out.bulkStr('seen-time');
  out.int(consumer.seenTime);
  out.bulkStr('active-time');
  out.int(consumer.activeTime);
  out.bulkStr('pel-count');
  out.int(consumer.pendingCount);
  out.bulkStr('pending');
  replyPending(out, consumer.pending, count, (r) => {
    out.array(3);
    out.bulkStr(formatId(group.id(r)));
    out.int(group.time(r));
    out.int(group.deliveries(r));
  });
}

function replyFullGroup(
  out: Writer,
  stream: Stream,
  name: string,
  group: Group,
  count: number,
): void {
  out.map(7);
  out.bulkStr('name');
  out.bulkStr(name);
  out.bulkStr('last-delivered-id');
  out.bulkStr(formatId(group.lastId));
  replyEntriesRead(out, stream, group);
  out.bulkStr('pel-count');
  out.int(group.pending.size);
  out.bulkStr('pending');
  replyPending(out, group.pending, count, (r) => {
    out.array(4);
    out.bulkStr(formatId(group.id(r)));
    out.bulkStr(group.owner(r)?.name ?? '');
    out.int(group.time(r));
    out.int(group.deliveries(r));
  });
  out.bulkStr('consumers');
  out.array(group.consumers.size);
  for (const consumer of group.consumersByName()) replyFullConsumer(out, group, consumer, count);
}

/** FULL's COUNT, or null without FULL. */
function fullCount(a: Args): number | null {
  if (a.n === 3) return null;
  if ((a.n !== 4 && a.n !== 6) || !a.is(3, 'FULL')) subcommandSyntaxError(a);
  if (a.n === 4) return FULL_COUNT;
  if (!a.is(4, 'COUNT')) subcommandSyntaxError(a);
  const count = a.int(5);
  return count < 0 ? FULL_COUNT : count;
}

function describeStream(c: Client, a: Args): void {
  const { out } = c;
  const stream = streamOf(c, a);
  const full = fullCount(a);
  out.map(full === null ? 10 : 9);
  out.bulkStr('length');
  out.int(stream.length);
  out.bulkStr('radix-tree-keys');
  out.int(stream.nodes.size);
  out.bulkStr('radix-tree-nodes');
  out.int(stream.nodes.radixNodes());
  out.bulkStr('last-generated-id');
  out.bulkStr(formatId(stream.lastId));
  out.bulkStr('max-deleted-entry-id');
  out.bulkStr(formatId(stream.maxDeletedId));
  out.bulkStr('entries-added');
  replyWide(out, stream.entriesAdded);
  out.bulkStr('recorded-first-entry-id');
  out.bulkStr(formatId(stream.firstId));
  if (full === null) {
    out.bulkStr('groups');
    out.int(stream.groups.size);
    out.bulkStr('first-entry');
    if (replyEntries(c, stream, null, null, 1) === 0) out.nil();
    out.bulkStr('last-entry');
    if (replyEntries(c, stream, null, null, 1, true) === 0) out.nil();
    return;
  }
  out.bulkStr('entries');
  const mark = out.mark();
  out.finishArray(mark, replyEntries(c, stream, null, null, full));
  out.bulkStr('groups');
  out.array(stream.groups.size);
  for (const [name, group] of groupsByName(stream)) replyFullGroup(out, stream, name, group, full);
}

export const streamInfoCommands: Handlers = {
  'xinfo|stream'(c, a) {
    describeStream(c, a);
  },

  'xinfo|groups'(c, a) {
    const { out } = c;
    const stream = streamOf(c, a);
    out.array(stream.groups.size);
    for (const [name, group] of groupsByName(stream)) {
      out.map(6);
      out.bulkStr('name');
      out.bulkStr(name);
      out.bulkStr('consumers');
      out.int(group.consumers.size);
      out.bulkStr('pending');
      out.int(group.pending.size);
      out.bulkStr('last-delivered-id');
      out.bulkStr(formatId(group.lastId));
      replyEntriesRead(out, stream, group);
    }
  },

  'xinfo|consumers'(c, a) {
    const { out } = c;
    const group =
      streamOf(c, a).groups.get(a.str(3)) ??
      fail(`NOGROUP No such consumer group '${a.str(3)}' for key name '${a.str(2)}'`);
    const { now } = c.server.store;
    out.array(group.consumers.size);
    for (const consumer of group.consumersByName()) {
      out.map(4);
      out.bulkStr('name');
      out.bulkStr(consumer.name);
      out.bulkStr('pending');
      out.int(consumer.pendingCount);
      out.bulkStr('idle');
      out.int(Math.max(0, now - consumer.seenTime));
      out.bulkStr('inactive');
      out.int(consumer.activeTime < 0 ? -1 : now - consumer.activeTime);
    }
  },

  'xinfo|help'(c, a) {
    replyHelp(c, a, HELP);
  },
};
