import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FIRST_CONF = `# The search engine's settings, under elasticsearch.yml's names. Put your own here; ports and
# directories are given by tandem.

# Loopback only. Another address makes it reachable from other machines.
network.host: 127.0.0.1
`;

/** Writes the settings of a first start; a file that is there already is the user's. */
export function writeFirstSettings(path: string): void {
  if (!existsSync(path)) writeFileSync(path, FIRST_CONF, { mode: 0o600 });
}

/** The address through which this machine reaches a node with the settings at `path`. */
export function searchHost(path: string): string {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const line = ['http.host', 'network.host']
    .map((name) => lines.findLast((text) => text.startsWith(`${name}:`)))
    .find((text) => text !== undefined);
  const host = line
    ?.split(':')
    .slice(1)
    .join(':')
    .replace(/#.*/, '')
    .replace(/["'[\]]/g, '')
    .trim();
  if (!host || host === '0.0.0.0' || /^_.*_$/.test(host) || host === 'localhost')
    return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
