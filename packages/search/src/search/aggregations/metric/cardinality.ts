import { illegalArgument } from '../../../errors/search-error.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import { type Collector, type Named, Result } from '../aggregation.ts';
import { EmptyCollector } from '../collect/bucket-collector.ts';
import { BucketNumbers } from '../collect/bucket-numbers.ts';
import { NumberTable } from '../collect/number-table.ts';
import { integer, type OptionKind, readOptions, text } from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import type { NumericSource } from '../values/numeric-source.ts';
import type { TermSource } from '../values/term-source.ts';
import { resolveValues } from '../values/values.ts';
import { VALUES, valuesConfig } from '../values/values-config.ts';
import { DistinctValues } from './distinct-values.ts';

class CardinalityResult extends Result {
  readonly type = 'cardinality';

  constructor(
    of: Named,
    readonly count: number,
    /** The values themselves: only shards that are merged need them. */
    readonly values: () => DistinctValues,
  ) {
    super(of);
  }

  json() {
    return { value: this.count };
  }

  override number(name: string | undefined): number | undefined {
    return name === undefined || name === 'value' ? this.count : undefined;
  }
}

class TermCardinality implements Collector {
  private readonly numbers: BucketNumbers;

  constructor(
    private readonly of: Named,
    private readonly source: TermSource,
    account: (bytes: number) => void,
  ) {
    this.numbers = new BucketNumbers(account);
  }

  begin(view: SearchView): boolean {
    this.source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers } = this;
    const count = source.read(docs, owners, n);
    for (let i = 0; i < count; i += 1) {
      numbers.number(source.owners[i] as number, source.terms[i] as number);
    }
  }

  result(owner: number): Result {
    const buckets = this.numbers.of(owner);
    return new CardinalityResult(this.of, buckets.length, () => {
      const values = new DistinctValues();
      for (const bucket of buckets) {
        const bytes = this.source.bytes(this.numbers.keys[bucket] as number);
        values.add(Buffer.from(bytes).toString('latin1'));
      }
      return values;
    });
  }
}

class NumberCardinality implements Collector {
  private readonly numbers: BucketNumbers;
  private readonly table = new NumberTable();

  constructor(
    private readonly of: Named,
    private readonly source: NumericSource,
    account: (bytes: number) => void,
  ) {
    this.numbers = new BucketNumbers(account);
  }

  begin(view: SearchView): boolean {
    this.source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers, table } = this;
    const count = source.read(docs, owners, n);
    const { isBig } = source;
    for (let i = 0; i < count; i += 1) {
      const key = isBig
        ? table.bigNumber(source.exact(i))
        : table.number(source.values[i] as number);
      numbers.number(source.owners[i] as number, key);
    }
  }

  result(owner: number): Result {
    const buckets = this.numbers.of(owner);
    return new CardinalityResult(this.of, buckets.length, () => {
      const values = new DistinctValues();
      for (const bucket of buckets) {
        values.add(this.table.value(this.numbers.keys[bucket] as number));
      }
      return values;
    });
  }
}

const HINTS = [
  'global_ordinals',
  'segment_ordinals',
  'direct',
  'save_memory_heuristic',
  'save_time_heuristic',
];
const HINT: OptionKind<string> = {
  accepts: text.accepts,
  read: (value, place) => {
    const hint = text.read(value, place);
    if (HINTS.includes(hint.toLowerCase())) return hint;
    throw illegalArgument(`Invalid execution mode for cardinality aggregation [${hint}]`);
  },
};

export const parseCardinality: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    {
      ...VALUES,
      precision_threshold: integer('precisionThreshold', 0),
      execution_hint: HINT,
      rehash: text,
    },
    place,
  );
  const config = valuesConfig(options, place, body);
  return {
    ...common,
    type: 'cardinality',
    collector({ shard, account }) {
      const values = resolveValues(config, shard, 'cardinality', [
        'keyword',
        'number',
        'ip',
        'boolean',
        'date',
        'range',
        'geo_point',
      ]);
      if (values.isUnmapped)
        return new EmptyCollector(
          () => new CardinalityResult(common, 0, () => new DistinctValues()),
        );
      return ['keyword', 'ip', 'range'].includes(values.family)
        ? new TermCardinality(common, values.terms(), account)
        : new NumberCardinality(common, values.numbers(), account);
    },
    reduce(results) {
      const lists = results as CardinalityResult[];
      if (lists.length === 1) return lists[0] as CardinalityResult;
      const all = new DistinctValues();
      for (const { values } of lists) all.merge(values());
      return new CardinalityResult(common, all.count, () => all);
    },
  };
};
