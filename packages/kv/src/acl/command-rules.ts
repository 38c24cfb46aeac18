/**
 * Which commands a selector allows: a bit for each command, first arguments of commands that are
 * not allowed as a whole, and the rules that led there, compacted but in their order, for display.
 */
import { CATEGORIES, type Category, type Command } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import { ruleError } from './rule-error.ts';
import type { RuleContext } from './selector.ts';

export class CommandRules {
  /** Everything, also what may come later: no bit needs to be looked at. */
  all = false;
  /** The last word on "all commands" was yes: rules are shown as exceptions from +@all. */
  private fromAll = false;
  private bits: Uint32Array;
  private firstArgs = new Map<number, string[]>();
  /** Without the sign of '+@all' or '-@all' that they start from: '+get', '-@admin', ... */
  private rules: string[] = [];

  constructor(private readonly context: RuleContext) {
    this.bits = new Uint32Array((context.registry.all.length + 31) >>> 5);
  }

  clone(): CommandRules {
    const copy = new CommandRules(this.context);
    copy.all = this.all;
    copy.fromAll = this.fromAll;
    copy.bits = this.bits.slice();
    for (const [id, words] of this.firstArgs) copy.firstArgs.set(id, [...words]);
    copy.rules = [...this.rules];
    return copy;
  }

  /** +@all (true) or -@all. */
  setAll(allow: boolean): void {
    this.all = allow;
    this.fromAll = allow;
    this.bits.fill(allow ? 0xffffffff : 0);
    this.firstArgs.clear();
    this.rules = [];
  }

  /** +@category or -@category; throws RuleError. */
  setCategory(name: string, allow: boolean): void {
    const at = CATEGORIES.indexOf(name.toLowerCase() as Category);
    if (at === -1) ruleError('unknownName');
    for (const command of this.context.registry.all) {
      if ((command.categories & (1 << at)) !== 0) this.set(command, allow);
    }
    this.remember(`@${name}`, allow);
  }

  /** +command, -command, with |subcommand or (+ only) |first-argument; throws RuleError. */
  setCommand(name: string, allow: boolean): void {
    const { registry } = this.context;
    const bar = name.lastIndexOf('|');
    if (!allow || bar === -1) {
      const command = registry.get(name) ?? ruleError('unknownName');
      this.set(command, allow);
      this.remember(command.fullName, allow);
      return;
    }
    const parent = registry.get(name.slice(0, bar)) ?? ruleError('unknownName');
    if (parent.parent !== null) ruleError('firstArgOfSubcommand');
    const word = name.slice(bar + 1);
    if (word === '') ruleError('syntax');
    if (parent.subcommands === null) {
      this.context.deprecatedFirstArg(name);
      this.allowFirstArg(parent, word);
    } else this.set(registry.get(name) ?? ruleError('unknownName'), true);
    this.remember(name, true);
  }

  private set(command: Command, allow: boolean): void {
    this.setBit(command.id, allow);
    this.firstArgs.delete(command.id);
    for (const sub of command.subcommands?.values() ?? []) this.setBit(sub.id, allow);
  }

  private setBit(id: number, allow: boolean): void {
    const word = id >>> 5;
    const bit = 1 << (id & 31);
    if (allow) this.bits[word] = (this.bits[word] as number) | bit;
    else {
      this.bits[word] = (this.bits[word] as number) & ~bit;
      this.all = false;
    }
  }

  private allowFirstArg(command: Command, word: string): void {
    const words = this.firstArgs.get(command.id) ?? [];
    const lower = word.toLowerCase();
    if (!words.includes(lower)) words.push(lower);
    this.firstArgs.set(command.id, words);
  }

  /** A rule replaces an earlier one about the same, and those about its subcommands. */
  private remember(rule: string, allow: boolean): void {
    const name = rule.toLowerCase();
    this.rules = this.rules.filter((r) => {
      const old = r.slice(1);
      return old !== name && !old.startsWith(`${name}|`);
    });
    this.rules.push((allow ? '+' : '-') + name);
  }

  allows(command: Command, a: Args): boolean {
    if (this.all) return true;
    const { id } = command;
    if (((this.bits[id >>> 5] as number) & (1 << (id & 31))) !== 0) return true;
    const words = this.firstArgs.get(id);
    return words !== undefined && a.n > 1 && words.includes(a.lower(1));
  }

  /** As ACL LIST shows them: '+@all' or '-@all', then the rules. */
  describe(): string {
    return [this.fromAll ? '+@all' : '-@all', ...this.rules].join(' ');
  }
}
