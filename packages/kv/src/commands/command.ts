/** COMMAND: what the server tells clients about its commands. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { Args } from '../resp/args.ts';
import { globMatch } from '../structures/glob.ts';
import { replyDocs, replyFlags, replyInfo } from './command-info.ts';
import { replyHelp } from './help.ts';
import { KeyList, keyFlagNames } from './key-list.ts';
import { commandKeys } from './keys.ts';
import { CATEGORIES, type Category, type Command, FLAG, type Handlers } from './spec.ts';

function all(c: Client): void {
  const commands = c.server.registry.commands();
  c.out.array(commands.length);
  for (const command of commands) replyInfo(c.out, command);
}

function info(c: Client, a: Args): void {
  if (a.n === 2) {
    all(c);
    return;
  }
  c.out.array(a.n - 2);
  for (let i = 2; i < a.n; i++) replyInfo(c.out, c.server.registry.lookup(a.str(i)));
}

function docs(c: Client, a: Args): void {
  const { registry } = c.server;
  const commands =
    a.n === 2
      ? registry.commands()
      : a
          .strs(2)
          .map((name) => registry.lookup(name))
          .filter((command) => command !== null);
  c.out.map(commands.length);
  for (const command of commands) {
    c.out.bulkStr(command.fullName);
    replyDocs(c.out, command);
  }
}

/** The test of COMMAND LIST FILTERBY. There are no modules, so nothing is a module's command. */
function listFilter(a: Args): (command: Command) => boolean {
  if (a.n === 2) return () => true;
  if (a.n !== 5 || !a.is(2, 'FILTERBY')) return fail(ERR.syntax);
  const value = a.str(4);
  if (a.is(3, 'MODULE')) return () => false;
  if (a.is(3, 'ACLCAT')) {
    const at = CATEGORIES.indexOf(value.toLowerCase() as Category);
    return (command) => at !== -1 && (command.categories & (1 << at)) !== 0;
  }
  if (a.is(3, 'PATTERN')) return (command) => globMatch(value, command.fullName, true);
  return fail(ERR.syntax);
}

function list(c: Client, a: Args): void {
  const matches = listFilter(a);
  const names: string[] = [];
  for (const command of c.server.registry.commands()) {
    if (matches(command)) names.push(command.fullName);
    for (const sub of command.subcommands?.values() ?? []) {
      if (matches(sub)) names.push(sub.fullName);
    }
  }
  c.out.bulkArray(names);
}

function getKeys(c: Client, a: Args, withFlags: boolean): void {
  const line = Args.of(a.strs(2));
  const command = c.server.registry.find(line);
  if (command === null) fail('ERR Invalid command specified');
  if (!command.keyPlan.hasKeys) fail('ERR The command has no key arguments');
  const { arity } = command;
  if (arity > 0 ? line.n !== arity : line.n < -arity) {
    fail('ERR Invalid number of arguments specified for command');
  }
  const keys = new KeyList();
  const count = commandKeys(command.keyPlan, line, keys);
  if (count === 0 && (command.flags & FLAG.no_mandatory_keys) === 0) {
    fail('ERR Invalid arguments specified for command');
  }
  c.out.array(count);
  for (let i = 0; i < count; i++) {
    if (withFlags) c.out.array(2);
    c.out.bulkStr(line.str(keys.index[i] as number));
    if (withFlags) replyFlags(c.out, keyFlagNames(keys.flags[i] as number));
  }
}

export const commandHandlers: Handlers = {
  command: all,
  'command|info': info,
  'command|docs': docs,
  'command|list': list,
  'command|count': (c) => c.out.int(c.server.registry.commands().length),
  'command|getkeys': (c, a) => getKeys(c, a, false),
  'command|getkeysandflags': (c, a) => getKeys(c, a, true),
  'command|help': (c, a) =>
    replyHelp(c, a, [
      ['(no subcommand)', 'Show the properties of every command.'],
      ['COUNT', 'Show how many commands there are.'],
      ['LIST', 'Show the names of the commands.'],
      [
        'INFO [<command-name> ...]',
        'Show the properties of the named commands,',
        'or of every command.',
      ],
      [
        'DOCS [<command-name> ...]',
        'Show the documentation of the named commands,',
        'or of every command.',
      ],
      ['GETKEYS <full-command>', 'Show which words of a command line are keys.'],
      [
        'GETKEYSANDFLAGS <full-command>',
        'Show which words of a command line are keys, and how each is used.',
      ],
    ]),
};
