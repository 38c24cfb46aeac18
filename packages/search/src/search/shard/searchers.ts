/** A searcher for each shard, kept as long as what it sees is what the shard shows. */
import type { SearchView } from '../../index/shard/documents.ts';
import type { Shard } from '../../index/shard/shard.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type Bm25Parameters, DEFAULT_BM25 } from '../../query/bm25.ts';
import { FilterCache } from '../../query/filter-cache.ts';
import { Searcher } from '../../query/searcher.ts';

const TIMESTAMP = '@timestamp';

interface Kept {
  readonly views: readonly SearchView[];
  readonly mapping: Mapping;
  readonly searcher: Searcher;
}

export class Searchers {
  private readonly kept = new WeakMap<Shard, Kept>();
  private readonly filters = new WeakMap<Shard, FilterCache>();

  of(shard: Shard, mapping: Mapping): Searcher {
    const views = shard.searchViews();
    const known = this.kept.get(shard);
    if (known?.views === views && known.mapping === mapping) return known.searcher;
    let filters = this.filters.get(shard);
    if (filters === undefined) {
      filters = new FilterCache();
      this.filters.set(shard, filters);
    }
    const searcher = new Searcher(
      newestFirst(views, mapping),
      (field) => bm25Of(mapping, field),
      filters,
    );
    this.kept.set(shard, { views, mapping, searcher });
    return searcher;
  }
}

/** Segments of an index with timestamps: those with the latest first, as logs are mostly read. */
function newestFirst(views: readonly SearchView[], mapping: Mapping): readonly SearchView[] {
  if (mapping.fields.get(TIMESTAMP)?.type.column !== 'long' || views.length < 2) return views;
  const latest = new Map(views.map((view) => [view, latestOf(view)]));
  return [...views].sort((a, b) => (latest.get(b) as number) - (latest.get(a) as number));
}

function latestOf({ segment }: SearchView): number {
  const maxima = segment.numeric(TIMESTAMP)?.maximum;
  let latest = -Number.MAX_VALUE;
  for (const maximum of maxima ?? []) if (maximum > latest) latest = maximum;
  return latest;
}

/** `similarity` of a field, or the index's default. */
function bm25Of(mapping: Mapping, field: string): Bm25Parameters {
  const own = mapping.fields.get(field)?.value('similarity');
  const name = typeof own === 'string' ? own : 'default';
  const number = (key: string, otherwise: number) => {
    const given = mapping.context.indexSetting(`similarity.${name}.${key}`);
    return given === undefined || given === null ? otherwise : Number(given);
  };
  return { k1: number('k1', DEFAULT_BM25.k1), b: number('b', DEFAULT_BM25.b) };
}
