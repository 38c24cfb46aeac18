import { illegalArgument } from '../../errors/search-error.ts';
import { Token } from '../../json/json-reader.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import type { FieldType, Row } from '../field-type.ts';
import { anything, bool, integer, javaText, oneOf, text } from '../parameter.ts';
import {
  addKeyword,
  addTerm,
  DOC_VALUES,
  EAGER_ORDINALS,
  INDEX,
  META,
  SIMILARITY,
} from './common.ts';
import { IGNORE_ABOVE } from './keyword.ts';

/** Where `key\0value` terms are kept, beside the bare values under the field's own name. */
export const keyedField = (path: string) => `${path}._keyed`;

/** All leaves of an object as keywords. */
export const FLATTENED: FieldType = {
  name: 'flattened',
  column: 'keyword',
  parameters: [
    INDEX,
    DOC_VALUES,
    integer('depth_limit', 20, { updateable: true }),
    EAGER_ORDINALS,
    IGNORE_ABOVE,
    oneOf('index_options', ['docs', 'freqs'], 'docs'),
    text('null_value', undefined, { nullable: true }),
    SIMILARITY,
    bool('split_queries_on_whitespace', false, { updateable: true }),
    anything('time_series_dimensions'),
    META,
  ],
  make: (setup) => {
    const { path } = setup;
    const isIndexed = setup.value('index') === true;
    const hasColumn = setup.value('doc_values') === true;
    const depthLimit = setup.value('depth_limit') as number;
    const ignoreAbove = setup.value('ignore_above') as number;
    const nullValue = setup.value('null_value');
    const leaf = (key: string, value: string, row: Row) => {
      if (value.length > ignoreAbove) return;
      if (key.includes('\0')) {
        throw illegalArgument(`Do not include the null byte in keys of flattened field [${path}]`);
      }
      for (const [field, term] of [
        [path, value],
        [keyedField(path), `${key}\0${value}`],
      ] as const) {
        if (isIndexed) addTerm(row, field, term);
        if (hasColumn) addKeyword(row, field, term);
      }
    };
    const walk = (key: string, value: Json, depth: number, row: Row) => {
      if (Array.isArray(value)) {
        for (const item of value) walk(key, item, depth, row);
      } else if (isJsonObject(value)) {
        if (depth + 1 > depthLimit) {
          throw illegalArgument(
            `The provided [flattened] field [${path}] exceeds the maximum depth limit of [${depthLimit}].`,
          );
        }
        for (const [name, item] of value) {
          walk(key === '' ? name : `${key}.${name}`, item, depth + 1, row);
        }
      } else if (value !== null) leaf(key, javaText(value), row);
      else if (typeof nullValue === 'string') leaf(key, nullValue, row);
    };
    return {
      index: (value, row) => {
        if (value.token !== Token.StartObject) {
          throw illegalArgument(
            `Failed to parse object: expecting token of type [START_OBJECT] but found [${value.token === Token.String ? 'VALUE_STRING' : 'VALUE_NUMBER'}]`,
          );
        }
        walk('', value.json(), 0, row);
      },
    };
  },
};
