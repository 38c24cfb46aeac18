/**
 * Channels, patterns and shard channels, and who listens. A message is built once per protocol
 * version and copied into each subscriber's output.
 */

import { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';
import { globMatch } from '../structures/glob.ts';
import type { Client } from './client.ts';

/** The three kinds of subscription, with the names their messages carry. */
export const KINDS = {
  channel: { set: 'channels', subscribe: 'subscribe', unsubscribe: 'unsubscribe' },
  pattern: { set: 'patterns', subscribe: 'psubscribe', unsubscribe: 'punsubscribe' },
  shard: { set: 'shardChannels', subscribe: 'ssubscribe', unsubscribe: 'sunsubscribe' },
} as const;
export type Kind = keyof typeof KINDS;

/** What a subscription costs besides its name, for the client's memory. */
const SUBSCRIPTION_BYTES = 120;

export class PubSub {
  readonly channel = new Map<string, Set<Client>>();
  readonly pattern = new Map<string, Set<Client>>();
  readonly shard = new Map<string, Set<Client>>();
  /** Clients with at least one subscription, for INFO. */
  readonly subscribers = new Set<Client>();
  private readonly scratch = new Writer(1024);

  constructor(private readonly server: Server) {}

  /** Adds a subscription; false when c had it already. */
  subscribe(c: Client, kind: Kind, name: string): boolean {
    const own = ownSet(c, kind);
    if (own.has(name)) return false;
    own.add(name);
    c.heldBytes += SUBSCRIPTION_BYTES + name.length;
    let all = this[kind].get(name);
    if (all === undefined) this[kind].set(name, (all = new Set()));
    all.add(c);
    this.subscribers.add(c);
    return true;
  }

  unsubscribe(c: Client, kind: Kind, name: string): boolean {
    const own = c[KINDS[kind].set];
    if (own === null || !own.delete(name)) return false;
    c.heldBytes -= SUBSCRIPTION_BYTES + name.length;
    const all = this[kind].get(name);
    if (all?.delete(c) && all.size === 0) this[kind].delete(name);
    if (!c.isSubscribed) this.subscribers.delete(c);
    return true;
  }

  /** Drops all of a client's subscriptions of every kind, without messages. */
  drop(c: Client): void {
    for (const kind of Object.keys(KINDS) as Kind[])
      for (const name of [...(c[KINDS[kind].set] ?? [])]) this.unsubscribe(c, kind, name);
  }

  /** Delivers a message to the subscribers of a channel and of patterns that match it. */
  publish(channel: string, message: string): number {
    let receivers = this.deliver(this.channel.get(channel), ['message', channel, message]);
    for (const [pattern, clients] of this.pattern)
      if (globMatch(pattern, channel))
        receivers += this.deliver(clients, ['pmessage', pattern, channel, message]);
    return receivers;
  }

  publishShard(channel: string, message: string): number {
    return this.deliver(this.shard.get(channel), ['smessage', channel, message]);
  }

  private deliver(clients: Set<Client> | undefined, parts: readonly string[]): number {
    if (clients === undefined) return 0;
    const built: (Buffer | null)[] = [null, null];
    for (const c of clients) {
      const bytes = (built[c.resp - 2] ??= this.build(c.resp, parts));
      this.server.sessions.push(c, bytes);
    }
    return clients.size;
  }

  /** A push of bulk strings as bytes. */
  private build(resp: 2 | 3, parts: readonly string[]): Buffer {
    const w = this.scratch;
    w.reset();
    w.resp = resp;
    w.push(parts.length);
    for (const p of parts) w.bulkStr(p);
    return Buffer.from(w.buf.subarray(0, w.pos));
  }
}

function ownSet(c: Client, kind: Kind): Set<string> {
  const field = KINDS[kind].set;
  return (c[field] ??= new Set<string>());
}
