/** `_aliases` and `_alias`. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import {
  type AliasAction,
  aliasesMissing,
  matching,
  namesIn,
  parseAlias,
} from '../../metadata/aliases.ts';
import { checkAllBlocks } from '../../metadata/blocks.ts';
import { aliasBody, type IndexMetadata } from '../../metadata/cluster-state.ts';
import { resolveDateMath } from '../../metadata/date-math-name.ts';
import { isPattern, patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import {
  optionsFrom,
  resolveIndices,
  STRICT_ALL,
  STRICT_ALL_HIDDEN,
} from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { checkAliasFilters } from './alias-filter.ts';
import { MASTER_PARAMS, permitted, TARGET_PARAMS } from './shared.ts';

export function aliasRoutes({ indices }: NodeServices): Route[] {
  const read = (methods: Route['methods'], path: string): Route => ({
    methods,
    path,
    params: [...TARGET_PARAMS, 'local', 'master_timeout'],
    action: 'indices:admin/aliases/get',
    handler: (request) => getAliases(request, indices),
  });
  const put = (path: string): Route => ({
    methods: ['PUT', 'POST'],
    path,
    params: [...MASTER_PARAMS],
    action: 'indices:admin/aliases',
    handler: (request) => putAlias(request, indices),
  });
  const remove = (path: string): Route => ({
    methods: ['DELETE'],
    path,
    params: [...MASTER_PARAMS],
    action: 'indices:admin/aliases',
    handler: (request) => deleteAlias(request, indices),
  });
  return [
    {
      methods: ['POST'],
      path: '/_aliases',
      params: [...MASTER_PARAMS],
      action: 'indices:admin/aliases',
      indices: () => [],
      handler: (request) => updateAliases(request, indices),
    },
    read(['GET'], '/_alias'),
    read(['GET', 'HEAD'], '/_alias/{name}'),
    read(['GET', 'HEAD'], '/{index}/_alias'),
    read(['GET', 'HEAD'], '/{index}/_alias/{name}'),
    put('/{index}/_alias/{name}'),
    put('/{index}/_aliases/{name}'),
    put('/{index}/_alias'),
    put('/_alias/{name}'),
    put('/_aliases/{name}'),
    remove('/{index}/_alias/{name}'),
    remove('/{index}/_aliases/{name}'),
  ];
}

function getAliases(request: RestRequest, indices: IndicesService): RestResponse {
  const names = request.list('name')?.map((name) => resolveDateMath(name, Date.now()));
  const options = optionsFrom(request, STRICT_ALL_HIDDEN);
  const asked = request.list('index') ?? [];
  const found = permitted(request, asked, resolveIndices(indices.state, asked, options));
  const body = new Map<string, Writable>();
  const seen = new Set<string>();
  for (const index of found) {
    const wanted = [...index.aliases].filter(([name]) => isWanted(name, names));
    for (const [name] of wanted) seen.add(name);
    if (names !== undefined && wanted.length === 0) continue;
    // Without names, and without having been named itself, an index with no alias is still listed.
    body.set(index.name, {
      aliases: new Map(wanted.map(([name, alias]) => [name, aliasBody(alias)])),
    });
  }
  const missing = missingNames(names ?? [], seen);
  if (request.method === 'HEAD')
    return RestResponse.empty(
      missing.length > 0 || (names !== undefined && body.size === 0) ? 404 : 200,
    );
  if (missing.length === 0) return RestResponse.of(body);
  const what = missing.length === 1 ? 'alias' : 'aliases';
  const error = `${what} [${missing.join(',')}] missing`;
  return RestResponse.of(
    new Map<string, Writable>([['error', error], ['status', 404], ...body]),
    404,
  );
}

/** Names in order: one adds, `-name` takes away if it is a pattern or stands after one. */
function isWanted(alias: string, names: readonly string[] | undefined): boolean {
  if (names === undefined || names.length === 0) return true;
  const first = firstPattern(names);
  let wanted = false;
  names.forEach((name, i) => {
    if (isExclusion(name, i, first)) {
      if (patternTest(name.slice(1))(alias)) wanted = false;
    } else if (name === '_all' || patternTest(name)(alias)) wanted = true;
  });
  return wanted;
}

function firstPattern(names: readonly string[]): number {
  const first = names.findIndex((name) => isPattern(name) || name === '_all');
  return first < 0 ? names.length : first;
}

function isExclusion(name: string, at: number, first: number): boolean {
  return name.startsWith('-') && at > 0 && at >= first;
}

/** Names that were asked for, not taken away again, and are no alias of any index. */
function missingNames(names: readonly string[], seen: ReadonlySet<string>): string[] {
  const first = firstPattern(names);
  const missing = names.filter((name, i) => {
    if (isPattern(name) || name === '_all' || isExclusion(name, i, first)) return false;
    const isTakenAway = names.some(
      (other, j) => j > i && isExclusion(other, j, first) && patternTest(other.slice(1))(name),
    );
    return !isTakenAway && !seen.has(name);
  });
  return [...new Set(missing)].sort();
}

function putAlias(request: RestRequest, indices: IndicesService): RestResponse {
  const body: JsonObject = new Map(request.optionalObject() ?? []);
  const names = request.list('index') ?? namesIn(body, 'index', 'indices');
  const alias = request.param('name') ?? (body.get('alias') as string | undefined);
  if (alias === undefined) throw validationError(["[alias] can't be empty string"]);
  body.delete('index');
  body.delete('indices');
  body.delete('alias');
  const found = permitted(
    request,
    names ?? [],
    resolveIndices(indices.state, names ?? [], {
      ...STRICT_ALL,
      allowAliases: false,
      allowNoIndices: false,
    }),
  );
  checkAllBlocks(indices.state, found, 'metadata_write');
  indices.updateAliases(addAll(found, [resolveDateMath(alias, Date.now())], body));
  return RestResponse.acknowledged();
}

function addAll(
  found: readonly IndexMetadata[],
  aliases: readonly string[],
  body: Json,
): AliasAction[] {
  const values = aliases.map((alias) => [alias, parseAlias(body, alias)] as const);
  checkAliasFilters(values);
  return found.flatMap(({ name }) =>
    values.map(([alias, value]) => ({ kind: 'add', index: name, alias, value }) as const),
  );
}

function deleteAlias(request: RestRequest, indices: IndicesService): RestResponse {
  const asked = request.list('index') ?? [];
  const found = permitted(
    request,
    asked,
    resolveIndices(indices.state, asked, {
      ...STRICT_ALL,
      allowAliases: false,
      allowNoIndices: false,
    }),
  );
  const names = request.list('name') ?? [];
  checkAllBlocks(indices.state, found, 'metadata_write');
  const actions = removals(found, names);
  if (actions.length === 0) throw aliasesMissing(names);
  indices.updateAliases(actions);
  return RestResponse.acknowledged();
}

function removals(found: readonly IndexMetadata[], patterns: readonly string[]): AliasAction[] {
  return found.flatMap((index) =>
    patterns.flatMap((pattern) =>
      matching(index, pattern).map(
        (alias) => ({ kind: 'remove', index: index.name, alias, mustExist: undefined }) as const,
      ),
    ),
  );
}

async function updateAliases(request: RestRequest, indices: IndicesService): Promise<RestResponse> {
  const list = request.requiredObject().get('actions');
  if (!Array.isArray(list)) throw illegalArgument('No action specified');
  if (list.length === 0) throw validationError(['Must specify at least one alias action']);
  const actions: AliasAction[] = [];
  const doomed: IndexMetadata[] = [];
  for (const item of list) {
    const [entry] = isJsonObject(item) ? [...item] : [];
    const [kind, details] = entry ?? ['', undefined];
    if (!isJsonObject(details)) throw illegalArgument('Unsupported action [null]');
    const names = namesIn(details, 'index', 'indices');
    if (names === undefined) {
      throw validationError(['One of [index] or [indices] is required']);
    }
    const options = { ...STRICT_ALL, allowAliases: false, allowNoIndices: false };
    const action = kind === 'remove_index' ? 'indices:admin/delete' : request.action;
    const found = permitted(request, names, resolveIndices(indices.state, names, options), action);
    checkAllBlocks(indices.state, found, 'metadata_write');
    if (kind !== 'remove' && details.has('must_exist')) {
      throw illegalArgument(`[must_exist] is unsupported for [${kind.toUpperCase()}]`);
    }
    if (kind === 'remove_index') doomed.push(...found);
    else actions.push(...aliasActions(kind, found, details));
  }
  const gone = new Set(doomed.map(({ name }) => name));
  const left = actions.filter(({ index }) => !gone.has(index));
  if (doomed.length > 0) await indices.delete(doomed, left);
  else if (left.length > 0) indices.updateAliases(left);
  return RestResponse.acknowledged();
}

function aliasActions(
  kind: string,
  found: readonly IndexMetadata[],
  details: JsonObject,
): AliasAction[] {
  const aliases = namesIn(details, 'alias', 'aliases');
  if (aliases === undefined) throw validationError(['One of [alias] or [aliases] is required']);
  const dated = aliases.map((alias) => resolveDateMath(alias, Date.now()));
  if (kind === 'add') {
    const body: JsonObject = new Map(details);
    for (const name of ['index', 'indices', 'alias', 'aliases']) body.delete(name);
    return addAll(found, dated, body);
  }
  if (kind !== 'remove') throw illegalArgument(`[aliases] unknown field [${kind}]`);
  const removed = removals(found, dated);
  if (removed.length === 0 && details.get('must_exist') !== false) throw aliasesMissing(dated);
  return removed;
}
