/** EVAL, EVALSHA and their read-only forms; SCRIPT. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { EvalScript } from '../scripting/eval-scripts.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

const SHA_LENGTH = 40;

const HELP: readonly HelpEntry[] = [
  ['DEBUG (YES|SYNC|NO)', 'Set the debug mode of the scripts that this client runs.'],
  ['EXISTS <sha1> [<sha1> ...]', 'Say of each digest whether its script is cached.'],
  [
    'FLUSH [ASYNC|SYNC]',
    'Forget all cached scripts. Without a mode, lazyfree-lazy-user-flush decides.',
  ],
  ['KILL', 'End the script that runs now.'],
  ['LOAD <script>', 'Cache a script without running it.'],
];

/** Argument 2: how many of the arguments after it are keys. */
export function keyCount(a: Args, notANumber?: string): number {
  const keys = a.int(2, notANumber);
  if (keys > a.n - 3) fail("ERR Number of keys can't be greater than number of args");
  if (keys < 0) fail("ERR Number of keys can't be negative");
  return keys;
}

function runScript(c: Client, a: Args, keys: number, script: EvalScript, readOnly: boolean): void {
  const { scripting } = c.server;
  const { sha: name, flags } = script;
  const prepare = () => ({ state: scripting.evals.ready(script), ref: script.ref });
  scripting.run(c, a, keys, { name, flags, isEval: true, prepare }, readOnly);
}

function evalBody(c: Client, a: Args, readOnly: boolean): void {
  c.server.observe.announce(c, a);
  if (c.scriptDebug === 'no') evalScript(c, a, readOnly);
  else c.server.scripting.debug(c, a, () => evalScript(c, a, readOnly));
}

function evalScript(c: Client, a: Args, readOnly: boolean): void {
  const keys = keyCount(a);
  const script = c.server.scripting.evals.load(a.str(1));
  if (typeof script === 'string') fail(script);
  runScript(c, a, keys, script, readOnly);
}

function evalSha(c: Client, a: Args, readOnly: boolean): void {
  c.server.observe.announce(c, a);
  if (a.len[1] !== SHA_LENGTH) fail(ERR.noScript);
  if (c.scriptDebug !== 'no') fail('ERR Please use EVAL instead of EVALSHA for debugging');
  const keys = keyCount(a);
  const script = c.server.scripting.evals.findSha(a.str(1)) ?? fail(ERR.noScript);
  runScript(c, a, keys, script, readOnly);
}

/** SYNC or ASYNC as argument 2, or neither; both free at once, there being little to free. */
export function checkFlushMode(a: Args, error: string): void {
  if (a.n === 2 || (a.n === 3 && (a.is(2, 'SYNC') || a.is(2, 'ASYNC')))) return;
  fail(error);
}

export const scriptingCommands: Handlers = {
  eval: (c, a) => evalBody(c, a, false),
  eval_ro: (c, a) => evalBody(c, a, true),
  evalsha: (c, a) => evalSha(c, a, false),
  evalsha_ro: (c, a) => evalSha(c, a, true),

  'script|load'(c, a) {
    const script = c.server.scripting.evals.load(a.str(2));
    if (typeof script === 'string') fail(script);
    c.out.bulkStr(script.sha);
  },

  'script|exists'(c, a) {
    c.out.array(a.n - 2);
    for (let i = 2; i < a.n; i++) {
      c.out.int(c.server.scripting.evals.findSha(a.str(i)) === null ? 0 : 1);
    }
  },

  'script|flush'(c, a) {
    checkFlushMode(a, 'ERR SCRIPT FLUSH only support SYNC|ASYNC option');
    c.server.scripting.evals.flush();
    c.out.ok();
  },

  'script|kill'(c) {
    c.server.scripting.kill(true);
    c.out.ok();
  },

  'script|debug'(c, a) {
    if ((c.conn?.pendingBytes ?? 0) > 0) fail('ERR SCRIPT DEBUG must be called outside a pipeline');
    const mode = a.lower(2);
    if (mode !== 'no' && mode !== 'yes' && mode !== 'sync')
      fail('ERR Use SCRIPT DEBUG YES/SYNC/NO');
    c.scriptDebug = mode;
    c.out.ok();
  },

  'script|help': (c, a) => replyHelp(c, a, HELP),
};
