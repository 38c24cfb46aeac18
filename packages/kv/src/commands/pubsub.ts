/** SUBSCRIBE and its kin, PUBLISH, PUBSUB. */
import type { Client } from '../clients/client.ts';
import { KINDS, type Kind } from '../clients/pubsub.ts';
import { fail } from '../errors.ts';
import { TARGET } from '../propagation.ts';
import type { Args } from '../resp/args.ts';
import { globMatch } from '../structures/glob.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

/** The count a (un)subscribe message carries: shard channels are counted apart. */
function count(c: Client, kind: Kind): number {
  return kind === 'shard' ? (c.shardChannels?.size ?? 0) : c.subscriptions;
}

function message(c: Client, kind: Kind, verb: string, name: string | null): void {
  c.out.push(3);
  c.out.bulkStr(verb);
  if (name === null) c.out.nil();
  else c.out.bulkStr(name);
  c.out.int(count(c, kind));
}

function subscribe(c: Client, a: Args, kind: Kind): void {
  if (c.denyBlocking && !c.server.inExec)
    fail(`ERR ${KINDS[kind].subscribe.toUpperCase()} isn't allowed for a DENY BLOCKING client`);
  for (let i = 1; i < a.n; i++) {
    const name = a.str(i);
    c.server.pubsub.subscribe(c, kind, name);
    message(c, kind, KINDS[kind].subscribe, name);
  }
}

function unsubscribe(c: Client, a: Args, kind: Kind): void {
  const verb = KINDS[kind].unsubscribe;
  const names = a.n > 1 ? a.strs(1) : [...(c[KINDS[kind].set] ?? [])];
  for (const name of names) {
    c.server.pubsub.unsubscribe(c, kind, name);
    message(c, kind, verb, name);
  }
  if (names.length === 0) message(c, kind, verb, null);
}

/** Names of a kind that match a[2], or all. */
function active(c: Client, a: Args, kind: Kind): void {
  const pattern = a.n > 2 ? a.str(2) : null;
  const names = [...c.server.pubsub[kind].keys()];
  c.out.bulkArray(pattern === null ? names : names.filter((n) => globMatch(pattern, n)));
}

function subscriberCounts(c: Client, a: Args, kind: Kind): void {
  // Pairs, but no map in RESP3 either.
  c.out.array((a.n - 2) * 2);
  for (const name of a.strs(2)) {
    c.out.bulkStr(name);
    c.out.int(c.server.pubsub[kind].get(name)?.size ?? 0);
  }
}

const HELP: readonly HelpEntry[] = [
  ['CHANNELS [<pattern>]', 'List channels with subscribers, all or those that match a pattern.'],
  ['NUMPAT', 'Tell how many distinct patterns are subscribed to.'],
  ['NUMSUB [<channel> ...]', 'Tell how many subscribers each channel has, patterns aside.'],
  ['SHARDCHANNELS [<pattern>]', 'List shard channels with subscribers.'],
  ['SHARDNUMSUB [<shardchannel> ...]', 'Tell how many subscribers each shard channel has.'],
];

export const pubsubCommands: Handlers = {
  subscribe: (c, a) => subscribe(c, a, 'channel'),
  psubscribe: (c, a) => subscribe(c, a, 'pattern'),
  ssubscribe: (c, a) => subscribe(c, a, 'shard'),
  unsubscribe: (c, a) => unsubscribe(c, a, 'channel'),
  punsubscribe: (c, a) => unsubscribe(c, a, 'pattern'),
  sunsubscribe: (c, a) => unsubscribe(c, a, 'shard'),

  publish(c, a) {
    c.server.propagation.force(TARGET.replicas);
    c.out.int(c.server.pubsub.publish(a.str(1), a.str(2)));
  },

  spublish(c, a) {
    c.server.propagation.force(TARGET.replicas);
    c.out.int(c.server.pubsub.publishShard(a.str(1), a.str(2)));
  },

  'pubsub|channels': (c, a) => active(c, a, 'channel'),
  'pubsub|shardchannels': (c, a) => active(c, a, 'shard'),
  'pubsub|numsub': (c, a) => subscriberCounts(c, a, 'channel'),
  'pubsub|shardnumsub': (c, a) => subscriberCounts(c, a, 'shard'),
  'pubsub|numpat': (c) => c.out.int(c.server.pubsub.pattern.size),
  'pubsub|help': (c, a) => replyHelp(c, a, HELP),
};
