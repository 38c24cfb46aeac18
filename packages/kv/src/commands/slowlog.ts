/** SLOWLOG: the commands that took longest. */
import { fail } from '../errors.ts';
import { type HelpEntry, replyHelp, subcommandSyntaxError } from './help.ts';
import type { Handlers } from './spec.ts';

const DEFAULT_COUNT = 10;

const HELP: readonly HelpEntry[] = [
  [
    'GET [<count>]',
    'List the newest <count> entries (10 by default, -1 for all): number, time, duration in',
    'microseconds, arguments, address and name of the client.',
  ],
  ['LEN', 'Count the entries.'],
  ['RESET', 'Remove all entries.'],
];

export const slowlogCommands: Handlers = {
  'slowlog|get'(c, a) {
    if (a.n > 3) subcommandSyntaxError(a);
    const { slowlog } = c.server.observe;
    const count = a.n === 3 ? a.int(2) : DEFAULT_COUNT;
    if (count < -1) fail('ERR count should be greater than or equal to -1');
    const entries = slowlog.newest(count === -1 ? slowlog.length : count);
    c.out.array(entries.length);
    for (const entry of entries) {
      c.out.array(6);
      c.out.int(entry.id);
      c.out.int(entry.time);
      c.out.int(entry.microseconds);
      c.out.bulkArray(entry.args);
      c.out.bulkStr(entry.peer);
      c.out.bulkStr(entry.clientName);
    }
  },

  'slowlog|len'(c) {
    c.out.int(c.server.observe.slowlog.length);
  },

  'slowlog|reset'(c) {
    c.server.observe.slowlog.clear();
    c.out.ok();
  },

  'slowlog|help'(c, a) {
    replyHelp(c, a, HELP);
  },
};
