/** Parameters that `_update_by_query`, `_delete_by_query` and `_reindex` share. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { Json } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { numberValue } from '../../search/dsl/params.ts';
import { checkLimits } from '../../search/request/limits.ts';
import { EXACT, type SearchRequest } from '../../search/request/search-request.ts';
import type { ShardTarget } from '../../search/shard/target.ts';
import { writeOptions } from '../documents/params.ts';

export const RUN_PARAMS = [
  'max_docs',
  'refresh',
  'requests_per_second',
  'scroll',
  'slices',
  'timeout',
  'wait_for_active_shards',
  'wait_for_completion',
];

export const DEFAULT_BATCH = 1000;
/** As many slices as `auto` makes at most. */
const MAX_AUTO_SLICES = 20;

/** Infinity for no limit; undefined when nothing is said. */
export function requestsPerSecond(request: RestRequest): number | undefined {
  const text = request.param('requests_per_second');
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value === -1) return Number.POSITIVE_INFINITY;
  if (value > 0 && Number.isFinite(value)) return value;
  throw illegalArgument(
    '[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.',
  );
}

export function slicesOf(request: RestRequest): number | 'auto' {
  const text = request.param('slices') ?? '1';
  if (text === 'auto') return 'auto';
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw illegalArgument('[slices] must be a positive integer or the string "auto"');
}

/** `max_docs` of body and address, which must not contradict each other; Infinity without. */
export function maxDocsOf(request: RestRequest, inBody: Json | undefined): number {
  const given: number[] = [];
  if (inBody !== undefined) given.push(Math.trunc(numberValue(inBody)));
  if (request.param('max_docs') !== undefined) given.push(request.integer('max_docs', 0));
  for (const value of given) {
    if (value < 0) {
      throw illegalArgument(`[max_docs] parameter cannot be negative, found [${value}]`);
    }
  }
  const [first = Number.POSITIVE_INFINITY, second = first] = given;
  if (first === second) return first;
  throw illegalArgument(`[max_docs] set to two different values [${first}] and [${second}]`);
}

export function proceeds(value: Json | undefined): boolean {
  const word = value === undefined ? 'abort' : javaText(value);
  if (word === 'proceed' || word === 'abort') return word === 'proceed';
  throw illegalArgument(`conflicts may only be "proceed" or "abort" but was [${word}]`);
}

export function sizeRefused(): Error {
  return illegalArgument('invalid parameter [size], use [max_docs] instead');
}

/** What of a search makes no sense here. */
export function searchComplaints(search: SearchRequest): string[] {
  const complaints: string[] = [];
  if (search.from > 0) complaints.push('from is not supported in this context');
  if (search.storedFields !== undefined) {
    complaints.push('stored_fields is not supported in this context');
  }
  if (search.size === 0) complaints.push('[size] cannot be [0] in a scroll context');
  if (search.searchAfter !== undefined) {
    complaints.push('`search_after` cannot be used in a scroll context.');
  }
  if (search.collapse !== undefined) {
    complaints.push('cannot use `collapse` in a scroll context');
  }
  if (search.pointInTime !== undefined) {
    complaints.push('using [point in time] is not allowed in a scroll context');
  }
  return complaints;
}

/** Checked before any index is looked at. */
export function runOptions(request: RestRequest, maxDocsInBody: Json | undefined) {
  const maxDocs = maxDocsOf(request, maxDocsInBody);
  const slices = slicesOf(request);
  if (slices !== 'auto' && maxDocs < slices) {
    throw validationError(['[max_docs] should be >= [slices]']);
  }
  return {
    maxDocs,
    slices,
    requestsPerSecond: requestsPerSecond(request) ?? Number.POSITIVE_INFINITY,
    refresh: request.flag('refresh', false),
    writing: { ...writeOptions(request), refresh: undefined },
  };
}

/** The number of slices for these shards; throws when there may not be as many. */
export function sliceCount(
  slices: number | 'auto',
  targets: readonly ShardTarget[],
  search: SearchRequest,
): number {
  const count = slices === 'auto' ? autoSlices(targets) : slices;
  if (count === 1) return 1;
  if (search.slice !== undefined) {
    throw illegalArgument("can't specify both manual and automatic slicing at the same time");
  }
  const slice = { id: 0, max: count, field: undefined };
  for (const { index } of targets) checkLimits(index, { ...search, slice }, true);
  return count;
}

/** As many as the index with the fewest shards has. */
function autoSlices(targets: readonly ShardTarget[]): number {
  const shards = targets.map(({ open }) => open.shards.length);
  return shards.length === 0 ? 1 : Math.min(MAX_AUTO_SLICES, ...shards);
}

/** A search as it is run: in the order of documents unless another is asked for, counted whole. */
export function batched(search: SearchRequest): SearchRequest {
  const sort = search.sort.length > 0 ? search.sort : [{ field: '_doc', order: 'asc' } as const];
  return { ...search, sort, trackTotalHits: EXACT };
}
