import type { FieldType } from '../field-type.ts';
import { text } from '../parameter.ts';
import { META } from './common.ts';
import { IGNORE_ABOVE, KeywordIndexer } from './keyword.ts';

/** Terms and column of a keyword: a pattern is matched against the dictionary. */
export const WILDCARD: FieldType = {
  name: 'wildcard',
  column: 'keyword',
  parameters: [IGNORE_ABOVE, text('null_value', undefined, { nullable: true }), META],
  make: (setup) => new KeywordIndexer(setup),
};
