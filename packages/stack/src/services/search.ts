import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';
import { defaultRestart } from '../supervisor/restart-policy.ts';
import type { ServiceContext, ServiceDescriptor } from './descriptor.ts';
import { probeHttp } from './http-probe.ts';
import { searchHost, writeFirstSettings } from './search-conf.ts';

const launcher = join(import.meta.dir, '../../../search/bin/tandem-search');
/** What the tool answers when the node asks for no passwords. */
const SECURITY_IS_OFF = 78;

const confPath = (context: ServiceContext) => join(context.dir, 'search.yml');
const places = (context: ServiceContext) => [
  '-E',
  `path.conf=${context.dir}`,
  '-E',
  `path.data=${join(context.dir, 'data')}`,
];
const url = (context: ServiceContext) => {
  const host = searchHost(confPath(context));
  return `http://${host.includes(':') ? `[${host}]` : host}:${context.port('http')}`;
};

/** One search node: loopback, passwords required, built-in users elastic and kibana_system. */
export const search: ServiceDescriptor = {
  name: 'search',
  summary: 'search engine, compatible with Elasticsearch 8.11',
  ports: [
    { name: 'http', number: 9200 },
    { name: 'transport', number: 9300 },
  ],
  dependsOn: [],
  memoryMiB: 192,
  restart: defaultRestart,
  prepare: (context) => writeFirstSettings(confPath(context)),
  command: (context) => [
    launcher,
    ...places(context),
    '-E',
    `http.port=${context.port('http')}`,
    '-E',
    `transport.port=${context.port('transport')}`,
    '-E',
    'discovery.type=single-node',
  ],
  host: (context) => searchHost(confPath(context)),
  probe: (context) => probeHttp(`${url(context)}/`),
  address: (context) => url(context).replace('http://', ''),
  user: () => 'elastic',
  accounts: {
    owner: 'elastic',
    system: ['kibana_system'],
    ownerHasPassword: () =>
      Boolean(process.env.ELASTIC_PASSWORD || process.env.ELASTIC_PASSWORD_FILE),
    reset: resetPassword,
  },
  explain: (lastLines, context) => badSetting(lastLines, context),
};

function resetPassword(context: ServiceContext, user: string): Promise<string | undefined> {
  const args = ['reset-password', '-u', user, '-b', '-s', ...places(context)];
  return new Promise((resolve, reject) => {
    execFile(launcher, args, { cwd: context.dir }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else if (error.code === SECURITY_IS_OFF) resolve(undefined);
      else {
        const reason = stderr.trim().replace(/^ERROR: /, '');
        reject(
          new UserError(`The password of ${user} could not be set: ${reason}`, 1, { cause: error }),
        );
      }
    });
  });
}

/** The node names what is wrong in one line that begins with ERROR. */
function badSetting(lines: readonly string[], context: ServiceContext): string | undefined {
  const fault = lines.findLast((line) => line.startsWith('ERROR: '))?.slice(7);
  if (fault === undefined) return undefined;
  const taken = /Failed to bind to .*\[(\d+)\].*already in use/.exec(fault);
  if (taken !== null) {
    return `port ${taken[1]} is in use by another program. Stop that, or choose other ports with --port-offset`;
  }
  return `${fault.replace(/\.$/, '')} (settings: ${confPath(context)}, environment). Mend that, then start again`;
}
