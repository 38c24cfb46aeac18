/** Create, get, exists, delete, open and close an index; blocks; resolve. */
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import { checkAllBlocks } from '../../metadata/blocks.ts';
import { aliasBody, type IndexMetadata } from '../../metadata/cluster-state.ts';
import { parseCreateBody } from '../../metadata/create-index.ts';
import { checkNoWriteIndex, streamTemplate } from '../../metadata/data-streams.ts';
import { resolveDateMath } from '../../metadata/date-math-name.ts';
import { isPattern } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { STRICT_ALL, STRICT_OPEN } from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { checkAliasFilters } from './alias-filter.ts';
import { shownSettings } from './settings.ts';
import { MASTER_PARAMS, replicasOf, TARGET_PARAMS, targets } from './shared.ts';

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
  ];
}

function checkName(request: RestRequest): void {
  if ((request.list('index') ?? []).length === 0) throw validationError(['index is missing']);
}

async function createIndex(request: RestRequest, indices: IndicesService): Promise<RestResponse> {
  const body = parseCreateBody(request.optionalObject());
  checkAliasFilters(body.aliases);
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
