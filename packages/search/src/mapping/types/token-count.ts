import { FieldTokens } from '../../analysis/indexing/field-tokens.ts';
import type { FieldType } from '../field-type.ts';
import { analyzer, bool, integer, mapperParsing } from '../parameter.ts';
import { DOC_VALUES, INDEX, META, STORE, scalarText } from './common.ts';
import { indexAnalyzer } from './text.ts';

/** How many tokens (or positions) an analyzer makes of a text, as a long column. */
export const TOKEN_COUNT: FieldType = {
  name: 'token_count',
  column: 'long',
  parameters: [
    INDEX,
    DOC_VALUES,
    STORE,
    analyzer('analyzer'),
    integer('null_value', undefined, { nullable: true }),
    bool('enable_position_increments', true),
    META,
  ],
  make: (setup) => {
    if (!setup.isSet('analyzer')) {
      throw mapperParsing(`Analyzer must be set for field [${setup.name}] but wasn't.`);
    }
    const tokens = new FieldTokens(indexAnalyzer(setup));
    const countsGaps = setup.value('enable_position_increments') === true;
    const isKept = setup.value('index') === true || setup.value('doc_values') === true;
    const nullValue = setup.value('null_value');
    return {
      index: (value, row) => {
        let count = 0;
        let last = -1;
        tokens.begin();
        tokens.add(scalarText(value), {
          token: (_bytes, _start, _end, position) => {
            if (countsGaps) count = position + 1;
            else if (position !== last) count += 1;
            last = position;
          },
        });
        if (isKept) row.sink.long(setup.path, count);
      },
      indexNull: (row) => {
        if (isKept && typeof nullValue === 'number') row.sink.long(setup.path, nullValue);
      },
    };
  },
};
