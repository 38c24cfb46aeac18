/** Alias changes: parsed from requests, checked against the state, applied all or none. */
import { scalarText } from '../errors/scalar-text.ts';
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import type { AliasMetadata, ClusterState, IndexMetadata } from './cluster-state.ts';
import { resolveDateMath } from './date-math-name.ts';
import { checkAliasName, isPattern, patternTest } from './index-names.ts';

export type AliasAction =
  | {
      readonly kind: 'add';
      readonly index: string;
      readonly alias: string;
      readonly value: AliasMetadata;
    }
  | {
      readonly kind: 'remove';
      readonly index: string;
      readonly alias: string;
      readonly mustExist: boolean | undefined;
    };

/** The properties of an alias as a request spells them. */
export function parseAlias(body: Json | undefined, name: string): AliasMetadata {
  if (body === undefined || body === null) return {};
  if (!isJsonObject(body)) {
    throw illegalArgument(`No alias is specified`);
  }
  const known = new Set([
    'filter',
    'routing',
    'index_routing',
    'indexRouting',
    'index-routing',
    'search_routing',
    'searchRouting',
    'search-routing',
    'is_write_index',
    'is_hidden',
  ]);
  for (const key of body.keys()) {
    if (!known.has(key)) throw illegalArgument(`Unknown field [${key}] in alias [${name}]`);
  }
  const filter = body.get('filter');
  const routing = text(body.get('routing'));
  return {
    filter: isJsonObject(filter) && filter.size > 0 ? filter : undefined,
    indexRouting:
      text(body.get('index_routing') ?? body.get('indexRouting') ?? body.get('index-routing')) ??
      routing,
    searchRouting:
      text(body.get('search_routing') ?? body.get('searchRouting') ?? body.get('search-routing')) ??
      routing,
    isWriteIndex: flag(body.get('is_write_index')),
    isHidden: flag(body.get('is_hidden')),
  };
}

function text(value: Json | undefined): string | undefined {
  return value === undefined || value === null ? undefined : scalarText(value);
}

function flag(value: Json | undefined): boolean | undefined {
  return value === undefined || value === null ? undefined : value === true || value === 'true';
}

export function parseAliases(body: Json | undefined): Map<string, AliasMetadata> {
  const aliases = new Map<string, AliasMetadata>();
  if (body === undefined || body === null) return aliases;
  if (!isJsonObject(body)) throw illegalArgument('key [aliases] must be an object');
  for (const [expression, value] of body) {
    const name = resolveDateMath(expression, Date.now());
    checkAliasName(name);
    aliases.set(name, parseAlias(value, name));
  }
  return aliases;
}

/** The state after every action; throws, and nothing has changed, when one cannot be done. */
export function applyAliasActions(
  state: ClusterState,
  actions: readonly AliasAction[],
): ClusterState {
  const indices = new Map(state.indices);
  for (const action of actions) {
    const index = indices.get(action.index) as IndexMetadata;
    const aliases = new Map(index.aliases);
    if (action.kind === 'add') {
      checkAliasTarget(state, action.alias);
      aliases.set(action.alias, action.value);
    } else {
      for (const name of matching(index, action.alias)) aliases.delete(name);
    }
    const { versions } = index;
    indices.set(index.name, {
      ...index,
      aliases,
      versions: { ...versions, metadata: versions.metadata + 1, aliases: versions.aliases + 1 },
    });
  }
  checkWriteIndices(indices, new Set(actions.map(({ alias }) => alias)));
  return { ...state, indices };
}

export function checkAliasTarget(state: ClusterState, alias: string): void {
  checkAliasName(alias);
  if (!state.indices.has(alias) && !state.dataStreams.has(alias)) return;
  throw new SearchError(
    'invalid_alias_name_exception',
    `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
  );
}

/** The aliases of an index that a name or pattern means. */
export function matching(index: IndexMetadata, pattern: string): string[] {
  const test = patternTest(pattern === '_all' ? '*' : pattern);
  return [...index.aliases.keys()].filter(test);
}

export function checkWriteIndices(
  indices: ReadonlyMap<string, IndexMetadata>,
  names: ReadonlySet<string>,
): void {
  for (const alias of names) {
    if (isPattern(alias)) continue;
    const writers = [...indices.values()]
      .filter((index) => index.aliases.get(alias)?.isWriteIndex === true)
      .map(({ name }) => name)
      .sort();
    if (writers.length > 1) {
      throw new SearchError(
        'illegal_state_exception',
        `alias [${alias}] has more than one write index [${writers.join(',')}]`,
      );
    }
    const hidden = new Set(
      [...indices.values()]
        .filter((index) => index.aliases.has(alias))
        .map((index) => index.aliases.get(alias)?.isHidden === true),
    );
    if (hidden.size > 1) {
      throw new SearchError(
        'illegal_state_exception',
        `alias [${alias}] has is_hidden set to true on some indices but not on others`,
      );
    }
  }
}

export function aliasesMissing(names: readonly string[]): SearchError {
  return new SearchError('aliases_not_found_exception', `aliases [${names.join(',')}] missing`, {
    fields: { 'resource.type': 'aliases', 'resource.id': names.join(',') },
  });
}

/** One value or a list of them, under a singular or plural name. */
export function namesIn(body: JsonObject, one: string, many: string): string[] | undefined {
  const value = body.get(one) ?? body.get(many);
  if (value === undefined || value === null) return undefined;
  const items = Array.isArray(value) ? value.map(scalarText) : scalarText(value).split(',');
  return items.filter((item) => item !== '');
}
