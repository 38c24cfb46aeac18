/** `rank_feature`: documents that have a feature, scored by a function of its value. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { NumericColumn } from '../../index/segment/column.ts';
import { isJsonObject } from '../../json/values.ts';
import type { DocIterator } from '../../query/doc-iterator.ts';
import { matches } from '../../query/matches.ts';
import type { QueryContext } from '../context.ts';
import { NOTHING } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';
import { ColumnIterator } from './column-iterator.ts';
import { Params } from './params.ts';
import type { QueryParser, Scope } from './scope.ts';

/** The feature in a shard: its column, and whether small values are good. */
interface Feature {
  readonly path: string;
  readonly isNegative: boolean;
}

/** Scores a weight, which grows with how good a document is. */
type Score = (weight: number) => number;
type FeatureFunction = (feature: Feature, context: QueryContext) => Score;

const FUNCTIONS: Readonly<Record<string, (params: Params) => FeatureFunction>> = {
  log: (params) => {
    const scaling = required(params, 'scaling_factor');
    if (!(scaling >= 1)) throw illegalArgument(`scalingFactor must be >= 1, got: ${scaling}`);
    return ({ isNegative }) => {
      if (!isNegative) return (weight) => Math.log(scaling + weight);
      throw illegalArgument(
        'Cannot use the [log] function with a field that has a negative score impact as it would trigger negative scores',
      );
    };
  },
  saturation: (params) => {
    const given = params.number('pivot');
    if (given !== undefined) positive('pivot', given);
    return (feature, context) => {
      const pivot = pivotOf(given, feature) ?? meanWeight(feature, context);
      return (weight) => weight / (weight + pivot);
    };
  },
  sigmoid: (params) => {
    const given = positive('pivot', required(params, 'pivot'));
    const exponent = positive('exponent', required(params, 'exponent'));
    return (feature) => {
      const pivot = (pivotOf(given, feature) as number) ** exponent;
      return (weight) => {
        const power = weight ** exponent;
        return power / (power + pivot);
      };
    };
  },
  linear: () => () => (weight) => weight,
};
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  log: ['scaling_factor'],
  saturation: ['pivot'],
  sigmoid: ['pivot', 'exponent'],
  linear: [],
};

export const rankFeature: QueryParser = (body, scope) => {
  const params = new Params(scope, 'rank_feature', body, ['field', ...Object.keys(FUNCTIONS)]);
  const name = params.text('field');
  if (name === undefined) throw illegalArgument('Required [field]');
  const score = functionOf(params, scope);
  return params.finish((context) => {
    const feature = featureOf(name, context);
    if (feature === undefined) return NOTHING;
    const scored = score(feature, context);
    return {
      kind: 'own',
      text: `FeatureQuery(field=_feature, feature=${name})`,
      iterate: (searcher, view, boost): DocIterator | undefined => {
        const column = view.segment.numeric(feature.path);
        if (column === undefined) return undefined;
        const bits = matches(searcher, view, { kind: 'exists', field: feature.path });
        return new ColumnIterator(bits, column.meta.docCount, (doc) =>
          Math.fround(boost * scored(weightOf(column, doc, feature))),
        );
      },
    };
  });
};

function functionOf(params: Params, scope: Scope): FeatureFunction {
  const chosen = Object.keys(FUNCTIONS).filter((name) => params.get(name) !== undefined);
  if (chosen.length > 1) {
    throw illegalArgument('Can only specify one of [log], [saturation], [sigmoid] and [linear]');
  }
  const [name = 'saturation'] = chosen;
  const given = params.get(name) ?? new Map();
  if (!isJsonObject(given)) {
    throw scope.error(`[rank_feature] [${name}] must be an object`, params.object, name);
  }
  const make = FUNCTIONS[name] as (params: Params) => FeatureFunction;
  return make(new Params(scope, name, given, KNOWN[name] ?? []));
}

function required(params: Params, name: string): number {
  const value = params.number(name);
  if (value === undefined) throw illegalArgument(`Required [${name}]`);
  return value;
}

function positive(name: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value;
  throw illegalArgument(`${name} must be > 0, got: ${value}`);
}

function featureOf(name: string, context: QueryContext): Feature | undefined {
  const field = resolveField(context.mapping, name);
  if (field?.mapper !== undefined && field.type === 'rank_feature') {
    return { path: field.path, isNegative: field.mapper.value('positive_score_impact') === false };
  }
  if (field !== undefined) {
    throw illegalArgument(
      `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.type}]`,
    );
  }
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? undefined : context.mapping.field(name.slice(0, dot));
  if (parent?.type.name !== 'rank_features') return undefined;
  const isNegative = parent.value('positive_score_impact') === false;
  return { path: `${parent.path}.${name.slice(dot + 1)}`, isNegative };
}

const pivotOf = (given: number | undefined, { isNegative }: Feature) =>
  given === undefined ? undefined : isNegative ? 1 / given : given;

/** The reference keeps the sign, the exponent and 8 bits of a weight: scores agree with its own. */
const DROPPED_BITS = 15;
const float = new Float32Array(1);
const floatBits = new Int32Array(float.buffer);

function bitsOf(column: NumericColumn, doc: number, { isNegative }: Feature): number {
  const value = column.number(column.firstValue(doc));
  float[0] = isNegative ? 1 / value : value;
  return (floatBits[0] as number) >>> DROPPED_BITS;
}

function fromBits(bits: number): number {
  floatBits[0] = bits << DROPPED_BITS;
  return float[0] as number;
}

const weightOf = (column: NumericColumn, doc: number, feature: Feature) =>
  fromBits(bitsOf(column, doc, feature));

/** About the geometric mean of a shard's weights: the mean of bits that begin with an exponent. */
function meanWeight(feature: Feature, { searcher }: QueryContext): number {
  let sum = 0;
  let count = 0;
  for (const { segment } of searcher.views) {
    const column = segment.numeric(feature.path);
    if (column === undefined) continue;
    for (let doc = 0; doc < segment.documents; doc += 1) {
      if (!column.hasValue(doc)) continue;
      sum += bitsOf(column, doc, feature);
      count += 1;
    }
  }
  return count === 0 ? 1 : fromBits(Math.floor(sum / count));
}
