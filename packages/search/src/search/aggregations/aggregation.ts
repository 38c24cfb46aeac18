/**
 * What aggregations are made of. A request is parsed into `Aggregation`s; in every shard each makes
 * a `Collector`, which takes blocks of matches into arrays by bucket number; their `Result`s are
 * reduced across shards and written as JSON.
 */
import type { SearchView } from '../../index/shard/documents.ts';
import type { JsonObject, Writable } from '../../json/values.ts';
import type { ShardContext } from '../context.ts';
import type { Account } from './collect/bucket-numbers.ts';

/** What results are known by. */
export interface Named {
  readonly name: string;
  readonly meta: JsonObject | undefined;
}

export interface CollectContext {
  readonly shard: ShardContext;
  readonly account: Account;
  /** Whether matches are all documents of the shard, so that dictionaries know the counts. */
  readonly isAll: boolean;
  /** The nested object whose rows are collected; undefined for documents. */
  readonly nestedPath?: string | undefined;
}

/** The aggregations of one level, and what is calculated from their results. */
export interface Level {
  readonly aggregations: readonly Aggregation[];
  readonly pipelines: readonly Pipeline[];
}

export interface Aggregation extends Named {
  /** As the request names it: `terms`. */
  readonly type: string;
  readonly below: Level;
  /** Takes all documents, whatever the query. */
  readonly isGlobal?: boolean;
  /** Makes the collector of a shard; throws when the field's mapping does not allow it. */
  collector(context: CollectContext): Collector;
  /** One result of those of all shards; of none, the result of no documents. */
  reduce(results: readonly Result[], reduction: Reduction): Result;
}

/** Takes the matches of one shard. */
export interface Collector {
  /** Comes before the matches of a segment; false when it needs none of them. */
  begin(view: SearchView, base: number): boolean;
  /** docs[0, n) ascend; each belongs to the bucket owners[i] of the aggregation above. */
  collect(docs: Int32Array, owners: Int32Array, n: number): void;
  /** Comes after the last segment; what follows are calls of `result`. */
  finish?(): void;
  result(owner: number): Result;
}

/** What a reduction may use and has to keep to. */
export interface Reduction {
  /** Counts buckets of the answer; throws too_many_buckets_exception. */
  addBuckets(count: number): void;
  readonly now: number;
}

export interface JsonOptions {
  readonly typedKeys: boolean;
}

export abstract class Result {
  constructor(readonly of: Named) {}

  /** What `typed_keys` puts before the name. */
  abstract readonly type: string;

  abstract json(options: JsonOptions): Record<string, Writable | undefined>;

  /** A number by name, for orders and pipelines: `value`, `avg`, `99.0`, `_count`. */
  number(_name: string | undefined): number | undefined {
    return undefined;
  }

  /** Whether a path has to say which of the numbers it means. */
  get isMultiValue(): boolean {
    return false;
  }

  /** Buckets by key for paths that lead through them; undefined when there are none. */
  get buckets(): readonly Bucket[] | undefined {
    return undefined;
  }
}

/** A result with exactly one bucket: filter, global, nested. */
export interface HasSubs {
  readonly docCount: number;
  readonly subs: readonly Result[];
}

export interface Bucket extends HasSubs {
  readonly key: number | bigint | string;
  /** The key as pipelines print it. */
  readonly keyText: string;
  /** The same with other results below, where a pipeline adds one. */
  withSubs(subs: readonly Result[]): Bucket;
}

/** A calculation on reduced results. */
export interface Pipeline extends Named {
  readonly type: string;
  /** Beside its siblings: a result of its own. Undefined for one that works on its parent. */
  sibling?(siblings: readonly Result[]): Result;
  /** On the buckets of the aggregation it is in: the buckets as they then are. */
  parent?(buckets: readonly Bucket[], owner: Aggregation): readonly Bucket[];
  /** Checked before the search runs; returns complaints. */
  validate?(level: Level, owner: Aggregation | undefined): readonly string[];
}

/** Terms of a field that no index has are called terms of strings. */
const SHOWN_TYPES: Readonly<Record<string, string>> = {
  umterms: 'sterms',
  umsigterms: 'sigsterms',
  umrareterms: 'srareterms',
};

/** The results of one level as they stand in JSON. */
export function resultsJson(
  results: readonly Result[],
  options: JsonOptions,
): Record<string, Writable | undefined> {
  const json: Record<string, Writable | undefined> = {};
  for (const result of results) {
    const { name, meta } = result.of;
    const key = options.typedKeys ? `${SHOWN_TYPES[result.type] ?? result.type}#${name}` : name;
    json[key] = { ...(meta === undefined ? {} : { meta }), ...result.json(options) };
  }
  return json;
}
