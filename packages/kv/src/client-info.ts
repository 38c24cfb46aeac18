/** The line CLIENT LIST prints for a client, and the client types its filters know. */
import type { Client } from './client.ts';

export const CLIENT_TYPES = ['normal', 'replica', 'pubsub', 'master'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** 'slave' is the old spelling; null for an unknown name. */
export function clientTypeByName(name: string): ClientType | null {
  const lower = name.toLowerCase();
  if (lower === 'slave') return 'replica';
  return CLIENT_TYPES.find((t) => t === lower) ?? null;
}

export function clientType(c: Client): ClientType {
  if (c.kind === 'master') return 'master';
  if (c.kind === 'replica') return 'replica';
  return c.subscriptions > 0 || (c.shardChannels?.size ?? 0) > 0 ? 'pubsub' : 'normal';
}

/** Memory of one client: its buffers, its queued transaction and a fixed part. */
export function clientMemory(c: Client): number {
  return FIXED + (c.conn?.memory ?? 0) + (c.transaction?.bytes ?? 0) + c.name.length;
}
/** Bytes a connected client costs before it has buffers, measured over 10,000 idle connections. */
const FIXED = 1800;

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

/** One client's line, without the line break. */
export function clientInfo(c: Client): string {
  const { conn } = c;
  const now = c.server.store.now;
  const queued = Math.max(conn?.queryLen ?? 0, conn?.handling ?? 0);
  const room = conn?.query == null ? 0 : conn.query.length - conn.queryLen;
  const argvMemory = c.args === null ? 0 : argumentBytes(c);
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
    ['rbs', c.server.replyBufferSize(c)],
    ['rbp', c.server.replyBufferPeak(c)],
    ['obl', 0],
    ['oll', conn?.outputChunks ?? 0],
    ['omem', conn?.outputMemory ?? 0],
    ['tot-mem', clientMemory(c) + argvMemory],
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

function argumentBytes(c: Client): number {
  let n = 0;
  if (c.server.current === c && c.args !== null)
    for (let i = 0; i < c.args.n; i++) n += c.args.len[i] as number;
  return n;
}
