/** MODULE of a server into which no native module can be loaded: none are there, loading fails. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

const HELP: readonly HelpEntry[] = [
  ['LIST', 'List the loaded modules.'],
  ['LOAD <path> [<arg> ...]', 'Load the module at <path> with these arguments.'],
  [
    'LOADEX <path> [[CONFIG NAME VALUE] [CONFIG NAME VALUE]] [ARGS ...]',
    'Load the module at <path> with these settings and arguments.',
  ],
  ['UNLOAD <name>', 'Unload a module.'],
];

function refuseToLoad(c: Client, a: Args): never {
  c.server.log.warning(`Module ${a.str(2)} failed to load: native modules are not supported`);
  return fail('ERR Error loading the extension. Please check the server logs.');
}

export const moduleCommands: Handlers = {
  'module|list'(c) {
    c.out.array(0);
  },
  'module|load': refuseToLoad,
  'module|loadex': refuseToLoad,
  'module|unload'() {
    fail('ERR Error unloading module: no such module with that name');
  },
  'module|help'(c, a) {
    replyHelp(c, a, HELP);
  },
};
