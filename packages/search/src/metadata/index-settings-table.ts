// A table: the settings of an index. Scope: dynamic (any time), static (at creation or while the
// index is closed), final (at creation only), private (never by a request).
export type SettingScope = 'dynamic' | 'static' | 'final' | 'private';
export type SettingKind =
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'double'; readonly min?: number }
  | { readonly kind: 'boolean' | 'time' | 'bytes' | 'text' | 'list' }
  | { readonly kind: 'choice'; readonly of: readonly string[] };

export interface IndexSetting {
  readonly scope: SettingScope;
  readonly type: SettingKind;
  readonly otherwise: string | readonly string[];
}

const integer = (otherwise: string, min?: number, max?: number): [SettingKind, string] => [
  { kind: 'integer', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
  otherwise,
];
const boolean = (otherwise: boolean): [SettingKind, string] => [
  { kind: 'boolean' },
  `${otherwise}`,
];
const time = (otherwise: string): [SettingKind, string] => [{ kind: 'time' }, otherwise];
const bytes = (otherwise: string): [SettingKind, string] => [{ kind: 'bytes' }, otherwise];
const text = (otherwise = ''): [SettingKind, string] => [{ kind: 'text' }, otherwise];
const double = (otherwise: string, min?: number): [SettingKind, string] => [
  { kind: 'double', ...(min === undefined ? {} : { min }) },
  otherwise,
];
const list = (otherwise: readonly string[] = []): [SettingKind, readonly string[]] => [
  { kind: 'list' },
  otherwise,
];
const choice = (otherwise: string, ...of: string[]): [SettingKind, string] => [
  { kind: 'choice', of },
  otherwise,
];

type Row = readonly [SettingScope, readonly [SettingKind, string | readonly string[]]];

const LEVELS = [
  'index.search.slowlog.threshold.query',
  'index.search.slowlog.threshold.fetch',
  'index.indexing.slowlog.threshold.index',
];

const ROWS: Readonly<Record<string, Row>> = {
  'index.allocation.existing_shards_allocator': ['final', text('gateway_allocator')],
  'index.allocation.max_retries': ['dynamic', integer('5', 0)],
  'index.analyze.max_token_count': ['dynamic', integer('10000', 1)],
  'index.auto_expand_replicas': ['dynamic', text('false')],
  'index.blocks.metadata': ['dynamic', boolean(false)],
  'index.blocks.read': ['dynamic', boolean(false)],
  'index.blocks.read_only': ['dynamic', boolean(false)],
  'index.blocks.read_only_allow_delete': ['dynamic', boolean(false)],
  'index.blocks.write': ['dynamic', boolean(false)],
  'index.bloom_filter_for_id_field.enabled': ['dynamic', boolean(true)],
  'index.check_on_startup': ['static', choice('false', 'false', 'true', 'checksum')],
  'index.codec': ['static', choice('default', 'default', 'best_compression', 'lucene_default')],
  'index.compound_format': ['dynamic', text('1gb')],
  'index.creation_date': ['private', text('-1')],
  'index.data_path': ['final', text()],
  'index.default_pipeline': ['dynamic', text('_none')],
  'index.fast_refresh': ['final', boolean(false)],
  'index.fielddata.cache': ['static', choice('node', 'node', 'none')],
  'index.final_pipeline': ['dynamic', text('_none')],
  'index.flush_after_merge': ['dynamic', bytes('512mb')],
  'index.format': ['final', integer('0')],
  'index.gc_deletes': ['dynamic', time('60s')],
  'index.hidden': ['dynamic', boolean(false)],
  'index.highlight.max_analyzed_offset': ['dynamic', integer('1000000', 1)],
  'index.highlight.weight_matches_mode.enabled': ['dynamic', boolean(true)],
  'index.indexing.slowlog.reformat': ['dynamic', boolean(true)],
  'index.indexing.slowlog.source': ['dynamic', text('1000')],
  'index.indexing.slowlog.include.user': ['dynamic', boolean(false)],
  'index.search.slowlog.include.user': ['dynamic', boolean(false)],
  'index.lifecycle.name': ['dynamic', text()],
  'index.lifecycle.rollover_alias': ['dynamic', text()],
  'index.lifecycle.indexing_complete': ['dynamic', boolean(false)],
  'index.lifecycle.origination_date': ['dynamic', text('-1')],
  'index.lifecycle.parse_origination_date': ['dynamic', boolean(false)],
  'index.lifecycle.prefer_ilm': ['dynamic', boolean(true)],
  'index.load_fixed_bitset_filters_eagerly': ['static', boolean(true)],
  'index.look_ahead_time': ['static', time('2h')],
  'index.look_back_time': ['static', time('2h')],
  'index.mapper.dynamic': ['static', boolean(true)],
  'index.mapping.coerce': ['static', boolean(false)],
  'index.mapping.depth.limit': ['dynamic', integer('20', 1)],
  'index.mapping.dimension_fields.limit': ['dynamic', integer('21', 0)],
  'index.mapping.field_name_length.limit': ['dynamic', integer('9223372036854775807', 1)],
  'index.mapping.ignore_malformed': ['static', boolean(false)],
  'index.mapping.nested_fields.limit': ['dynamic', integer('50', 0)],
  'index.mapping.nested_objects.limit': ['dynamic', integer('10000', 0)],
  'index.mapping.total_fields.limit': ['dynamic', integer('1000', 0)],
  'index.max_adjacency_matrix_filters': ['dynamic', integer('100', 2)],
  'index.max_docvalue_fields_search': ['dynamic', integer('100', 0)],
  'index.max_inner_result_window': ['dynamic', integer('100', 1)],
  'index.max_ngram_diff': ['dynamic', integer('1', 0)],
  'index.max_refresh_listeners': ['dynamic', integer('1000', 0)],
  'index.max_regex_length': ['dynamic', integer('1000', 1)],
  'index.max_rescore_window': ['dynamic', integer('10000', 1)],
  'index.max_result_window': ['dynamic', integer('10000', 1)],
  'index.max_script_fields': ['dynamic', integer('32', 0)],
  'index.max_shingle_diff': ['dynamic', integer('3', 0)],
  'index.max_slices_per_scroll': ['dynamic', integer('1024', 1)],
  'index.max_terms_count': ['dynamic', integer('65536', 1)],
  'index.merge.policy.deletes_pct_allowed': ['dynamic', double('20.0', 5)],
  'index.merge.policy.expunge_deletes_allowed': ['dynamic', double('10.0', 0)],
  'index.merge.policy.floor_segment': ['dynamic', bytes('2mb')],
  'index.merge.policy.max_merge_at_once': ['dynamic', integer('10', 2)],
  'index.merge.policy.max_merge_at_once_explicit': ['dynamic', integer('30', 2)],
  'index.merge.policy.max_merged_segment': ['dynamic', bytes('5gb')],
  'index.merge.policy.merge_factor': ['dynamic', integer('32', 2)],
  'index.merge.policy.segments_per_tier': ['dynamic', double('10.0', 2)],
  'index.merge.policy.type': [
    'dynamic',
    choice('UNSET', 'UNSET', 'tiered', 'log_byte_size', 'time_based'),
  ],
  'index.merge.scheduler.auto_throttle': ['dynamic', boolean(true)],
  'index.merge.scheduler.max_merge_count': ['dynamic', integer('6', 1)],
  'index.merge.scheduler.max_thread_count': ['dynamic', integer('1', 1)],
  'index.mode': ['final', choice('standard', 'standard', 'time_series')],
  'index.number_of_replicas': ['dynamic', integer('1', 0)],
  'index.number_of_routing_shards': ['final', integer('1', 1)],
  'index.number_of_shards': ['final', integer('1', 1, 1024)],
  'index.optimize_auto_generated_id': ['dynamic', boolean(true)],
  'index.percolator.map_unmapped_fields_as_text': ['static', boolean(false)],
  'index.priority': ['dynamic', integer('1', 0)],
  'index.provided_name': ['private', text()],
  'index.queries.cache.enabled': ['static', boolean(true)],
  'index.query.default_field': ['dynamic', list(['*'])],
  'index.query.parse.allow_unmapped_fields': ['static', boolean(true)],
  'index.query_string.lenient': ['static', boolean(false)],
  'index.recovery.type': ['static', text()],
  'index.refresh_interval': ['dynamic', time('1s')],
  'index.replication.type': ['final', text()],
  'index.requests.cache.enable': ['dynamic', boolean(true)],
  'index.resize.source.name': ['private', text()],
  'index.resize.source.uuid': ['private', text()],
  'index.routing.allocation.disk.watermark.ignore': ['static', boolean(false)],
  'index.routing.allocation.enable': [
    'dynamic',
    choice('all', 'all', 'primaries', 'new_primaries', 'none'),
  ],
  'index.routing.allocation.total_shards_per_node': ['dynamic', integer('-1', -1)],
  'index.routing.rebalance.enable': [
    'dynamic',
    choice('all', 'all', 'primaries', 'replicas', 'none'),
  ],
  'index.routing_partition_size': ['final', integer('1', 1)],
  'index.routing_path': ['final', list()],
  'index.search.idle.after': ['dynamic', time('30s')],
  'index.search.throttled': ['private', boolean(false)],
  'index.shard.check_on_startup': ['final', choice('false', 'false', 'true', 'checksum')],
  'index.soft_deletes.enabled': ['final', boolean(true)],
  'index.soft_deletes.retention.operations': ['dynamic', integer('0', 0)],
  'index.soft_deletes.retention_lease.period': ['dynamic', time('12h')],
  'index.store.fs.fs_lock': ['static', choice('native', 'native', 'simple')],
  'index.store.preload': ['static', list()],
  'index.store.stats_refresh_interval': ['static', time('10s')],
  'index.store.type': ['static', text()],
  'index.time_series.end_time': ['dynamic', text('9999-12-31T23:59:59.999Z')],
  'index.time_series.start_time': ['final', text('-9999-01-01T00:00:00Z')],
  'index.top_metrics_max_size': ['dynamic', integer('10', 1)],
  'index.translog.durability': [
    'dynamic',
    choice('REQUEST', 'REQUEST', 'ASYNC', 'request', 'async'),
  ],
  'index.translog.flush_threshold_age': ['dynamic', time('1m')],
  'index.translog.flush_threshold_size': ['dynamic', bytes('512mb')],
  'index.translog.generation_threshold_size': ['dynamic', bytes('64mb')],
  'index.translog.retention.age': ['dynamic', time('-1')],
  'index.translog.retention.size': ['dynamic', bytes('-1')],
  'index.translog.sync_interval': ['dynamic', time('5s')],
  'index.unassigned.node_left.delayed_timeout': ['dynamic', time('1m')],
  'index.uuid': ['private', text('_na_')],
  'index.verified_before_close': ['private', boolean(false)],
  'index.version.compatibility': ['private', text()],
  'index.version.created': ['private', text()],
  'index.warmer.enabled': ['dynamic', boolean(true)],
  'index.write.wait_for_active_shards': ['dynamic', text('1')],
  ...Object.fromEntries(
    LEVELS.flatMap((name) =>
      ['debug', 'info', 'trace', 'warn'].map((level): [string, Row] => [
        `${name}.${level}`,
        ['dynamic', time('-1')],
      ]),
    ),
  ),
};

export const INDEX_SETTINGS: ReadonlyMap<string, IndexSetting> = new Map(
  Object.entries(ROWS).map(([name, [scope, [type, otherwise]]]) => [
    name,
    { scope, type, otherwise },
  ]),
);

/** Families of names that are free. */
export const INDEX_SETTING_GROUPS: readonly {
  readonly test: RegExp;
  readonly scope: SettingScope;
}[] = [
  { test: /^index\.analysis\./, scope: 'static' },
  { test: /^index\.similarity\./, scope: 'static' },
  { test: /^index\.sort\.(field|order|mode|missing)$/, scope: 'final' },
  {
    test: /^index\.routing\.allocation\.(include|exclude|require|initial_recovery)\./,
    scope: 'dynamic',
  },
  { test: /^index\.mapping\.synthetic_source\./, scope: 'static' },
  { test: /^archived\./, scope: 'dynamic' },
];
