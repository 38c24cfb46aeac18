/** What the tools share: they read the same settings as the node, to find it. */
import { UserError } from '@tandem/common/user-error.ts';
import { dataPath } from '../node.ts';
import { type LocalAccess, readLocalAccess } from '../security/local-access.ts';
import { USAGE_EXIT_CODE } from '../settings/command-line.ts';
import { loadSettings } from '../settings/load.ts';
import type { Settings } from '../settings/settings.ts';

export function usageError(message: string): UserError {
  return new UserError(`ERROR: ${message}`, USAGE_EXIT_CODE);
}

/** Takes `-E name=value` out of a tool's arguments and loads the settings of its node. */
export function toolSettings(argv: readonly string[]): { settings: Settings; rest: string[] } {
  const flags = new Map<string, string>();
  const rest: string[] = [];
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('-E')) {
      rest.push(word);
      continue;
    }
    const text = word === '-E' ? (words.shift() ?? '') : word.slice(2);
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1) throw usageError(`setting [${text}] must not be empty`);
    flags.set(text.slice(0, at), text.slice(at + 1));
  }
  return { settings: loadSettings(process.env, flags), rest };
}

/** The running node on the tool's data directory; throws a UserError when there is none. */
export function runningNode(settings: Settings): LocalAccess {
  const directory = dataPath(settings);
  let access: LocalAccess | undefined;
  try {
    access = readLocalAccess(directory);
  } catch (cause) {
    throw new UserError(
      `ERROR: Cannot read [${directory}/_security/local.json]; run this as the user that runs the node.`,
      78,
      { cause },
    );
  }
  if (access !== undefined) return access;
  throw new UserError(
    `ERROR: No node runs on [${directory}]. Start it first, or name its directory with -E path.data=DIR.`,
    69,
  );
}
