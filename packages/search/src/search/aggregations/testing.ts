/** Shards for tests of aggregations: real mappings, documents and segments, in memory. */
import { createRegistry } from '../../analysis/builtin.ts';
import { MemoryDirectory } from '../../index/directory/memory-directory.ts';
import { runToEnd } from '../../index/run-to-end.ts';
import { openShard } from '../../index/shard/open-shard.ts';
import type { Shard } from '../../index/shard/shard.ts';
import { jsonText } from '../../json/json-writer.ts';
import { parseJson } from '../../json/parse.ts';
import type { Json, JsonObject } from '../../json/values.ts';
import { FieldMapping } from '../../mapping/index-mapping.ts';
import type { Query } from '../../query/query.ts';
import { Searcher } from '../../query/searcher.ts';
import type { ParseScope, ShardContext } from '../context.ts';
import { parseAggregations } from './aggregations.ts';

const ALL: Query = { kind: 'match_all' };

/** Inner queries of tests: everything, or one term of a field. */
const SCOPE: ParseScope = {
  query: (json) => () => {
    const term = (json as JsonObject).get('term') as JsonObject | undefined;
    const [entry] = [...(term ?? [])];
    if (entry === undefined) return ALL;
    return { kind: 'term', field: entry[0], term: new TextEncoder().encode(String(entry[1])) };
  },
};

export class TestIndex {
  private constructor(
    readonly name: string,
    readonly mapping: FieldMapping,
    readonly shards: readonly Shard[],
  ) {}

  static async create(properties: unknown, shards = 1, name = 'test'): Promise<TestIndex> {
    const body = parseJson(JSON.stringify({ properties })) as JsonObject;
    const mapping = FieldMapping.parse(body, new Map(), createRegistry());
    const opened: Shard[] = [];
    for (let i = 0; i < shards; i += 1) {
      opened.push(await openShard({ directory: new MemoryDirectory(), fill: mapping.fill }));
    }
    return new TestIndex(name, mapping, opened);
  }

  /** Documents go round the shards; `perSegment` of them make a segment. */
  async add(documents: readonly unknown[], perSegment = documents.length): Promise<this> {
    for (const [i, document] of documents.entries()) {
      const shard = this.shards[i % this.shards.length] as Shard;
      shard.index({ id: `d${i}`, source: Buffer.from(JSON.stringify(document)) });
      if ((i + 1) % perSegment === 0) await this.refresh();
    }
    await this.refresh();
    return this;
  }

  async delete(...numbers: number[]): Promise<this> {
    for (const i of numbers) (this.shards[i % this.shards.length] as Shard).delete({ id: `d${i}` });
    await this.refresh();
    return this;
  }

  async refresh(): Promise<void> {
    for (const shard of this.shards) await shard.refresh();
  }

  contexts(query: Query = ALL): ShardContext[] {
    return this.shards.map((shard, number) => {
      const context: ShardContext = {
        index: this.name,
        uuid: 'uuid',
        mapping: this.mapping.mapping,
        searcher: new Searcher(shard.searchViews()),
        now: Date.UTC(2021, 2, 31),
        named: new Map(),
        nestedHits: new Map(),
        allowsExpensive: true,
        lookup: () => undefined,
        shard: number,
        query,
        build: (builder) => builder(context),
      };
      return context;
    });
  }
}

/** The answer to `aggs` as plain JSON. */
export function aggregate(
  aggs: unknown,
  indices: readonly TestIndex[],
  options: { readonly query?: Query; readonly typedKeys?: boolean } = {},
): unknown {
  return JSON.parse(aggregateText(aggs, indices, options));
}

/** The same as the text that is sent. */
export function aggregateText(
  aggs: unknown,
  indices: readonly TestIndex[],
  { query, typedKeys = false }: { readonly query?: Query; readonly typedKeys?: boolean } = {},
): string {
  const body = parseJson(JSON.stringify(aggs)) as Json;
  const parsed = parseAggregations(body as JsonObject, SCOPE);
  const contexts = indices.flatMap((index) => index.contexts(query));
  const results = contexts.map((context) => runToEnd(parsed.collect(context)));
  return jsonText(parsed.reduce(results, { typedKeys }));
}
