import { illegalArgument } from '../../errors/search-error.ts';
import { Token } from '../../json/json-reader.ts';
import { floatText } from '../../json/number-text.ts';
import { isJsonNumber, isJsonObject, type Json, toNumber } from '../../json/values.ts';
import type { FieldType } from '../field-type.ts';
import { bool, javaText, type Parameter } from '../parameter.ts';
import { META } from './common.ts';
import { javaDouble } from './numeric.ts';

const SMALLEST = 1.17549435e-38;

function weight(value: Json, path: string): number {
  const number = Math.fround(numberOf(value));
  if (number >= SMALLEST && Number.isFinite(number)) return number;
  throw illegalArgument(
    `featureValue must be a positive normal float, got: ${floatText(number)} for feature ${path} on field _feature which is less than the minimum positive normal float: 1.17549435E-38`,
  );
}

const NULL_VALUE: Parameter = {
  name: 'null_value',
  fallback: undefined,
  nullable: true,
  parse: (value, { type }) => {
    const number = Math.fround(value === null ? 1 : numberOf(value));
    if (number >= SMALLEST && Number.isFinite(number)) return value;
    throw illegalArgument(
      `[null_value] must be a positive normal float for field of type [${type}]`,
    );
  },
};

const numberOf = (value: Json) =>
  isJsonNumber(value) ? toNumber(value) : javaDouble(javaText(value));

/** A positive number that raises scores, as a double column. */
export const RANK_FEATURE: FieldType = {
  name: 'rank_feature',
  column: 'double',
  parameters: [bool('positive_score_impact', true), NULL_VALUE, META],
  make: (setup) => {
    let seenRow = -1;
    const nullValue = setup.value('null_value');
    return {
      index: (value, row) => {
        if (value.token === Token.StartObject) {
          throw illegalArgument(`Can't get text on a START_OBJECT at ${value.place()}`);
        }
        if (seenRow === row.number) {
          throw illegalArgument(
            `[rank_feature] fields do not support indexing multiple values for the same field [${setup.path}] in the same document`,
          );
        }
        seenRow = row.number;
        row.sink.double(setup.path, weight(value.json(), setup.path));
      },
      indexNull: (row) => {
        if (nullValue === undefined || nullValue === null) return;
        row.sink.double(setup.path, weight(nullValue, setup.path));
      },
    };
  },
};

/** Many of them by name: a double column `path.feature` for each. */
export const RANK_FEATURES: FieldType = {
  name: 'rank_features',
  column: 'none',
  parameters: [bool('positive_score_impact', true), META],
  make: (setup) => ({
    index: (value, row) => {
      const features = value.json();
      if (!isJsonObject(features)) {
        throw illegalArgument(
          `[rank_features] fields must be json objects, expected a START_OBJECT but got: ${TOKEN_NAMES[value.token] ?? 'START_ARRAY'}`,
        );
      }
      for (const [name, item] of features) {
        if (item === null) continue;
        if (name.includes('.')) {
          throw illegalArgument(
            `[rank_features] fields do not support dots in feature names but found [${name}] in [${setup.path}]`,
          );
        }
        row.sink.double(`${setup.path}.${name}`, weight(item, `${setup.path}.${name}`));
      }
    },
  }),
};

const TOKEN_NAMES: Record<number, string> = {
  [Token.String]: 'VALUE_STRING',
  [Token.Integer]: 'VALUE_NUMBER',
  [Token.Float]: 'VALUE_NUMBER',
  [Token.True]: 'VALUE_BOOLEAN',
  [Token.False]: 'VALUE_BOOLEAN',
};
