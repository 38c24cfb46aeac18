import { illegalArgument } from '../../errors/search-error.ts';
import type { FieldType } from '../field-type.ts';
import { bool } from '../parameter.ts';
import { addTerm, FIELD_NAMES, META, STORE, scalarText } from './common.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Base64 in the document; kept, when doc values are asked for, as a keyword column of the bytes. */
export const BINARY: FieldType = {
  name: 'binary',
  column: 'keyword',
  parameters: [META, STORE, bool('doc_values', false)],
  make: (setup) => {
    const hasColumn = setup.value('doc_values') === true;
    return {
      index: (value, row) => {
        const text = scalarText(value);
        if (!BASE64.test(text)) throw illegalArgument('Failed to decode base64 value');
        if (!hasColumn) {
          addTerm(row, FIELD_NAMES, setup.path);
          return;
        }
        const bytes = Buffer.from(text, 'base64');
        row.sink.keyword(setup.path, bytes, 0, bytes.length);
      },
    };
  },
};
