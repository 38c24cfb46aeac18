/** XREAD and XREADGROUP. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { Args } from '../resp/args.ts';
import { EntryCursor } from '../store/types/stream/entry-cursor.ts';
import type { Consumer, Group } from '../store/types/stream/group.ts';
import type { Stream } from '../store/types/stream/stream.ts';
import {
  addWide,
  compareIds,
  formatId,
  MAX_ID,
  MIN_ID,
  nextId,
  type StreamId,
} from '../store/types/stream/stream-id.ts';
import { TYPE } from '../store/value.ts';
import type { Handlers } from './spec.ts';
import {
  consumerArgument,
  idArgument,
  propagateClaim,
  propagateGroupId,
  readStream,
  replyEntries,
} from './stream-key.ts';

const DOLLAR_IN_GROUP =
  'ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of this consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID would just return an empty result set.';
const INT64_MAX = 2 ** 63;

interface ReadOptions {
  /** Milliseconds to wait, 0 for ever; null when BLOCK is not given. */
  readonly block: number | null;
  /** 0 for all. */
  readonly count: number;
  readonly noAck: boolean;
  /** The arguments with the group and the consumer, 0 in XREAD. */
  readonly groupAt: number;
  /** The first key; as many keys as IDs follow. */
  readonly keysAt: number;
  readonly streams: number;
}

function blockArgument(c: Client, a: Args, i: number): number {
  if (c.kind === 'script')
    fail(`ERR ${a.str(0)} command is not allowed with BLOCK option from scripts`);
  const ms = a.int(i, 'ERR timeout is not an integer or out of range');
  if (ms < 0) fail(ERR.timeoutNegative);
  if (ms > INT64_MAX - c.server.store.now - 1024) fail(ERR.timeoutOutOfRange);
  return ms;
}

function readOptions(c: Client, a: Args, inGroup: boolean): ReadOptions {
  let block: number | null = null;
  let count = 0;
  let noAck = false;
  let groupAt = 0;
  let keysAt = 0;
  for (let i = 1; i < a.n && keysAt === 0; i++) {
    const more = a.n - i - 1;
    if (more > 0 && a.is(i, 'BLOCK')) block = blockArgument(c, a, ++i);
    else if (more > 0 && a.is(i, 'COUNT')) count = Math.max(0, a.int(++i));
    else if (more > 0 && a.is(i, 'STREAMS')) keysAt = i + 1;
    else if (more > 1 && a.is(i, 'GROUP')) {
      if (!inGroup)
        fail('ERR The GROUP option is only supported by XREADGROUP. You called XREAD instead.');
      groupAt = i + 1;
      i += 2;
    } else if (a.is(i, 'NOACK')) {
      if (!inGroup)
        fail('ERR The NOACK option is only supported by XREADGROUP. You called XREAD instead.');
      noAck = true;
    } else fail(ERR.syntax);
  }
  if (keysAt === 0) fail(ERR.syntax);
  const words = a.n - keysAt;
  if (words % 2 === 1)
    fail(
      `ERR Unbalanced '${inGroup ? 'xreadgroup' : 'xread'}' list of streams: for each stream key an ID or '${inGroup ? '>' : '$'}' must be specified.`,
    );
  if (inGroup && groupAt === 0) fail('ERR Missing GROUP option for XREADGROUP');
  return { block, count, noAck, groupAt, keysAt, streams: words / 2 };
}

/** One stream to read from. */
interface Source {
  readonly stream: Stream | null;
  readonly group: Group | null;
  /** Entries after this ID are wanted; null for '>': those that the group has not been given. */
  readonly after: StreamId | null;
}

/** Checks all keys, groups and IDs before anything is read. */
function sources(c: Client, a: Args, o: ReadOptions): Source[] {
  const inGroup = o.groupAt > 0;
  const all: Source[] = [];
  for (let i = 0; i < o.streams; i++) {
    const keyAt = o.keysAt + i;
    const idAt = keyAt + o.streams;
    const stream = readStream(c, a, keyAt);
    const group = inGroup ? (stream?.groups.get(a.str(o.groupAt)) ?? null) : null;
    if (inGroup && group === null)
      fail(
        `NOGROUP No such key '${a.str(keyAt)}' or consumer group '${a.str(o.groupAt)}' in XREADGROUP with GROUP option`,
      );
    let after: StreamId | null;
    if (a.is(idAt, '$')) {
      if (inGroup) fail(DOLLAR_IN_GROUP);
      after = stream?.lastId ?? MIN_ID;
    } else if (a.is(idAt, '>')) {
      if (!inGroup)
        fail(
          'ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> <consumer> option.',
        );
      after = null;
    } else {
      after = idArgument(a, idAt);
      // The reference cannot tell the greatest ID from '>'.
      if (inGroup && compareIds(after, MAX_ID) === 0) after = null;
    }
    all.push({ stream, group, after });
  }
  return all;
}

function hasEntriesAfter(stream: Stream, id: StreamId): boolean {
  return stream.length > 0 && compareIds(stream.edgeId(false, false), id) > 0;
}

const cursor = new EntryCursor();

/** Delivers entries that the group has not been given: replies with them and notes them. */
function deliver(
  c: Client,
  a: Args,
  keyAt: number,
  o: ReadOptions,
  stream: Stream,
  group: Group,
  consumer: Consumer,
): number {
  const { now } = c.server.store;
  const groupName = a.str(o.groupAt);
  let n = 0;
  let moved = false;
  const last = group.pending.last();
  const lastPending = last === 0 ? MIN_ID : group.id(last);
  cursor.start(stream, nextId(group.lastId), null);
  while (cursor.next()) {
    const { id } = cursor;
    if (compareIds(id, group.lastId) > 0) {
      if (group.entriesRead !== null && !stream.mayHaveGapsFrom(id))
        group.entriesRead = addWide(group.entriesRead, 1);
      else if (stream.entriesAdded !== 0) group.entriesRead = stream.entriesUpTo(id);
      group.lastId = id;
      moved = true;
    }
    cursor.reply(c.out);
    if (!o.noAck) {
      // After XGROUP SETID an entry may be pending already, even for somebody else.
      let r = compareIds(id, lastPending) > 0 ? 0 : group.pending.find(id);
      if (r === 0) r = group.addPending(id, consumer, now, 1);
      else {
        group.give(r, consumer);
        group.setTime(r, now);
        group.setDeliveries(r, 1);
      }
      consumer.activeTime = now;
      propagateClaim(c, a, keyAt, groupName, group, formatId(id), r);
    }
    if (++n === o.count) break;
  }
  if (o.noAck && moved) propagateGroupId(c, a, keyAt, groupName, group);
  return n;
}

/** Replies with what is pending for a consumer after an ID; entries that are gone have no fields. */
function replyHistory(
  c: Client,
  o: ReadOptions,
  stream: Stream,
  group: Group,
  consumer: Consumer,
  after: StreamId,
): number {
  const from = nextId(after);
  const own = consumer.pending;
  let n = 0;
  if (own === null || from === null) return 0;
  for (let r = own.atOrAfter(from); r !== 0; r = own.next()) {
    const id = group.id(r);
    if (replyEntries(c, stream, id, id, 1) === 0) {
      c.out.array(2);
      c.out.bulkStr(formatId(id));
      c.out.nilArray();
    } else {
      group.setTime(r, c.server.store.now);
      group.setDeliveries(r, group.deliveries(r) + 1);
    }
    if (++n === o.count) break;
  }
  return n;
}

/** Replies with what a source has, header included; false when it has nothing to say. */
function replySource(c: Client, a: Args, keyAt: number, o: ReadOptions, source: Source): boolean {
  const { stream, group, after } = source;
  const { out, server } = c;
  if (stream === null) return false;
  let consumer: Consumer | null = null;
  let ready = after !== null && group !== null;
  if (!ready) ready = hasEntriesAfter(stream, after ?? (group as Group).lastId);
  if (group !== null) {
    const made = consumerArgument(c, a, keyAt, group, o.groupAt + 1);
    consumer = made.consumer;
    if (made.created && o.noAck)
      server.propagation.also(
        c.db,
        'XGROUP',
        'CREATECONSUMER',
        a.str(keyAt),
        a.str(o.groupAt),
        consumer.name,
      );
    consumer.seenTime = server.store.now;
  }
  if (!ready) return false;
  if (out.resp === 2) out.array(2);
  out.bulk(a.buf, a.off[keyAt], a.len[keyAt]);
  const mark = out.mark();
  let n: number;
  if (group === null || consumer === null)
    n = replyEntries(c, stream, nextId(after as StreamId), null, o.count);
  else if (after === null) n = deliver(c, a, keyAt, o, stream, group, consumer);
  else n = replyHistory(c, o, stream, group, consumer, after);
  out.finishArray(mark, n);
  if (group !== null) server.propagation.dirty++;
  return true;
}

/** The arguments with every $ replaced by the ID it stands for: a command that waits is run again. */
function withoutDollars(a: Args, o: ReadOptions, all: Source[]): Args {
  const words = a.strs();
  all.forEach((source, i) => {
    const at = o.keysAt + o.streams + i;
    if (words[at] === '$') words[at] = formatId(source.after as StreamId);
  });
  return Args.of(words);
}

function read(c: Client, a: Args, inGroup: boolean): void {
  const { out, server } = c;
  // What followers need to know is propagated where it happens.
  server.propagation.prevent();
  const options = readOptions(c, a, inGroup);
  const all = sources(c, a, options);
  const mark = out.mark();
  let n = 0;
  all.forEach((source, i) => {
    // The reference looks each key up twice, which its statistics show.
    c.db.read(a, options.keysAt + i);
    if (replySource(c, a, options.keysAt + i, options, source)) n++;
  });
  if (n > 0) {
    if (out.resp === 2) out.finishArray(mark, n);
    else out.finishMap(mark, n);
    return;
  }
  if (options.block === null || c.denyBlocking) {
    out.nilArray();
    return;
  }
  server.blocking.onKeys(
    c,
    withoutDollars(a, options, all),
    a.strs(options.keysAt, options.keysAt + options.streams),
    TYPE.stream,
    options.block,
    { onDelete: inGroup },
  );
}

export const streamReadCommands: Handlers = {
  xread(c, a) {
    read(c, a, false);
  },
  xreadgroup(c, a) {
    read(c, a, true);
  },
};
