import { illegalArgument } from '../../errors/search-error.ts';
import { writeJson } from '../../json/json-writer.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import type { FieldType } from '../field-type.ts';
import { analyzer, anything, bool, integer, integerValue, javaText, META } from '../parameter.ts';
import { indexAnalyzer } from './text.ts';

interface Suggestion {
  readonly inputs: readonly string[];
  readonly weight: number;
  readonly contexts: Json;
}

function readSuggestion(json: Json): Suggestion {
  if (!isJsonObject(json)) return { inputs: [javaText(json)], weight: 1, contexts: null };
  for (const key of json.keys()) {
    if (!['input', 'weight', 'contexts'].includes(key)) {
      throw illegalArgument(
        `unknown field name [${key}], must be one of [input, weight, contexts]`,
      );
    }
  }
  const input = json.get('input') ?? [];
  const inputs = (Array.isArray(input) ? input : [input]).map(javaText);
  const weight = integerValue(json.get('weight') ?? 1, 'weight');
  if (weight < 0) {
    throw illegalArgument(`weight must be in the interval [0..2147483647], but was [${weight}]`);
  }
  return { inputs, weight, contexts: json.get('contexts') ?? null };
}

/**
 * Suggestions: a keyword column with a JSON array an input: the analysed text (terms joined by the
 * unit separator), the input, its weight, its contexts. A prefix of the text is a prefix of the term.
 */
export const COMPLETION: FieldType = {
  name: 'completion',
  column: 'keyword',
  parameters: [
    analyzer('analyzer'),
    analyzer('search_analyzer', { updateable: true }),
    bool('preserve_separators', true),
    bool('preserve_position_increments', true),
    integer('max_input_length', 50, { updateable: true }),
    anything('contexts'),
    META,
  ],
  make: (setup) => {
    const simple = setup.analysis.analyzer('simple');
    const chain = setup.isSet('analyzer') || simple === undefined ? indexAnalyzer(setup) : simple;
    const maxLength = setup.value('max_input_length') as number;
    const separator = setup.value('preserve_separators') === true ? '\u001f' : '';
    return {
      index: (value, row) => {
        const { inputs, weight, contexts } = readSuggestion(value.json());
        for (const given of inputs) {
          if (given.length === 0) {
            throw illegalArgument(`value must have a length > 0`);
          }
          const input = given.slice(0, maxLength);
          const term = chain.terms(input).join(separator);
          const bytes = writeJson([term, input, weight, contexts]);
          row.sink.keyword(setup.path, bytes, 0, bytes.length);
        }
      },
    };
  },
};
