/** ACL and AUTH. */
import { generatePassword } from '../acl/password.ts';
import type { Selector } from '../acl/selector.ts';
import type { Client } from '../clients/client.ts';
import { ERR, fail, wrongArity } from '../errors.ts';
import { Args } from '../resp/args.ts';
import { replyHelp, subcommandSyntaxError } from './help.ts';
import { CATEGORIES, type Category, type Handlers } from './spec.ts';

const GENPASS_BITS = 256;
const GENPASS_MAX_BITS = 4096;
const LOG_ENTRIES = 10;
/** How much of a client's word an error repeats. */
const PREVIEW = 128;

function setUser(c: Client, a: Args): void {
  for (let i = 2; i < a.n; i++) c.redact(i);
  const problem = c.server.acl.setUser(a.str(2), a.strs(3));
  if (problem !== null) fail(`ERR ${problem}`);
  c.out.ok();
}

function deleteUsers(c: Client, a: Args): void {
  const names = a.strs(2);
  if (names.includes('default')) fail("ERR The 'default' user cannot be removed");
  c.out.int(names.filter((name) => c.server.acl.deleteUser(name)).length);
}

function getUser(c: Client, a: Args): void {
  const { out } = c;
  const user = c.server.acl.get(a.str(2));
  if (user === undefined) {
    out.nil();
    return;
  }
  out.map(6);
  out.bulkStr('flags');
  const { flags } = user;
  out.set(flags.length);
  for (const flag of flags) out.bulkStr(flag);
  out.bulkStr('passwords');
  out.bulkArray(user.passwords);
  replySelector(c, user.root);
  out.bulkStr('selectors');
  const others = user.selectors.slice(1);
  out.array(others.length);
  for (const selector of others) {
    out.map(3);
    replySelector(c, selector);
  }
}

function replySelector({ out }: Client, selector: Selector): void {
  out.bulkStr('commands');
  out.bulkStr(selector.commands.describe());
  out.bulkStr('keys');
  out.bulkStr(selector.describeKeys());
  out.bulkStr('channels');
  out.bulkStr(selector.describeChannels());
}

function category(c: Client, a: Args): void {
  if (a.n > 3) subcommandSyntaxError(a);
  if (a.n === 2) {
    c.out.bulkArray(CATEGORIES);
    return;
  }
  const at = CATEGORIES.indexOf(a.lower(2) as Category);
  if (at === -1) fail(`ERR Unknown category '${a.str(2).slice(0, PREVIEW)}'`);
  const members = c.server.registry.all.filter((cmd) => (cmd.categories & (1 << at)) !== 0);
  c.out.bulkArray(members.map((cmd) => cmd.fullName));
}

function genpass(c: Client, a: Args): void {
  if (a.n > 3) subcommandSyntaxError(a);
  const bits = a.n === 3 ? a.int(2) : GENPASS_BITS;
  if (bits <= 0 || bits > GENPASS_MAX_BITS) {
    fail(
      `ERR ACL GENPASS argument must be the number of bits for the output password, a positive number up to ${GENPASS_MAX_BITS}`,
    );
  }
  c.out.bulkStr(generatePassword(bits));
}

function log(c: Client, a: Args): void {
  if (a.n > 3) subcommandSyntaxError(a);
  const { out, server } = c;
  const { log } = server.acl;
  if (a.n === 3 && a.is(2, 'RESET')) {
    log.clear();
    out.ok();
    return;
  }
  const count = a.n === 3 ? Math.max(0, a.int(2)) : LOG_ENTRIES;
  const entries = log.entries.slice(0, count);
  out.array(entries.length);
  for (const entry of entries) {
    out.map(10);
    out.bulkStr('count');
    out.int(entry.count);
    out.bulkStr('reason');
    out.bulkStr(entry.reason);
    out.bulkStr('context');
    out.bulkStr(entry.context);
    out.bulkStr('object');
    out.bulkStr(entry.object);
    out.bulkStr('username');
    out.bulkStr(entry.username);
    out.bulkStr('age-seconds');
    out.double((server.store.now - entry.updated) / 1000);
    out.bulkStr('client-info');
    out.bulkStr(entry.client);
    out.bulkStr('entry-id');
    out.int(entry.id);
    out.bulkStr('timestamp-created');
    out.int(entry.created);
    out.bulkStr('timestamp-last-updated');
    out.int(entry.updated);
  }
}

function dryrun(c: Client, a: Args): void {
  const { acl, registry } = c.server;
  const user = acl.get(a.str(2)) ?? fail(`ERR User '${a.str(2)}' not found`);
  const line = Args.of(a.strs(3));
  const command = registry.find(line) ?? fail(`ERR Command '${a.str(3)}' not found`);
  const { arity } = command;
  if (arity > 0 ? line.n !== arity : line.n < -arity) fail(wrongArity(command.fullName));
  const reason = acl.explain(user, command, line);
  if (reason === null) c.out.ok();
  else c.out.bulkStr(reason);
}

function requireAclFile(c: Client): void {
  if (c.server.config.aclfile !== '') return;
  fail(
    'ERR This Redis instance is not configured to use an ACL file. You may want to specify users via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis configuration file set) in order to store users in the Redis configuration.',
  );
}

/**
 * Ends a login that failed with the reference's error, at once, or later when the client's address
 * has failed too often. For AUTH and HELLO; nothing may have been written.
 */
export function refuseLogin(c: Client, delayMs: number): void {
  if (delayMs === 0 || c.denyBlocking) fail(ERR.wrongPass);
  c.server.blocking.park(c, {
    kind: 'wait',
    timeoutMs: delayMs,
    timedOut: (client) => client.out.error(ERR.wrongPass),
  });
}

function auth(c: Client, a: Args): void {
  if (a.n > 3) fail(ERR.syntax);
  c.redact(1);
  if (a.n === 3) c.redact(2);
  const { acl } = c.server;
  if (a.n === 2 && acl.defaultUser.nopass) {
    fail(
      'ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?',
    );
  }
  const [name, password] = a.n === 2 ? ['default', a.str(1)] : [a.str(1), a.str(2)];
  if (acl.authenticate(c, name, password)) c.out.ok();
  else refuseLogin(c, acl.loginDelay);
}

export const aclCommands: Handlers = {
  auth,
  'acl|setuser': setUser,
  'acl|deluser': deleteUsers,
  'acl|getuser': getUser,
  'acl|cat': category,
  'acl|genpass': genpass,
  'acl|log': log,
  'acl|dryrun': dryrun,
  'acl|list': (c) => c.out.bulkArray(c.server.acl.describe()),
  'acl|users': (c) => c.out.bulkArray(c.server.acl.list().map((u) => u.name)),
  'acl|whoami': (c) => c.out.bulkStr(c.user.name),
  'acl|load': (c) => {
    requireAclFile(c);
    const problem = c.server.acl.load();
    if (problem !== null) fail(`ERR ${problem}`);
    c.out.ok();
  },
  'acl|save': (c) => {
    requireAclFile(c);
    if (!c.server.acl.save()) {
      fail(
        'ERR There was an error trying to save the ACLs. Please check the server logs for more information',
      );
    }
    c.out.ok();
  },
  'acl|help': (c, a) =>
    replyHelp(c, a, [
      ['CAT [<category>]', 'Show the categories, or the commands of one.'],
      ['DELUSER <username> [<username> ...]', 'Remove users and close their connections.'],
      [
        'DRYRUN <username> <command> [<arg> ...]',
        'Show whether a user may run a command, without running it.',
      ],
      ['GETUSER <username>', 'Show the rules of a user.'],
      ['GENPASS [<bits>]', 'Make a random password, of 256 bits unless told otherwise.'],
      ['LIST', 'Show all users as lines of an ACL file.'],
      ['LOAD', 'Read the ACL file again.'],
      ['LOG [<count> | RESET]', 'Show what was refused lately, or forget it.'],
      ['SAVE', 'Write all users to the ACL file.'],
      ['SETUSER <username> <attribute> [<attribute> ...]', 'Make a user, or change one.'],
      ['USERS', 'Show the names of all users.'],
      ['WHOAMI', 'Show the user of this connection.'],
    ]),
};
