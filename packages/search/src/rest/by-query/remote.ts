/**
 * `remote` of `_reindex`. It is read and refused as the reference does; nothing is ever fetched
 * from another cluster, so a host that the settings allow is refused too.
 */
import { illegalArgument, type SearchError } from '../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { patternTest } from '../../metadata/index-names.ts';
import { parseTime } from '../../settings/units.ts';

const KNOWN = [
  'host',
  'username',
  'password',
  'headers',
  'socket_timeout',
  'connect_timeout',
  'api_key',
];
const HOST = /^(?<scheme>[^:]+):\/\/(?<host>[^:/]+|\[[^\]]+\]):(?<port>\d+)(?<path>\/.*)?$/;

/** `whitelist`: what `reindex.remote.whitelist` says. */
export function remoteRefusal(remote: Json, whitelist: readonly string[]): SearchError {
  if (!isJsonObject(remote)) return illegalArgument('Expected [remote] to be an object');
  const given = remote.get('host');
  if (given === undefined) return illegalArgument('[host] must be specified');
  const match = HOST.exec(javaText(given))?.groups;
  if (match === undefined) {
    return illegalArgument(
      `[host] must be of the form [scheme]://[host]:[port](/[pathPrefix])? but was [${javaText(given)}]`,
    );
  }
  for (const name of ['socket_timeout', 'connect_timeout']) {
    const time = remote.get(name);
    if (time !== undefined) parseTime(javaText(time), name);
  }
  const others = [...remote.keys()].filter((name) => !KNOWN.includes(name));
  if (others.length > 0) {
    return illegalArgument(`Unsupported fields in [remote]: [${others.join(',')}]`);
  }
  const address = `${match.host}:${match.port}`;
  if (!whitelist.some((pattern) => patternTest(pattern)(address))) {
    return illegalArgument(`[${address}] not whitelisted in reindex.remote.whitelist`);
  }
  return illegalArgument('reindex from remote clusters is not supported by this engine');
}
