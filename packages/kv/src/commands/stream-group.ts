/** XGROUP and XACK. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Group } from '../store/types/stream/group.ts';
import type { Stream } from '../store/types/stream/stream.ts';
import {
  addWide,
  MIN_ID,
  parseId,
  type StreamId,
  type Wide,
} from '../store/types/stream/stream-id.ts';
import { type HelpEntry, replyHelp, subcommandSyntaxError } from './help.ts';
import type { Handlers } from './spec.ts';
import {
  consumerArgument,
  createStream,
  idArgument,
  readStream,
  STREAM_ERR,
  streamEvent,
  writeStream,
} from './stream-key.ts';

const KEY_MUST_EXIST =
  'ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.';

const HELP: readonly HelpEntry[] = [
  [
    'CREATE <key> <groupname> <id|$> [option]',
    'Make a consumer group that begins after <id>. Options are:',
    '* MKSTREAM',
    '  Make an empty stream if the key does not exist.',
    '* ENTRIESREAD entries_read',
    "  Set the group's entries_read counter.",
  ],
  ['CREATECONSUMER <key> <groupname> <consumer>', 'Make a consumer of a group.'],
  ['DELCONSUMER <key> <groupname> <consumer>', 'Remove a consumer and what is pending for it.'],
  ['DESTROY <key> <groupname>', 'Remove a group.'],
  [
    'SETID <key> <groupname> <id|$> [ENTRIESREAD entries_read]',
    "Set a group's position and its entries_read counter.",
  ],
];

interface GroupOptions {
  readonly makeStream: boolean;
  /** Null when not given, or given as -1. */
  readonly entriesRead: Wide | null;
}

/** Reads MKSTREAM (if allowed) and ENTRIESREAD from argument 5 on. */
function groupOptions(a: Args, mayMakeStream: boolean): GroupOptions {
  let makeStream = false;
  let entriesRead: Wide | null = null;
  for (let i = 5; i < a.n; i++) {
    if (mayMakeStream && a.is(i, 'MKSTREAM')) makeStream = true;
    else if (a.is(i, 'ENTRIESREAD') && i + 1 < a.n) {
      const n = a.bigint(++i);
      if (n < -1n) fail('ERR value for ENTRIESREAD must be positive or -1');
      entriesRead = n === -1n ? null : addWide(0, n);
    } else subcommandSyntaxError(a);
  }
  return { makeStream, entriesRead };
}

/** The group a[3] of the stream at key a[2]; throws when one of them is missing. */
function groupOf(c: Client, a: Args): { stream: Stream; group: Group } {
  const stream = writeStream(c, a, 2) ?? fail(KEY_MUST_EXIST);
  const group =
    stream.groups.get(a.str(3)) ??
    fail(`NOGROUP No such consumer group '${a.str(3)}' for key name '${a.str(2)}'`);
  return { stream, group };
}

function create(c: Client, a: Args): void {
  const { server, db } = c;
  const options = groupOptions(a, true);
  let stream = writeStream(c, a, 2);
  if (stream === null && !options.makeStream) fail(KEY_MUST_EXIST);
  // Options may be given twice as far as they are read; only their number is wrong then.
  if (a.n > 8) subcommandSyntaxError(a);
  const id: StreamId = a.is(4, '$') ? (stream?.lastId ?? MIN_ID) : idArgument(a, 4);
  if (stream === null) {
    stream = createStream(c, a, 2);
    server.events.modified(c, db, a, 2);
  }
  if (stream.addGroup(a.str(3), id, options.entriesRead) === null)
    fail('BUSYGROUP Consumer Group name already exists');
  server.propagation.dirty++;
  streamEvent(c, a, 2, 'xgroup-create');
  c.out.ok();
}

function setId(c: Client, a: Args): void {
  const { entriesRead } = groupOptions(a, false);
  const { stream, group } = groupOf(c, a);
  if (a.n !== 5 && a.n !== 7) subcommandSyntaxError(a);
  const id = a.is(4, '$')
    ? stream.lastId
    : (parseId(a.str(4), 0, false) ?? fail(STREAM_ERR.invalidId));
  group.lastId = id;
  group.entriesRead = entriesRead;
  c.server.propagation.dirty++;
  streamEvent(c, a, 2, 'xgroup-setid');
  c.out.ok();
}

function acknowledge(c: Client, a: Args): void {
  const group = readStream(c, a, 1)?.groups.get(a.str(2));
  if (group === undefined) {
    c.out.int(0);
    return;
  }
  const ids: StreamId[] = [];
  for (let i = 3; i < a.n; i++) ids.push(idArgument(a, i));
  let n = 0;
  for (const id of ids) {
    const r = group.pending.find(id);
    if (r === 0) continue;
    group.settle(r);
    n++;
  }
  c.server.propagation.dirty += n;
  c.out.int(n);
}

export const streamGroupCommands: Handlers = {
  'xgroup|create'(c, a) {
    create(c, a);
  },

  'xgroup|setid'(c, a) {
    setId(c, a);
  },

  'xgroup|destroy'(c, a) {
    const { server, db } = c;
    const stream = writeStream(c, a, 2) ?? fail(KEY_MUST_EXIST);
    const removed = stream.removeGroup(a.str(3));
    if (removed) {
      server.propagation.dirty++;
      streamEvent(c, a, 2, 'xgroup-destroy');
      // Whoever waits in XREADGROUP is told that the group is gone.
      server.blocking.signal(db, a, 2);
    }
    c.out.int(removed ? 1 : 0);
  },

  'xgroup|createconsumer'(c, a) {
    const { group } = groupOf(c, a);
    c.out.int(consumerArgument(c, a, 2, group, 4).created ? 1 : 0);
  },

  'xgroup|delconsumer'(c, a) {
    const { group } = groupOf(c, a);
    const consumer = group.consumers.get(a.str(4));
    const pending = consumer?.pendingCount ?? 0;
    if (consumer !== undefined) {
      group.removeConsumer(consumer);
      c.server.propagation.dirty++;
      streamEvent(c, a, 2, 'xgroup-delconsumer');
    }
    c.out.int(pending);
  },

  'xgroup|help'(c, a) {
    replyHelp(c, a, HELP);
  },

  xack(c, a) {
    acknowledge(c, a);
  },
};
