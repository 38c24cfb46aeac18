/** MULTI, EXEC, DISCARD, WATCH, UNWATCH. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Handlers } from './spec.ts';

/** Forgets an open transaction and its watches. */
export function discard(c: Client): void {
  c.transaction = null;
  c.dirtyCas = false;
  c.server.events.watches.unwatch(c);
}

function exec(c: Client): void {
  const { server, transaction } = c;
  if (transaction === null) fail(ERR.execWithoutMulti);
  if (server.events.watches.anyExpired(c)) c.dirtyCas = true;
  if (transaction.failed || c.dirtyCas) {
    discard(c);
    if (transaction.failed) fail(ERR.execAbort);
    c.out.nilArray();
    return;
  }
  const execCommand = c.command;
  const execArgs = c.args;
  server.events.watches.unwatch(c);
  server.inExec = true;
  c.out.array(transaction.queue.length);
  try {
    for (const { command, args } of transaction.queue) {
      const refusal = server.acl.refuseQueued(c, command, args);
      if (refusal !== null) {
        c.out.error(refusal);
        continue;
      }
      server.dispatch.call(c, command, args);
    }
  } finally {
    c.command = execCommand;
    c.args = execArgs;
    discard(c);
    server.inExec = false;
    // Followers get what was queued, wrapped anew by the propagation.
    server.propagation.prevent();
  }
}

export const transactionCommands: Handlers = {
  multi(c) {
    if (c.transaction !== null) fail(ERR.nestedMulti);
    c.transaction = { queue: [], failed: false, flags: 0, bytes: 0 };
    c.out.ok();
  },

  exec,

  discard(c) {
    if (c.transaction === null) fail(ERR.discardWithoutMulti);
    discard(c);
    c.out.ok();
  },

  watch(c, a) {
    if (c.transaction !== null) fail(ERR.watchInMulti);
    // A client that already lost need not watch more: its EXEC fails anyway.
    if (!c.dirtyCas) for (const key of a.strs(1)) c.server.events.watches.watch(c, c.db, key);
    c.out.ok();
  },

  unwatch(c) {
    c.server.events.watches.unwatch(c);
    c.dirtyCas = false;
    c.out.ok();
  },
};
