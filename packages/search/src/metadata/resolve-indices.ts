/** Names, patterns, aliases and date math of a request become indices. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { ClusterState, IndexMetadata } from './cluster-state.ts';
import { resolveDateMath } from './date-math-name.ts';
import { indexNotFound, invalidIndexName, isPattern, patternTest } from './index-names.ts';
import { isSystemIndex } from './system-indices.ts';

export interface ResolveOptions {
  /** Missing (and, where forbidden, closed) names are passed over. */
  readonly ignoreUnavailable: boolean;
  /** Patterns that match nothing are no error. */
  readonly allowNoIndices: boolean;
  readonly expandOpen: boolean;
  readonly expandClosed: boolean;
  readonly expandHidden: boolean;
  /** False: aliases are neither matched by patterns nor accepted by name. */
  readonly allowAliases: boolean;
  readonly forbidClosed: boolean;
  /** Data streams are as if they were not there. */
  readonly withoutDataStreams?: boolean;
}

/** The reference's usual starting points; an API takes one, the request's parameters change it. */
export const STRICT_OPEN: ResolveOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandOpen: true,
  expandClosed: false,
  expandHidden: false,
  allowAliases: true,
  forbidClosed: false,
};
export const STRICT_OPEN_FORBID_CLOSED: ResolveOptions = { ...STRICT_OPEN, forbidClosed: true };
export const STRICT_ALL: ResolveOptions = { ...STRICT_OPEN, expandClosed: true };
export const STRICT_ALL_HIDDEN: ResolveOptions = { ...STRICT_ALL, expandHidden: true };
export const LENIENT_ALL_HIDDEN: ResolveOptions = { ...STRICT_ALL_HIDDEN, ignoreUnavailable: true };

interface Params {
  param(name: string): string | undefined;
  flag(name: string, otherwise: boolean): boolean;
}

/** The options after `ignore_unavailable`, `allow_no_indices` and `expand_wildcards`. */
export function optionsFrom(request: Params, base: ResolveOptions): ResolveOptions {
  const wanted = request.param('expand_wildcards');
  const options = {
    ...base,
    ignoreUnavailable: request.flag('ignore_unavailable', base.ignoreUnavailable),
    allowNoIndices: request.flag('allow_no_indices', base.allowNoIndices),
  };
  return wanted === undefined ? options : { ...options, ...expansion(wanted) };
}

function expansion(wanted: string) {
  const result = { expandOpen: false, expandClosed: false, expandHidden: false };
  for (const word of wanted.split(',')) {
    if (word === 'open') result.expandOpen = true;
    else if (word === 'closed') result.expandClosed = true;
    else if (word === 'hidden') result.expandHidden = true;
    else if (word === 'all') {
      Object.assign(result, { expandOpen: true, expandClosed: true, expandHidden: true });
    } else if (word === 'none') {
      Object.assign(result, { expandOpen: false, expandClosed: false, expandHidden: false });
    } else throw illegalArgument(`No valid expand wildcard value [${word}]`);
  }
  return result;
}

/** The indices of every expression, each once, in the order the expressions name them. */
export function resolveIndices(
  state: ClusterState,
  names: readonly string[],
  options: ResolveOptions,
  now = Date.now(),
): IndexMetadata[] {
  const expressions = names.map((name) => resolveDateMath(name, now));
  const isAll = expressions.length === 0 || (expressions.length === 1 && expressions[0] === '_all');
  const found = isAll
    ? new Set(expanded(state, '*', options))
    : resolveEach(state, expressions, options);
  if (found.size === 0 && !options.allowNoIndices) {
    throw indexNotFound(names.length === 0 ? '_all' : names.join(','));
  }
  return [...found];
}

function resolveEach(
  state: ClusterState,
  expressions: readonly string[],
  options: ResolveOptions,
): Set<IndexMetadata> {
  const found = new Set<IndexMetadata>();
  let sawPattern = false;
  for (const expression of expressions) {
    if (expression.startsWith('-') && sawPattern) {
      exclude(state, found, expression.slice(1), options);
    } else if (isPattern(expression) && (options.expandOpen || options.expandClosed)) {
      sawPattern = true;
      const matched = expanded(state, expression, options);
      if (matched.length === 0 && !options.allowNoIndices) throw indexNotFound(expression);
      for (const index of matched) found.add(index);
    } else {
      for (const index of concrete(state, expression, options)) found.add(index);
    }
  }
  return found;
}

function exclude(
  state: ClusterState,
  found: Set<IndexMetadata>,
  expression: string,
  options: ResolveOptions,
): void {
  const test = patternTest(expression);
  for (const index of [...found]) {
    const byAlias = options.allowAliases && [...index.aliases.keys()].some(test);
    const byStream = index.dataStream !== undefined && test(index.dataStream);
    if (test(index.name) || byAlias || byStream) found.delete(index);
  }
  if (!isPattern(expression)) concrete(state, expression, options);
}

/** What a pattern matches, by index name or alias, sorted by name. */
function expanded(state: ClusterState, pattern: string, options: ResolveOptions): IndexMetadata[] {
  const test = patternTest(pattern);
  const matched: IndexMetadata[] = [];
  for (const index of state.indices.values()) {
    if (!(index.state === 'open' ? options.expandOpen : options.expandClosed)) continue;
    if (
      matchesByName(index, pattern, test, options) ||
      matchesByStream(state, index, pattern, test, options)
    ) {
      matched.push(index);
    }
  }
  return matched.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function matchesByName(
  index: IndexMetadata,
  pattern: string,
  test: (name: string) => boolean,
  options: ResolveOptions,
): boolean {
  // A pattern that names the dot reaches hidden names with a dot.
  const reaches = (name: string, hidden: boolean) =>
    options.expandHidden || !hidden || (pattern.startsWith('.') && name.startsWith('.'));
  if (test(index.name) && reaches(index.name, isHidden(index))) return true;
  if (!options.allowAliases) return false;
  for (const [name, alias] of index.aliases) {
    if (test(name) && reaches(name, alias.isHidden === true)) return true;
  }
  return false;
}

function matchesByStream(
  state: ClusterState,
  index: IndexMetadata,
  pattern: string,
  test: (name: string) => boolean,
  options: ResolveOptions,
): boolean {
  if (index.dataStream === undefined || options.withoutDataStreams === true) return false;
  if (!test(index.dataStream)) return false;
  const isShown = state.dataStreams.get(index.dataStream)?.hidden !== true;
  const isNamed = pattern.startsWith('.') && index.dataStream.startsWith('.');
  return options.expandHidden || isShown || isNamed;
}

export function isHidden(index: IndexMetadata): boolean {
  return index.settings.get('index.hidden') === 'true' || isSystemIndex(index.name);
}

function concrete(state: ClusterState, name: string, options: ResolveOptions): IndexMetadata[] {
  if (name.startsWith('_') && name !== '_all') {
    throw invalidIndexName(name, "must not start with '_'.");
  }
  const index = state.indices.get(name);
  const stream = options.withoutDataStreams === true ? [] : streamTargets(state, name);
  if (stream.length > 0) return stream;
  const indices = index !== undefined ? [index] : aliasTargets(state, name);
  if (indices.length === 0) {
    if (options.ignoreUnavailable) return [];
    throw indexNotFound(name);
  }
  if (index === undefined && !options.allowAliases) {
    if (options.ignoreUnavailable) return [];
    throw illegalArgument(
      `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
    );
  }
  if (!options.forbidClosed) return indices;
  return indices.filter((target) => {
    if (target.state === 'open') return true;
    if (options.ignoreUnavailable) return false;
    throw indexClosed(target);
  });
}

export function indexClosed(index: IndexMetadata): SearchError {
  return new SearchError('index_closed_exception', 'closed', {
    fields: { index_uuid: index.uuid, index: index.name },
  });
}

/** The indices of a data stream, none when there is none of that name. */
export function streamTargets(state: ClusterState, name: string): IndexMetadata[] {
  return (state.dataStreams.get(name)?.indices ?? []).map(
    (backing) => state.indices.get(backing) as IndexMetadata,
  );
}

export function aliasTargets(state: ClusterState, alias: string): IndexMetadata[] {
  return [...state.indices.values()].filter((index) => index.aliases.has(alias));
}

/** The open index that a name or an alias of one index means; patterns are not expanded. */
export function singleIndex(state: ClusterState, expression: string): IndexMetadata {
  const name = resolveDateMath(expression, Date.now());
  const [index, ...others] = concrete(state, name, STRICT_OPEN_FORBID_CLOSED);
  if (index !== undefined && others.length === 0) return index;
  const names = [index as IndexMetadata, ...others].map((target) => target.name).sort();
  throw illegalArgument(
    `alias [${name}] has more than one index associated with it [${names.join(', ')}], can't execute a single index op`,
  );
}

/** The index writes to a name go to; throws when there is none or an alias does not say which. */
export function writeIndex(state: ClusterState, expression: string): IndexMetadata {
  const name = resolveDateMath(expression, Date.now());
  const index = state.indices.get(name);
  if (index !== undefined) return index;
  const newest = streamTargets(state, name).at(-1);
  if (newest !== undefined) return newest;
  const targets = aliasTargets(state, name);
  if (targets.length === 0) throw indexNotFound(name);
  const marked = targets.find((target) => target.aliases.get(name)?.isWriteIndex === true);
  if (marked !== undefined) return marked;
  const [only] = targets;
  if (targets.length === 1 && only?.aliases.get(name)?.isWriteIndex !== false && only) return only;
  throw illegalArgument(
    `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
  );
}
