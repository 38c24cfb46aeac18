// A table: requests that are right, over all families of routes but searches and _analyze.
import { type Sample, sample } from './request.ts';

const MAPPINGS: readonly object[] = [
  {
    dynamic: 'strict',
    date_detection: false,
    numeric_detection: true,
    dynamic_date_formats: ['yyyy'],
    _source: { enabled: true, includes: ['a*'], excludes: ['b'] },
    _routing: { required: true },
    _meta: { any: 1 },
    dynamic_templates: [
      {
        words: {
          match_mapping_type: 'string',
          match: 'w_*',
          unmatch: 'x',
          path_match: '*.a',
          match_pattern: 'simple',
          mapping: { type: 'keyword', ignore_above: 10 },
        },
      },
    ],
  },
  {
    properties: {
      t: {
        type: 'text',
        analyzer: 'standard',
        search_analyzer: 'simple',
        fields: { raw: { type: 'keyword', ignore_above: 10, normalizer: 'lowercase' } },
        copy_to: ['all'],
        index_options: 'offsets',
        term_vector: 'with_positions_offsets',
        norms: false,
        similarity: 'BM25',
        index_prefixes: { min_chars: 1, max_chars: 4 },
        index_phrases: true,
        position_increment_gap: 10,
        fielddata: true,
        fielddata_frequency_filter: { min: 0.1, max: 0.9, min_segment_size: 10 },
        store: true,
        meta: { unit: 'x' },
      },
    },
  },
  { properties: { l: { type: 'long', null_value: 3, coerce: false, ignore_malformed: true } } },
  { properties: { f: { type: 'scaled_float', scaling_factor: 100, doc_values: false } } },
  { properties: { d: { type: 'date', format: 'yyyy-MM-dd||epoch_millis', locale: 'en' } } },
  { properties: { d: { type: 'date_nanos', null_value: '2020-01-01' } } },
  { properties: { i: { type: 'ip', index: false, null_value: '::1' }, b: { type: 'boolean' } } },
  { properties: { b: { type: 'binary', store: true }, r: { type: 'date_range', format: 'yyyy' } } },
  {
    properties: {
      n: { type: 'nested', include_in_root: true, properties: { x: { type: 'integer' } } },
      o: { type: 'object', enabled: false, dynamic: 'runtime', subobjects: false },
    },
  },
  { properties: { f: { type: 'flattened', depth_limit: 3, split_queries_on_whitespace: true } } },
  { properties: { j: { type: 'join', relations: { q: ['a', 'b'], a: 'c' } } } },
  { properties: { x: { type: 'alias', path: 'y' }, y: { type: 'constant_keyword', value: 'v' } } },
  { properties: { w: { type: 'wildcard', null_value: 'x' }, g: { type: 'geo_point' } } },
  {
    properties: {
      c: {
        type: 'completion',
        max_input_length: 20,
        contexts: [{ name: 'k', type: 'category', path: 'z' }],
      },
    },
  },
  { properties: { s: { type: 'search_as_you_type', max_shingle_size: 3 } } },
  {
    properties: {
      t: { type: 'token_count', analyzer: 'standard', enable_position_increments: false },
    },
  },
  { properties: { r: { type: 'rank_feature', positive_score_impact: false } } },
  {
    properties: {
      v: {
        type: 'dense_vector',
        dims: 3,
        similarity: 'cosine',
        index: true,
        index_options: { type: 'hnsw', m: 16, ef_construction: 100 },
      },
    },
  },
  { runtime: { r: { type: 'long', script: { source: 'emit(1)' } } } },
];

const SETTINGS = {
  number_of_shards: 2,
  number_of_replicas: '0',
  refresh_interval: '1s',
  max_result_window: 100,
  'translog.durability': 'async',
  'blocks.write': false,
  'mapping.total_fields.limit': 50,
  similarity: { own: { type: 'BM25', b: 0.5, k1: 1.1 } },
  analysis: {
    analyzer: {
      a: { type: 'custom', tokenizer: 't', filter: ['f', 'lowercase'], char_filter: 'c' },
    },
    tokenizer: { t: { type: 'ngram', min_gram: 1, max_gram: 2, token_chars: ['letter'] } },
    filter: { f: { type: 'synonym', synonyms: ['a, b => c'], lenient: true } },
    char_filter: { c: { type: 'mapping', mappings: ['a => b'] } },
    normalizer: { n: { type: 'custom', filter: ['lowercase'] } },
  },
};

const INDICES: readonly Sample[] = [
  ...MAPPINGS.map((mappings, i) => sample('PUT', `/made-${i}`, { mappings })),
  ...MAPPINGS.map((mappings) => sample('PUT', '/samples/_mapping', mappings)),
  sample('PUT', '/made?wait_for_active_shards=1&timeout=1s', {
    settings: { index: SETTINGS },
    aliases: { al: { filter: { term: { a: 1 } }, routing: '1', is_write_index: true } },
  }),
  sample('PUT', '/samples/_settings?preserve_existing=true', {
    index: { refresh_interval: '5s', number_of_replicas: 0, max_terms_count: 100_000 },
  }),
  sample('GET', '/samples/_settings/index.*?include_defaults=true&flat_settings=true'),
  sample('GET', '/samples/_mapping/field/t*?include_defaults=true'),
  sample('GET', '/samples,%3Cx-%7Bnow%2Fd%7D%3E,-y*?expand_wildcards=open,hidden'),
  sample('HEAD', '/samples'),
  sample('POST', '/_aliases', {
    actions: [
      { add: { indices: ['samples'], alias: 'al', filter: { term: { tag: 'a' } }, routing: 'x' } },
      { remove: { index: 'samples', alias: 'al', must_exist: false } },
      { remove_index: { index: 'made' } },
    ],
  }),
  sample('PUT', '/samples/_alias/al', { filter: { match_all: {} }, search_routing: '1,2' }),
  sample('GET', '/samples/_alias/a*,-al'),
  sample('DELETE', '/samples/_alias/al'),
  sample('PUT', '/_index_template/tpl', {
    index_patterns: ['zz*'],
    template: { settings: { number_of_shards: 1 }, mappings: MAPPINGS[1], aliases: { z: {} } },
    composed_of: ['part'],
    priority: 5,
    version: 3,
    _meta: { a: 1 },
    data_stream: { hidden: false },
    allow_auto_create: true,
    ignore_missing_component_templates: ['part'],
  }),
  sample('PUT', '/_component_template/part', {
    template: { settings: { 'index.number_of_shards': 1 }, mappings: { _source: {} } },
    version: 1,
  }),
  sample('POST', '/_index_template/_simulate', { index_patterns: ['q*'], template: {} }),
  sample('POST', '/_index_template/_simulate_index/zz1', { index_patterns: ['zz*'] }),
  sample('PUT', '/_template/old', {
    index_patterns: 'yy*',
    order: 1,
    settings: { 'index.number_of_shards': 1 },
    mappings: { properties: { a: { type: 'long' } } },
    aliases: { '{index}-a': {} },
  }),
  sample('GET', '/_template/o*?flat_settings=true'),
  sample('POST', '/al/_rollover/next-000002?dry_run=true', {
    conditions: { max_age: '7d', max_docs: 10, max_size: '5gb' },
    settings: { 'index.number_of_shards': 1 },
  }),
  sample('PUT', '/made/_block/write'),
  sample('POST', '/made/_close?wait_for_active_shards=0'),
  sample('POST', '/made/_open'),
  sample('POST', '/samples/_refresh?ignore_unavailable=true'),
  sample('POST', '/samples/_flush?force=true&wait_if_ongoing=true'),
  sample('POST', '/samples/_forcemerge?max_num_segments=1&only_expunge_deletes=false'),
  sample('POST', '/samples/_cache/clear?fielddata=true&fields=title'),
  sample('GET', '/samples/_stats/docs,store?level=shards&fields=*'),
  sample('GET', '/samples/_segments'),
  sample('GET', '/samples/_recovery?active_only=true'),
  sample('POST', '/samples/_disk_usage?run_expensive_tasks=true'),
  sample('GET', '/_resolve/index/sam*?expand_wildcards=all'),
  sample('PUT', '/_data_stream/zz-stream'),
  sample('GET', '/_data_stream/*'),
  sample('DELETE', '/made'),
];

const DOCUMENT = {
  title: 'the quick fox',
  tag: ['a', 'b'],
  n: 3,
  at: '2020-05-05',
  ip: '10.0.0.7',
  span: { gte: 1, lt: 3 },
  parts: [{ name: 'x', n: 1 }, { name: 'y' }],
  vec: [1, 2, 3],
  place: { lat: 1, lon: 2 },
  rank: 3,
  done: { input: ['one', 'two'], weight: 3 },
  link: { name: 'child', parent: '1' },
  flat: { a: { b: ['c', 1] } },
  words: 'count these words',
  bin: 'AQID',
  yes: 'true',
};

const DOCUMENTS: readonly Sample[] = [
  ...Object.entries(DOCUMENT).map(([name, value]) =>
    sample('POST', '/samples/_doc?routing=r', { [name]: value }),
  ),
  sample('PUT', '/samples/_doc/7?version=5&version_type=external&routing=a', DOCUMENT),
  sample('PUT', '/samples/_create/8?routing=r&timeout=1s', DOCUMENT),
  sample('PUT', '/samples/_doc/9?if_seq_no=1&if_primary_term=1&op_type=index', DOCUMENT),
  sample('GET', '/samples/_doc/1?_source_includes=t*&realtime=false&stored_fields=kept'),
  sample('HEAD', '/samples/_source/1'),
  sample('DELETE', '/samples/_doc/17?if_seq_no=2&if_primary_term=1'),
  sample('POST', '/samples/_update/1?retry_on_conflict=2', {
    doc: { n: 4 },
    upsert: { n: 5 },
    doc_as_upsert: false,
    detect_noop: true,
    scripted_upsert: false,
    _source: ['n'],
  }),
  sample('POST', '/samples/_update/1', {
    script: { source: 'ctx._source.n += params.a', lang: 'painless', params: { a: 1 } },
  }),
  sample('POST', '/_bulk?refresh=false', [
    { index: { _index: 'samples', _id: '11', routing: 'x', version: 1, version_type: 'external' } },
    DOCUMENT,
    { create: { _index: 'samples', require_alias: false } },
    { n: 1 },
    { update: { _index: 'samples', _id: '11', retry_on_conflict: 1, _source: true } },
    { doc: { n: 2 }, doc_as_upsert: true },
    { delete: { _index: 'samples', _id: '12' } },
  ]),
  sample('POST', '/_mget?realtime=true', {
    docs: [
      { _index: 'samples', _id: '1', _source: ['n'], routing: 'x', stored_fields: ['kept'] },
      { _index: 'samples', _id: '2', version: 1, version_type: 'external' },
    ],
  }),
  sample('POST', '/samples/_mget', { ids: ['1', '2'] }),
  sample('POST', '/samples/_termvectors/1', {
    fields: ['title'],
    offsets: true,
    positions: true,
    term_statistics: true,
    field_statistics: true,
    filter: { max_num_terms: 3, min_term_freq: 1, min_doc_freq: 1, max_word_length: 10 },
    per_field_analyzer: { title: 'keyword' },
  }),
  sample('POST', '/samples/_termvectors', { doc: { title: 'fox' }, fields: ['title'] }),
  sample('POST', '/_mtermvectors', { docs: [{ _index: 'samples', _id: '1', fields: ['title'] }] }),
  sample('POST', '/samples/_update_by_query?conflicts=proceed&slices=2&scroll_size=5', {
    query: { term: { tag: 'never' } },
    max_docs: 5,
    slice: { id: 0, max: 2 },
  }),
  sample('POST', '/samples/_delete_by_query?requests_per_second=1000&wait_for_completion=true', {
    query: { term: { tag: 'never' } },
  }),
  sample('POST', '/_reindex?max_docs=3', {
    conflicts: 'proceed',
    max_docs: 3,
    source: { index: 'samples', size: 2, query: { match_all: {} }, _source: ['n'], sort: 'n' },
    dest: { index: 'made', op_type: 'create', version_type: 'internal', routing: '=x' },
  }),
];

const REST: readonly Sample[] = [
  sample('GET', '/samples/_count?q=title:fox&default_operator=AND&df=title', {
    query: { match_all: {} },
  }),
  sample('GET', '/samples/_search?q=fox&sort=n:desc&from=0&size=1&_source=n&analyzer=simple'),
  sample('POST', '/samples/_search?scroll=1m&search_type=dfs_query_then_fetch', { size: 1 }),
  sample('POST', '/_search/scroll', { scroll_id: 'RmFrZQ==', scroll: '1m' }),
  sample('DELETE', '/_search/scroll', { scroll_id: ['RmFrZQ=='] }),
  sample('POST', '/samples/_pit?keep_alive=1s'),
  sample('DELETE', '/_pit', { id: 'RmFrZQ==' }),
  sample('POST', '/_msearch?max_concurrent_searches=2', [
    { index: 'samples', preference: '_local', ignore_unavailable: true },
    { query: { match_all: {} } },
    { index: ['samples'], search_type: 'query_then_fetch' },
    { size: 0, aggs: { a: { max: { field: 'n' } } } },
  ]),
  sample('POST', '/samples/_field_caps?fields=*', { index_filter: { range: { n: { gte: 1 } } } }),
  sample('GET', '/samples/_validate/query?explain=true&rewrite=true', {
    query: { ids: { values: [1] } },
  }),
  sample('POST', '/samples/_knn_search', {
    knn: { field: 'vec', query_vector: [1, 2, 3], k: 1, num_candidates: 2 },
  }),
  sample('PUT', '/_security/role/mutant', {
    cluster: ['monitor'],
    indices: [
      {
        names: ['a*', '/b.*/'],
        privileges: ['read'],
        allow_restricted_indices: false,
      },
    ],
    applications: [{ application: 'app', privileges: ['read'], resources: ['*'] }],
    run_as: ['other'],
    metadata: { v: 1 },
  }),
  sample('PUT', '/_security/user/mutant', {
    password: 'long-enough',
    roles: ['mutant'],
    full_name: 'M',
    email: 'm@example.com',
    metadata: { a: 1 },
    enabled: true,
  }),
  sample('PUT', '/_security/user/mutant/_password', { password: 'another-one' }),
  sample('PUT', '/_security/user/mutant/_disable'),
  sample('GET', '/_security/user/mutant,elastic'),
  sample('GET', '/_security/role/mutant'),
  sample('POST', '/_security/user/_has_privileges', {
    cluster: ['monitor'],
    index: [{ names: ['a'], privileges: ['read'], allow_restricted_indices: true }],
    application: [{ application: 'app', privileges: ['x'], resources: ['*'] }],
  }),
  sample('POST', '/_security/api_key', {
    name: 'key',
    expiration: '1d',
    role_descriptors: { r: { indices: [{ names: ['a'], privileges: ['read'] }] } },
    metadata: { a: 1 },
  }),
  sample('GET', '/_security/api_key?owner=true'),
  sample('DELETE', '/_security/api_key', { ids: ['nobody'], owner: false }),
  sample('POST', '/_security/_query/api_key', {
    query: { term: { name: 'key' } },
    from: 0,
    size: 1,
    sort: ['creation'],
    search_after: [1],
  }),
  sample('PUT', '/_security/privilege', {
    app: { read: { actions: ['data:read/*'], metadata: {} } },
  }),
  sample(
    'GET',
    '/_cat/indices/sam*?v&h=index,docs.count&s=index:desc&bytes=kb&time=ms&format=json',
  ),
  sample('GET', '/_cat/shards?v&s=docs'),
  sample('GET', '/_cat/count/samples?format=yaml'),
  sample('GET', '/_cat/nodes?full_id=true&h=*'),
  sample('GET', '/_cat/segments/samples?help'),
  sample('GET', '/_cat/thread_pool/search?size=k'),
  sample('GET', '/_cluster/health/samples?wait_for_status=yellow&timeout=1ms&level=shards'),
  sample('PUT', '/_cluster/settings?flat_settings=true', {
    persistent: { 'search.max_buckets': 65_536 },
    transient: { 'action.auto_create_index': true },
  }),
  sample('POST', '/_cluster/reroute?dry_run=true', { commands: [] }),
  sample('GET', '/_cluster/state/metadata,routing_table/samples?filter_path=metadata.**.n*,-x'),
  sample('GET', '/_cluster/allocation/explain', { index: 'samples', shard: 0, primary: true }),
  sample('GET', '/_nodes/stats/jvm,indices/docs?human&level=indices'),
  sample('GET', '/_tasks?detailed&actions=*search&group_by=parents&wait_for_completion=false'),
  sample('POST', '/_tasks/node:1/_cancel'),
  sample('GET', '/_xpack?categories=license'),
  sample('GET', '/?pretty&human=false'),
];

export const APIS: readonly Sample[] = [...INDICES, ...DOCUMENTS, ...REST];

/** The index that most of them are about. */
export const SETUP: readonly Sample[] = [
  sample('DELETE', '/samples'),
  ...MAPPINGS.map((_, i) => sample('DELETE', `/made-${i}`)),
  sample('PUT', '/samples', {
    settings: { number_of_shards: 2 },
    mappings: {
      properties: {
        title: { type: 'text' },
        vector: { type: 'text', term_vector: 'with_positions_offsets' },
        kept: { type: 'keyword', store: true },
        tag: { type: 'keyword' },
        n: { type: 'long' },
        at: { type: 'date' },
        ip: { type: 'ip' },
        span: { type: 'integer_range' },
        parts: { type: 'nested', properties: { name: { type: 'keyword' }, n: { type: 'long' } } },
        vec: { type: 'dense_vector', dims: 3, index: true, similarity: 'l2_norm' },
        place: { type: 'geo_point' },
        rank: { type: 'rank_feature' },
        done: { type: 'completion' },
        link: { type: 'join', relations: { parent: 'child' } },
        flat: { type: 'flattened' },
        words: { type: 'token_count', analyzer: 'standard' },
        bin: { type: 'binary' },
        yes: { type: 'boolean' },
      },
    },
  }),
  sample('POST', '/_bulk?refresh=true', [
    { index: { _index: 'samples', _id: '1' } },
    { title: 'the quick brown fox', tag: ['a', 'b'], n: 1, at: '2020-01-01', vec: [1, 2, 3] },
    { index: { _index: 'samples', _id: '2' } },
    { title: 'slow fox', tag: 'b', n: 2.7, ip: '10.0.0.1', parts: [{ name: 'x' }], kept: 'k' },
    { index: { _index: 'samples', _id: '3' } },
    { title: 'fox', vector: 'a fox here', span: { gte: 1, lt: 9 }, at: '2021-06-06', n: -1 },
  ]),
];
