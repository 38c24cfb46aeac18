/**
 * The index core beside Lucene: `bun bench/search/core.ts DATA [index=DIR] [secs=0.4] [reuse]
 * [limit=DOCUMENTS] [only=TYPE]`. DATA holds corpus.ndjson and queries.tsv of the comparison kit; rows
 * are JSON lines in the kit's format.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskDirectory } from '@tandem/search/index/directory/disk-directory.ts';
import { runToEnd } from '@tandem/search/index/run-to-end.ts';
import { Segment } from '@tandem/search/index/segment/segment.ts';
import { FilterCache } from '@tandem/search/query/filter-cache.ts';
import type { Query } from '@tandem/search/query/query.ts';
import { search } from '@tandem/search/query/search.ts';
import { Searcher } from '@tandem/search/query/searcher.ts';
import { build, residentKb } from './build.ts';
import { queryOf, runQueries } from './queries.ts';

const [data = '.', ...rest] = process.argv.slice(2);
const option = (name: string) =>
  rest.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
const print = (row: object) => console.log(JSON.stringify({ engine: 'tandem', ...row }));

const directory = new DiskDirectory(
  option('index') ?? mkdtempSync(join(tmpdir(), 'bench-search-')),
);
if (!rest.includes('reuse')) {
  const limit = Number(option('limit') ?? Number.POSITIVE_INFINITY);
  build(join(data, 'corpus.ndjson'), directory, print, limit);
}

const before = performance.now();
const segment = new Segment('all', directory.read('all.seg'));
const views = [{ segment, live: undefined }];
const openMs = performance.now() - before;
// Filters are not kept between queries, as on the other side.
const searcher = new Searcher(views, undefined, new FilterCache(0));
const first = queryOf('or', 'the file') as Query;
runToEnd(search(searcher, first, { k: 10 }));
const firstQueryMs = performance.now() - before;
const bytesOf = (prefix: string) =>
  segment.file
    .names()
    .filter((name) => name.startsWith(prefix))
    .reduce((sum, name) => sum + segment.file.byteLength(name), 0);
print({
  kind: 'size',
  open_ms: Math.round(openMs * 100) / 100,
  open_and_first_query_ms: Math.round(firstQueryMs * 100) / 100,
  docs: segment.documents,
  index_bytes: segment.bytes,
  postings_bytes: bytesOf('postings/'),
  column_bytes: bytesOf('column/'),
  id_bytes: bytesOf('ids/'),
  source_bytes: bytesOf('stored/'),
  rss_kb: residentKb(),
});

const types = new Map<string, string[]>();
for (const line of readFileSync(join(data, 'queries.tsv'), 'utf8').trim().split('\n')) {
  const [type = '', argument = ''] = line.split('\t');
  const only = option('only');
  if (only !== undefined && !new RegExp(`^(?:${only})`).test(type)) continue;
  types.set(type, [...(types.get(type) ?? []), argument]);
}
runQueries(searcher, types, Number(option('secs') ?? 0.4), print);
print({ kind: 'end', rss_kb: residentKb() });
