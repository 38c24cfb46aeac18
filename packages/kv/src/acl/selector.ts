/** A set of permissions: commands, keys and channels that may be used together. */
import { KEY_FLAG, type KeyList } from '../commands/key-list.ts';
import { commandKeys } from '../commands/keys.ts';
import type { CommandRegistry } from '../commands/registry.ts';
import { type Command, FLAG } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import { globMatch } from '../structures/glob.ts';
import { channelSpec } from './channels.ts';
import { CommandRules } from './command-rules.ts';
import { hasBlanks, ruleError } from './rule-error.ts';

/** Why a command is refused, weightier reasons last: of several selectors the weightiest is told. */
export const DENIED = { no: 0, command: 1, key: 2, channel: 4 } as const;
export type Denied = (typeof DENIED)[keyof typeof DENIED];

const READ = 1;
const WRITE = 2;
const READ_WRITE = READ | WRITE;

interface KeyPattern {
  readonly pattern: string;
  access: number;
}

/** What a key spec's flags ask of a key pattern; looking at metadata needs neither. */
function accessOf(keyFlags: number): number {
  const write = KEY_FLAG.insert | KEY_FLAG.delete | KEY_FLAG.update;
  return ((keyFlags & KEY_FLAG.access) !== 0 ? READ : 0) | ((keyFlags & write) !== 0 ? WRITE : 0);
}

/** Settings and services that rules depend on. */
export interface RuleContext {
  readonly registry: CommandRegistry;
  /** acl-pubsub-default: new selectors may use all channels. */
  allChannelsByDefault(): boolean;
  /** A rule such as +select|0 was given, which the reference warns about. */
  deprecatedFirstArg(rule: string): void;
}

export class Selector {
  allKeys = false;
  allChannels: boolean;
  commands: CommandRules;
  private keys: KeyPattern[] = [];
  private channels: string[] = [];
  /** The argument that made the last check fail. */
  deniedAt = 0;

  constructor(private readonly context: RuleContext) {
    this.allChannels = context.allChannelsByDefault();
    this.commands = new CommandRules(context);
  }

  clone(): Selector {
    const copy = new Selector(this.context);
    copy.allKeys = this.allKeys;
    copy.allChannels = this.allChannels;
    copy.commands = this.commands.clone();
    copy.keys = this.keys.map((k) => ({ ...k }));
    copy.channels = [...this.channels];
    return copy;
  }

  /** Applies one rule; throws RuleError. */
  apply(op: string): void {
    const word = WORDS.get(op.toLowerCase());
    const first = op.charAt(0);
    if (word !== undefined) word(this);
    else if (first === '~') this.addKeys(op.slice(1), READ_WRITE);
    else if (first === '%') this.addKeysWithAccess(op);
    else if (first === '&') this.addChannels(op.slice(1));
    else if (first === '+' || first === '-') {
      if (op.charAt(1) === '@') this.commands.setCategory(op.slice(2), first === '+');
      else this.commands.setCommand(op.slice(1), first === '+');
    } else ruleError('syntax');
  }

  setAllKeys(all: boolean): void {
    this.allKeys = all;
    this.keys = [];
  }

  setAllChannels(all: boolean): void {
    this.allChannels = all;
    this.channels = [];
  }

  /** %R~pattern, %W~pattern, %RW~pattern. */
  private addKeysWithAccess(op: string): void {
    const match = /^%(r|w|rw|wr)(~|$)/i.exec(op);
    if (match === null) {
      // The reference looks at the patterns first, so that error wins.
      if (this.allKeys) ruleError('keysAfterAll');
      ruleError('syntax');
    }
    const letters = (match[1] as string).toLowerCase();
    const access = (letters.includes('r') ? READ : 0) | (letters.includes('w') ? WRITE : 0);
    this.addKeys(op.slice(match[0].length), access);
  }

  private addKeys(pattern: string, access: number): void {
    if (this.allKeys) ruleError('keysAfterAll');
    if (hasBlanks(pattern)) ruleError('syntax');
    const known = this.keys.find((k) => k.pattern === pattern);
    if (known === undefined) this.keys.push({ pattern, access });
    else known.access |= access;
  }

  private addChannels(pattern: string): void {
    if (this.allChannels) ruleError('channelsAfterAll');
    if (hasBlanks(pattern)) ruleError('syntax');
    if (!this.channels.includes(pattern)) this.channels.push(pattern);
  }

  /** No rule needs to be looked at. */
  get allowsEverything(): boolean {
    return this.allKeys && this.allChannels && this.commands.all;
  }

  /**
   * Whether the command with these arguments is allowed, else why not (and `deniedAt`). `keys` is
   * scratch space; when `keysKnown` it already holds the command's keys.
   */
  check(command: Command, a: Args, keys: KeyList, keysKnown: boolean): Denied {
    // AUTH and the like are for everyone.
    if ((command.flags & FLAG.no_auth) === 0 && !this.commands.allows(command, a)) {
      this.deniedAt = 0;
      return DENIED.command;
    }
    if (!this.allKeys && command.keyPlan.hasKeys) {
      if (!keysKnown) commandKeys(command.keyPlan, a, keys);
      for (let i = 0; i < keys.n; i++) {
        const at = keys.index[i] as number;
        if (!this.allowsKey(a.str(at), keys.flags[i] as number)) {
          this.deniedAt = at;
          return DENIED.key;
        }
      }
    }
    return this.allChannels ? DENIED.no : this.checkChannels(command, a);
  }

  private checkChannels(command: Command, a: Args): Denied {
    const spec = channelSpec(command);
    if (spec === undefined) return DENIED.no;
    const end = spec.count === 0 ? a.n : Math.min(a.n, 1 + spec.count);
    for (let i = 1; i < end; i++) {
      if (!this.allowsChannel(a.str(i), spec.pattern)) {
        this.deniedAt = i;
        return DENIED.channel;
      }
    }
    return DENIED.no;
  }

  /** Whether a key may be used in the way the key spec flags say. */
  allowsKey(key: string, keyFlags: number): boolean {
    if (this.allKeys) return true;
    const access = accessOf(keyFlags);
    return this.keys.some((k) => (k.access & access) === access && globMatch(k.pattern, key));
  }

  /** Whether any key at all may be used in that way. */
  allowsAnyKey(keyFlags: number): boolean {
    if (this.allKeys) return true;
    const access = accessOf(keyFlags);
    return this.keys.some((k) => (k.access & access) === access && k.pattern === '*');
  }

  /** Whether a channel may be used; a pattern to subscribe to must be allowed word for word. */
  allowsChannel(channel: string, isPattern: boolean): boolean {
    if (this.allChannels) return true;
    return this.channels.some((p) => (isPattern ? p === channel : globMatch(p, channel)));
  }

  get channelPatterns(): readonly string[] {
    return this.channels;
  }

  describeKeys(): string {
    return this.allKeys ? '~*' : this.keys.map(describeKey).join(' ');
  }

  describeChannels(): string {
    return this.allChannels ? '&*' : this.channels.map((c) => `&${c}`).join(' ');
  }

  /** All rules, in the form in which they could be given. */
  describe(): string {
    const keys = this.describeKeys();
    const channels = this.describeChannels();
    const parts = [keys, this.allChannels ? '' : 'resetchannels', channels];
    return [...parts.filter((p) => p !== ''), this.commands.describe()].join(' ');
  }
}

/** Rules that are words of their own. */
const WORDS: ReadonlyMap<string, (s: Selector) => void> = new Map([
  ['allkeys', (s: Selector) => s.setAllKeys(true)],
  ['~*', (s: Selector) => s.setAllKeys(true)],
  ['resetkeys', (s: Selector) => s.setAllKeys(false)],
  ['allchannels', (s: Selector) => s.setAllChannels(true)],
  ['&*', (s: Selector) => s.setAllChannels(true)],
  ['resetchannels', (s: Selector) => s.setAllChannels(false)],
  ['allcommands', (s: Selector) => s.commands.setAll(true)],
  ['+@all', (s: Selector) => s.commands.setAll(true)],
  ['nocommands', (s: Selector) => s.commands.setAll(false)],
  ['-@all', (s: Selector) => s.commands.setAll(false)],
]);

function describeKey({ pattern, access }: KeyPattern): string {
  if (access === READ_WRITE) return `~${pattern}`;
  return `%${access === READ ? 'R' : 'W'}~${pattern}`;
}
