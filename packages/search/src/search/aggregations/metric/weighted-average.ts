import { SearchError } from '../../../errors/search-error.ts';
import type { SearchView } from '../../../index/shard/documents.ts';
import type { JsonObject } from '../../../json/values.ts';
import type { Collector, Named, Result } from '../aggregation.ts';
import { EmptyCollector } from '../collect/bucket-collector.ts';
import { GrowingNumbers, ownersEnd } from '../collect/growing.ts';
import {
  anything,
  contentError,
  object,
  type Place,
  readOptions,
  scalar,
  text,
} from '../options.ts';
import type { AggregationParser } from '../parser.ts';
import type { NumericSource } from '../values/numeric-source.ts';
import { decimalFormat, RAW, type ValueFormat } from '../values/value-format.ts';
import { resolveValues } from '../values/values.ts';
import { valuesConfig } from '../values/values-config.ts';
import { SingleValue } from './metric-result.ts';

class WeightedResult extends SingleValue {
  constructor(
    of: Named,
    readonly sum: number,
    readonly weights: number,
    format: ValueFormat,
  ) {
    super(of, 'weighted_avg', weights === 0 ? undefined : sum / weights, format);
  }
}

/** Values of a document, each with the document's one weight. */
class WeightedCollector implements Collector {
  private readonly sums = new GrowingNumbers();
  private readonly weights = new GrowingNumbers();

  constructor(
    private readonly value: NumericSource,
    private readonly weight: NumericSource,
    private readonly make: (sum: number, weights: number) => Result,
  ) {}

  begin(view: SearchView): boolean {
    this.value.begin(view);
    this.weight.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { value, weight } = this;
    const weightCount = weight.read(docs, owners, n);
    const count = value.read(docs, owners, n);
    const end = ownersEnd(owners, n);
    const sums = this.sums.reserve(end);
    const weights = this.weights.reserve(end);
    for (let i = 0, at = 0; i < count; i += 1) {
      const doc = value.docs[i] as number;
      const owner = value.owners[i] as number;
      // Both lists follow the block: documents, and owners within them, in the same order.
      while (
        at < weightCount &&
        ((weight.docs[at] as number) < doc ||
          (weight.docs[at] === doc && (weight.owners[at] as number) < owner))
      )
        at += 1;
      if (at >= weightCount || weight.docs[at] !== doc || weight.owners[at] !== owner) continue;
      if (at + 1 < weightCount && weight.docs[at + 1] === doc && weight.owners[at + 1] === owner) {
        throw new SearchError(
          'aggregation_execution_exception',
          'Encountered more than one weight for a single document. Use a script to combine multiple weights-per-doc into a single value.',
          // So the reference answers, and its suite asks for it.
          { status: 500 },
        );
      }
      const factor = weight.values[at] as number;
      sums[owner] = (sums[owner] as number) + (value.values[i] as number) * factor;
      weights[owner] = (weights[owner] as number) + factor;
    }
  }

  result(owner: number): Result {
    return this.make(this.sums.at(owner), this.weights.at(owner));
  }
}

const SOURCE = { field: text, missing: scalar, script: anything } as const;

function sourceConfig(body: JsonObject | undefined, name: string, place: Place, whole: JsonObject) {
  if (body === undefined) throw contentError(place.scope, `Required [${name}]`, whole);
  return valuesConfig(readOptions(body, SOURCE, { ...place, type: name }), place, body);
}

export const parseWeightedAverage: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { value: object, weight: object, format: text, value_type: text },
    place,
  );
  const value = sourceConfig(options.value, 'value', place, body);
  const weight = sourceConfig(options.weight, 'weight', place, body);
  const format = options.format === undefined ? RAW : decimalFormat(options.format);
  const make = (sum: number, weights: number) => new WeightedResult(common, sum, weights, format);
  return {
    ...common,
    type: 'weighted_avg',
    collector({ shard }) {
      const [values, weights] = [value, weight].map((config) =>
        resolveValues(config, shard, 'weighted_avg', ['number', 'date', 'boolean']),
      ) as [ReturnType<typeof resolveValues>, ReturnType<typeof resolveValues>];
      if (values.isUnmapped || weights.isUnmapped) return new EmptyCollector(() => make(0, 0));
      return new WeightedCollector(values.numbers(), weights.numbers(), make);
    },
    reduce(results) {
      const own = results as readonly WeightedResult[];
      return make(
        own.reduce((all, { sum }) => all + sum, 0),
        own.reduce((all, { weights }) => all + weights, 0),
      );
    },
  };
};
