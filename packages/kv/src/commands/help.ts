/** HELP of containers such as CONFIG: the reference's layout, texts from each family. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';

/** One subcommand: its synopsis, then lines that explain it. */
export type HelpEntry = readonly [synopsis: string, ...explanation: string[]];

const INDENT = '    ';
/** How much of a client's word an error repeats. */
const PREVIEW = 128;

/** Replies with the help of the container that argument 0 names; HELP itself is added at the end. */
export function replyHelp(c: Client, a: Args, entries: readonly HelpEntry[]): void {
  const lines = [
    `${a.str(0).toUpperCase()} <subcommand> [<arg> [value] [opt] ...]. Subcommands are:`,
  ];
  for (const [synopsis, ...explanation] of entries) {
    lines.push(synopsis, ...explanation.map((line) => INDENT + line));
  }
  lines.push('HELP', `${INDENT}Print this help.`);
  c.out.simpleArray(lines);
}

/** Throws the error for a subcommand with arguments that make no sense. */
export function subcommandSyntaxError(a: Args): never {
  return fail(
    `ERR unknown subcommand or wrong number of arguments for '${a.str(1).slice(0, PREVIEW)}'. Try ${a.str(0).toUpperCase()} HELP.`,
  );
}
