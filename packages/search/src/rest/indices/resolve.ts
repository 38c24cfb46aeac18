/** `_resolve/index`: what names and patterns stand for. */
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { TIMESTAMP } from '../../metadata/data-streams.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import {
  isHidden,
  optionsFrom,
  type ResolveOptions,
  resolveIndices,
  STRICT_OPEN,
} from '../../metadata/resolve-indices.ts';
import { isSystemIndex } from '../../metadata/system-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { permitted } from './shared.ts';

export function resolveRoutes({ indices }: NodeServices): Route[] {
  return [
    {
      methods: ['GET'],
      path: '/_resolve/index/{name}',
      params: ['expand_wildcards', 'ignore_unavailable', 'allow_no_indices'],
      action: 'indices:admin/resolve/index',
      indices: (request) => request.list('name') ?? [],
      handler: (request) => resolveNames(request, indices),
    },
  ];
}

function resolveNames(request: RestRequest, indices: IndicesService): RestResponse {
  const options = optionsFrom(request, STRICT_OPEN);
  const names = request.list('name') ?? [];
  const { state } = indices;
  const plainNames = names.filter((name) => !state.dataStreams.has(name));
  const byIndex = permitted(
    request,
    names,
    resolveIndices(state, plainNames, { ...options, allowAliases: true, withoutDataStreams: true }),
  ).filter(({ name }) => names.some((given) => given === '_all' || patternTest(given)(name)));
  const aliases = new Map<string, string[]>();
  for (const index of permitted(request, ['*'], [...state.indices.values()])) {
    for (const [name, alias] of index.aliases) {
      const isMeant = names.some(
        (given) =>
          patternTest(given)(name) &&
          (given === name || options.expandHidden || alias.isHidden !== true),
      );
      if (isMeant) aliases.set(name, [...(aliases.get(name) ?? []), index.name].sort());
    }
  }
  return RestResponse.of({
    indices: byIndex
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((index) => ({
        name: index.name,
        aliases: index.aliases.size === 0 ? undefined : [...index.aliases.keys()].sort(),
        attributes: attributes(index),
        data_stream: index.dataStream,
      })),
    aliases: [...aliases]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => ({ name, indices: of })),
    data_streams: resolvedStreams(request, indices, names, options),
  });
}

function attributes(index: IndexMetadata): string[] {
  const list: string[] = [index.state === 'open' ? 'open' : 'closed'];
  if (isHidden(index)) list.push('hidden');
  if (isSystemIndex(index.name)) list.push('system');
  return list.sort();
}

function resolvedStreams(
  request: RestRequest,
  { state }: IndicesService,
  names: readonly string[],
  options: ResolveOptions,
): Writable[] {
  const tests = names.map((name) => patternTest(name === '_all' ? '*' : name));
  return [...state.dataStreams.values()]
    .filter(
      ({ name, hidden }) =>
        tests.some((test) => test(name)) &&
        (!hidden || options.expandHidden || names.includes(name)) &&
        request.caller?.allowsIndex(request.action, name) !== false,
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, indices }) => ({
      name,
      backing_indices: [...indices],
      timestamp_field: TIMESTAMP,
    }));
}
