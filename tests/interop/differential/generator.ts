import { Draw, type DrawOptions, LEX_PREFIX } from './draw.ts';
import { families } from './families/families.ts';
import { follow, pickWeighted } from './family.ts';
import { FIXED_BY_ENCODING } from './judge.ts';
import type { Command } from './peer.ts';

/**
 * Commands that wait or choose by chance when their arguments are spoiled, or take more arguments in
 * some versions.
 */
const NEVER_SPOILED =
  /^(B[LRZ].*|X?READ.*|XREADGROUP|.*RANDMEMBER|HRANDFIELD|SPOP|WAIT|COMMAND|Z(REV)?RANK|.*SCAN|CONFIG|EVAL.*|FCALL.*|FUNCTION|SCRIPT)$/;
const SPOILED = 0.04;
const TRANSACTION = 0.02;
const WATCHED = 0.3;

/** An endless, repeatable sequence of commands. */
export class Generator {
  readonly #draw: Draw;

  constructor(random: () => number, options: DrawOptions) {
    this.#draw = new Draw(random, options);
  }

  /** At least `length` commands; a transaction is never cut in two. */
  batch(length: number): Command[] {
    const commands: Command[] = [];
    while (commands.length < length) {
      if (this.#draw.chance(TRANSACTION)) commands.push(...this.#transaction());
      else commands.push(...this.#step());
    }
    return commands;
  }

  /** A command; if its reply depends on a key's encoding, then after the question for it. */
  #step(): Command[] {
    const command = this.#command();
    const [name, key] = command;
    if (key === undefined || !(name! in FIXED_BY_ENCODING)) return [command];
    return [['OBJECT', 'ENCODING', key], command];
  }

  #command(): Command {
    const d = this.#draw;
    const command = follow(pickWeighted(pickWeighted(families, d).recipes, d), d);
    const mayBeSpoiled =
      !NEVER_SPOILED.test(command[0] as string) && !command[1]?.startsWith(LEX_PREFIX);
    return mayBeSpoiled && d.chance(SPOILED) ? this.#spoil(command) : command;
  }

  /** One argument too many, too few, or a wrong one. */
  #spoil(command: Command): Command {
    const d = this.#draw;
    const at = d.between(1, command.length);
    const spoiled = [...command];
    const how = d.between(0, 3);
    if (how === 0 && command.length > 1) spoiled.pop();
    else if (how === 1) spoiled.splice(at, 0, d.nonsense());
    else if (how === 2) spoiled.splice(at, 1, d.nonsense());
    else spoiled[0] = d.pick([`${command[0]}x`, command[0]?.toLowerCase() as string]);
    return spoiled;
  }

  #transaction(): Command[] {
    const d = this.#draw;
    const queued = Array.from({ length: d.between(0, 6) }, () => this.#step()).flat();
    const watch: Command[] = [];
    if (d.chance(WATCHED)) {
      watch.push(['WATCH', d.anyKey(), d.anyKey()]);
      if (d.chance(0.5)) watch.push(this.#command());
      if (d.chance(0.2)) watch.push(['UNWATCH']);
    }
    if (d.chance(0.1)) queued.push(['MULTI']);
    return [...watch, ['MULTI'], ...queued, [d.chance(0.85) ? 'EXEC' : 'DISCARD']];
  }
}
