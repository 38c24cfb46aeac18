import { TEXT_OPTIONS } from '../../index/segment/postings-format.ts';
import type { FieldType } from '../field-type.ts';
import { addTerm, FIELD_NAMES, META, scalarText } from './common.ts';
import { AnalyzedField, indexAnalyzer } from './text.ts';

/**
 * Text that is looked for and not ranked: no lengths are kept, every clause that matches counts one.
 * Positions stay in the index, where phrases find them without reading documents again.
 */
export const MATCH_ONLY_TEXT: FieldType = {
  name: 'match_only_text',
  column: 'none',
  parameters: [META],
  make: (setup) => {
    const options = { ...TEXT_OPTIONS, norms: false };
    const field = new AnalyzedField(setup.path, indexAnalyzer(setup), options);
    return {
      index: (value, row) => {
        const text = scalarText(value);
        field.add(text, row);
        if (text === '') addTerm(row, FIELD_NAMES, setup.path);
      },
    };
  },
};
