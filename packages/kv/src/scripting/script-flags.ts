/** What scripts and functions declare about themselves: #!lua flags=..., register_function's flags. */
import { FLAG } from '../commands/spec.ts';
import { splitWords } from '../resp/words.ts';

/** In the order in which FUNCTION LIST prints them. */
export const SCRIPT_FLAG = {
  'no-writes': 1,
  'allow-oom': 2,
  'allow-stale': 4,
  'no-cluster': 8,
  'allow-cross-slot-keys': 16,
} as const;
const FLAGS: ReadonlyMap<string, number> = new Map(Object.entries(SCRIPT_FLAG));
/** A script without a shebang: checked command by command, as all were before 7.0. */
export const COMPATIBLE = 32;

/** The bit of a flag's name, or 0. */
export function scriptFlag(name: string): number {
  return FLAGS.get(name) ?? 0;
}

/** Names of the flags that are set. */
export function flagNames(flags: number): string[] {
  return [...FLAGS].filter(([, bit]) => (flags & bit) !== 0).map(([name]) => name);
}

export interface ScriptHeader {
  readonly flags: number;
  /** Characters before the code: the shebang line, its line feed kept so that lines count right. */
  readonly length: number;
}

/** Reads the shebang line of an EVAL script; the error's text when it is wrong. */
export function scriptHeader(body: string): ScriptHeader | string {
  if (!body.startsWith('#!')) return { flags: COMPATIBLE, length: 0 };
  const length = body.indexOf('\n');
  if (length < 0) return 'ERR Invalid script shebang';
  const words = splitWords(body.slice(0, length));
  if (words === null || words.length === 0) return 'ERR Invalid engine in script shebang';
  const [engine, ...options] = words;
  if (engine !== '#!lua') return `ERR Unexpected engine in script shebang: ${engine}`;
  let flags = 0;
  for (const option of options) {
    if (!option.startsWith('flags=')) return `ERR Unknown lua shebang option: ${option}`;
    const names = option.slice('flags='.length);
    for (const name of names === '' ? [] : names.split(',')) {
      const bit = scriptFlag(name);
      if (bit === 0) return `ERR Unexpected flag in script shebang: ${name}`;
      flags |= bit;
    }
  }
  return { flags, length };
}

/** The flags of a command that runs a script, given what the script declares. */
export function commandFlags(flags: number, script: number): number {
  if ((script & COMPATIBLE) !== 0) return flags;
  let result = flags & ~(FLAG.stale | FLAG.denyoom | FLAG.write | FLAG.may_replicate);
  const noWrites = (script & SCRIPT_FLAG['no-writes']) !== 0;
  if (!noWrites && (script & SCRIPT_FLAG['allow-oom']) === 0) result |= FLAG.denyoom;
  if (!noWrites) result |= FLAG.write;
  if ((script & SCRIPT_FLAG['allow-stale']) !== 0) result |= FLAG.stale;
  return result;
}
