/** sampler and diversified_sampler: only the best documents of every shard are looked at further. */
import type { SearchView } from '../../../../index/shard/documents.ts';
import type { DocIterator } from '../../../../query/doc-iterator.ts';
import { iteratorOf } from '../../../../query/iterate.ts';
import type { CollectContext, Collector, Level, Result } from '../../aggregation.ts';
import { integer, oneOf, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { resolveValues, type Values } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { reduceSingle, SingleBucketResult } from '../single-bucket.ts';

interface Sampled {
  readonly view: number;
  readonly doc: number;
  readonly score: number;
  /** What must not be there too often; undefined for documents without a value. */
  readonly value: string | number | undefined;
}

/** Keeps the best of every owner, and hands them on when all have been seen. */
class SamplerCollector implements Collector {
  private readonly below: readonly Collector[];
  private readonly lists: (Sampled[] | undefined)[] = [];
  private readonly views: { view: SearchView; base: number }[] = [];
  private iterator: DocIterator | undefined;
  private at = -1;
  private readValue: (doc: number) => string | number | undefined = () => undefined;

  constructor(
    level: Level,
    private readonly context: CollectContext,
    private readonly size: number,
    private readonly spread: { readonly values: Values; readonly most: number } | undefined,
    private readonly make: (docCount: number, subs: readonly Result[]) => Result,
  ) {
    const inner = { ...context, isAll: false };
    this.below = level.aggregations.map((aggregation) => aggregation.collector(inner));
  }

  begin(view: SearchView, base: number): boolean {
    const { shard } = this.context;
    this.views.push({ view, base });
    this.iterator = iteratorOf(shard.searcher, view, shard.query, 1);
    this.at = -1;
    if (this.spread !== undefined) this.readValue = valueReader(this.spread.values, view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    for (let i = 0; i < n; i += 1) {
      const doc = docs[i] as number;
      const owner = owners[i] as number;
      if (this.at < doc) this.at = this.iterator?.advance(doc) ?? Number.MAX_SAFE_INTEGER;
      const score = this.at === doc ? (this.iterator as DocIterator).score() : 0;
      const list = this.lists[owner] ?? [];
      this.lists[owner] = list;
      this.offer(list, { view: this.views.length - 1, doc, score, value: this.readValue(doc) });
    }
  }

  private offer(list: Sampled[], entry: Sampled): void {
    if (this.spread !== undefined && entry.value !== undefined) {
      const same = list.filter(({ value }) => value === entry.value);
      if (same.length >= this.spread.most) {
        const worst = same[same.length - 1] as Sampled;
        if (worst.score >= entry.score) return;
        list.splice(list.indexOf(worst), 1);
      }
    }
    if (list.length === this.size && (list[this.size - 1] as Sampled).score >= entry.score) return;
    let at = list.length;
    while (at > 0 && (list[at - 1] as Sampled).score < entry.score) at -= 1;
    list.splice(at, 0, entry);
    if (list.length > this.size) list.pop();
  }

  finish(): void {
    const docs = new Int32Array(1);
    const owners = new Int32Array(1);
    for (const [number, { view, base }] of this.views.entries()) {
      for (const collector of this.below) collector.begin(view, base);
      const own = this.lists
        .flatMap((list, owner) =>
          (list ?? []).filter((entry) => entry.view === number).map(({ doc }) => ({ doc, owner })),
        )
        .sort((a, b) => a.doc - b.doc || a.owner - b.owner);
      for (const { doc, owner } of own) {
        docs[0] = doc;
        owners[0] = owner;
        for (const collector of this.below) collector.collect(docs, owners, 1);
      }
    }
    for (const collector of this.below) collector.finish?.();
  }

  result(owner: number): Result {
    const count = this.lists[owner]?.length ?? 0;
    return this.make(
      count,
      this.below.map((collector) => collector.result(owner)),
    );
  }
}

/** The first value of a document, whatever it is. */
function valueReader(
  values: Values,
  view: SearchView,
): (doc: number) => string | number | undefined {
  const docs = new Int32Array(1);
  const owners = new Int32Array(1);
  if (values.isUnmapped) return () => undefined;
  if (values.family === 'keyword' || values.family === 'ip') {
    const source = values.terms();
    source.begin(view);
    return (doc) => {
      docs[0] = doc;
      return source.read(docs, owners, 1) === 0
        ? undefined
        : values.termText(source.bytes(source.terms[0] as number));
    };
  }
  const source = values.numbers();
  source.begin(view);
  return (doc) => {
    docs[0] = doc;
    return source.read(docs, owners, 1) === 0 ? undefined : (source.values[0] as number);
  };
}

export const parseSampler: AggregationParser = (body, place, common) => {
  const options = readOptions(body, { shard_size: integer('shard_size', 0) }, place);
  const make = (docCount: number, subs: readonly Result[]) =>
    new SingleBucketResult(common, 'sampler', docCount, subs);
  return {
    ...common,
    type: 'sampler',
    collector: (context) =>
      new SamplerCollector(common.below, context, options.shard_size ?? 100, undefined, make),
    reduce: (results, reduction) =>
      reduceSingle(common, 'sampler', common.below, results, reduction),
  };
};

export const parseDiversifiedSampler: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    {
      ...VALUES,
      shard_size: integer('shard_size', 0),
      max_docs_per_value: integer('max_docs_per_value', 0),
      execution_hint: oneOf(
        ['map', 'global_ordinals', 'bytes_hash'],
        (word) =>
          `Unknown \`execution_hint\`: [${word}], expected any of [map, global_ordinals, bytes_hash]`,
      ),
    },
    place,
  );
  const config = valuesConfig(options, place, body);
  const make = (docCount: number, subs: readonly Result[]) =>
    new SingleBucketResult(common, 'sampler', docCount, subs);
  return {
    ...common,
    type: 'diversified_sampler',
    collector(context) {
      const values = resolveValues(config, context.shard, 'diversified_sampler', [
        'keyword',
        'ip',
        'number',
        'date',
        'boolean',
      ]);
      const spread = { values, most: options.max_docs_per_value ?? 1 };
      return new SamplerCollector(common.below, context, options.shard_size ?? 100, spread, make);
    },
    reduce: (results, reduction) =>
      reduceSingle(common, 'sampler', common.below, results, reduction),
  };
};
