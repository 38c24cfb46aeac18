/** XPENDING, XCLAIM and XAUTOCLAIM: entries that were delivered and not acknowledged. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Consumer, Group } from '../store/types/stream/group.ts';
import type { Stream } from '../store/types/stream/stream.ts';
import {
  compareIds,
  formatId,
  MIN_ID,
  nextId,
  parseId,
  type StreamId,
} from '../store/types/stream/stream-id.ts';
import type { Handlers } from './spec.ts';
import {
  consumerArgument,
  idArgument,
  propagateClaim,
  propagateGroupId,
  rangeFrom,
  rangeTo,
  readStream,
  replyEntries,
  streamAt,
} from './stream-key.ts';

/** Entries that XAUTOCLAIM looks at for each one it may claim. */
const ATTEMPTS = 10;
const AUTOCLAIM_COUNT = 100;
/** The reference allocates 16 bytes for each. */
const AUTOCLAIM_MAX = Math.floor(2 ** 63 / 16);

/** The group a[2] of the stream at key a[1]; throws when one of them is missing. */
function groupOf(a: Args, stream: Stream | null): { stream: Stream; group: Group } {
  const group = stream?.groups.get(a.str(2));
  if (stream === null || group === undefined)
    return fail(`NOGROUP No such key '${a.str(1)}' or consumer group '${a.str(2)}'`);
  return { stream, group };
}

// ---- XPENDING -----------------------------------------------------------------------------------

function replySummary(c: Client, group: Group): void {
  const { out } = c;
  const { pending } = group;
  out.array(4);
  out.int(pending.size);
  if (pending.size === 0) {
    out.nil();
    out.nil();
    out.nilArray();
    return;
  }
  out.bulkStr(formatId(group.id(pending.first())));
  out.bulkStr(formatId(group.id(pending.last())));
  const owners = group.consumersByName().filter((owner) => owner.pendingCount > 0);
  out.array(owners.length);
  for (const owner of owners) {
    out.array(2);
    out.bulkStr(owner.name);
    out.bulkInt(owner.pendingCount);
  }
}

function pending(c: Client, a: Args): void {
  const { out } = c;
  if (a.n === 3) {
    replySummary(c, groupOf(a, readStream(c, a, 1)).group);
    return;
  }
  if (a.n < 6 || a.n > 9) fail(ERR.syntax);
  let at = 3;
  let minIdle = 0;
  if (a.is(3, 'IDLE')) {
    minIdle = a.int(4);
    if (a.n < 8) fail(ERR.syntax);
    at = 5;
  }
  const count = Math.max(0, a.int(at + 2));
  const from = rangeFrom(a, at);
  const to = rangeTo(a, at + 1);
  const { group } = groupOf(a, readStream(c, a, 1));
  let entries = group.pending;
  if (at + 3 < a.n) {
    const own = group.consumers.get(a.str(at + 3))?.pending ?? null;
    if (own === null) {
      out.array(0);
      return;
    }
    entries = own;
  }
  const { now } = c.server.store;
  const mark = out.mark();
  let n = 0;
  for (let r = entries.atOrAfter(from); r !== 0 && n < count; r = entries.next()) {
    const id = group.id(r);
    if (compareIds(id, to) > 0) break;
    const idle = now - group.time(r);
    if (minIdle !== 0 && idle < minIdle) continue;
    out.array(4);
    out.bulkStr(formatId(id));
    out.bulkStr(group.owner(r)?.name ?? '');
    out.int(Math.max(0, idle));
    out.int(group.deliveries(r));
    n++;
  }
  out.finishArray(mark, n);
}

// ---- claiming -----------------------------------------------------------------------------------

/** Gives a pending entry to a consumer and replies with it. */
function claim(
  c: Client,
  a: Args,
  stream: Stream,
  group: Group,
  r: number,
  consumer: Consumer,
  time: number,
  deliveries: number,
  justId: boolean,
): void {
  group.give(r, consumer);
  group.setTime(r, time);
  group.setDeliveries(r, deliveries);
  const id = group.id(r);
  if (justId) c.out.bulkStr(formatId(id));
  else replyEntries(c, stream, id, id, 1);
  consumer.activeTime = c.server.store.now;
  propagateClaim(c, a, 1, a.str(2), group, formatId(id), r);
  c.server.propagation.dirty++;
}

/** A pending entry whose stream entry is gone is forgotten. */
function forget(c: Client, a: Args, group: Group, r: number): void {
  propagateClaim(c, a, 1, a.str(2), group, formatId(group.id(r)), r);
  c.server.propagation.dirty++;
  group.settle(r);
}

interface ClaimOptions {
  readonly ids: readonly StreamId[];
  readonly force: boolean;
  readonly justId: boolean;
  /** Null: as it is, plus one unless JUSTID. */
  readonly deliveries: number | null;
  readonly time: number;
  readonly lastId: StreamId;
}

function claimOptions(c: Client, a: Args): ClaimOptions {
  const { now } = c.server.store;
  const ids: StreamId[] = [];
  let i = 5;
  for (; i < a.n; i++) {
    const id = parseId(a.str(i), 0, true);
    if (id === null) break;
    ids.push(id);
  }
  let force = false;
  let justId = false;
  let deliveries: number | null = null;
  let time = -1;
  let lastId = MIN_ID;
  for (; i < a.n; i++) {
    const more = i + 1 < a.n;
    if (a.is(i, 'FORCE')) force = true;
    else if (a.is(i, 'JUSTID')) justId = true;
    else if (more && a.is(i, 'IDLE'))
      time = now - a.int(++i, 'ERR Invalid IDLE option argument for XCLAIM');
    else if (more && a.is(i, 'TIME'))
      time = a.int(++i, 'ERR Invalid TIME option argument for XCLAIM');
    else if (more && a.is(i, 'RETRYCOUNT')) {
      const n = a.int(++i, 'ERR Invalid RETRYCOUNT option argument for XCLAIM');
      deliveries = n < 0 ? null : n;
    } else if (more && a.is(i, 'LASTID')) lastId = idArgument(a, ++i);
    else fail(`ERR Unrecognized XCLAIM option '${a.str(i)}'`);
  }
  // A time that makes no sense, perhaps by another clock, counts as now.
  if (time < 0 || time > now) time = now;
  return { ids, force, justId, deliveries, time, lastId };
}

function claimIds(c: Client, a: Args): void {
  const { out, server } = c;
  const { stream, group } = groupOf(a, readStream(c, a, 1));
  const minIdle = Math.max(0, a.int(4, 'ERR Invalid min-idle-time argument for XCLAIM'));
  const o = claimOptions(c, a);
  server.propagation.prevent();
  let tellLastId = false;
  if (compareIds(o.lastId, group.lastId) > 0) {
    group.lastId = o.lastId;
    tellLastId = true;
  }
  const { now } = server.store;
  const { consumer } = consumerArgument(c, a, 1, group, 3);
  consumer.seenTime = now;
  const mark = out.mark();
  let n = 0;
  for (const id of o.ids) {
    let r = group.pending.find(id);
    if (!stream.has(id)) {
      if (r !== 0) {
        forget(c, a, group, r);
        tellLastId = false;
      }
      continue;
    }
    if (r === 0 && o.force) r = group.addPending(id, null, now, 1);
    if (r === 0) continue;
    if (group.owner(r) !== null && minIdle > 0 && now - group.time(r) < minIdle) continue;
    const deliveries = o.deliveries ?? group.deliveries(r) + (o.justId ? 0 : 1);
    claim(c, a, stream, group, r, consumer, o.time, deliveries, o.justId);
    tellLastId = false;
    n++;
  }
  if (tellLastId) {
    propagateGroupId(c, a, 1, a.str(2), group);
    server.propagation.dirty++;
  }
  out.finishArray(mark, n);
}

function autoclaim(c: Client, a: Args): void {
  const { out, server } = c;
  const { now } = server.store;
  const record = c.db.read(a, 1);
  const minIdle = Math.max(0, a.int(4, 'ERR Invalid min-idle-time argument for XAUTOCLAIM'));
  const from = rangeFrom(a, 5);
  let count = AUTOCLAIM_COUNT;
  let justId = false;
  for (let i = 6; i < a.n; i++) {
    if (i + 1 < a.n && a.is(i, 'COUNT'))
      count = a.intIn(++i, 1, AUTOCLAIM_MAX, 'ERR COUNT must be > 0');
    else if (a.is(i, 'JUSTID')) justId = true;
    else fail(ERR.syntax);
  }
  const { stream, group } = groupOf(a, streamAt(c, record));
  server.propagation.prevent();
  const { consumer } = consumerArgument(c, a, 1, group, 3);
  consumer.seenTime = now;
  const { pending: entries } = group;
  const gone: StreamId[] = [];
  const begin = out.mark();
  let claimed = 0;
  let attempts = count * ATTEMPTS;
  let next: StreamId | null = from;
  let r = 0;
  while (next !== null && (r = entries.atOrAfter(next)) !== 0) {
    if (attempts-- === 0 || claimed + gone.length === count) break;
    const id = group.id(r);
    next = nextId(id);
    if (!stream.has(id)) {
      forget(c, a, group, r);
      gone.push(id);
    } else if (minIdle === 0 || now - group.time(r) >= minIdle) {
      const deliveries = group.deliveries(r) + (justId ? 0 : 1);
      claim(c, a, stream, group, r, consumer, now, deliveries, justId);
      claimed++;
    }
    r = 0;
  }
  out.finishArray(begin, claimed);
  const claims = out.buf.latin1Slice(begin, out.pos);
  out.truncate(begin);
  out.array(3);
  out.bulkStr(formatId(r === 0 ? MIN_ID : group.id(r)));
  out.rawText(claims);
  out.array(gone.length);
  for (const id of gone) out.bulkStr(formatId(id));
}

export const streamPendingCommands: Handlers = {
  xpending(c, a) {
    pending(c, a);
  },
  xclaim(c, a) {
    claimIds(c, a);
  },
  xautoclaim(c, a) {
    autoclaim(c, a);
  },
};
