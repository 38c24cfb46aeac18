import { join } from 'node:path';
import { Sample } from '../report/sample.ts';
import type { Effort, Row, Suite } from '../suite.ts';
import {
  type KitRow,
  kitRows,
  luceneBytesWithoutSource,
  paths,
  prepare,
  runLucene,
} from './lucene.ts';
import { peers } from './peers.ts';

const ROUNDS = { quick: 1, full: 3 } as const;
/** Seconds for each type of query. */
const SECONDS = { quick: 0.4, full: 1 } as const;
/** The libraries keep everything in memory: they get less than the whole corpus. */
const PEER_DOCUMENTS = { quick: 20_000, full: 50_000 } as const;
const MB = 1e6;
/** As the launcher sets it for the engine. */
const ENGINE = { BUN_JSC_gcMaxHeapSize: '33554432' };
const program = (name: string) => [process.execPath, join(import.meta.dir, name)];

/** Values of one figure, by name, in the order they came up. */
class Figures {
  private readonly all = new Map<string, number[]>();

  add(name: string, value: unknown): void {
    this.all.set(name, [...(this.all.get(name) ?? []), Number(value)]);
  }

  names(prefix: string): string[] {
    return [...this.all.keys()].filter((name) => name.startsWith(prefix));
  }

  /** Undefined when it was not measured. */
  sample(name: string): Sample | undefined {
    const values = this.all.get(name);
    return values === undefined ? undefined : new Sample(values);
  }
}

/** The index core beside Lucene, `_bulk` end to end, and libraries that index in JavaScript too. */
export const search: Suite = {
  name: 'search',
  method:
    'Corpus of 300 000 documents, one thread. Lucene 8.7 (2 GB heap) and the core in turn, each in a process of its own: index with _source, merge to one segment, then every type of query, top 10 with an exact total: mean over the queries of the 10th percentile of their times. Indexing by processor time: of the indexing thread for Lucene, of the whole process for ours. Open: a new process opens the index and answers a query. Libraries: processor time and growth of the resident set while they index the first documents; ours the same with its segments on disk.',
  run: async (effort, progress) => {
    await prepare(progress);
    const ours = new Figures();
    const lucene = new Figures();
    for (let round = 1; round <= ROUNDS[effort]; round += 1) {
      progress(`Lucene, round ${round} of ${ROUNDS[effort]}`);
      for (const row of await runLucene(SECONDS[effort])) note(lucene, row);
      lucene.add('bytes', luceneBytesWithoutSource() / MB);
      progress(`the core, round ${round} of ${ROUNDS[effort]}`);
      for (const row of await core(`secs=${SECONDS[effort]}`)) note(ours, row);
      for (const row of await core('reuse', 'only=^$')) {
        if (row.kind === 'size') ours.add('open', row.open_and_first_query_ms);
      }
      const segment = join(paths.ours, 'all.seg');
      for (const row of await kitRows([...program('open.ts'), segment, 'copies=5'], ENGINE)) {
        ours.add('open a shard', row.open_ms);
        ours.add('open a shard, memory', Number(row.grown_kb) / 1000);
      }
    }
    progress('_bulk end to end');
    const [bulk] = await kitRows(
      [...program('bulk.ts'), paths.data, 'docs=300000', 'refresh=1s'],
      ENGINE,
    );
    return [
      ...indexRows(ours, lucene),
      ...bulkRows(bulk, lucene),
      ...queryRows(ours, lucene),
      ...(await peerRows(effort, progress)),
    ];
  },
};

function core(...options: string[]): Promise<KitRow[]> {
  return kitRows([...program('core.ts'), paths.data, `index=${paths.ours}`, ...options], ENGINE);
}

/** What a line of either side says, under a common name. */
function note(figures: Figures, row: KitRow): void {
  if (row.kind === 'index') {
    figures.add('indexing', row.docs_per_thread_cpu_s ?? row.docs_per_s);
    if (row.peak_rss_kb !== undefined) figures.add('resident', Number(row.peak_rss_kb) / 1000);
  } else if (row.kind === 'size') {
    if (row.source_bytes === undefined) figures.add('resident', Number(row.rss_kb) / 1000);
    else figures.add('bytes', (Number(row.index_bytes) - Number(row.source_bytes)) / MB);
  } else if (row.kind === 'query' && row.exact === true) {
    figures.add(`query ${row.type}`, row.best_us);
  }
}

function indexRows(ours: Figures, lucene: Figures): Row[] {
  const beside = (what: string, unit: string, better: 'less' | 'more', name: string) =>
    row(what, unit, better, ours.sample(name), 'Lucene', lucene.sample(name));
  return [
    ...beside('indexing', 'documents/s of a core', 'more', 'indexing'),
    ...beside('index without _source', 'MB', 'less', 'bytes'),
    ...beside('peak resident memory, indexing and merging', 'MB', 'less', 'resident'),
    ...beside('open and first query', 'ms', 'less', 'open'),
    ...beside('open a shard of five such segments', 'ms', 'less', 'open a shard'),
    ...beside('its memory after a query', 'MB', 'less', 'open a shard, memory'),
  ];
}

function bulkRows(bulk: KitRow | undefined, lucene: Figures): Row[] {
  if (bulk === undefined) return [];
  const sample = (name: string) => new Sample([Number(bulk[name])]);
  return [
    ...row(
      '_bulk end to end',
      'documents/s of a core',
      'more',
      sample('docs_per_cpu_s'),
      'Lucene',
      lucene.sample('indexing'),
    ),
    ...row('peak resident memory of the node under _bulk', 'MB', 'less', sample('rss_peak_mb')),
  ];
}

function queryRows(ours: Figures, lucene: Figures): Row[] {
  return ours.names('query ').flatMap((name) => {
    const what = name.slice('query '.length).replaceAll('_', ' ');
    return row(what, 'µs', 'less', ours.sample(name), 'Lucene', lucene.sample(name));
  });
}

async function peerRows(effort: Effort, progress: (what: string) => void): Promise<Row[]> {
  const documents = PEER_DOCUMENTS[effort];
  const speed = new Figures();
  const memory = new Figures();
  for (let round = 1; round <= ROUNDS[effort]; round += 1) {
    progress(`the core on ${documents} documents`);
    for (const own of await core(`limit=${documents}`, 'only=^$')) {
      if (own.kind !== 'index') continue;
      speed.add('ours', own.docs_per_s_with_merge);
      memory.add('ours', (Number(own.peak_rss_kb) - Number(own.first_rss_kb)) / 1000);
    }
    for (const name of Object.keys(peers)) {
      progress(`${name} on ${documents} documents`);
      const limit = `limit=${documents}`;
      const [peer] = await kitRows([...program('peer.ts'), name, paths.data, limit]);
      speed.add(name, peer?.docs_per_s);
      memory.add(name, Number(peer?.grown_kb) / 1000);
    }
  }
  const beside = `first ${documents} documents`;
  return Object.keys(peers).flatMap((name) => [
    ...row(
      `indexing, ${beside}`,
      'documents/s of a core',
      'more',
      speed.sample('ours'),
      name,
      speed.sample(name),
    ),
    ...row(`memory, ${beside}`, 'MB', 'less', memory.sample('ours'), name, memory.sample(name)),
  ]);
}

/** A row where ours was measured; the peer's part where it was too. */
function row(
  what: string,
  unit: string,
  better: 'less' | 'more',
  ours: Sample | undefined,
  name = '',
  peer?: Sample | undefined,
): Row[] {
  if (ours === undefined) return [];
  return [
    { what, unit, better, ours, ...(peer === undefined ? {} : { peer: { name, sample: peer } }) },
  ];
}
