/**
 * Access control of the server: the users, who may do what, logging in, and the record of
 * refusals. The default user always exists and keeps its identity.
 */

import { AuthThrottle } from '@tandem/common/auth-throttle.ts';
import type { Client } from '../clients/client.ts';
import type { CommandRegistry } from '../commands/registry.ts';
import type { Command } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import { AclFileError, parseAclFile, readAclFile, writeAclFile } from './acl-file.ts';
import { AclLog, type LogContext, type LogReason } from './acl-log.ts';
import { hasBlanks } from './rule-error.ts';
import { DENIED, type Denied, type RuleContext } from './selector.ts';
import { withRules } from './setuser.ts';
import { User } from './user.ts';

export const DEFAULT_USER = 'default';

/** What access control needs from the server around it. */
export interface AclHost {
  readonly registry: CommandRegistry;
  readonly config: {
    readonly aclfile: string;
    readonly acllogMaxLen: number;
    readonly aclPubsubDefault: 'allchannels' | 'resetchannels';
  };
  /** Refusals are counted here, for INFO. */
  readonly stats: {
    aclDeniedAuth: number;
    aclDeniedCommand: number;
    aclDeniedKey: number;
    aclDeniedChannel: number;
  };
  /** Milliseconds since the epoch. */
  now(): number;
  clients(): Iterable<Client>;
  /** Closes a client's connection; the one that is running a command after its reply. */
  disconnect(c: Client): void;
  /** A client as CLIENT LIST describes it. */
  describeClient(c: Client): string;
  warn(text: string): void;
}

const COUNTER = {
  auth: 'aclDeniedAuth',
  command: 'aclDeniedCommand',
  key: 'aclDeniedKey',
  channel: 'aclDeniedChannel',
} as const;

const REASON: { readonly [D in Exclude<Denied, 0>]: LogReason } = {
  [DENIED.command]: 'command',
  [DENIED.key]: 'key',
  [DENIED.channel]: 'channel',
};

export class Acl implements RuleContext {
  readonly defaultUser: User;
  readonly log = new AclLog();
  private users: Map<string, User>;
  private readonly throttle = new AuthThrottle();
  /** How long (ms) the answer to the login that just failed is to be kept back. */
  loginDelay = 0;

  constructor(private readonly host: AclHost) {
    this.defaultUser = this.makeDefault();
    this.users = new Map([[DEFAULT_USER, this.defaultUser]]);
  }

  private makeDefault(): User {
    const user = new User(DEFAULT_USER, this);
    for (const op of ['+@all', '~*', '&*', 'on', 'nopass']) user.apply(op);
    return user;
  }

  // ---- rule context -------------------------------------------------------------------------

  get registry(): CommandRegistry {
    return this.host.registry;
  }

  allChannelsByDefault(): boolean {
    return this.host.config.aclPubsubDefault === 'allchannels';
  }

  deprecatedFirstArg(rule: string): void {
    this.host.warn(
      `Deprecation warning: Allowing a first arg of an otherwise blocked command is a misuse of ACL and may get disabled in the future (offender: +${rule})`,
    );
  }

  // ---- users --------------------------------------------------------------------------------

  get(name: string): User | undefined {
    return this.users.get(name);
  }

  /** All users, by name. */
  list(): User[] {
    return [...this.users.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The user of that name, made when missing, with no rights: for the users of the configuration. */
  fresh(name: string): User {
    const user = this.users.get(name) ?? new User(name, this);
    user.apply('reset');
    this.users.set(name, user);
    return user;
  }

  /** Every user as a line of an ACL file or configuration file. */
  describe(): string[] {
    return this.list().map((u) => `user ${u.name} ${u.describe()}`);
  }

  /** ACL SETUSER: makes or changes a user, entirely or not at all. Returns what is wrong, or null. */
  setUser(name: string, rules: readonly string[]): string | null {
    if (hasBlanks(name)) return "Usernames can't contain spaces or null characters";
    const user = this.users.get(name) ?? null;
    const changed = withRules(user, name, rules, this);
    if (typeof changed === 'string') return changed;
    if (user === null) this.users.set(name, changed);
    else {
      this.dropSubscribers(user, changed);
      user.copyFrom(changed);
    }
    return null;
  }

  /** Removes a user and closes its connections; false when there is none. */
  deleteUser(name: string): boolean {
    const user = this.users.get(name);
    if (user === undefined || user === this.defaultUser) return false;
    this.users.delete(name);
    this.dropClients(user);
    return true;
  }

  private dropClients(user: User): void {
    for (const c of [...this.host.clients()]) {
      if (c.user !== user) continue;
      // Whatever still reaches this client must find it without rights.
      c.user = this.defaultUser;
      c.authenticated = false;
      this.host.disconnect(c);
    }
  }

  /** Closes subscribers of a user whose new rules no longer allow what they listen to. */
  private dropSubscribers(user: User, changed: User): void {
    if (changed.selectors.some((s) => s.allChannels)) return;
    for (const c of [...this.host.clients()]) {
      if (c.user !== user) continue;
      const refused = (channels: Iterable<string> | null, isPattern: boolean) =>
        channels !== null && [...channels].some((ch) => !changed.allowsChannel(ch, isPattern));
      if (
        refused(c.patterns, true) ||
        refused(c.channels, false) ||
        refused(c.shardChannels, false)
      ) {
        this.host.disconnect(c);
      }
    }
  }

  /** requirepass: sets the only password of the default user; empty lets everyone in. */
  setDefaultPassword(password: string): void {
    this.defaultUser.apply('resetpass');
    this.defaultUser.apply(password === '' ? 'nopass' : `>${password}`);
  }

  // ---- logging in ---------------------------------------------------------------------------

  /** The state of a new connection, and of one after RESET. */
  setDefaultUser(c: Client): void {
    c.user = this.defaultUser;
    c.authenticated = this.defaultUser.nopass && this.defaultUser.enabled;
  }

  /** True when a client that did not log in may not run commands. */
  get loginRequired(): boolean {
    return !this.defaultUser.nopass || !this.defaultUser.enabled;
  }

  /** Logs a client in, or records the failure: AUTH, and the AUTH of HELLO. */
  authenticate(c: Client, name: string, password: string): boolean {
    const user = this.users.get(name);
    if (user?.accepts(password) !== true) {
      this.record(c, 'auth', contextOf(c), (c.args as Args).str(0), name);
      this.loginDelay = this.throttle.failed(addressOf(c));
      return false;
    }
    this.throttle.succeeded(addressOf(c));
    c.user = user;
    c.authenticated = true;
    return true;
  }

  // ---- checks -------------------------------------------------------------------------------

  /** Null when a client may run a command, else the error; a refusal is recorded. */
  refuse(c: Client, command: Command, a: Args): string | null {
    const { user } = c;
    if (user.allowsEverything) return null;
    const denied = user.check(command, a);
    if (denied === DENIED.no) return null;
    this.recordDenial(c, command, a, denied, contextOf(c));
    return `NOPERM ${denialText(user, command, a, denied, false)}`;
  }

  /** As refuse, for a queued command when EXEC runs it: the rules may have changed since. */
  refuseQueued(c: Client, command: Command, a: Args): string | null {
    if (c.user.allowsEverything) return null;
    const denied = c.user.check(command, a);
    if (denied === DENIED.no) return null;
    this.recordDenial(c, command, a, denied, 'multi');
    return `NOPERM ACLs rules changed between the moment the transaction was accumulated and the EXEC call. This command is no longer allowed for the following reason: ${QUEUED_REASON[denied]}`;
  }

  /** As refuse, for a command that a script calls: `caller` is the client that runs the script. */
  refuseInScript(caller: Client, command: Command, a: Args): string | null {
    if (caller.user.allowsEverything) return null;
    const { user } = caller;
    const denied = user.check(command, a);
    if (denied === DENIED.no) return null;
    this.recordDenial(caller, command, a, denied, 'lua');
    return `ACL failure in script: ${denialText(user, command, a, denied, false)}`;
  }

  /** ACL DRYRUN: null when the user may run the command, else why not, naming the key or channel. */
  explain(user: User, command: Command, a: Args): string | null {
    const denied = user.check(command, a);
    return denied === DENIED.no ? null : denialText(user, command, a, denied, true);
  }

  private recordDenial(
    c: Client,
    command: Command,
    a: Args,
    denied: Exclude<Denied, 0>,
    context: LogContext,
  ): void {
    const { user } = c;
    const object = denied === DENIED.command ? command.fullName : a.str(user.deniedAt);
    this.record(c, REASON[denied], context, object, user.name);
  }

  private record(
    c: Client,
    reason: LogReason,
    context: LogContext,
    object: string,
    username: string,
  ): void {
    this.host.stats[COUNTER[reason]]++;
    const client = this.host.describeClient(c);
    const event = { reason, context, object, username, client };
    this.log.add(event, this.host.now(), this.host.config.acllogMaxLen);
  }

  // ---- files --------------------------------------------------------------------------------

  /** ACL LOAD: replaces all users by those of the ACL file. Returns what is wrong, or null. */
  load(): string | null {
    const { aclfile } = this.host.config;
    let loaded: Map<string, User>;
    try {
      loaded = parseAclFile(readAclFile(aclfile), aclfile, this);
    } catch (e) {
      if (e instanceof AclFileError) return e.text;
      throw e;
    }
    this.defaultUser.copyFrom(loaded.get(DEFAULT_USER) ?? this.makeDefault());
    loaded.set(DEFAULT_USER, this.defaultUser);
    const before = this.users;
    this.users = loaded;
    for (const user of before.values()) if (user !== this.defaultUser) this.dropClients(user);
    return null;
  }

  /** ACL SAVE; false when the file could not be written (the log says why). */
  save(): boolean {
    try {
      writeAclFile(this.host.config.aclfile, this.describe());
      return true;
    } catch (e) {
      this.host.warn(`Writing ACL file for ACL SAVE: ${(e as Error).message}`);
      return false;
    }
  }
}

const QUEUED_REASON: { readonly [D in Exclude<Denied, 0>]: string } = {
  [DENIED.command]: 'no permission to execute the command or subcommand',
  [DENIED.key]: 'no permission to touch the specified keys',
  [DENIED.channel]: 'no permission to access one of the channels used as arguments to the command',
};

/** The client's host: the port differs with each connection. */
function addressOf(c: Client): string {
  return (c.conn?.remote ?? '').replace(/:[0-9]+$/, '');
}

function contextOf(c: Client): LogContext {
  return c.inTransaction ? 'multi' : 'toplevel';
}

function denialText(
  user: User,
  command: Command,
  a: Args,
  denied: Exclude<Denied, 0>,
  verbose: boolean,
): string {
  if (denied === DENIED.command) {
    return `User ${user.name} has no permissions to run the '${command.fullName}' command`;
  }
  const what = denied === DENIED.key ? 'key' : 'channel';
  if (!verbose) return `No permissions to access a ${what}`;
  return `User ${user.name} has no permissions to access the '${a.str(user.deniedAt)}' ${what}`;
}
