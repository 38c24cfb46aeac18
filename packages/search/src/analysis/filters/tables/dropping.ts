import type { ComponentType, TokenFilterFactory } from '../../core/components.ts';
import { AnalysisError } from '../../core/errors.ts';
import { filterFactory, needsSettings, preconfigured } from '../../core/make.ts';
import { WordSet, wordList } from '../../core/word-list.ts';
import { stopWords } from '../../stop-words/lists.ts';
import { stopWordSet } from '../../stop-words/stop-words.ts';
import { FingerprintFilter } from '../fingerprint.ts';
import {
  KeepWordFilter,
  LengthFilter,
  LimitFilter,
  StopFilter,
  SuggestStopFilter,
  TypeFilter,
  UniqueFilter,
} from '../simple.ts';

type FilterType = ComponentType<TokenFilterFactory>;

/** Filters that leave tokens out. */
export const DROPPING_FILTERS: Readonly<Record<string, FilterType>> = {
  stop: preconfigured((name, settings, context) => {
    const words = stopWordSet(settings, context, stopWords('english'));
    if (!settings.boolean('remove_trailing', true)) {
      return filterFactory(name, (input) => new SuggestStopFilter(input, words));
    }
    return filterFactory(name, (input) => new StopFilter(input, words), {
      onBytes: { stop: words },
      perTerm: true,
    });
  }),
  keep: needsSettings((name, settings, context) => {
    if (settings.has('keep_words') === settings.has('keep_words_path')) {
      throw new AnalysisError(
        'keep requires either `keep_words` or `keep_words_path` to be configured',
      );
    }
    if (settings.has('enable_position_increments')) {
      throw new AnalysisError(
        'enable_position_increments is not supported anymore. Please fix your analysis chain',
      );
    }
    const words = new WordSet(
      wordList(settings, 'keep_words', context) ?? [],
      settings.boolean('keep_words_case', false),
    );
    return filterFactory(name, (input) => new KeepWordFilter(input, words), { perTerm: true });
  }),
  keep_types: needsSettings((name, settings) => {
    const types = settings.list('types', []);
    if (types.length === 0) throw new AnalysisError('keep_types requires `types` to be configured');
    const mode = settings.string('mode', 'include').toLowerCase();
    if (mode !== 'include' && mode !== 'exclude') {
      throw new AnalysisError(
        `\`keep_types\` tokenfilter mode can only be \`include\` or \`exclude\` but was \`${mode}\`.`,
      );
    }
    const set = new Set(types);
    return filterFactory(name, (input) => new TypeFilter(input, set, mode === 'include'));
  }),
  length: preconfigured((name, settings) => {
    const min = settings.integer('min', 0);
    const max = settings.integer('max', 2147483647);
    if (min < 0) throw new AnalysisError('minimum length must be greater than or equal to zero');
    if (min > max)
      throw new AnalysisError('maximum length must not be greater than minimum length');
    return filterFactory(name, (input) => new LengthFilter(input, min, max), { perTerm: true });
  }),
  limit: preconfigured((name, settings) => {
    const max = settings.integer('max_token_count', 1);
    const all = settings.boolean('consume_all_tokens', false);
    if (max < 1) throw new AnalysisError('maxTokenCount must be greater than zero');
    return filterFactory(name, (input) => new LimitFilter(input, max, all));
  }),
  unique: preconfigured((name, settings) => {
    const same = settings.boolean('only_on_same_position', false);
    return filterFactory(name, (input) => new UniqueFilter(input, same));
  }),
  remove_duplicates: preconfigured((name) =>
    filterFactory(name, (input) => new UniqueFilter(input, true)),
  ),
  fingerprint: preconfigured((name, settings) => {
    const separator = settings.string('separator', ' ');
    if (separator.length > 1) {
      throw new AnalysisError(
        'Setting [separator] must be a single, non-null character. [' +
          separator +
          '] was provided.',
      );
    }
    const max = settings.integer('max_output_size', 255);
    return filterFactory(name, (input) => new FingerprintFilter(input, separator, max), {
      inSynonymRules: 'refuse',
    });
  }),
};
