/** An ACL user: how to log in, and what is allowed (a first set of rules and further selectors). */
import { KeyList } from '../commands/key-list.ts';
import type { Command } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import { splitWords } from '../resp/words.ts';
import { hashPassword, isPasswordHash, sameHash } from './password.ts';
import { ruleError } from './rule-error.ts';
import { DENIED, type Denied, type RuleContext, Selector } from './selector.ts';

/** Keys of the command being checked, shared by all checks: they do not nest. */
const scratchKeys = new KeyList();

export class User {
  enabled = false;
  /** Any password will do. */
  nopass = false;
  /** RESTORE checks payloads of this user in depth. */
  sanitizePayload = true;
  private hashes: string[] = [];
  /** The root selector, which rules outside of parentheses change, then the others. */
  private sets: Selector[];
  /** True when every command is allowed on every key and channel: the hot path looks only here. */
  allowsEverything = false;
  /** The argument that made the last check fail. */
  deniedAt = 0;

  constructor(
    readonly name: string,
    private readonly context: RuleContext,
  ) {
    this.sets = [new Selector(context)];
  }

  get root(): Selector {
    return this.sets[0] as Selector;
  }

  get selectors(): readonly Selector[] {
    return this.sets;
  }

  get passwords(): readonly string[] {
    return this.hashes;
  }

  /** Flags as ACL GETUSER names them. */
  get flags(): string[] {
    const flags = [this.enabled ? 'on' : 'off'];
    if (this.nopass) flags.push('nopass');
    flags.push(this.sanitizePayload ? 'sanitize-payload' : 'skip-sanitize-payload');
    return flags;
  }

  /** Takes over everything but the name. */
  copyFrom(other: User): void {
    this.enabled = other.enabled;
    this.nopass = other.nopass;
    this.sanitizePayload = other.sanitizePayload;
    this.hashes = [...other.hashes];
    this.sets = other.sets.map((s) => s.clone());
    this.refresh();
  }

  /** Applies one rule; throws RuleError and then may be half changed: apply to a copy first. */
  apply(op: string): void {
    if (op !== '') this.change(op);
    this.refresh();
  }

  private refresh(): void {
    this.allowsEverything = this.sets.some((s) => s.allowsEverything);
  }

  private change(op: string): void {
    switch (op.toLowerCase()) {
      case 'on':
        this.enabled = true;
        return;
      case 'off':
        this.enabled = false;
        return;
      case 'skip-sanitize-payload':
        this.sanitizePayload = false;
        return;
      case 'sanitize-payload':
        this.sanitizePayload = true;
        return;
      case 'nopass':
      case 'resetpass':
        this.nopass = op.toLowerCase() === 'nopass';
        this.hashes = [];
        return;
      case 'clearselectors':
        this.sets.length = 1;
        return;
      case 'reset':
        this.reset();
        return;
    }
    const rest = op.slice(1);
    const first = op.charAt(0);
    if (first === '>') this.addPassword(hashPassword(rest));
    else if (first === '#') this.addPassword(validHash(rest));
    else if (first === '<') this.removePassword(hashPassword(rest));
    else if (first === '!') this.removePassword(validHash(rest));
    else if (first === '(' && op.endsWith(')')) this.addSelector(op.slice(1, -1));
    else this.root.apply(op);
  }

  private reset(): void {
    this.enabled = false;
    this.nopass = false;
    this.sanitizePayload = true;
    this.hashes = [];
    this.sets = [new Selector(this.context)];
  }

  private addPassword(hash: string): void {
    if (!this.hashes.includes(hash)) this.hashes.push(hash);
    this.nopass = false;
  }

  private removePassword(hash: string): void {
    const at = this.hashes.indexOf(hash);
    if (at === -1) ruleError('noSuchPassword');
    this.hashes.splice(at, 1);
  }

  private addSelector(rules: string): void {
    const selector = new Selector(this.context);
    for (const op of splitWords(rules) ?? []) selector.apply(op);
    this.sets.push(selector);
  }

  /** Whether this password (a binary string) lets somebody in as this user. */
  accepts(password: string): boolean {
    if (!this.enabled) return false;
    if (this.nopass) return true;
    const hash = hashPassword(password);
    let found = false;
    // All are compared, so that the time says nothing about which one matched.
    for (const known of this.hashes) if (sameHash(known, hash)) found = true;
    return found;
  }

  /**
   * Whether some selector allows the command with these arguments, else the weightiest reason why
   * not; `deniedAt` is then the argument it is about.
   */
  check(command: Command, a: Args): Denied {
    if (this.allowsEverything) return DENIED.no;
    let reason: Denied = DENIED.command;
    let at = 0;
    let keysKnown = false;
    for (const selector of this.sets) {
      const denied = selector.check(command, a, scratchKeys, keysKnown);
      if (denied === DENIED.no) return DENIED.no;
      // Keys are only looked for by a selector that gets past the command.
      if (denied !== DENIED.command && !selector.allKeys) keysKnown = true;
      if (denied > reason || (denied === reason && selector.deniedAt > at)) {
        reason = denied;
        at = selector.deniedAt;
      }
    }
    this.deniedAt = at;
    return reason;
  }

  /**
   * Whether some selector allows the command and also the given use of any key whatever: for
   * commands that find keys inside data, such as SORT BY.
   */
  allowsOnAnyKey(command: Command, a: Args, keyFlags: number): boolean {
    if (this.allowsEverything) return true;
    return this.sets.some(
      (s) => s.check(command, a, scratchKeys, false) === DENIED.no && s.allowsAnyKey(keyFlags),
    );
  }

  allowsKey(key: string, keyFlags: number): boolean {
    return this.allowsEverything || this.sets.some((s) => s.allowsKey(key, keyFlags));
  }

  allowsChannel(channel: string, isPattern: boolean): boolean {
    return this.allowsEverything || this.sets.some((s) => s.allowsChannel(channel, isPattern));
  }

  /** All rules, as ACL LIST shows them after the name. */
  describe(): string {
    const [root, ...others] = this.sets.map((s) => s.describe());
    return [
      ...this.flags,
      ...this.hashes.map((h) => `#${h}`),
      root,
      ...others.map((s) => `(${s})`),
    ].join(' ');
  }
}

function validHash(text: string): string {
  return isPasswordHash(text) ? text : ruleError('badHash');
}
