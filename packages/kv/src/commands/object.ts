/** OBJECT: how a value is stored and how much it is used. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { lfuDecayed, lruIdle } from '../store/access-clock.ts';
import { ENC_MASK, encodingName, INT, TYPE, TYPE_MASK } from '../store/value.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

/** The reference keeps one object for each integer below this, of which all keys share. */
const SHARED_INTEGERS = 10_000;
const SHARED_REFCOUNT = 2 ** 31 - 1;

const SWITCHED =
  'Please note that when switching between policies at runtime LRU and LFU data will take some time to adjust.';

const HELP: readonly HelpEntry[] = [
  ['ENCODING <key>', 'Name the internal form in which the value of <key> is stored.'],
  ['FREQ <key>', 'Return how often <key> is used, on a logarithmic scale (LFU policies only).'],
  ['IDLETIME <key>', 'Return the seconds since <key> was last used (not with LFU policies).'],
  ['REFCOUNT <key>', 'Return the number of references to the value of <key>.'],
];

/** The record of key a[2]; 0 after replying null when there is none. */
function subject(c: Client, a: Args): number {
  const r = c.db.readSilently(a, 2);
  if (r === 0) {
    // Counted, though nobody is notified of it.
    c.server.stats.misses++;
    c.out.nil();
  }
  return r;
}

/** Integers are not shared where each key needs a clock of its own. */
function sharesIntegers(c: Client): boolean {
  const { maxmemory, maxmemoryPolicy } = c.server.config;
  return maxmemory === 0 || !/l[rf]u$/.test(maxmemoryPolicy);
}

export const objectCommands: Handlers = {
  'object|help'(c, a) {
    replyHelp(c, a, HELP);
  },

  'object|encoding'(c, a) {
    const r = subject(c, a);
    if (r !== 0) c.out.bulkStr(encodingName(c.server.store.records.tag(r)));
  },

  'object|refcount'(c, a) {
    const r = subject(c, a);
    if (r === 0) return;
    const tag = c.server.store.records.tag(r);
    const isInt = (tag & TYPE_MASK) === TYPE.string && (tag & ENC_MASK) === INT;
    const value = isInt ? Number(c.db.stringValue(r)) : -1;
    const shared = value >= 0 && value < SHARED_INTEGERS && sharesIntegers(c);
    c.out.int(shared ? SHARED_REFCOUNT : 1);
  },

  'object|idletime'(c, a) {
    const { store } = c.server;
    const r = subject(c, a);
    if (r === 0) return;
    if (store.lfu)
      fail(`ERR An LFU maxmemory policy is selected, idle time not tracked. ${SWITCHED}`);
    c.out.int(lruIdle(store.records.clock(r), store.lruClock) / 1000);
  },

  'object|freq'(c, a) {
    const { store, config } = c.server;
    const r = subject(c, a);
    if (r === 0) return;
    if (!store.lfu)
      fail(
        `ERR An LFU maxmemory policy is not selected, access frequency not tracked. ${SWITCHED}`,
      );
    c.out.int(lfuDecayed(store.records.clock(r), store.now, config.lfuDecayTime));
  },
};
