import { illegalArgument } from '../../errors/search-error.ts';
import type { FieldType } from '../field-type.ts';
import { META, text } from '../parameter.ts';
import { scalarText } from './common.ts';

/** One value for all documents, kept in the mapping; the first document may set it. */
export const CONSTANT_KEYWORD: FieldType = {
  name: 'constant_keyword',
  column: 'none',
  parameters: [text('value', undefined, { canChange: (from) => from === undefined }), META],
  make: (setup) => ({
    index: (value, row) => {
      const given = scalarText(value);
      const known = setup.value('value');
      if (known === undefined) row.learn(setup.path, 'value', given);
      else if (known !== given) {
        throw illegalArgument(
          `[constant_keyword] field [${setup.path}] only accepts values that are equal to the value defined in the mappings [${known}], but got [${given}]`,
        );
      }
    },
  }),
};
