/** The line CLIENT LIST prints for a client, and the client types its filters know. */
import type { Client } from './client.ts';

export const CLIENT_TYPES = ['normal', 'replica', 'pubsub', 'master'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** What a client may send without room being made for it: its share of the common input buffer. */
const READ_SHARE = 16 * 1024;
/** A client silent for longer has no such share, and its own buffers are trimmed (ms). */
export const IDLE_MS = 2000;

/** 'slave' is the old spelling; null for an unknown name. */
export function clientTypeByName(name: string): ClientType | null {
  const lower = name.toLowerCase();
  if (lower === 'slave') return 'replica';
  return CLIENT_TYPES.find((t) => t === lower) ?? null;
}

export function clientType(c: Client): ClientType {
  if (c.kind === 'master') return 'master';
  if (c.kind === 'replica') return 'replica';
  return c.isSubscribed ? 'pubsub' : 'normal';
}

function flags(c: Client): string {
  const t = c.tracking;
  let f = '';
  if (c.kind === 'replica') f += 'S';
  if (c.monitor) f += 'O';
  if (c.kind === 'master') f += 'M';
  if (clientType(c) === 'pubsub') f += 'P';
  if (c.transaction !== null) f += 'x';
  if (c.blocked !== null) f += 'b';
  if (t !== null) f += 't';
  if (t?.brokenRedirect) f += 'R';
  if (t?.bcast) f += 'B';
  if (c.dirtyCas) f += 'd';
  if (c.closeAfterReply) f += 'c';
  if (c.closeAsap) f += 'A';
  if (c.conn?.isUnix) f += 'U';
  if (c.readonlyCluster) f += 'r';
  if (c.noEvict) f += 'e';
  if (c.noTouch) f += 'T';
  return f === '' ? 'N' : f;
}

/** Unparsed input, and how much more could come without room being made for it. */
function input(c: Client): { queued: number; room: number } {
  if (c.conn === null) return { queued: 0, room: 0 };
  const { query, handling } = c.conn;
  const share = c.server.store.now - c.lastInteraction <= IDLE_MS ? READ_SHARE : 0;
  return {
    queued: handling > 0 ? handling : query.length - query.settled,
    room: query.capacity - query.length + share,
  };
}

/** One client's line, without the line break. */
export function clientInfo(c: Client): string {
  const { conn } = c;
  const now = c.server.store.now;
  const { queued, room } = input(c);
  const argvMemory = argumentBytes(c);
  const isRunning = c.server.current === c;
  const fields: [string, string | number][] = [
    ['id', c.id],
    ['addr', conn?.remote ?? '?:0'],
    ['laddr', conn?.local ?? '?:0'],
    ['fd', conn?.fd ?? -1],
    ['name', c.name],
    ['age', Math.floor((now - c.createdAt) / 1000)],
    ['idle', Math.floor((now - c.lastInteraction) / 1000)],
    ['flags', flags(c)],
    ['db', c.db.index],
    ['sub', c.channels?.size ?? 0],
    ['psub', c.patterns?.size ?? 0],
    ['ssub', c.shardChannels?.size ?? 0],
    ['multi', c.transaction?.queue.length ?? -1],
    ['qbuf', queued],
    ['qbuf-free', room],
    ['argv-mem', argvMemory],
    ['multi-mem', c.transaction?.bytes ?? 0],
    ['rbs', conn?.replies.size ?? 0],
    ['rbp', conn?.replies.peak ?? 0],
    ['obl', (conn?.bufferedBytes ?? 0) + (isRunning ? c.server.sessions.unsent : 0)],
    ['oll', conn?.outputChunks ?? 0],
    ['omem', conn?.outputMemory ?? 0],
    ['tot-mem', clientMemory(c) + (isRunning ? argvMemory : 0)],
    ['events', conn === null ? '' : conn.waitsForWrite ? 'rw' : 'r'],
    ['cmd', c.lastCommand?.fullName ?? 'NULL'],
    ['user', c.user.name],
    ['redir', c.tracking === null ? -1 : c.tracking.redirect],
    ['resp', c.resp],
    ['lib-name', c.libName],
    ['lib-ver', c.libVersion],
  ];
  return fields.map(([k, v]) => `${k}=${v}`).join(' ');
}

/** Arguments of the running command, or those parsed of one that is still coming in. */
function argumentBytes(c: Client): number {
  if (c.server.current !== c || c.args === null) return c.conn?.query.settled ?? 0;
  return c.args.totalLength;
}

/** Bytes a connected client costs before it has buffers, measured over 10,000 idle connections. */
const FIXED = 1800;
/** What a queued command costs besides its arguments. */
const QUEUED = 160;

/** Memory of one client: its buffers, its queued transaction, what it subscribed to and watches. */
export function clientMemory(c: Client): number {
  const { conn, transaction } = c;
  let bytes = FIXED + c.name.length + c.heldBytes;
  if (transaction !== null) bytes += transaction.bytes + transaction.queue.length * QUEUED;
  if (conn !== null) bytes += conn.memory;
  if (c.blocked?.args != null) bytes += c.blocked.args.totalLength;
  return bytes;
}
