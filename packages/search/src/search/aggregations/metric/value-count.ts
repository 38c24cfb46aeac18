import type { SearchView } from '../../../index/shard/documents.ts';
import type { Collector, Result } from '../aggregation.ts';
import { EmptyCollector } from '../collect/bucket-collector.ts';
import { GrowingNumbers, ownersEnd } from '../collect/growing.ts';
import { readOptions } from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import { resolveValues } from '../values/values.ts';
import { VALUES, valuesConfig } from '../values/values-config.ts';
import { CountValue } from './metric-result.ts';

/** Any source of entries: what they are does not matter here. */
interface Entries {
  readonly owners: Int32Array;
  begin(view: SearchView): void;
  read(docs: Int32Array, owners: Int32Array, n: number): number;
}

class ValueCountCollector implements Collector {
  private readonly counts = new GrowingNumbers();

  constructor(
    private readonly source: Entries,
    private readonly make: (count: number) => Result,
  ) {}

  begin(view: SearchView): boolean {
    this.source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const count = this.source.read(docs, owners, n);
    const counts = this.counts.reserve(ownersEnd(this.source.owners, count));
    for (let i = 0; i < count; i += 1) {
      const owner = this.source.owners[i] as number;
      counts[owner] = (counts[owner] as number) + 1;
    }
  }

  result(owner: number): Result {
    return this.make(this.counts.at(owner));
  }
}

export const parseValueCount: AggregationParser = (body, place, common) => {
  const config = valuesConfig(readOptions(body, VALUES, place), place, body);
  const make = (count: number) => new CountValue(common, 'value_count', count);
  return {
    ...common,
    type: 'value_count',
    collector({ shard }) {
      const values = resolveValues(config, shard, 'value_count', [
        'keyword',
        'number',
        'ip',
        'boolean',
        'date',
        'geo_point',
        'range',
      ]);
      if (values.isUnmapped) return new EmptyCollector(() => make(0));
      const isTerms = ['keyword', 'ip', 'range'].includes(values.family);
      return new ValueCountCollector(isTerms ? values.terms() : values.numbers(), make);
    },
    reduce: (results) => make((results as CountValue[]).reduce((sum, { value }) => sum + value, 0)),
  };
};
