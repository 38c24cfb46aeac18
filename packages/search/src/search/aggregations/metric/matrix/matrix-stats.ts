/** matrix_stats: how fields vary, alone and together, over the documents that have all of them. */
import type { SearchView } from '../../../../index/shard/documents.ts';
import { isJsonObject, type Json, type Writable } from '../../../../json/values.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import { type Collector, type Named, Result } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { contentError, list, object, oneOf, parsingFailure, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import type { NumericSource } from '../../values/numeric-source.ts';
import { resolveValues } from '../../values/values.ts';
import { double } from '../metric-result.ts';
import { CoMoments } from './co-moments.ts';

type Mode = 'avg' | 'min' | 'max' | 'sum' | 'median';

class MatrixStatsResult extends Result {
  readonly type = 'matrix_stats';

  constructor(
    of: Named,
    readonly names: readonly string[],
    readonly moments: CoMoments,
  ) {
    super(of);
  }

  override get isMultiValue(): boolean {
    return true;
  }

  json(): Record<string, Writable | undefined> {
    const { names, moments } = this;
    if (moments.count === 0) return { doc_count: 0 };
    const pairs = (i: number, of: (i: number, j: number) => number) =>
      Object.fromEntries(hashOrder(names).map((j) => [names[j] as string, double(of(i, j))]));
    return {
      doc_count: moments.count,
      fields: hashOrder(names).map((i) => ({
        name: names[i] as string,
        count: moments.count,
        mean: double(moments.means[i]),
        variance: double(moments.variance(i)),
        skewness: double(moments.skewness(i)),
        kurtosis: double(moments.kurtosis(i)),
        covariance: pairs(i, (a, b) => moments.covariance(a, b)),
        correlation: pairs(i, (a, b) => moments.correlation(a, b)),
      })),
    };
  }
}

/** The order of the reference's hash table, which its clients see. */
function hashOrder(names: readonly string[]): number[] {
  let slots = 16;
  while (names.length > slots * 0.75) slots *= 2;
  const slot = (name: string) => {
    let hash = 0;
    for (let i = 0; i < name.length; i += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
    return (hash ^ (hash >>> 16)) & (slots - 1);
  };
  return names.map((_, i) => i).sort((a, b) => slot(names[a] as string) - slot(names[b] as string));
}

/** One value of several. */
function combined(values: Float64Array, from: number, to: number, mode: Mode): number {
  const n = to - from;
  if (mode === 'min') return values[from] as number;
  if (mode === 'max') return values[to - 1] as number;
  if (mode === 'median') {
    const middle = from + (n - 1) / 2;
    return ((values[Math.floor(middle)] as number) + (values[Math.ceil(middle)] as number)) / 2;
  }
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += values[i] as number;
  return mode === 'sum' ? sum : sum / n;
}

class MatrixStatsCollector implements Collector {
  private readonly moments: (CoMoments | undefined)[] = [];
  private readonly values: Float64Array;

  constructor(
    private readonly sources: readonly NumericSource[],
    private readonly mode: Mode,
    private readonly make: (moments: CoMoments) => Result,
  ) {
    this.values = new Float64Array(sources.length);
  }

  begin(view: SearchView): boolean {
    for (const source of this.sources) source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const doc = new Int32Array(1);
    const owner = new Int32Array(1);
    for (let i = 0; i < n; i += 1) {
      doc[0] = docs[i] as number;
      let isWhole = true;
      for (const [s, source] of this.sources.entries()) {
        const count = source.read(doc, owner, 1);
        if (count === 0) {
          isWhole = false;
          break;
        }
        this.values[s] = combined(source.values, 0, count, this.mode);
      }
      if (!isWhole) continue;
      const at = owners[i] as number;
      const moments = this.moments[at] ?? new CoMoments(this.sources.length);
      this.moments[at] = moments;
      moments.add(this.values);
    }
  }

  result(owner: number): Result {
    return this.make(this.moments[owner] ?? new CoMoments(this.sources.length));
  }
}

export const parseMatrixStats: AggregationParser = (body, place, common) => {
  if (body.has('script')) {
    throw parsingFailure(
      place.scope,
      `Unexpected token START_OBJECT [script] in [${common.name}].`,
      body,
      'script',
    );
  }
  const options = readOptions(
    body,
    {
      fields: list,
      missing: object,
      mode: oneOf<Mode>(
        ['avg', 'min', 'max', 'sum', 'median'],
        (word) => `Illegal sort mode: ${word}`,
      ),
    },
    place,
  );
  if (options.fields === undefined || options.fields.length === 0) {
    throw contentError(
      place.scope,
      `Required [fields] for matrix_stats aggregation [${common.name}]`,
      body,
    );
  }
  const names = options.fields.map((field: Json) => javaText(field));
  const missing = (field: string) => {
    const given = options.missing?.get(field);
    return given === undefined || given === null || isJsonObject(given) ? undefined : given;
  };
  const make = (moments: CoMoments) => new MatrixStatsResult(common, names, moments);
  return {
    ...common,
    type: 'matrix_stats',
    collector({ shard }) {
      const values = names.map((field) =>
        resolveValues(
          {
            field,
            missing: missing(field),
            format: undefined,
            valueType: undefined,
            zone: undefined,
          },
          shard,
          'matrix_stats',
          ['number', 'date', 'boolean'],
        ),
      );
      if (values.some(({ isUnmapped }) => isUnmapped)) {
        return new EmptyCollector(() => make(new CoMoments(names.length)));
      }
      return new MatrixStatsCollector(
        values.map((one) => one.numbers()),
        options.mode ?? 'avg',
        make,
      );
    },
    reduce(results) {
      const all = new CoMoments(names.length);
      for (const { moments } of results as readonly MatrixStatsResult[]) all.merge(moments);
      return make(all);
    },
  };
};
