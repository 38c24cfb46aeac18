/** `_settings` of indices. */
import { validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Writable } from '../../json/values.ts';
import { checkAllBlocks } from '../../metadata/blocks.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { patternTest } from '../../metadata/index-names.ts';
import { defaultSettings, indexSettingsFrom, settingsBody } from '../../metadata/index-settings.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { STRICT_ALL } from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { MASTER_PARAMS, TARGET_PARAMS, targets } from './shared.ts';

export function settingsRoutes({ indices }: NodeServices): Route[] {
  const get = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [...TARGET_PARAMS, 'master_timeout', 'local', 'flat_settings', 'include_defaults'],
    action: 'indices:monitor/settings/get',
    handler: (request) => getSettings(request, indices),
  });
  const put = (path: string): Route => ({
    methods: ['PUT'],
    path,
    params: [...TARGET_PARAMS, ...MASTER_PARAMS, 'preserve_existing', 'flat_settings', 'reopen'],
    action: 'indices:admin/settings/update',
    handler: (request) => putSettings(request, indices),
  });
  return [
    get('/_settings'),
    get('/_settings/{name}'),
    get('/{index}/_settings'),
    get('/{index}/_settings/{name}'),
    put('/_settings'),
    put('/{index}/_settings'),
  ];
}

function getSettings(request: RestRequest, indices: IndicesService): RestResponse {
  const patterns = (request.list('name') ?? []).filter((name) => name !== '_all' && name !== '*');
  const tests = patterns.map(patternTest);
  const wanted = (name: string) => tests.length === 0 || tests.some((test) => test(name));
  const found = targets(request, indices, { ...STRICT_ALL });
  checkAllBlocks(indices.state, found, 'metadata_read');
  const body = new Map<string, Writable>();
  for (const index of found) {
    const isShown = tests.length === 0 || [...index.settings.keys()].some(wanted);
    if (isShown) body.set(index.name, { ...shownSettings(index, request, wanted) });
  }
  return RestResponse.of(body);
}

export interface ShownSettings {
  readonly settings: Writable;
  readonly defaults: Writable | undefined;
}

/** Settings and, when asked for, defaults, under the keys that answers have for them. */
export function shownSettings(
  index: IndexMetadata,
  request: RestRequest,
  wanted: (name: string) => boolean = () => true,
): ShownSettings {
  const flat = request.flag('flat_settings', false);
  const settings = new Map<string, Writable>();
  for (const [name, value] of index.settings) {
    if (!wanted(name)) continue;
    settings.set(name, value);
    if (!request.human) continue;
    if (name === 'index.creation_date') {
      settings.set('index.creation_date_string', new Date(Number(value)).toISOString());
    }
    if (name === 'index.version.created') settings.set('index.version.created_string', '8.11.0');
  }
  const defaults = new Map([...defaultSettings(index.settings)].filter(([name]) => wanted(name)));
  return {
    settings: settingsBody(settings, flat),
    defaults: request.flag('include_defaults', false) ? settingsBody(defaults, flat) : undefined,
  };
}

function putSettings(request: RestRequest, indices: IndicesService): RestResponse {
  const body = request.requiredObject();
  const inner = body.get('settings');
  const changes = indexSettingsFrom(isJsonObject(inner) && body.size === 1 ? inner : body);
  if (changes.size === 0) throw validationError(['no settings to update']);
  const found = targets(request, indices, { ...STRICT_ALL, allowNoIndices: false });
  checkBlocksFor(indices, found, changes);
  indices.updateSettings(found, changes, request.flag('preserve_existing', false));
  return RestResponse.acknowledged();
}

/** Blocks that only a change of settings can take away again. */
const LIFTED_HERE = [
  'index.blocks.metadata',
  'index.blocks.read_only',
  'index.blocks.read_only_allow_delete',
];

function checkBlocksFor(
  indices: IndicesService,
  found: readonly IndexMetadata[],
  changes: ReadonlyMap<string, unknown>,
): void {
  const [only] = changes.keys();
  if (changes.size === 1 && only !== undefined && LIFTED_HERE.includes(only)) return;
  checkAllBlocks(indices.state, found, 'metadata_write');
}
