/** SYNC: the snapshot and the stream of writes. */
import type { Handlers } from './spec.ts';

export const replicationCommands: Handlers = {
  sync(c) {
    if (c.kind === 'replica') return;
    c.server.feed.attach(c);
  },
};
