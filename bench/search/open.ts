/**
 * What opening a large shard costs: `bun bench/search/open.ts SEGMENT [copies=5]`. The shard is made of
 * links to one segment file; one JSON line with its size, the time until it is open and until it has
 * answered a query, and the memory that is then resident.
 */
import { linkSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DiskDirectory } from '@tandem/search/index/directory/disk-directory.ts';
import { runToEnd } from '@tandem/search/index/run-to-end.ts';
import { publishManifest } from '@tandem/search/index/shard/manifest.ts';
import { openShard } from '@tandem/search/index/shard/open-shard.ts';
import { TranslogWriter } from '@tandem/search/index/shard/translog.ts';
import type { Query } from '@tandem/search/query/query.ts';
import { search } from '@tandem/search/query/search.ts';
import { Searcher } from '@tandem/search/query/searcher.ts';
import { residentKb } from './build.ts';
import { queryOf } from './queries.ts';

const [segment = '', ...rest] = process.argv.slice(2);
const copies = Number(rest.find((word) => word.startsWith('copies='))?.slice(7) ?? 5);
// Links do not reach across file systems: beside the segment.
const path = mkdtempSync(`${segment}-shard-`);
try {
  const directory = new DiskDirectory(path);
  const segments = Array.from({ length: copies }, (_, i) => ({ name: `segment-${i}` }));
  for (const { name } of segments) linkSync(segment, join(path, `${name}.seg`));
  (await TranslogWriter.create(directory, 1)).close();
  const head = { number: 1, translogGeneration: 1, maxSeqNo: 1e9, primaryTerm: 1 };
  await publishManifest(directory, { ...head, segments, nextSegment: copies });

  const before = residentKb();
  const started = performance.now();
  const shard = await openShard({ directory, fill: () => {} });
  const openMs = performance.now() - started;
  const query = queryOf('or', 'the file') as Query;
  const { total } = runToEnd(search(new Searcher(shard.searchViews()), query, { k: 10 }));
  const firstMs = performance.now() - started;
  console.log(
    JSON.stringify({
      kind: 'open',
      bytes: shard.stats().bytes,
      open_ms: Math.round(openMs * 10) / 10,
      open_and_first_query_ms: Math.round(firstMs * 10) / 10,
      grown_kb: residentKb() - before,
      hits: total,
    }),
  );
} finally {
  rmSync(path, { recursive: true });
}
