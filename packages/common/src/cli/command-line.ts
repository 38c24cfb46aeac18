import { UserError } from '../user-error.ts';

/** Exit code of a command line that could not be understood. */
export const USAGE_EXIT_CODE = 2;

/** One option of a command; `value` names its argument, without it the option is a switch. */
export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly help: string;
}

/** What a command takes: help is printed from this, and parsing follows it. */
export interface CommandSpec {
  /** As typed, `tandem up`. */
  readonly name: string;
  readonly summary: string;
  /** Names of positional arguments, optional ones in brackets: `service`, `[service]`. */
  readonly positionals: readonly string[];
  readonly options: readonly OptionSpec[];
  /** Further paragraphs of help. */
  readonly notes?: readonly string[];
}

/** The values a user gave for a command's options. */
export class CommandLine {
  readonly positionals: readonly string[];
  readonly #command: CommandSpec;
  readonly #values: ReadonlyMap<string, string | true>;

  constructor(
    command: CommandSpec,
    values: ReadonlyMap<string, string | true>,
    positionals: readonly string[],
  ) {
    this.#command = command;
    this.#values = values;
    this.positionals = positionals;
  }

  flag(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return value === true ? undefined : value;
  }

  /** The whole number given for an option, or `otherwise`; throws a UserError outside the bounds. */
  integer(name: string, otherwise: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const number = Number(text);
    if (!/^-?\d+$/.test(text) || number < least || number > most) {
      const wanted = `a whole number from ${least} to ${most}`;
      throw usageError(this.#command, `--${name} takes ${wanted}, not "${text}"`);
    }
    return number;
  }
}

/** Reads `argv` as `command` describes it; throws a UserError that names the word it stumbled on. */
export function parseCommandLine(command: CommandSpec, argv: readonly string[]): CommandLine {
  const values = new Map<string, string | true>();
  const positionals: string[] = [];
  const words = [...argv];
  let onlyPositionals = false;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (onlyPositionals || word === '-' || !word.startsWith('-')) {
      positionals.push(word);
    } else if (word === '--') {
      onlyPositionals = true;
    } else {
      const [typed, attached] = splitOnce(word, '=');
      const option = command.options.find(
        (spec) => typed === `--${spec.name}` || (spec.short && typed === `-${spec.short}`),
      );
      if (!option) throw usageError(command, unknownOption(command, typed));
      values.set(option.name, readValue(command, option, typed, attached, words));
    }
  }
  checkPositionals(command, positionals);
  return new CommandLine(command, values, positionals);
}

function readValue(
  command: CommandSpec,
  option: OptionSpec,
  typed: string,
  attached: string | undefined,
  words: string[],
): string | true {
  if (option.value === undefined) {
    if (attached !== undefined) throw usageError(command, `${typed} takes no value`);
    return true;
  }
  const value = attached ?? words.shift();
  if (value === undefined || value === '') {
    throw usageError(command, `${typed} needs a value: ${typed} ${option.value}`);
  }
  return value;
}

function checkPositionals(command: CommandSpec, given: readonly string[]): void {
  const needed = command.positionals.filter((name) => !name.startsWith('['));
  const missing = needed[given.length];
  if (missing !== undefined) throw usageError(command, `"${command.name}" needs a ${missing}`);
  const extra = given[command.positionals.length];
  if (extra !== undefined) {
    throw usageError(command, `"${command.name}" does not know what to do with "${extra}"`);
  }
}

function unknownOption(command: CommandSpec, typed: string): string {
  const near = command.options.find((spec) => isNear(typed.replace(/^-+/, ''), spec.name));
  const hint = near ? `; did you mean --${near.name}?` : '';
  return `"${command.name}" has no option ${typed}${hint}`;
}

/** One is the beginning of the other, or they differ in one letter. */
function isNear(a: string, b: string): boolean {
  if (a.length > 1 && (a.startsWith(b) || b.startsWith(a))) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head += 1;
  let tail = 0;
  const rest = Math.min(a.length, b.length) - head;
  while (tail < rest && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return Math.max(a.length, b.length) - head - tail <= 1;
}

function usageError(command: CommandSpec, sentence: string): UserError {
  const stop = sentence.endsWith('?') ? '' : '.';
  return new UserError(`${sentence}${stop} See \`${command.name} --help\`.`, USAGE_EXIT_CODE);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
