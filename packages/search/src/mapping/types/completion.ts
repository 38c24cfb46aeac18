import type { Analyzer } from '../../analysis/core/analyzer.ts';
import { QueryTokens } from '../../analysis/core/query-tokens.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import { KEYWORD_OPTIONS } from '../../index/segment/postings-format.ts';
import { isJsonObject, type Json } from '../../json/values.ts';
import { withAnalysisErrors } from '../analysis-error.ts';
import type { FieldType } from '../field-type.ts';
import { analyzer, anything, bool, integer, integerValue, javaText, META } from '../parameter.ts';
import { entryContexts, parseContextMappings } from './completion-contexts.ts';
import { encodeEntry } from './completion-entry.ts';
import { MAX_TERM_BYTES } from './keyword.ts';
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

/** Ways through the analysed text that are kept; synonyms make many. */
const MAX_PATHS = 64;

/**
 * The texts that a prefix is compared with: the tokens of every way through an analysed input, with the unit
 * separator between them unless the field does without.
 */
export function completionPaths(chain: Analyzer, text: string, separator: string): string[] {
  return withAnalysisErrors(() => {
    const tokens = QueryTokens.of(chain, text);
    let paths = [''];
    for (const [i, stretch] of tokens.stretches().entries()) {
      const texts =
        stretch.kind === 'place'
          ? stretch.terms
          : stretch.ways.map((way) => way.map(({ terms }) => terms[0]).join(separator));
      const joint = i === 0 ? '' : separator;
      paths = paths.flatMap((path) => texts.map((one) => path + joint + one)).slice(0, MAX_PATHS);
    }
    return [...new Set(paths)];
  });
}

export const separatorOf = (preserves: Json | undefined) => (preserves === false ? '' : '\u001f');

/** Suggestions: terms of the form that completion-entry.ts describes, one for each way through an input. */
export const COMPLETION: FieldType = {
  name: 'completion',
  column: 'none',
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
    const separator = separatorOf(setup.value('preserve_separators'));
    const mappings = parseContextMappings(setup.value('contexts'));
    return {
      index: (value, row) => {
        const { inputs, weight, contexts: given } = readSuggestion(value.json());
        const contexts = entryContexts(setup.path, mappings, given, () => row.document());
        for (const whole of inputs) {
          if (whole.length === 0) {
            throw illegalArgument(`value must have a length > 0`);
          }
          const input = whole.slice(0, maxLength);
          for (const path of completionPaths(chain, input, separator)) {
            const bytes = encodeEntry(path, { input, weight, contexts });
            if (bytes.length > MAX_TERM_BYTES) {
              throw illegalArgument(
                `Document contains at least one immense term in field="${setup.path}"`,
              );
            }
            const sink = row.sink.tokens(setup.path, KEYWORD_OPTIONS);
            sink.token(bytes, 0, bytes.length, 0, 0, input.length);
          }
        }
      },
    };
  },
};
