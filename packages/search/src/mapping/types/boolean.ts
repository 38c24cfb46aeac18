import { illegalArgument } from '../../errors/search-error.ts';
import { Token } from '../../json/json-reader.ts';
import type { FieldType, Row, SourceValue } from '../field-type.ts';
import { anything, booleanValue, type Parameter } from '../parameter.ts';
import {
  DIMENSION,
  DOC_VALUES,
  IGNORE_MALFORMED,
  INDEX,
  META,
  ON_SCRIPT_ERROR,
  STORE,
  scalarText,
} from './common.ts';

const NULL_VALUE: Parameter = {
  name: 'null_value',
  fallback: undefined,
  nullable: true,
  parse: (value) => (value === null ? null : booleanValue(value, 'null_value')),
};

/** Kept as a long column of 0 and 1. */
export const BOOLEAN: FieldType = {
  name: 'boolean',
  column: 'long',
  parameters: [
    META,
    DOC_VALUES,
    INDEX,
    NULL_VALUE,
    STORE,
    anything('script'),
    ON_SCRIPT_ERROR,
    IGNORE_MALFORMED,
    DIMENSION,
  ],
  make: (setup) => {
    const isKept = setup.value('index') === true || setup.value('doc_values') === true;
    const nullValue = setup.value('null_value');
    const add = (row: Row, value: boolean) => {
      if (isKept) row.sink.long(setup.path, value ? 1 : 0);
    };
    return {
      index: (value, row) => add(row, parseBoolean(value)),
      indexNull: (row) => {
        if (typeof nullValue === 'boolean') add(row, nullValue);
      },
    };
  },
};

/** true and false, as literals or strings; the empty string is false. */
function parseBoolean(value: SourceValue): boolean {
  if (value.token === Token.True) return true;
  if (value.token === Token.False) return false;
  const text = scalarText(value);
  if (value.token === Token.String) {
    if (text === 'true') return true;
    if (text === 'false' || text === '') return false;
  }
  throw illegalArgument(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}
