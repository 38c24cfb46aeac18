/**
 * The vocabulary of the command tables: short makers for key specs and arguments, so that a row
 * reads like the command's synopsis.
 */
import type { ArgumentSpec, CommandSpec, KeySpec } from '../spec.ts';

/** A row: a CommandSpec whose group is said once for the whole file. */
type Row = Omit<CommandSpec, 'group' | 'subcommands'> & { readonly subcommands?: readonly Row[] };

interface Range {
  readonly lastKey: number;
  readonly step: number;
  readonly limit: number;
}

const ONE_KEY: Range = { lastKey: 0, step: 1, limit: 0 };

/** Puts the group into every row and its subcommands. */
export function group(name: string, rows: readonly Row[]): CommandSpec[] {
  return rows.map((row) => {
    const { subcommands, ...rest } = row;
    return subcommands === undefined
      ? { ...rest, group: name }
      : { ...rest, group: name, subcommands: group(name, subcommands) };
  });
}

function keySpec(
  begin: KeySpec['begin'],
  find: KeySpec['find'],
  flags: string,
  notes?: string,
): KeySpec {
  const spec = { flags: flags.split(' '), begin, find };
  return notes === undefined ? spec : { ...spec, notes };
}

/** One key at argument `index`; `flags` as COMMAND INFO prints them, apart by blanks. */
export function keyAt(index: number, flags: string, notes?: string): KeySpec {
  return keySpec({ index }, ONE_KEY, flags, notes);
}

/** Keys from argument `index` on. */
export function keysAt(index: number, range: Range, flags: string, notes?: string): KeySpec {
  return keySpec({ index }, range, flags, notes);
}

/** Keys after a keyword, which is looked for from argument `from` on (backwards when negative). */
export function keysAfter(
  keyword: string,
  from: number,
  range: Range,
  flags: string,
  notes?: string,
): KeySpec {
  return keySpec({ keyword, from }, range, flags, notes);
}

/** A count at argument `index`, then so many keys. */
export function countedKeysAt(index: number, flags: string, notes?: string): KeySpec {
  return keySpec({ index }, { keyNumIndex: 0, firstKey: 1, step: 1 }, flags, notes);
}

/** Keys that no spec can describe; key extraction has a function for them. */
export function unknownKeys(flags: string, notes?: string): KeySpec {
  return keySpec('unknown', 'unknown', flags, notes);
}

interface Extras {
  readonly name?: string;
  readonly token?: string;
  readonly display?: string;
  readonly keySpecIndex?: number;
  readonly since?: string;
  readonly deprecatedSince?: string;
  readonly optional?: boolean;
  readonly multiple?: boolean;
  readonly multipleToken?: boolean;
}

function argument(name: string, type: ArgumentSpec['type'], extras: Extras = {}): ArgumentSpec {
  const { optional, multiple, multipleToken, ...rest } = extras;
  const flags: NonNullable<ArgumentSpec['flags']>[number][] = [];
  if (optional === true) flags.push('optional');
  if (multiple === true) flags.push('multiple');
  if (multipleToken === true) flags.push('multiple_token');
  return flags.length === 0 ? { name, type, ...rest } : { name, type, ...rest, flags };
}

/** An argument that is a key, found by key spec number `keySpecIndex`. */
export function key(name: string, keySpecIndex: number, extras: Extras = {}): ArgumentSpec {
  return argument(name, 'key', { ...extras, keySpecIndex });
}

export function str(name: string, extras?: Extras): ArgumentSpec {
  return argument(name, 'string', extras);
}

export function int(name: string, extras?: Extras): ArgumentSpec {
  return argument(name, 'integer', extras);
}

export function double(name: string, extras?: Extras): ArgumentSpec {
  return argument(name, 'double', extras);
}

export function pattern(name: string, extras?: Extras): ArgumentSpec {
  return argument(name, 'pattern', extras);
}

export function unixTime(name: string, extras?: Extras): ArgumentSpec {
  return argument(name, 'unix-time', extras);
}

/** A bare word such as NX; its name is the word in lower case unless extras say otherwise. */
export function token(word: string, extras?: Extras): ArgumentSpec {
  return argument(word.toLowerCase(), 'pure-token', { token: word, ...extras });
}

export function oneOf(
  name: string,
  choices: readonly ArgumentSpec[],
  extras?: Extras,
): ArgumentSpec {
  return { ...argument(name, 'oneof', extras), arguments: choices };
}

export function block(name: string, parts: readonly ArgumentSpec[], extras?: Extras): ArgumentSpec {
  return { ...argument(name, 'block', extras), arguments: parts };
}
