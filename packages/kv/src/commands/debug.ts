/** DEBUG: for tests. Every subcommand checks its own arguments, as DEBUG is one command. */
import type { Client } from '../clients/client.ts';
import { parseMemorySize } from '../config/memory-size.ts';
import { rewriteConfigFile } from '../config/rewrite.ts';
import { ERR, fail } from '../errors.ts';
import { crash } from '../observe/crash.ts';
import { describeValue, indexOf, listpackText, sdsLengths } from '../observe/debug-value.ts';
import { datasetDigest, valueDigest } from '../observe/digest.ts';
import { tableReport } from '../observe/table-stats.ts';
import { dumpPayload } from '../persistence/rdb/dump-payload.ts';
import { strerror } from '../process/errno.ts';
import type { Args } from '../resp/args.ts';
import { parseDouble } from '../resp/numbers.ts';
import { globMatch } from '../structures/glob.ts';
import { setPackedThreshold } from '../structures/node-limits.ts';
import { populate } from './debug-populate.ts';
import { replyDebugProtocol } from './debug-protocol.ts';
import { type HelpEntry, replyHelp, subcommandSyntaxError } from './help.ts';
import type { Handler, Handlers } from './spec.ts';

const HELP: readonly HelpEntry[] = [
  ['ASSERT', 'End the server as a failed assertion does.'],
  ['CHANGE-REPL-ID', 'Give the data set a new replication ID.'],
  ['CONFIG-REWRITE-FORCE-ALL', 'As CONFIG REWRITE, with every directive written out.'],
  ['DIGEST', 'Print a fingerprint of all data.'],
  ['DIGEST-VALUE <key> [<key> ...]', 'Print a fingerprint of the value of each key.'],
  ['ERROR <string>', 'Reply with <string> as an error.'],
  ['HTSTATS <dbid> [full]', 'Describe the indexes of a database.'],
  ['HTSTATS-KEY <key> [full]', 'Describe the index inside the value of <key>.'],
  ['LISTPACK <key>', 'Print the packed value of <key> to standard output.'],
  ['LOG <message>', 'Write <message> to the log.'],
  ['OBJECT <key>', 'Describe how the value of <key> is held.'],
  ['OOM', 'End the server as a failed allocation does.'],
  ['PANIC', 'End the server as an internal error does.'],
  ['PAUSE-CRON <0|1>', 'Stop or resume the periodic jobs.'],
  [
    'POPULATE <count> [<prefix>] [<size>]',
    'Make <count> string keys named <prefix>:<number> ("key" by default), not propagated.',
  ],
  ['PROTOCOL <type>', 'Reply with a sample of a protocol type.'],
  ['QUICKLIST-PACKED-THRESHOLD <size>', 'Keep list elements from <size> on in nodes of their own.'],
  ['RELOAD [MERGE] [NOFLUSH] [NOSAVE]', 'Save the data set, empty the server, read it back.'],
  ['REPLYBUFFER PEAK-RESET-TIME <NEVER|RESET|ms>', 'Set how long a reply peak is remembered.'],
  ['REPLYBUFFER RESIZING <0|1>', 'Stop or resume the resizing of reply buffers.'],
  ['SDSLEN <key>', 'Print the lengths of a key and its string value.'],
  ['SEGFAULT', 'End the server as a bad memory access does.'],
  ['SET-ACTIVE-EXPIRE <0|1>', 'Stop or resume the removal of expired keys in the background.'],
  ['SET-DISABLE-DENY-SCRIPTS <0|1>', 'Let scripts call what they may not, or not.'],
  ['SLEEP <seconds>', 'Do nothing, not even serve others, for that long.'],
  ['STRINGMATCH-LEN <pattern> <string>', 'Match a glob pattern.'],
  ['STRINGMATCH-TEST', 'Match random patterns.'],
  ['STRUCTSIZE', 'Print the sizes of some structures.'],
];

/** What DUMP adds to a value: its type, a version and a checksum. */
const DUMP_FRAME = 1 + 2 + 8;

interface Subcommand {
  /** Arguments allowed, DEBUG and its subcommand included. */
  readonly min: number;
  readonly max: number;
  readonly run: Handler;
}

/** An integer as atoi reads it: anything else is 0. */
function atoi(a: Args, i: number): number {
  return Number.parseInt(a.str(i), 10) || 0;
}

const existing = (c: Client, a: Args): number => c.db.rawFind(a.str(2)) || fail(ERR.noSuchKey);
const isFull = (a: Args): boolean => a.n >= 4 && a.is(3, 'FULL');

/** Saves, empties the server and reads it back, or parts of that. */
function reload({ server }: Client, a: Args): void {
  const given = new Set(a.strs(2).map((word) => word.toLowerCase()));
  for (const word of given)
    if (!['merge', 'noflush', 'nosave'].includes(word))
      fail('ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.');
  if (!given.has('nosave') && !server.persistence.save()) fail(ERR.generic);
  if (!given.has('noflush')) {
    for (const db of server.dbs) db.clear();
    server.scripting.functions.flush();
  }
  const wrong = server.persistence.load({ replace: given.has('merge') });
  if (wrong !== null) {
    server.log.warning(wrong);
    fail('ERR Error trying to load the RDB dump, check server logs.');
  }
  server.log.warning('DB reloaded by DEBUG RELOAD');
}

/** Runs and answers OK. */
const done =
  (run: (c: Client, a: Args) => void): Handler =>
  (c, a) => {
    run(c, a);
    c.out.ok();
  };

const SUBCOMMANDS: { readonly [name: string]: Subcommand } = {
  reload: { min: 2, max: 5, run: done(reload) },
  sleep: {
    min: 3,
    max: 3,
    run: done((_, a) => {
      const seconds = parseDouble(a.str(2));
      if (seconds > 0) Bun.sleepSync(seconds * 1000);
    }),
  },
  log: { min: 3, max: 3, run: done((c, a) => c.server.log.warning(`DEBUG LOG: ${a.str(2)}`)) },
  // As it is: not an error of the server, so that no statistics count it.
  error: {
    min: 3,
    max: 3,
    run: (c, a) => c.out.rawText(`-${a.str(2).replace(/[\r\n]/g, ' ')}\r\n`),
  },
  protocol: { min: 3, max: 3, run: replyDebugProtocol },
  populate: { min: 3, max: 5, run: populate },
  digest: { min: 2, max: 2, run: (c) => c.out.simple(datasetDigest(c.server)) },
  'digest-value': {
    min: 2,
    max: Number.POSITIVE_INFINITY,
    run: (c, a) => c.out.simpleArray(a.strs(2).map((key) => valueDigest(c.db, key))),
  },
  object: {
    min: 3,
    max: 3,
    run(c, a) {
      const record = existing(c, a);
      const { config } = c.server;
      const dumped = dumpPayload(c.db, record, config.rdbcompression).length - DUMP_FRAME;
      c.out.simple(describeValue(c.db, record, config.listMaxListpackSize, dumped));
    },
  },
  sdslen: { min: 3, max: 3, run: (c, a) => c.out.simple(sdsLengths(c.db, existing(c, a))) },
  listpack: {
    min: 3,
    max: 3,
    run(c, a) {
      process.stdout.write(listpackText(c.db, existing(c, a)));
      c.out.simple('Listpack structure printed on stdout');
    },
  },
  htstats: {
    min: 3,
    max: Number.POSITIVE_INFINITY,
    run(c, a) {
      const db = c.server.dbs[a.int(2)] ?? fail('ERR Out of range database');
      const full = isFull(a);
      const keys = `[Dictionary HT]\n${tableReport(db.keys, full)}`;
      c.out.verbatim(`${keys}[Expires HT]\n${tableReport(db.expires, full)}`);
    },
  },
  'htstats-key': {
    min: 3,
    max: Number.POSITIVE_INFINITY,
    run: (c, a) => c.out.verbatim(tableReport(indexOf(c.db, existing(c, a)), isFull(a))),
  },
  'set-active-expire': {
    min: 3,
    max: 3,
    run: done((c, a) => {
      c.server.expiry.enabled = atoi(a, 2) !== 0;
    }),
  },
  'pause-cron': {
    min: 3,
    max: 3,
    run: done((c, a) => {
      c.server.cron.paused = atoi(a, 2) !== 0;
    }),
  },
  'quicklist-packed-threshold': {
    min: 3,
    max: 3,
    run: done((_, a) => {
      const size = parseMemorySize(a.str(2));
      if (size === null || !setPackedThreshold(Number(size))) {
        fail('ERR argument must be a memory value bigger than 1 and smaller than 4gb');
      }
    }),
  },
  'set-disable-deny-scripts': {
    min: 3,
    max: 3,
    run: done((c, a) => {
      c.server.observe.testing.scriptsMayAll = atoi(a, 2) !== 0;
    }),
  },
  'set-skip-checksum-validation': {
    min: 3,
    max: 3,
    run: done((c, a) => {
      c.server.observe.testing.skipChecksums = atoi(a, 2) !== 0;
    }),
  },
  replybuffer: { min: 4, max: 4, run: done(replyBuffer) },
  'change-repl-id': {
    min: 2,
    max: 2,
    run: done((c) => {
      c.server.log.notice('Changing replication IDs after receiving DEBUG change-repl-id');
      c.server.observe.changeReplicationId();
    }),
  },
  'config-rewrite-force-all': {
    min: 2,
    max: 2,
    run: done(({ server }) => {
      const { configFile, config } = server.settings;
      try {
        if (configFile === null) throw new Error('No such file or directory');
        rewriteConfigFile(configFile, config, server.statements(), true);
      } catch (error) {
        fail(`ERR CONFIG-REWRITE-FORCE-ALL failed: ${strerror(error)}`);
      }
    }),
  },
  'stringmatch-len': {
    min: 4,
    max: 4,
    run: (c, a) => c.out.int(globMatch(a.str(2), a.str(3)) ? 1 : 0),
  },
  'stringmatch-test': {
    min: 2,
    max: 2,
    run(c) {
      for (let i = 0; i < 100_000; i++) globMatch(randomText(), randomText());
      c.out.simple('Apparently Redis did not crash: test passed');
    },
  },
  structsize: {
    min: 2,
    max: 2,
    // An index entry is a hash and an address; a record's header stands before its key.
    run: (c) => c.out.bulkStr('bits:64 record:8 indexentry:8 '),
  },
  leak: { min: 3, max: 3, run: done((c, a) => c.server.observe.testing.leaked.push(a.bytes(2))) },
  panic: {
    min: 2,
    max: Number.POSITIVE_INFINITY,
    run: (c) =>
      crash(c.server, `panicked: DEBUG PANIC called at Unix time ${now()}`, stack(), 'SIGABRT'),
  },
  assert: {
    min: 2,
    max: Number.POSITIVE_INFINITY,
    run: (c) => crash(c.server, 'failed an assertion: DEBUG ASSERT', stack(), 'SIGABRT'),
  },
  oom: {
    min: 2,
    max: Number.POSITIVE_INFINITY,
    run: (c) => crash(c.server, 'ran out of memory: DEBUG OOM', stack(), 'SIGABRT'),
  },
  segfault: {
    min: 2,
    max: Number.POSITIVE_INFINITY,
    run: (c) => crash(c.server, 'crashed by signal: 11', stack(), 'SIGSEGV'),
  },
};

function replyBuffer(c: Client, a: Args): void {
  const { testing } = c.server.observe;
  if (a.is(2, 'RESIZING')) testing.resizeReplyBuffers = atoi(a, 3) !== 0;
  else if (!a.is(2, 'PEAK-RESET-TIME')) subcommandSyntaxError(a);
  else if (a.is(3, 'NEVER')) testing.replyPeakResetMs = -1;
  else if (a.is(3, 'RESET')) testing.replyPeakResetMs = 5000;
  else testing.replyPeakResetMs = a.int(3);
}

const now = (): number => Math.floor(Date.now() / 1000);
const stack = (): string => new Error('crash').stack ?? '';

function randomText(): string {
  let text = '';
  for (let n = Math.floor(Math.random() * 32); n > 0; n--) {
    text += String.fromCharCode(Math.floor(Math.random() * 128));
  }
  return text;
}

export const debugCommands: Handlers = {
  debug(c, a) {
    const name = a.lower(1);
    if (name === 'help' && a.n === 2) return replyHelp(c, a, HELP);
    const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
    if (subcommand === undefined || a.n < subcommand.min || a.n > subcommand.max) {
      return subcommandSyntaxError(a);
    }
    subcommand.run(c, a);
  },
};
