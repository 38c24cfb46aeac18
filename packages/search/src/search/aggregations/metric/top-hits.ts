/** top_hits: the best documents of every bucket, shown as hits are. */
import { SearchError } from '../../../errors/search-error.ts';
import { NO_MORE_DOCS } from '../../../index/segment/postings-cursor.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { Float32, type Writable } from '../../../json/values.ts';
import type { DocIterator } from '../../../query/doc-iterator.ts';
import { ALL, iteratorOf } from '../../../query/iterate.ts';
import {
  compareValues,
  type SortReader,
  type SortValue,
  sortReader,
} from '../../../query/sort-key.ts';
import type { ShardContext } from '../../context.ts';
import type { Scope } from '../../dsl/scope.ts';
import { hitBody } from '../../fetch/hit.ts';
import { readBody } from '../../request/parse-body.ts';
import { emptyRequest, type SearchRequest } from '../../request/search-request.ts';
import type { ShardHit, ShardResult } from '../../shard/query-shard.ts';
import { resolveSort, type ShardSort } from '../../sort/resolve-sort.ts';
import { type Collector, type Named, Result } from '../aggregation.ts';
import { parsingFailure, tokenOf } from '../options.ts';
import type { AggregationParser } from '../parser.ts';

const KNOWN = [
  'from',
  'size',
  'sort',
  '_source',
  'highlight',
  'stored_fields',
  'docvalue_fields',
  'fields',
  'explain',
  'version',
  'seq_no_primary_term',
  'script_fields',
  'track_scores',
];

interface TopHit extends ShardHit {
  readonly score: number;
}

interface FoundHit {
  readonly hit: TopHit;
  readonly from: ShardResult;
}

function comparator(sorts: readonly ShardSort[]): (a: ShardHit, b: ShardHit) => number {
  if (sorts.length === 0) return (a, b) => (b.score ?? 0) - (a.score ?? 0);
  return (a, b) => {
    for (const [i, { field }] of sorts.entries()) {
      const difference = compareValues(a.values[i] ?? null, b.values[i] ?? null, field);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

class TopHitsResult extends Result {
  readonly type = 'top_hits';

  constructor(
    of: Named,
    readonly request: SearchRequest,
    readonly total: number,
    readonly hits: readonly FoundHit[],
    readonly maxScore: number | undefined,
  ) {
    super(of);
  }

  json(): Record<string, Writable | undefined> {
    const { request, hits, total, maxScore } = this;
    const isScored = hasScores(request);
    return {
      hits: {
        total: { value: total, relation: 'eq' },
        max_score: maxScore === undefined || !isScored ? null : new Float32(maxScore),
        hits: hits.map(({ hit, from }) =>
          hitBody(request, from, isScored ? hit : { ...hit, score: undefined }),
        ),
      },
    };
  }
}

/** Without an order of fields hits have scores; with one, only if the request wants them. */
function hasScores({ sort, trackScores }: SearchRequest): boolean {
  return sort.length === 0 || trackScores || sort.some(({ field }) => field === '_score');
}

class TopHitsCollector implements Collector {
  private readonly lists: (TopHit[] | undefined)[] = [];
  private readonly totals: number[] = [];
  private readonly maxima: number[] = [];
  private readonly sorts: readonly ShardSort[];
  private readonly compare: (a: ShardHit, b: ShardHit) => number;
  private readonly wanted: number;
  private readers: readonly (SortReader | undefined)[] = [];
  private iterator: DocIterator | undefined;
  private at = -1;
  private base = 0;

  constructor(
    private readonly of: Named,
    private readonly request: SearchRequest,
    private readonly shard: ShardContext,
    private readonly isNested: boolean,
  ) {
    this.sorts = request.sort.map((spec) => resolveSort(spec, shard, shard.shard));
    this.compare = comparator(this.sorts);
    this.wanted = request.from + request.size;
  }

  begin(view: SearchView, base: number): boolean {
    const { searcher, query } = this.shard;
    this.base = base;
    this.iterator = iteratorOf(searcher, view, this.isNested ? ALL : query, 1);
    this.at = -1;
    this.readers = this.sorts.map(({ field }) =>
      field.field === '_score' ? undefined : sortReader(view.segment, field),
    );
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const owner = owners[i] as number;
      const score = this.score(doc);
      const values = this.readers.map(
        (read): SortValue => (read === undefined ? score : read(doc)),
      );
      this.totals[owner] = (this.totals[owner] ?? 0) + 1;
      this.maxima[owner] = Math.max(this.maxima[owner] ?? Number.NEGATIVE_INFINITY, score);
      this.offer(owner, { doc: this.base + doc, score, values });
    }
  }

  private score(doc: number): number {
    const { iterator } = this;
    if (iterator === undefined) return 0;
    if (this.at < doc) this.at = iterator.advance(doc);
    return this.at === doc && this.at !== NO_MORE_DOCS ? Math.fround(iterator.score()) : 0;
  }

  private offer(owner: number, hit: TopHit): void {
    const list = this.lists[owner] ?? [];
    this.lists[owner] = list;
    const last = list[this.wanted - 1];
    if (this.wanted === 0 || (last !== undefined && this.compare(hit, last) >= 0)) return;
    let at = list.length;
    while (at > 0 && this.compare(hit, list[at - 1] as TopHit) < 0) at -= 1;
    list.splice(at, 0, hit);
    if (list.length > this.wanted) list.pop();
  }

  result(owner: number): Result {
    const hits = this.lists[owner] ?? [];
    const total = this.totals[owner] ?? 0;
    const from: ShardResult = {
      context: this.shard,
      hits,
      total,
      isLowerBound: false,
      maxScore: this.maxima[owner],
      sorts: this.sorts,
      isTerminated: false,
      aggregation: undefined,
    };
    const found = hits.map((hit) => ({ hit, from }));
    return new TopHitsResult(this.of, this.request, total, found, this.maxima[owner]);
  }
}

export const parseTopHits: AggregationParser = (body, place, common) => {
  const request = { ...emptyRequest(), size: 3 };
  for (const [name, value] of body) {
    if (KNOWN.includes(name)) continue;
    throw parsingFailure(
      place.scope,
      `Unknown key for a ${tokenOf(value)} in [${name}].`,
      body,
      name,
    );
  }
  readBody(body, request, place.scope as Scope);
  const wanted = request.from + request.size;
  if (wanted > 100) {
    throw new SearchError(
      'illegal_argument_exception',
      `Top hits result window is too large, the top hits aggregator [${common.name}]'s from + size must be less than or equal to: [100] but was [${wanted}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
    );
  }
  return {
    ...common,
    type: 'top_hits',
    collector: ({ shard, nestedPath }) =>
      new TopHitsCollector(common, request, shard, nestedPath !== undefined),
    reduce(results) {
      const own = results as readonly TopHitsResult[];
      const all = own.flatMap(({ hits }) => hits);
      const compare = comparator(all[0]?.from.sorts ?? []);
      const best = all.sort((a, b) => compare(a.hit, b.hit)).slice(request.from, wanted);
      const maxima = own.map(({ maxScore }) => maxScore).filter((score) => score !== undefined);
      return new TopHitsResult(
        common,
        request,
        own.reduce((sum, { total }) => sum + total, 0),
        best,
        maxima.length === 0 ? undefined : Math.max(...maxima),
      );
    },
  };
};
