/**
 * The command line, in redis-server's shape: [conf-file] [--directive value ...] [-]. Options become
 * lines of configuration text that are read after the file and standard input, so the last wins.
 */
import { quoteWord, splitWords } from '../resp/words.ts';

export type CommandLine =
  | { readonly mode: 'version' | 'help' | 'check-system' }
  | { readonly mode: 'test-memory'; readonly megabytes: string | null }
  | {
      readonly mode: 'serve';
      readonly file: string | null;
      readonly stdin: boolean;
      readonly sentinel: boolean;
      /** Configuration text made of the options; null when there were no arguments at all. */
      readonly options: string | null;
    };

function isOption(arg: string | undefined): boolean {
  return arg?.startsWith('--') ?? false;
}

/** Arguments are binary strings, without the program's own name. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const first = args[0];
  if (first === '-v' || first === '--version') return { mode: 'version' };
  if (first === '-h' || first === '--help') return { mode: 'help' };
  if (first === '--check-system') return { mode: 'check-system' };
  if (first === '--test-memory') {
    return { mode: 'test-memory', megabytes: args.length === 2 ? (args[1] ?? null) : null };
  }
  const sentinel = args.includes('--sentinel');
  if (first === undefined) {
    return { mode: 'serve', file: null, stdin: false, sentinel, options: null };
  }
  const file = first.startsWith('-') ? null : first;
  const rest = file === null ? args : args.slice(1);
  return { mode: 'serve', file, sentinel, ...optionLines(rest, file === null) };
}

/**
 * An argument that starts with '--' names a directive, unless the one before still waits for its
 * value: `--requirepass --secret` sets the password "--secret". Only --save and --sentinel may go
 * without a value.
 */
function optionLines(
  args: readonly string[],
  mayStartWithDash: boolean,
): { readonly stdin: boolean; readonly options: string } {
  let options = '';
  let stdin = false;
  let valueSeen = true;
  args.forEach((arg, i) => {
    const last = i === args.length - 1;
    if (arg === '-' && ((i === 0 && mayStartWithDash) || last)) {
      stdin = true;
    } else if (valueSeen && isOption(arg)) {
      options += `${options === '' ? '' : '\n'}${arg.slice(2)} `;
      const alone = splitWords(arg)?.length === 1;
      valueSeen = !alone;
      if (alone && (last || isOption(args[i + 1]))) {
        const name = arg.toLowerCase();
        if (name === '--save') options += '""';
        if (name === '--save' || name === '--sentinel') valueSeen = true;
      }
    } else {
      options += `${quoteWord(arg)} `;
      valueSeen = true;
    }
  });
  return { stdin, options };
}
