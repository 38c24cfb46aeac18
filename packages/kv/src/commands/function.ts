/** FUNCTION, FCALL and FCALL_RO. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { dumpLibraries, readLibraries } from '../scripting/function-dump.ts';
import type { Library } from '../scripting/library-set.ts';
import { flagNames } from '../scripting/script-flags.ts';
import { globMatch } from '../structures/glob.ts';
import { type HelpEntry, replyHelp, subcommandSyntaxError } from './help.ts';
import { checkFlushMode, keyCount } from './scripting.ts';
import type { Handlers } from './spec.ts';

/** A library only registers functions: more time than this means that something is wrong. */
const LOAD_TIMEOUT_MS = 500;
const ENGINE = 'LUA';

const HELP: readonly HelpEntry[] = [
  ['DELETE <library-name>', 'Remove a library and its functions.'],
  ['DUMP', 'Print all libraries in a form that FUNCTION RESTORE takes.'],
  ['FLUSH [ASYNC|SYNC]', 'Remove all libraries. Without a mode, lazyfree-lazy-user-flush decides.'],
  ['KILL', 'End the function that runs now.'],
  [
    'LIST [LIBRARYNAME <pattern>] [WITHCODE]',
    'Describe the libraries, or those whose name matches: name, engine, functions, source.',
  ],
  ['LOAD [REPLACE] <code>', 'Load a library, in place of one of the same name with REPLACE.'],
  [
    'RESTORE <payload> [FLUSH|APPEND|REPLACE]',
    'Load the libraries of a dump: after removing all others, unless a name exists (default),',
    'or in place of those whose name exists.',
  ],
  ['STATS', 'Describe the function that runs now, and count libraries and functions.'],
];

function callFunction(c: Client, a: Args, readOnly: boolean): void {
  const { scripting, observe } = c.server;
  observe.announce(c, a);
  const found = scripting.functions.find(a.str(1)) ?? fail('ERR Function not found');
  const keys = keyCount(a, 'ERR Bad number of keys provided');
  const { name, flags } = found;
  const prepare = () => {
    const { state } = scripting.functions;
    return { state, ref: found.ref };
  };
  scripting.run(c, a, keys, { name, flags, isEval: false, prepare }, readOnly);
}

function describeLibrary(c: Client, library: Library, withCode: boolean): void {
  const { out } = c;
  out.map(withCode ? 4 : 3);
  out.bulkStr('library_name');
  out.bulkStr(library.name);
  out.bulkStr('engine');
  out.bulkStr(ENGINE);
  out.bulkStr('functions');
  out.array(library.functions.size);
  for (const { name, description, flags } of library.functions.values()) {
    out.map(3);
    out.bulkStr('name');
    out.bulkStr(name);
    out.bulkStr('description');
    if (description === null) out.nil();
    else out.bulkStr(description);
    out.bulkStr('flags');
    const names = flagNames(flags);
    out.set(names.length);
    for (const flag of names) out.simple(flag);
  }
  if (!withCode) return;
  out.bulkStr('library_code');
  out.bulkStr(library.code);
}

function list(c: Client, a: Args): void {
  let withCode = false;
  let pattern: string | null = null;
  for (let i = 2; i < a.n; i++) {
    if (!withCode && a.is(i, 'WITHCODE')) withCode = true;
    else if (pattern === null && a.is(i, 'LIBRARYNAME')) {
      if (++i >= a.n) fail('ERR library name argument was not given');
      pattern = a.str(i);
    } else fail(`ERR Unknown argument ${a.str(i)}`);
  }
  const libraries = [...c.server.scripting.functions.libraries.values()].filter(
    ({ name }) => pattern === null || globMatch(pattern, name, true),
  );
  c.out.array(libraries.length);
  for (const library of libraries) describeLibrary(c, library, withCode);
}

function stats(c: Client): void {
  const { out, server } = c;
  const { current: run, functions } = server.scripting;
  if (run?.isEval) fail(server.scripting.busyError ?? 'ERR a script is running');
  out.map(2);
  out.bulkStr('running_script');
  if (run === null) out.nil();
  else {
    out.map(3);
    out.bulkStr('name');
    out.bulkStr(run.name);
    out.bulkStr('command');
    out.bulkArray(run.caller.args?.strs() ?? []);
    out.bulkStr('duration_ms');
    out.int(Math.floor(performance.now() - run.startedAt));
  }
  out.bulkStr('engines');
  out.map(1);
  out.bulkStr(ENGINE);
  out.map(2);
  out.bulkStr('libraries_count');
  out.int(functions.libraries.size);
  out.bulkStr('functions_count');
  // Names that differ only in case are one function, yet counted for each library that has them.
  let registered = 0;
  for (const library of functions.libraries.values()) registered += library.functions.size;
  out.int(registered);
}

function restore(c: Client, a: Args): void {
  if (a.n > 4) subcommandSyntaxError(a);
  const { scripting, propagation, observe } = c.server;
  const policy = a.n === 4 ? a.lower(3) : 'append';
  if (policy !== 'append' && policy !== 'replace' && policy !== 'flush')
    fail('ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE.');
  const codes = readLibraries(a.bytes(2), observe.testing.skipChecksums);
  if (typeof codes === 'string') fail(codes);
  const wrong = scripting.functions.restore(codes, policy);
  if (wrong !== null) fail(wrong);
  propagation.dirty++;
  c.out.ok();
}

export const functionCommands: Handlers = {
  fcall: (c, a) => callFunction(c, a, false),
  fcall_ro: (c, a) => callFunction(c, a, true),

  'function|load'(c, a) {
    let replace = false;
    for (let i = 2; i < a.n - 1; i++) {
      if (!a.is(i, 'REPLACE')) fail(`ERR Unknown option given: ${a.str(i)}`);
      replace = true;
    }
    const timeout = c.kind === 'master' || c.kind === 'loader' ? 0 : LOAD_TIMEOUT_MS;
    const loaded = c.server.scripting.functions.load(a.str(a.n - 1), replace, timeout);
    if (typeof loaded === 'string') fail(loaded);
    c.server.propagation.dirty++;
    c.out.bulkStr(loaded.name);
  },

  'function|delete'(c, a) {
    if (!c.server.scripting.functions.delete(a.str(2))) fail('ERR Library not found');
    c.server.propagation.dirty++;
    c.out.ok();
  },

  'function|flush'(c, a) {
    if (a.n > 3) subcommandSyntaxError(a);
    checkFlushMode(a, 'ERR FUNCTION FLUSH only supports SYNC|ASYNC option');
    c.server.scripting.functions.flush();
    c.server.propagation.dirty++;
    c.out.ok();
  },

  'function|dump'(c) {
    const { scripting, config } = c.server;
    c.out.bulk(dumpLibraries(scripting.functions.libraries.values(), config.rdbcompression));
  },

  'function|restore': restore,
  'function|list': list,
  'function|stats': stats,

  'function|kill'(c) {
    c.server.scripting.kill(false);
    c.out.ok();
  },

  'function|help': (c, a) => replyHelp(c, a, HELP),
};
