/** `direct_generator`: where the words come from that a phrase's words may be replaced by. */
import type { Analyzer } from '../../../analysis/core/analyzer.ts';
import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonObject, type Json } from '../../../json/values.ts';
import { withAnalysisErrors } from '../../../mapping/analysis-error.ts';
import { readOptions, text } from '../../aggregations/options.ts';
import type { ShardContext } from '../../context.ts';
import { type SuggestionInput, suggestField } from '../suggester.ts';
import {
  type NearWord,
  nearWords,
  SPELL_OPTIONS,
  type SpellOptions,
  spellOptions,
} from '../term/near-words.ts';

export interface WordGenerator {
  readonly field: string;
  readonly options: SpellOptions;
  readonly size: number;
  readonly preFilter: string | undefined;
  readonly postFilter: string | undefined;
}

const OPTIONS = { ...SPELL_OPTIONS, pre_filter: text, post_filter: text };
const DEFAULT_SIZE = 5;
const MOST_WORDS = 100;
const MOST_GENERATORS = 16;

export function parseGenerators(
  json: readonly Json[] | undefined,
  field: string,
  { name, scope }: SuggestionInput,
): WordGenerator[] {
  if (json === undefined) {
    const options = spellOptions({});
    return [{ field, options, size: DEFAULT_SIZE, preFilter: undefined, postFilter: undefined }];
  }
  if (json.length > MOST_GENERATORS) throw illegalArgument('too many [direct_generator]s');
  return json.map((item) => {
    if (!isJsonObject(item)) throw illegalArgument('[direct_generator] must be an object');
    const given = readOptions(item, OPTIONS, { name, type: 'direct_generator', scope });
    if (given.field === undefined) throw illegalArgument('Required [field]');
    return {
      field: given.field,
      options: spellOptions(given),
      size: Math.min(given.size ?? DEFAULT_SIZE, MOST_WORDS),
      preFilter: given.pre_filter,
      postFilter: given.post_filter,
    };
  });
}

function filtered(analyzer: Analyzer | undefined, word: string): string | undefined {
  return analyzer === undefined ? word : withAnalysisErrors(() => analyzer.terms(word)[0]);
}

/** What a generator makes of a word in a shard. */
export function generate(shard: ShardContext, generator: WordGenerator, word: string): NearWord[] {
  const field = suggestField(shard, generator.field);
  const named = (name: string | undefined) => {
    const found = name === undefined ? undefined : field.analysis.analyzer(name);
    if (name !== undefined && found === undefined) {
      throw illegalArgument(`Analyzer [${name}] doesn't exists`);
    }
    return found;
  };
  const [before, after] = [named(generator.preFilter), named(generator.postFilter)];
  const sought = filtered(before, word);
  if (sought === undefined) return [];
  return nearWords(shard, field, sought, generator.options, generator.size).flatMap((near) => {
    const shown = filtered(after, near.text);
    return shown === undefined ? [] : [{ ...near, text: shown }];
  });
}
