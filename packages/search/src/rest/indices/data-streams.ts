/** `_data_stream`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import type { DataStream, IndexMetadata } from '../../metadata/cluster-state.ts';
import { streamTemplate, TIMESTAMP } from '../../metadata/data-streams.ts';
import { indexNotFound, isPattern, patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { optionsFrom, STRICT_OPEN, streamTargets } from '../../metadata/resolve-indices.ts';
import { bytesText } from '../../settings/units.ts';
import { clusterHealth } from '../cluster/health.ts';
import type { NodeServices } from '../node-services.ts';
import { lifecycleBody, parseLifecycle } from './data-stream-lifecycle.ts';
import { MASTER_PARAMS, shardsBody } from './shared.ts';

const ACTION = 'indices:admin/data_stream';

export function dataStreamRoutes(node: NodeServices): Route[] {
  const { indices } = node;
  const names = (request: RestRequest) => request.list('name') ?? [];
  const get = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: ['expand_wildcards', 'include_defaults', 'master_timeout'],
    action: `${ACTION}/get`,
    indices: names,
    handler: (request) =>
      RestResponse.of({
        data_streams: chosen(request, indices).map((stream) => streamBody(request, node, stream)),
      }),
  });
  const stats = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: ['expand_wildcards'],
    action: 'indices:monitor/data_stream/stats',
    indices: names,
    handler: (request) => RestResponse.of(statsBody(request, indices)),
  });
  return [
    get('/_data_stream'),
    get('/_data_stream/{name}'),
    stats('/_data_stream/_stats'),
    stats('/_data_stream/{name}/_stats'),
    {
      methods: ['PUT'],
      path: '/_data_stream/{name}',
      params: [...MASTER_PARAMS],
      action: `${ACTION}/create`,
      indices: names,
      handler: async (request) => {
        await indices.createStream(request.pathParam('name'));
        return RestResponse.acknowledged();
      },
    },
    {
      methods: ['DELETE'],
      path: '/_data_stream/{name}',
      params: ['expand_wildcards', 'master_timeout'],
      action: `${ACTION}/delete`,
      indices: names,
      handler: async (request) => {
        await deleteStreams(indices, chosen(request, indices));
        return RestResponse.acknowledged();
      },
    },
    ...lifecycleRoutes(indices, names),
  ];
}

function lifecycleRoutes(indices: IndicesService, names: Route['indices']): Route[] {
  const path = '/_data_stream/{name}/_lifecycle';
  const change = (
    methods: Route['methods'],
    action: string,
    read: (r: RestRequest) => DataStream['lifecycle'],
  ): Route => ({
    methods,
    path,
    params: [...MASTER_PARAMS, 'expand_wildcards'],
    action: `indices:admin/data_stream/lifecycle/${action}`,
    indices: names as (request: RestRequest) => readonly string[],
    handler: (request) => {
      const streams = chosen(request, indices);
      const lifecycle = read(request);
      indices.cluster.update((state) => ({
        ...state,
        dataStreams: new Map([
          ...state.dataStreams,
          ...streams.map(({ name }): [string, DataStream] => [
            name,
            { ...(state.dataStreams.get(name) as DataStream), lifecycle },
          ]),
        ]),
      }));
      return RestResponse.acknowledged();
    },
  });
  return [
    {
      methods: ['GET'],
      path,
      params: ['expand_wildcards', 'include_defaults'],
      action: 'indices:admin/data_stream/lifecycle/get',
      indices: names as (request: RestRequest) => readonly string[],
      handler: (request) =>
        RestResponse.of({
          data_streams: chosen(request, indices).map(({ name, lifecycle }) => ({
            name,
            lifecycle:
              lifecycle === undefined
                ? undefined
                : lifecycleBody(lifecycle, request.flag('include_defaults', false)),
          })),
        }),
    },
    change(['PUT'], 'put', (request) => {
      const body = request.optionalObject() ?? new Map();
      return parseLifecycle(body) as DataStream['lifecycle'];
    }),
    change(['DELETE'], 'delete', () => undefined),
  ];
}

/** The streams a request names, those the caller may touch; throws for a name that is none. */
function chosen(request: RestRequest, { state }: IndicesService): DataStream[] {
  const names = request.list('name') ?? ['*'];
  const { expandHidden } = optionsFrom(request, STRICT_OPEN);
  const found = new Map<string, DataStream>();
  for (const name of names) {
    if (name.startsWith('-') && found.size > 0) {
      for (const known of [...found.keys()])
        if (patternTest(name.slice(1))(known)) found.delete(known);
      continue;
    }
    const test = patternTest(name === '_all' ? '*' : name);
    const isDotted = name.startsWith('.');
    for (const stream of state.dataStreams.values()) {
      if (!test(stream.name)) continue;
      const isShown = !stream.hidden || expandHidden || name === stream.name;
      if (isShown || (isDotted && stream.name.startsWith('.'))) found.set(stream.name, stream);
    }
    if (!isPattern(name) && name !== '_all' && !found.has(name)) throw indexNotFound(name);
  }
  return [...found.values()]
    .filter(({ name }) => request.caller?.allowsIndex(request.action, name) !== false)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function streamBody(request: RestRequest, node: NodeServices, stream: DataStream): Writable {
  const { indices } = node;
  const { state } = indices;
  const backing = streamTargets(state, stream.name);
  const managed = stream.lifecycle?.get('enabled') === true ? 'Data stream lifecycle' : 'Unmanaged';
  return {
    name: stream.name,
    timestamp_field: { name: TIMESTAMP },
    indices: backing.map(({ name, uuid }) => ({
      index_name: name,
      index_uuid: uuid,
      prefer_ilm: true,
      managed_by: managed,
    })),
    generation: stream.generation,
    _meta: stream.meta,
    status: clusterHealth(indices, backing).status.toUpperCase(),
    template: streamTemplate(state, stream.name),
    lifecycle:
      stream.lifecycle === undefined
        ? undefined
        : lifecycleBody(stream.lifecycle, request.flag('include_defaults', false)),
    next_generation_managed_by: managed,
    prefer_ilm: true,
    hidden: stream.hidden,
    system: false,
    allow_custom_routing: false,
    replicated: false,
  };
}

async function deleteStreams(
  indices: IndicesService,
  streams: readonly DataStream[],
): Promise<void> {
  const backing = streams.flatMap(({ name }) => streamTargets(indices.state, name));
  await indices.delete(backing, [], (state) => {
    const dataStreams = new Map(state.dataStreams);
    for (const { name } of streams) dataStreams.delete(name);
    return { ...state, dataStreams };
  });
}

function statsBody(request: RestRequest, indices: IndicesService): Writable {
  const streams = chosen(request, indices);
  const parts = streams.map((stream) => {
    const backing = streamTargets(indices.state, stream.name);
    return { stream, backing, bytes: backing.reduce((sum, one) => sum + bytesOf(indices, one), 0) };
  });
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const { human } = request;
  return {
    _shards: shardsBody(parts.flatMap(({ backing }) => backing)),
    data_stream_count: streams.length,
    backing_indices: parts.reduce((sum, { backing }) => sum + backing.length, 0),
    total_store_size: human ? bytesText(total) : undefined,
    total_store_size_bytes: total,
    data_streams: parts.map(({ stream, backing, bytes }) => ({
      data_stream: stream.name,
      backing_indices: backing.length,
      store_size: human ? bytesText(bytes) : undefined,
      store_size_bytes: bytes,
      maximum_timestamp: Math.max(0, ...backing.map((index) => newest(indices, index))),
    })),
  };
}

function bytesOf(indices: IndicesService, index: IndexMetadata): number {
  return (indices.shardsOf(index)?.stats() ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The highest timestamp that searches see, in milliseconds. */
function newest(indices: IndicesService, index: IndexMetadata): number {
  const isNanos =
    indices.mappingOf(index).mapping.fields.get(TIMESTAMP)?.type.name === 'date_nanos';
  let highest = 0;
  for (const shard of indices.shardsOf(index)?.live ?? []) {
    for (const { segment } of shard.searchViews()) {
      for (const value of segment.numeric(TIMESTAMP)?.maximum ?? [])
        highest = Math.max(highest, value);
    }
  }
  return isNanos ? Math.floor(highest / 1e6) : highest;
}

/** Throws while streams are made from these templates. */
export function checkTemplatesFree(indices: IndicesService, templates: readonly string[]): void {
  const { state } = indices;
  const users = [...state.dataStreams.keys()].filter((name) => {
    const template = streamTemplate(state, name);
    return template !== undefined && templates.includes(template);
  });
  if (users.length === 0) return;
  throw illegalArgument(
    `unable to remove composable templates [${templates.join(', ')}] as they are in use by a data streams [${users.join(', ')}]`,
  );
}
