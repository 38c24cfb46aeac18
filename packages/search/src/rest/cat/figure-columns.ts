/** Columns that show figures of shards, for `_cat/indices`, `_cat/shards` and `_cat/nodes`. */
import type { NumberTree } from '../stats/number-tree.ts';
import { type Cell, type Column, columns } from './table.ts';

/** A column, and where its figure stands in the tree: `-` none, `b` bytes, `t` a time. */
type Line = readonly [column: string, path: string];

const FIGURES: readonly Line[] = [
  ['completion.size,cs,completionSize|size of completion', 'completion.size_in_bytes'],
  [
    'fielddata.memory_size,fm,fielddataMemory|used fielddata cache',
    'fielddata.memory_size_in_bytes',
  ],
  ['fielddata.evictions,fe,fielddataEvictions|fielddata evictions', 'fielddata.evictions'],
  [
    'query_cache.memory_size,qcm,queryCacheMemory|used query cache',
    'query_cache.memory_size_in_bytes',
  ],
  ['query_cache.evictions,qce,queryCacheEvictions|query cache evictions', 'query_cache.evictions'],
  [
    'request_cache.memory_size,rcm,requestCacheMemory|used request cache',
    'request_cache.memory_size_in_bytes',
  ],
  [
    'request_cache.evictions,rce,requestCacheEvictions|request cache evictions',
    'request_cache.evictions',
  ],
  [
    'request_cache.hit_count,rchc,requestCacheHitCount|request cache hit count',
    'request_cache.hit_count',
  ],
  [
    'request_cache.miss_count,rcmc,requestCacheMissCount|request cache miss count',
    'request_cache.miss_count',
  ],
  ['flush.total,ft,flushTotal|number of flushes', 'flush.total'],
  ['flush.total_time,ftt,flushTotalTime|time spent in flush', 'flush.total_time_in_millis'],
  ['get.current,gc,getCurrent|number of current get ops', 'get.current'],
  ['get.time,gti,getTime|time spent in get', 'get.time_in_millis'],
  ['get.total,gto,getTotal|number of get ops', 'get.total'],
  ['get.exists_time,geti,getExistsTime|time spent in successful gets', 'get.exists_time_in_millis'],
  ['get.exists_total,geto,getExistsTotal|number of successful gets', 'get.exists_total'],
  ['get.missing_time,gmti,getMissingTime|time spent in failed gets', 'get.missing_time_in_millis'],
  ['get.missing_total,gmto,getMissingTotal|number of failed gets', 'get.missing_total'],
  [
    'indexing.delete_current,idc,indexingDeleteCurrent|number of current deletions',
    'indexing.delete_current',
  ],
  [
    'indexing.delete_time,idti,indexingDeleteTime|time spent in deletions',
    'indexing.delete_time_in_millis',
  ],
  ['indexing.delete_total,idto,indexingDeleteTotal|number of delete ops', 'indexing.delete_total'],
  [
    'indexing.index_current,iic,indexingIndexCurrent|number of current indexing ops',
    'indexing.index_current',
  ],
  [
    'indexing.index_time,iiti,indexingIndexTime|time spent in indexing',
    'indexing.index_time_in_millis',
  ],
  ['indexing.index_total,iito,indexingIndexTotal|number of indexing ops', 'indexing.index_total'],
  [
    'indexing.index_failed,iif,indexingIndexFailed|number of failed indexing ops',
    'indexing.index_failed',
  ],
  ['merges.current,mc,mergesCurrent|number of current merges', 'merges.current'],
  [
    'merges.current_docs,mcd,mergesCurrentDocs|number of current merging docs',
    'merges.current_docs',
  ],
  [
    'merges.current_size,mcs,mergesCurrentSize|size of current merges',
    'merges.current_size_in_bytes',
  ],
  ['merges.total,mt,mergesTotal|number of completed merge ops', 'merges.total'],
  ['merges.total_docs,mtd,mergesTotalDocs|docs merged', 'merges.total_docs'],
  ['merges.total_size,mts,mergesTotalSize|size merged', 'merges.total_size_in_bytes'],
  ['merges.total_time,mtt,mergesTotalTime|time spent in merges', 'merges.total_time_in_millis'],
  ['refresh.total,rto,refreshTotal|total refreshes', 'refresh.total'],
  ['refresh.time,rti,refreshTime|time spent in refreshes', 'refresh.total_time_in_millis'],
  ['refresh.external_total,rto,refreshTotal|total external refreshes', 'refresh.external_total'],
  [
    'refresh.external_time,rti,refreshTime|time spent in external refreshes',
    'refresh.external_total_time_in_millis',
  ],
  [
    'refresh.listeners,rli,refreshListeners|number of pending refresh listeners',
    'refresh.listeners',
  ],
  ['search.fetch_current,sfc,searchFetchCurrent|current fetch phase ops', 'search.fetch_current'],
  [
    'search.fetch_time,sfti,searchFetchTime|time spent in fetch phase',
    'search.fetch_time_in_millis',
  ],
  ['search.fetch_total,sfto,searchFetchTotal|total fetch ops', 'search.fetch_total'],
  ['search.open_contexts,so,searchOpenContexts|open search contexts', 'search.open_contexts'],
  ['search.query_current,sqc,searchQueryCurrent|current query phase ops', 'search.query_current'],
  [
    'search.query_time,sqti,searchQueryTime|time spent in query phase',
    'search.query_time_in_millis',
  ],
  ['search.query_total,sqto,searchQueryTotal|total query phase ops', 'search.query_total'],
  ['search.scroll_current,scc,searchScrollCurrent|open scroll contexts', 'search.scroll_current'],
  [
    'search.scroll_time,scti,searchScrollTime|time scroll contexts held open',
    'search.scroll_time_in_millis',
  ],
  ['search.scroll_total,scto,searchScrollTotal|completed scroll contexts', 'search.scroll_total'],
  ['segments.count,sc,segmentsCount|number of segments', 'segments.count'],
  ['segments.memory,sm,segmentsMemory|memory used by segments', 'segments.memory_in_bytes'],
  [
    'segments.index_writer_memory,siwm,segmentsIndexWriterMemory|memory used by index writer',
    'segments.index_writer_memory_in_bytes',
  ],
  [
    'segments.version_map_memory,svmm,segmentsVersionMapMemory|memory used by version map',
    'segments.version_map_memory_in_bytes',
  ],
  [
    'segments.fixed_bitset_memory,sfbm,fixedBitsetMemory|memory used by fixed bit sets for nested object field types and type filters for types referred in _parent fields',
    'segments.fixed_bit_set_memory_in_bytes',
  ],
  ['warmer.current,wc,warmerCurrent|current warmer ops', 'warmer.current'],
  ['warmer.total,wto,warmerTotal|total warmer ops', 'warmer.total'],
  ['warmer.total_time,wtt,warmerTotalTime|time spent in warmers', 'warmer.total_time_in_millis'],
  ['suggest.current,suc,suggestCurrent|number of current suggest ops', 'search.suggest_current'],
  ['suggest.time,suti,suggestTime|time spend in suggest', 'search.suggest_time_in_millis'],
  ['suggest.total,suto,suggestTotal|number of suggest ops', 'search.suggest_total'],
  [
    'bulk.total_operations,bto,bulkTotalOperations|number of bulk shard ops',
    'bulk.total_operations',
  ],
  ['bulk.total_time,btti,bulkTotalTime|time spend in shard bulk', 'bulk.total_time_in_millis'],
  [
    'bulk.total_size_in_bytes,btsi,bulkTotalSizeInBytes|total size in bytes of shard bulk',
    'bulk.total_size_in_bytes',
  ],
  ['bulk.avg_time,bati,bulkAvgTime|average time spend in shard bulk', 'bulk.avg_time_in_millis'],
  [
    'bulk.avg_size_in_bytes,basi,bulkAvgSizeInBytes|average size in bytes of shard bulk',
    'bulk.avg_size_in_bytes',
  ],
  [
    'dense_vector.value_count,dvc,denseVectorCount|number of indexed dense vectors',
    'dense_vector.value_count',
  ],
];

const PATHS = new Map(
  FIGURES.map(([column, path]) => [column.split(/[,|]/, 1)[0] as string, path]),
);

/** The figure columns of some names, in the order they are asked for; none of them is shown unasked. */
export function figureColumns(include: (name: string) => boolean): Column[] {
  return FIGURES.flatMap(([line]) => columns(`->${line}`)).filter(({ name }) => include(name));
}

/** The cells of these columns; `tree` is undefined where nobody can count. */
export function figureCells(
  shown: readonly Column[],
  tree: NumberTree | undefined,
): Record<string, Cell> {
  return Object.fromEntries(shown.map(({ name }) => [name, figure(tree, PATHS.get(name) ?? '')]));
}

function figure(tree: NumberTree | undefined, path: string): Cell {
  let at: NumberTree | number | boolean | undefined = tree;
  for (const part of path.split('.')) {
    at = typeof at === 'object' ? at[part] : undefined;
  }
  if (typeof at !== 'number') return null;
  if (path.endsWith('_in_bytes')) return { bytes: Math.floor(at) };
  return path.endsWith('_in_millis') ? { time: at } : Math.floor(at);
}
