import { illegalArgument } from '../../../../errors/search-error.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { doubleText } from '../../../../json/number-text.ts';
import {
  isJsonNumber,
  type Json,
  type JsonObject,
  toNumber,
  type Writable,
} from '../../../../json/values.ts';
import { type Collector, type Named, Result } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import {
  contentError,
  flag,
  type OptionKind,
  object,
  type Place,
  readOptions,
  tokenOf,
} from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import type { NumericSource } from '../../values/numeric-source.ts';
import { RAW, type ValueFormat } from '../../values/value-format.ts';
import { resolveValues } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { double } from '../metric-result.ts';
import { Digest } from './digest.ts';
import { HighDynamicRange } from './high-dynamic-range.ts';
import type { Sketch } from './sketch.ts';

/** A sketch for every bucket that has a value. */
export class SketchCollector implements Collector {
  private readonly sketches: (Sketch | undefined)[] = [];

  constructor(
    private readonly source: NumericSource,
    private readonly sketch: () => Sketch,
    private readonly make: (sketch: Sketch) => Result,
  ) {}

  begin(view: SearchView): boolean {
    this.source.begin(view);
    return true;
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, sketches } = this;
    const count = source.read(docs, owners, n);
    for (let i = 0; i < count; i += 1) {
      const owner = source.owners[i] as number;
      const sketch = sketches[owner] ?? this.sketch();
      sketches[owner] = sketch;
      sketch.add(source.values[i] as number);
    }
  }

  result(owner: number): Result {
    return this.make(this.sketches[owner] ?? this.sketch());
  }
}

/** What the request asks of the sketch. */
interface Asked {
  readonly type: string;
  readonly points: readonly number[];
  readonly isRank: boolean;
  readonly isKeyed: boolean;
}

class PercentilesResult extends Result {
  constructor(
    of: Named,
    readonly sketch: Sketch,
    readonly asked: Asked,
    readonly format: ValueFormat,
    readonly isUnmapped: boolean,
  ) {
    super(of);
  }

  get type(): string {
    return this.asked.type;
  }

  override get isMultiValue(): boolean {
    return this.asked.points.length > 1;
  }

  override number(name: string | undefined): number | undefined {
    const point = name === undefined ? this.asked.points[0] : Number(name);
    return point === undefined ? undefined : this.at(point);
  }

  json(): Record<string, Writable | undefined> {
    const { asked, format } = this;
    const print = (value: number | undefined) =>
      value === undefined || format.isRaw ? undefined : format.print(value);
    if (!asked.isKeyed) {
      const rows = asked.points.map((point) => {
        const value = this.at(point);
        return { key: double(point), value: double(value), value_as_string: print(value) };
      });
      return { values: rows };
    }
    const values: Record<string, Writable | undefined> = {};
    for (const point of asked.points) {
      const value = this.at(point);
      const key = doubleText(point);
      values[key] = double(value);
      values[`${key}_as_string`] = print(value);
    }
    return { values };
  }

  private at(point: number): number | undefined {
    return this.asked.isRank ? this.sketch.rank(point) : this.sketch.percentile(point);
  }
}

const POINTS: OptionKind<readonly number[]> = {
  accepts: (value) => Array.isArray(value),
  read: (value) =>
    (value as Json[]).map((point) => {
      if (isJsonNumber(point)) return toNumber(point);
      const number = typeof point === 'string' && point.trim() !== '' ? Number(point) : Number.NaN;
      if (Number.isNaN(number))
        throw illegalArgument(`[percents] must be numbers, got [${tokenOf(point)}]`);
      return number;
    }),
};

export const EXECUTION_HINT: OptionKind<string> = {
  accepts: (value) => typeof value === 'string',
  read: (value) => {
    if (value === 'default' || value === 'high_accuracy') return value;
    throw illegalArgument(
      `Invalid execution_hint [${String(value)}], valid values are [default, high_accuracy]`,
    );
  },
};

/** Which sketch the request chooses. */
function sketchOf(
  options: { readonly hdr?: JsonObject; readonly tdigest?: JsonObject },
  place: Place,
): { isHdr: boolean; make: () => Sketch } {
  const { hdr, tdigest } = options;
  if (hdr !== undefined && tdigest !== undefined) {
    throw illegalArgument('Only one percentiles method should be declared.');
  }
  if (hdr !== undefined) {
    const given = hdr.get('number_of_significant_value_digits');
    if (given === null)
      throw contentError(
        place.scope,
        "[hdr] number_of_significant_value_digits doesn't support values of type: VALUE_NULL",
        hdr,
      );
    const digits = given === undefined ? 3 : isJsonNumber(given) ? toNumber(given) : Number.NaN;
    if (!(digits >= 0 && digits <= 5)) {
      throw illegalArgument('[numberOfSignificantValueDigits] must be between 0 and 5');
    }
    return { isHdr: true, make: () => new HighDynamicRange(digits) };
  }
  const compression = tdigest?.get('compression');
  const number =
    compression === undefined || compression === null
      ? 100
      : Number(isJsonNumber(compression) ? toNumber(compression) : compression);
  if (!(number >= 0)) {
    throw illegalArgument(
      `[compression] must be greater than or equal to 0. Found [${doubleText(number)}]`,
    );
  }
  const hint = tdigest?.get('execution_hint');
  if (hint !== undefined && hint !== null) EXECUTION_HINT.read(hint, place);
  return { isHdr: false, make: () => new Digest(Math.max(10, Math.min(number, 1000))) };
}

function parsePercentiles(type: string, list: string, isRank: boolean): AggregationParser {
  return (body, place, common) => {
    const options = readOptions(
      body,
      { ...VALUES, [list]: POINTS, keyed: flag, hdr: object, tdigest: object },
      place,
    );
    const config = valuesConfig(options, place, body);
    const { isHdr, make: sketch } = sketchOf(options, place);
    const given = (options as Record<string, unknown>)[list] as readonly number[] | undefined;
    if (given === undefined && (isRank || body.has(list))) {
      throw isRank
        ? illegalArgument(`[${list}] must not be null: [${common.name}]`)
        : contentError(
            place.scope,
            `[${type}] ${list} doesn't support values of type: VALUE_NULL`,
            body,
            list,
          );
    }
    const points = given ?? [1, 5, 25, 50, 75, 95, 99];
    if (points.length === 0) throw illegalArgument(`[${list}] must not be empty: [${common.name}]`);
    if (!isRank) {
      for (const point of points) {
        if (point < 0 || point > 100) {
          throw illegalArgument(
            `percent must be in [0,100], got [${doubleText(point)}]: [${common.name}]`,
          );
        }
      }
    }
    const asked: Asked = {
      type: `${isHdr ? 'hdr' : 'tdigest'}_${type}`,
      points: [...points].sort((a, b) => a - b),
      isRank,
      isKeyed: options.keyed ?? true,
    };
    const make = (found: Sketch, format: ValueFormat, isUnmapped = false) =>
      new PercentilesResult(common, found, asked, format, isUnmapped);
    return {
      ...common,
      type,
      collector({ shard }) {
        const values = resolveValues(config, shard, type, ['number', 'date', 'boolean']);
        const { format } = values;
        if (values.isUnmapped) return new EmptyCollector(() => make(sketch(), format, true));
        return new SketchCollector(values.numbers(), sketch, (found) => make(found, format));
      },
      reduce(results) {
        const own = results as readonly PercentilesResult[];
        const all = sketch();
        for (const result of own) all.merge(result.sketch);
        const format = (own.find(({ isUnmapped }) => !isUnmapped) ?? own[0])?.format;
        return make(all, format ?? RAW);
      },
    };
  };
}

export const PERCENTILES_PARSERS = [
  { type: 'percentiles', parse: parsePercentiles('percentiles', 'percents', false) },
  { type: 'percentile_ranks', parse: parsePercentiles('percentile_ranks', 'values', true) },
];
