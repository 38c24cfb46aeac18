/** CONFIG: the configuration at run time. */
import type { Client } from '../clients/client.ts';
import { BY_NAME } from '../config/config.ts';
import { rewriteConfigFile } from '../config/rewrite.ts';
import { SetRefused } from '../config/settings.ts';
import { ERR, fail } from '../errors.ts';
import { strerror } from '../process/errno.ts';
import { type HelpEntry, replyHelp } from './help.ts';
import type { Handlers } from './spec.ts';

const HELP: readonly HelpEntry[] = [
  ['GET <pattern>', 'List the directives whose names match the glob <pattern>, with their values.'],
  [
    'SET <directive> <value>',
    'Give <directive> the new <value>; several pairs are set together or not at all.',
  ],
  ['RESETSTAT', 'Start the counters of INFO again from zero.'],
  ['REWRITE', 'Bring the configuration file up to date with the values in use.'],
];

/** True when a directive of 'no', 'yes', 'local' lets this client through. */
export function allowsAction(setting: 'no' | 'yes' | 'local', c: Client): boolean {
  return setting === 'yes' || (setting === 'local' && (c.conn?.isLocal ?? false));
}

export const configCommands: Handlers = {
  'config|get'(c, a) {
    const found = c.server.settings.get(a.strs(2));
    c.out.map(found.length);
    for (const [name, value] of found) {
      c.out.bulkStr(name);
      c.out.bulkStr(value);
    }
  },

  'config|set'(c, a) {
    const { server } = c;
    if (a.n % 2 !== 0) fail(ERR.syntax);
    const pairs: [string, string][] = [];
    for (let i = 2; i < a.n; i += 2) {
      pairs.push([a.str(i), a.str(i + 1)]);
      // Before anything can fail: a refused secret is still a secret.
      if (BY_NAME.get(a.lower(i))?.directive.sensitive) c.redact(i + 1);
    }
    try {
      server.settings.set(pairs, {
        loading: server.loading,
        protectedAllowed: allowsAction(server.config.enableProtectedConfigs, c),
        log: (text) => server.log.warning(text),
      });
    } catch (error) {
      if (!(error instanceof SetRefused)) throw error;
      fail(error.loading ? ERR.loading : `ERR ${error.text}`);
    }
    c.out.ok();
  },

  'config|resetstat'(c) {
    const { stats, registry, transport } = c.server;
    stats.reset(transport.traffic);
    c.server.store.lazyFreed = 0;
    for (const command of registry.all) {
      command.calls = command.microseconds = command.rejectedCalls = command.failedCalls = 0;
      command.histogram = null;
    }
    c.out.ok();
  },

  'config|rewrite'(c) {
    const { settings, log } = c.server;
    if (settings.configFile === null) fail('ERR The server is running without a config file');
    try {
      rewriteConfigFile(settings.configFile, settings.config, c.server.statements());
    } catch (error) {
      log.warning(`CONFIG REWRITE failed: ${strerror(error)}`);
      fail(`ERR Rewriting config file: ${strerror(error)}`);
    }
    log.notice('CONFIG REWRITE executed with success.');
    c.out.ok();
  },

  'config|help'(c, a) {
    replyHelp(c, a, HELP);
  },
};
