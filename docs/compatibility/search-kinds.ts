/**
 * Why a test of the reference's YAML suite does not pass here: the first row that fits what the
 * runner said, or where the test lives, decides. Whoever knows better writes it into
 * search-open-tests.tsv, and later runs keep that.
 */
export interface Kind {
  readonly name: string;
  readonly title: string;
  /** Needs something that is counted apart from what an engine without it can pass. */
  readonly isApart?: true;
  readonly files?: RegExp;
  readonly reason?: RegExp;
}

export const KINDS: readonly Kind[] = [
  {
    name: 'scripts',
    title: 'needs scripts (Painless, expressions, mustache)',
    isApart: true,
    files:
      /^es\/modules\/lang-|runtime_fields\/(?!\d+_\w+_source_in_query)|\/35_search_failure|\bscript|_script/i,
    reason: /\bscript|_scripts|painless|mustache/i,
  },
  {
    name: 'ingest',
    title: 'needs ingest pipelines',
    isApart: true,
    files: /^es\/modules\/ingest|ingest|with pipeline/,
    reason: /_ingest|pipeline with id|[?&]pipeline=/i,
  },
  {
    name: 'remote',
    title: 'needs another cluster',
    files: /remote|ccs/,
    reason: /whitelist|remote/i,
  },
  {
    name: 'snapshots',
    title: 'needs snapshots',
    files: /snapshot/,
    reason: /_snapshot|repository/i,
  },
  {
    name: 'time series',
    title: 'needs time series indices',
    files: /tsdb|time_series/,
    reason: /tsid|time_series/i,
  },
  {
    name: 'runtime fields',
    title: 'needs runtime fields',
    files: /runtime/,
    reason: /runtime/,
  },
  { name: 'data streams', title: 'needs data streams', reason: /data_stream|data stream/i },
  { name: 'queries', title: 'needs a kind of query that is not there', reason: /unknown query \[/ },
  {
    name: 'aggregations',
    title: 'needs an aggregation that is not there',
    reason: /[Uu]nknown aggregation type|Could not find aggregat/,
  },
  {
    name: 'suggest',
    title: 'needs suggesters',
    files: /suggest/,
    reason: /in \[suggest\]|suggest/,
  },
  {
    name: 'field types',
    title: 'needs a field type that is not there',
    reason: /No handler for type \[|The mapper type \[/,
  },
  {
    name: 'routes',
    title: 'needs an API that is not there',
    reason: /no handler found for uri|Incorrect HTTP method for uri/,
  },
  {
    name: 'profile',
    title: "looks for the reference's inner classes and phases in profiles",
    reason: /profile\.shards/,
  },
  {
    name: 'caches',
    title: 'counts what is in caches that this design does not have',
    files: /90_global_ordinals/,
    reason: /request_cache/,
  },
  { name: 'open', title: 'other' },
];

export const OPEN = 'open';

export function kindOf(file: string, test: string, reason: string): string {
  const isIt = ({ files, reason: text }: Kind) =>
    files?.test(`${file}/${test}`) === true || text?.test(reason) === true;
  return KINDS.find(isIt)?.name ?? OPEN;
}
