/** The command line of the node: `-E name=value`, and the reference's few options beside it. */
import { UserError } from '@tandem/common/user-error.ts';

/** Exit code of a command line that was not understood, as the reference's tools give it. */
export const USAGE_EXIT_CODE = 64;

export type NodeCommand =
  | { readonly mode: 'help' }
  | { readonly mode: 'version' }
  | {
      readonly mode: 'serve';
      readonly settings: Map<string, string>;
      readonly pidFile: string | undefined;
      readonly quiet: boolean;
    };

export const HELP = `Usage: tandem-search [-E setting=value ...] [-p pidfile] [-q]
       tandem-search reset-password -u user [-i | -a] [-b] [--url URL]
       tandem-search create-enrollment-token -s kibana
       tandem-search -V | --version
       tandem-search -h | --help

Starts a search node. Settings are those of elasticsearch.yml; they are read from search.yml (or
elasticsearch.yml) in the configuration directory (ES_PATH_CONF, or ./config), then from the
environment (discovery.type=single-node), then from -E.

  -E setting=value   Configure a setting
  -p, --pidfile FILE Write the pid to FILE
  -q, --quiet        Write no log to standard output
`;

export function parseNodeCommand(argv: readonly string[]): NodeCommand {
  const settings = new Map<string, string>();
  let pidFile: string | undefined;
  let quiet = false;
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-h' || word === '--help') return { mode: 'help' };
    if (word === '-V' || word === '--version') return { mode: 'version' };
    if (word === '-q' || word === '--quiet') quiet = true;
    else if (word === '-p' || word === '--pidfile') pidFile = argument(word, words);
    else if (word.startsWith('--pidfile=')) pidFile = word.slice(10);
    else if (word === '-E') addSetting(argument(word, words), settings);
    else if (word.startsWith('-E')) addSetting(word.slice(2), settings);
    else if (word.startsWith('-'))
      throw usage(`${word.replace(/^-+/, '')} is not a recognized option`);
    else throw usage(`Positional arguments not allowed, found [${word}]`);
  }
  return { mode: 'serve', settings, pidFile, quiet };
}

function argument(word: string, words: string[]): string {
  const value = words.shift();
  if (value === undefined) throw usage(`Option ${word.replace(/^-+/, '')} requires an argument`);
  return value;
}

function addSetting(text: string, settings: Map<string, string>): void {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const value = at === -1 ? '' : text.slice(at + 1);
  if (value === '') throw usage(`setting [${name}] must not be empty`);
  const before = settings.get(name);
  if (before !== undefined) {
    throw usage(`setting [${name}] already set, saw [${before}] and [${value}]`);
  }
  settings.set(name, value);
}

function usage(message: string): UserError {
  return new UserError(`ERROR: ${message}`, USAGE_EXIT_CODE);
}
