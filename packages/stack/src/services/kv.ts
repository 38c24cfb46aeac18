import { join } from 'node:path';
import { defaultRestart } from '../supervisor/restart-policy.ts';
import type { ServiceContext, ServiceDescriptor } from './descriptor.ts';
import { boundHost, writeFirstConf } from './kv-conf.ts';
import { probeResp } from './resp-probe.ts';

const launcher = join(import.meta.dir, '../../../kv/bin/tandem-kv');

const confPath = (context: ServiceContext) => join(context.dir, 'kv.conf');

/** One key-value server with the reference's defaults: loopback, protected mode, no password. */
export const kv: ServiceDescriptor = {
  name: 'kv',
  summary: 'key-value server, compatible with Redis 7.2',
  ports: [{ name: 'resp', number: 6379 }],
  dependsOn: [],
  memoryMiB: 128,
  restart: defaultRestart,
  prepare: (context) => writeFirstConf(confPath(context)),
  command: (context) => [
    launcher,
    confPath(context),
    '--port',
    String(context.port('resp')),
    '--dir',
    context.dir,
    '--daemonize',
    'no',
  ],
  host: (context) => boundHost(confPath(context)),
  probe: (context) => probeResp(boundHost(confPath(context)), context.port('resp')),
  address: (context) => `${boundHost(confPath(context))}:${context.port('resp')}`,
  user: () => 'default',
  explain: (lastLines, context) => badConfLine(lastLines, context) ?? portTaken(lastLines, context),
};

/** The server names the line number on one line, and the line with its fault on the next two. */
function badConfLine(lines: readonly string[], context: ServiceContext): string | undefined {
  const at = lines.findIndex((line) => /configuration file, at line \d+/.test(line));
  if (at === -1) return undefined;
  const number = /at line (\d+)/.exec(lines[at] as string)?.[1];
  const line = (lines[at + 1] ?? '').replace(/^>>> /, '');
  const fault = lines[at + 2] ?? 'not understood';
  return `${confPath(context)}:${number} is wrong: ${line}: ${fault}. Mend that line, then start again`;
}

/** Only when someone was faster than we were between the check of the ports and the start. */
function portTaken(lines: readonly string[], context: ServiceContext): string | undefined {
  if (!lines.some((line) => /address already in use/i.test(line))) return undefined;
  return `port ${context.port('resp')} is in use by another program. Stop that, or choose other ports with --port-offset`;
}
