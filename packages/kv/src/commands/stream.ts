/** Stream commands on entries: XADD, XTRIM, XDEL, XRANGE, XREVRANGE, XLEN, XSETID. */
import type { Client } from '../clients/client.ts';
import { ERR, fail, wrongArity } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { STREAM_NODE_SAFE_BYTES, type Stream } from '../store/types/stream/stream.ts';
import {
  addWide,
  compareIds,
  formatId,
  isZeroId,
  MAX_ID,
  MIN_ID,
  nextId,
  type ParsedId,
  SEQ_MAX,
  type StreamId,
} from '../store/types/stream/stream-id.ts';
import type { Handlers } from './spec.ts';
import {
  createStream,
  idArgument,
  rangeFrom,
  rangeTo,
  readStream,
  replyEntries,
  streamEvent,
  writeStream,
} from './stream-key.ts';
import { addOrTrimOptions, makeTrimExact } from './stream-trim.ts';

const NOT_ABOVE_LAST =
  'ERR The ID specified in XADD is equal or smaller than the target stream top item';

/** The ID of an entry to be added: generated, completed or checked. */
function entryId(stream: Stream, given: ParsedId | null, now: number): StreamId {
  const last = stream.lastId;
  if (given === null) return now > last.ms ? { ms: now, seq: 0 } : (nextId(last) ?? MIN_ID);
  if (given.seqGiven || given.ms !== last.ms) return given;
  if (last.seq === SEQ_MAX) fail(NOT_ABOVE_LAST);
  return { ms: last.ms, seq: addWide(last.seq, 1) };
}

function add(c: Client, a: Args): void {
  const { server, db } = c;
  const options = addOrTrimOptions(c, a, true);
  const { id: given, idAt, trim } = options;
  const words = a.n - idAt - 1;
  if (words < 2 || words % 2 === 1) fail(wrongArity('xadd'));
  if (given?.seqGiven && isZeroId(given))
    fail('ERR The ID specified in XADD must be greater than 0-0');
  let bytes = 0;
  for (let i = idAt + 1; i < a.n; i++) bytes += a.len[i] as number;
  if (bytes > STREAM_NODE_SAFE_BYTES) fail('ERR Elements are too large to be stored');
  let stream = writeStream(c, a, 1);
  if (stream === null) {
    if (!options.mayCreate) {
      c.out.nil();
      return;
    }
    stream = createStream(c, a, 1);
  }
  if (compareIds(stream.lastId, MAX_ID) === 0)
    fail('ERR The stream has exhausted the last possible ID, unable to add more items');
  const id = entryId(stream, given, server.store.now);
  if (compareIds(id, stream.lastId) <= 0) fail(NOT_ABOVE_LAST);
  stream.append(id, a, idAt + 1, server.config);
  const text = formatId(id);
  c.out.bulkStr(text);
  server.events.modified(c, db, a, 1);
  streamEvent(c, a, 1, 'xadd');
  server.propagation.dirty++;
  if (trim !== null && stream.trim(trim.to, trim.approximate, options.limit) > 0)
    streamEvent(c, a, 1, 'xtrim');
  if (server.propagation.active && (!given?.seqGiven || trim?.approximate)) {
    const effect = a.strs();
    effect[idAt] = given?.seqGiven ? a.str(idAt) : text;
    if (trim?.approximate) makeTrimExact(effect, trim, stream);
    server.propagation.rewriteWords(db, effect);
  }
  server.blocking.signal(db, a, 1);
}

function trim(c: Client, a: Args): void {
  const { server, db } = c;
  const options = addOrTrimOptions(c, a, false);
  const stream = writeStream(c, a, 1);
  const how = options.trim;
  if (stream === null || how === null) {
    c.out.int(0);
    return;
  }
  const removed = stream.trim(how.to, how.approximate, options.limit);
  if (removed > 0) {
    streamEvent(c, a, 1, 'xtrim');
    if (how.approximate && server.propagation.active) {
      const effect = a.strs();
      makeTrimExact(effect, how, stream);
      server.propagation.rewriteWords(db, effect);
    }
    server.events.modified(c, db, a, 1);
    server.propagation.dirty += removed;
  }
  c.out.int(removed);
}

function range(c: Client, a: Args, reverse: boolean): void {
  const from = rangeFrom(a, reverse ? 3 : 2);
  const to = rangeTo(a, reverse ? 2 : 3);
  let count = -1;
  for (let i = 4; i < a.n; i += 2) {
    if (!a.is(i, 'COUNT') || i + 1 >= a.n) fail(ERR.syntax);
    count = Math.max(0, a.int(i + 1));
  }
  const stream = readStream(c, a, 1);
  if (stream === null) c.out.array(0);
  else if (count === 0) c.out.nilArray();
  else {
    const mark = c.out.mark();
    c.out.finishArray(mark, replyEntries(c, stream, from, to, Math.max(0, count), reverse));
  }
}

function setId(c: Client, a: Args): void {
  const id = idArgument(a, 2);
  let entriesAdded: number | bigint | null = null;
  let maxDeleted = MIN_ID;
  for (let i = 3; i < a.n; i += 2) {
    const more = i + 1 < a.n;
    if (more && a.is(i, 'ENTRIESADDED')) {
      const n = a.bigint(i + 1);
      if (n < 0n) fail('ERR entries_added must be positive');
      entriesAdded = addWide(0, n);
    } else if (more && a.is(i, 'MAXDELETEDID')) {
      maxDeleted = idArgument(a, i + 1);
      if (compareIds(id, maxDeleted) < 0)
        fail('ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id');
    } else fail(ERR.syntax);
  }
  const stream = writeStream(c, a, 1) ?? fail(ERR.noSuchKey);
  if (compareIds(id, stream.maxDeletedId) < 0)
    fail('ERR The ID specified in XSETID is smaller than current max_deleted_entry_id');
  if (stream.length > 0) {
    if (compareIds(id, stream.edgeId(false, false)) < 0)
      fail('ERR The ID specified in XSETID is smaller than the target stream top item');
    if (entriesAdded !== null && stream.length > entriesAdded)
      fail('ERR The entries_added specified in XSETID is smaller than the target stream length');
  }
  stream.lastId = id;
  if (entriesAdded !== null) stream.entriesAdded = entriesAdded;
  if (!isZeroId(maxDeleted)) stream.maxDeletedId = maxDeleted;
  c.server.propagation.dirty++;
  streamEvent(c, a, 1, 'xsetid');
  c.out.ok();
}

export const streamCommands: Handlers = {
  xadd(c, a) {
    add(c, a);
  },

  xtrim(c, a) {
    trim(c, a);
  },

  xdel(c, a) {
    const { server, db } = c;
    const stream = writeStream(c, a, 1);
    let deleted = 0;
    if (stream !== null) {
      const ids: StreamId[] = [];
      for (let i = 2; i < a.n; i++) ids.push(idArgument(a, i));
      for (const id of ids) if (stream.delete(id)) deleted++;
    }
    if (deleted > 0) {
      server.events.modified(c, db, a, 1);
      streamEvent(c, a, 1, 'xdel');
      server.propagation.dirty += deleted;
    }
    c.out.int(deleted);
  },

  xlen(c, a) {
    c.out.int(readStream(c, a, 1)?.length ?? 0);
  },

  xrange(c, a) {
    range(c, a, false);
  },
  xrevrange(c, a) {
    range(c, a, true);
  },

  xsetid(c, a) {
    setId(c, a);
  },
};
