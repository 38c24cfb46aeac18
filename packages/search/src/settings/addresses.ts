/** Where a node listens, from the reference's words for it. */
import { networkInterfaces } from 'node:os';
import type { Settings } from './settings.ts';

/** The host for `http` or `transport`: the most specific setting wins, loopback is the default. */
export function bindHost(settings: Settings, layer: 'http' | 'transport'): string {
  const names = [`${layer}.bind_host`, `${layer}.host`, 'network.bind_host', 'network.host'];
  for (const name of names) {
    const [first] = settings.list(name);
    if (first !== undefined) return resolveHost(first);
  }
  return '127.0.0.1';
}

/** `_local_`, `_site_`, `_global_`, `_eth0_`, an address or a name. */
export function resolveHost(word: string): string {
  const special = /^_(.+?)(?::ipv([46]))?_$/.exec(word);
  if (special === null) return word.replace(/^\[(.*)\]$/, '$1');
  const [, kind, version] = special;
  if (kind === 'local') return version === '6' ? '::1' : '127.0.0.1';
  const family = version === '6' ? 'IPv6' : 'IPv4';
  const found = Object.entries(networkInterfaces())
    .flatMap(([name, addresses]) => (addresses ?? []).map((address) => ({ name, ...address })))
    .filter((address) => address.family === family && !address.internal)
    .find(({ name, address }) => kind === name || (kind === 'site') === isSite(address));
  return found?.address ?? '127.0.0.1';
}

function isSite(address: string): boolean {
  return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|fe[c-f])/.test(address);
}

/** `127.0.0.1:9200`, `[::1]:9200`. */
export function addressText(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The address through which this machine reaches a listener on `host`. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
