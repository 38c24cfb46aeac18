/** `tandem-kv [conf-file] [--directive value ...]`: the command line becomes a running server. */
import { chdir } from 'node:process';
import { ConfiguredUsers } from './acl/configured-users.ts';
import { FAMILIES } from './commands/index.ts';
import { CommandRegistry } from './commands/registry.ts';
import { COMMAND_TABLE } from './commands/table/index.ts';
import { type CommandLine, parseCommandLine } from './config/command-line.ts';
import { ConfigFileError, ConfigFileUnreadable, loadConfiguration } from './config/load.ts';
import { Settings } from './config/settings.ts';
import { ListenError } from './net/listeners.ts';
import { reportCrashes } from './observe/crash.ts';
import { setTitle } from './process/apply-config.ts';
import { Log } from './process/log.ts';
import { Server } from './server.ts';
import { REFERENCE_VERSION, TANDEM_VERSION } from './version.ts';

const HELP = `Usage: tandem-kv [/path/to/redis.conf] [options] [-]
       tandem-kv - (read config from stdin)
       tandem-kv -v or --version
       tandem-kv -h or --help

Options are directives of redis.conf with two dashes before them:
       tandem-kv --port 7777
       tandem-kv /etc/redis.conf --maxmemory 100mb --maxmemory-policy allkeys-lru
`;

function main(): void {
  const line = parseCommandLine(
    process.argv.slice(2).map((a) => Buffer.from(a, 'utf8').toString('latin1')),
  );
  if (line.mode === 'version') {
    console.log(`Tandem kv v=${TANDEM_VERSION} (compatible with Redis ${REFERENCE_VERSION})`);
    return;
  }
  if (line.mode !== 'serve') {
    process.stderr.write(HELP);
    process.exitCode = line.mode === 'help' ? 0 : 1;
    return;
  }
  serve(line);
}

function serve(line: Extract<CommandLine, { mode: 'serve' }>): void {
  const settings = new Settings();
  const registry = new CommandRegistry(COMMAND_TABLE, FAMILIES);
  const users = new ConfiguredUsers({
    registry,
    allChannelsByDefault: () => settings.config.aclPubsubDefault === 'allchannels',
    deprecatedFirstArg: () => {},
  });
  try {
    loadConfiguration(line, settings, {
      renameCommand: (from, to) => registry.rename(from, to),
      user: (words) => users.add(words),
      loadModule: () => 'Modules are not supported',
      log: () => {},
    });
  } catch (e) {
    if (e instanceof ConfigFileUnreadable) new Log().warning(e.text);
    else if (e instanceof ConfigFileError) process.stderr.write(e.text);
    else throw e;
    process.exit(1);
  }
  const { config } = settings;
  const dir = Buffer.from(config.dir, 'latin1').toString();
  try {
    chdir(dir);
  } catch {
    process.stderr.write(`Can't chdir to '${dir}': No such file or directory\n`);
    process.exit(1);
  }
  const server = new Server(settings, registry);
  server.log.level = config.loglevel;
  server.log.file = Buffer.from(config.logfile, 'latin1').toString();
  server.log.notice('oO0OoO0OoO0Oo Tandem kv is starting oO0OoO0OoO0Oo');
  server.log.notice(
    `Tandem kv version=${TANDEM_VERSION}, compatible with Redis ${REFERENCE_VERSION}, pid=${process.pid}, just started`,
  );
  const problem = users.start(server.acl, config.aclfile, (text) => server.log.notice(text));
  if (problem !== null) {
    server.log.warning(problem);
    process.exit(1);
  }
  try {
    server.listen();
  } catch (e) {
    if (!(e instanceof ListenError)) throw e;
    server.log.warning(e.text);
    process.exit(1);
  }
  server.log.raw(`Running mode=standalone, port=${config.port}. PID: ${process.pid}`);
  server.log.notice('Server initialized');
  const damage = server.persistence.load();
  if (damage !== null) {
    server.log.warning(damage);
    process.exit(1);
  }
  server.log.notice('Ready to accept connections tcp');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      server.log.warning(`Received ${signal} scheduling shutdown...`);
      server.shutdown();
    });
  reportCrashes(server);
  setTitle(server);
  server.run();
}

main();
