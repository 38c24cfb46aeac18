/** Create, get, exists, delete, open and close an index; blocks; resolve. */
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import { checkAllBlocks } from '../../metadata/blocks.ts';
import { aliasBody, type IndexMetadata } from '../../metadata/cluster-state.ts';
import { parseCreateBody } from '../../metadata/create-index.ts';
import { checkNoWriteIndex, streamTemplate, TIMESTAMP } from '../../metadata/data-streams.ts';
import { resolveDateMath } from '../../metadata/date-math-name.ts';
import { isPattern, patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import {
  isHidden,
  optionsFrom,
  type ResolveOptions,
  resolveIndices,
  STRICT_ALL,
  STRICT_OPEN,
} from '../../metadata/resolve-indices.ts';
import { isSystemIndex } from '../../metadata/system-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { shownSettings } from './settings.ts';
import { MASTER_PARAMS, permitted, replicasOf, TARGET_PARAMS, targets } from './shared.ts';

export function lifecycleRoutes(node: NodeServices): Route[] {
  const { indices } = node;
  return [
    {
      methods: ['PUT'],
      path: '/{index}',
      params: [...MASTER_PARAMS, 'wait_for_active_shards', 'include_type_name'],
      action: 'indices:admin/create',
      handler: (request) => createIndex(request, indices),
    },
    {
      methods: ['GET'],
      path: '/{index}',
      params: [
        ...TARGET_PARAMS,
        'master_timeout',
        'local',
        'flat_settings',
        'include_defaults',
        'features',
        'include_type_name',
      ],
      action: 'indices:admin/get',
      handler: (request) => getIndex(request, indices),
    },
    {
      methods: ['HEAD'],
      path: '/{index}',
      params: [
        ...TARGET_PARAMS,
        'master_timeout',
        'local',
        'flat_settings',
        'include_defaults',
        'include_type_name',
      ],
      action: 'indices:admin/get',
      handler: (request) => {
        try {
          targets(request, indices, STRICT_OPEN);
          return RestResponse.empty(200);
        } catch (error) {
          if (error instanceof SearchError && error.status === 404) return RestResponse.empty(404);
          throw error;
        }
      },
    },
    {
      methods: ['DELETE'],
      path: '/{index}',
      params: [...TARGET_PARAMS, ...MASTER_PARAMS],
      action: 'indices:admin/delete',
      handler: (request) => deleteIndex(request, node),
    },
    {
      methods: ['POST'],
      path: '/{index}/_open',
      params: [...TARGET_PARAMS, ...MASTER_PARAMS, 'wait_for_active_shards'],
      action: 'indices:admin/open',
      handler: async (request) => {
        checkName(request);
        const found = targets(request, indices, { ...STRICT_ALL, expandOpen: false });
        checkAllBlocks(indices.state, found, 'metadata_write');
        await indices.setState(found, 'open');
        return RestResponse.of({
          acknowledged: true,
          shards_acknowledged: activeShards(request, found),
        });
      },
    },
    {
      methods: ['POST'],
      path: '/{index}/_close',
      params: [...TARGET_PARAMS, ...MASTER_PARAMS, 'wait_for_active_shards'],
      action: 'indices:admin/close',
      handler: async (request) => {
        checkName(request);
        checkDestructive(request.pathParam('index').split(','), node);
        const found = targets(request, indices, { ...STRICT_OPEN, withoutDataStreams: true });
        checkAllBlocks(indices.state, found, 'metadata_write');
        await indices.setState(found, 'close');
        return RestResponse.of({
          acknowledged: true,
          shards_acknowledged: found.length > 0,
          indices: new Map<string, Writable>(found.map(({ name }) => [name, { closed: true }])),
        });
      },
    },
    {
      methods: ['PUT'],
      path: '/{index}/_block/{block}',
      params: [...TARGET_PARAMS, ...MASTER_PARAMS],
      action: 'indices:admin/block/add',
      handler: (request) => addBlock(request, indices),
    },
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

function checkName(request: RestRequest): void {
  if ((request.list('index') ?? []).length === 0) throw validationError(['index is missing']);
}

async function createIndex(request: RestRequest, indices: IndicesService): Promise<RestResponse> {
  const body = parseCreateBody(request.optionalObject());
  const name = resolveDateMath(request.pathParam('index'), Date.now());
  const template = streamTemplate(indices.state, name);
  if (template !== undefined) {
    throw illegalArgument(
      `cannot create index with name [${name}], because it matches with template [${template}] that creates data streams only, use create data stream api instead`,
    );
  }
  const index = await indices.create(request.pathParam('index'), body);
  return RestResponse.of({
    acknowledged: true,
    shards_acknowledged: activeShards(request, [index]),
    index: index.name,
  });
}

/** One node starts primaries only, so whoever waits for more copies waits in vain. */
export function activeShards(request: RestRequest, indices: readonly IndexMetadata[]): boolean {
  const wanted = request.param('wait_for_active_shards');
  return indices.every((index) => {
    const setting = String(index.settings.get('index.write.wait_for_active_shards') ?? '1');
    const count = wanted ?? setting;
    if (count === 'all') return replicasOf(index) === 0;
    if (!/^\d+$/.test(count)) {
      if (count === 'index-setting') return true;
      throw illegalArgument(`cannot parse ActiveShardCount[${count}]`);
    }
    return Number(count) <= 1;
  });
}

const FEATURES = ['aliases', 'mappings', 'settings'];

function getIndex(request: RestRequest, indices: IndicesService): RestResponse {
  const features = new Set(request.list('features') ?? FEATURES);
  for (const feature of features) {
    if (!FEATURES.includes(feature)) throw illegalArgument(`No feature for name [${feature}]`);
  }
  const found = targets(request, indices, STRICT_OPEN);
  checkAllBlocks(indices.state, found, 'metadata_read');
  return RestResponse.of(
    new Map<string, Writable>(
      found.map((index) => [
        index.name,
        {
          aliases: features.has('aliases') ? aliasesOf(index) : {},
          mappings: features.has('mappings') ? index.mapping : {},
          ...(features.has('settings') ? shownSettings(index, request) : { settings: {} }),
          data_stream: index.dataStream,
        },
      ]),
    ),
  );
}

export function aliasesOf(index: IndexMetadata): Writable {
  return new Map([...index.aliases].map(([name, alias]) => [name, aliasBody(alias)]));
}

async function deleteIndex(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const { indices } = node;
  const names = request.pathParam('index').split(',');
  checkDestructive(names, node);
  const found = targets(request, indices, {
    ...STRICT_ALL,
    allowAliases: false,
    withoutDataStreams: true,
  });
  checkNoWriteIndex(indices.state, found);
  // An index over the flood stage may still be deleted: that is what frees the disk.
  checkAllBlocks(indices.state, found, 'metadata_write', 'index.blocks.read_only_allow_delete');
  await indices.delete(found);
  return RestResponse.acknowledged();
}

/** `action.destructive_requires_name`: patterns may not close or delete. */
function checkDestructive(names: readonly string[], node: NodeServices): void {
  const name = 'action.destructive_requires_name';
  const { state } = node.indices;
  const told = state.transientSettings.get(name) ?? state.persistentSettings.get(name);
  const required = told === undefined ? node.settings.boolean(name, true) : told === 'true';
  if (!required) return;
  if (names.length === 0 || names.some((part) => isPattern(part) || part === '_all')) {
    throw illegalArgument('Wildcard expressions or all indices are not allowed');
  }
}

const BLOCKS = ['metadata', 'read', 'read_only', 'read_only_allow_delete', 'write'];

function addBlock(request: RestRequest, indices: IndicesService): RestResponse {
  const block = request.pathParam('block').toLowerCase();
  if (!BLOCKS.includes(block)) throw illegalArgument(`No block found with name ${block}`);
  if (block === 'read_only_allow_delete') {
    throw validationError(['read_only_allow_delete block is for internal use only']);
  }
  const found = targets(request, indices, STRICT_OPEN);
  indices.updateSettings(found, new Map([[`index.blocks.${block}`, 'true']]), false);
  return RestResponse.of({
    acknowledged: true,
    shards_acknowledged: found.length > 0,
    indices: found.map(({ name }) => ({ name, blocked: true })),
  });
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
