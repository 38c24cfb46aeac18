import { KEYWORD_OPTIONS } from '../../index/segment/postings-format.ts';
import type { FieldType, Row } from '../field-type.ts';
import { anything, javaText, mapperParsing, type Parameter } from '../parameter.ts';
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
import { parseIp } from './ip-address.ts';

const NULL_VALUE: Parameter = {
  name: 'null_value',
  fallback: undefined,
  nullable: true,
  parse: (value, { field }) => {
    if (value === null) return null;
    const given = javaText(value);
    try {
      parseIp(given);
    } catch (cause) {
      throw mapperParsing(
        `Error parsing [null_value] on field [${field}]: ${(cause as Error).message}`,
        cause,
      );
    }
    return given;
  },
};

/** Terms and keyword column of the 16 bytes of an address. */
export const IP: FieldType = {
  name: 'ip',
  column: 'keyword',
  parameters: [
    INDEX,
    DOC_VALUES,
    STORE,
    IGNORE_MALFORMED,
    NULL_VALUE,
    anything('script'),
    ON_SCRIPT_ERROR,
    META,
    DIMENSION,
  ],
  make: (setup) => {
    const isIndexed = setup.value('index') === true;
    const hasColumn = setup.value('doc_values') === true;
    const nullValue = setup.value('null_value');
    const nullBytes = typeof nullValue === 'string' ? parseIp(nullValue) : undefined;
    const add = (bytes: Uint8Array, row: Row) => {
      if (isIndexed) row.sink.tokens(setup.path, KEYWORD_OPTIONS).token(bytes, 0, 16, 0, 0, 0);
      if (hasColumn) row.sink.keyword(setup.path, bytes, 0, 16);
    };
    return {
      index: (value, row) => add(parseIp(scalarText(value)), row),
      indexNull: (row) => {
        if (nullBytes !== undefined) add(nullBytes, row);
      },
    };
  },
};
