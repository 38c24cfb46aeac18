import type { ComponentContext, ComponentType, TokenFilterFactory } from '../../core/components.ts';
import { AnalysisError } from '../../core/errors.ts';
import { filterFactory, needsSettings, preconfigured } from '../../core/make.ts';
import { Settings } from '../../core/settings.ts';
import { WordSet, wordList } from '../../core/word-list.ts';
import { requiredWordSet } from '../../stop-words/stop-words.ts';
import { javaPattern } from '../../text/java-pattern.ts';
import { checkNgramSizes, edgeNgramSizes } from '../../tokenizers/ngram-sizes.ts';
import { CommonGramsFilter } from '../common-grams.ts';
import { type DecompoundOptions, subwords, subwordsAtBreaks } from '../decompound.ts';
import { NGramFilter } from '../grams.ts';
import { HyphenationPatterns } from '../hyphenation.ts';
import { MinHashFilter } from '../min-hash.ts';
import { patternCapture } from '../pattern-capture.ts';
import { ShingleFilter } from '../shingle.ts';
import { ExtraTermsFilter } from '../simple.ts';

type FilterType = ComponentType<TokenFilterFactory>;

/** All of them are held for every text. */
const MAX_HASHES = 2 ** 20;

const REFUSED = { inSynonymRules: 'refuse' } as const;

const ngram = preconfigured<TokenFilterFactory>((name, settings, context) => {
  const [min, max] = checkNgramSizes('NGram Tokenizer', settings, context);
  const preserveOriginal = settings.boolean('preserve_original', false);
  return filterFactory(
    name,
    (input) => new NGramFilter(input, { min, max, edge: false, back: false, preserveOriginal }),
    REFUSED,
  );
});

const edgeNgram = preconfigured<TokenFilterFactory>((name, settings) => {
  const side = settings.string('side', 'front');
  if (side !== 'front' && side !== 'back') throw new AnalysisError(`invalid side: ${side}`);
  const [min, max] = edgeNgramSizes(settings);
  const preserveOriginal = settings.boolean('preserve_original', false);
  return filterFactory(
    name,
    (input) =>
      new NGramFilter(input, { min, max, edge: true, back: side === 'back', preserveOriginal }),
    REFUSED,
  );
});

function checkShingleDiff(
  min: number,
  max: number,
  unigrams: boolean,
  context: ComponentContext,
): void {
  const allowed = new Settings({ diff: context.indexSetting('max_shingle_diff') }).integer(
    'diff',
    3,
  );
  const diff = max - min + (unigrams ? 1 : 0);
  if (diff > allowed) {
    throw new AnalysisError(
      `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [${allowed}] but was [${diff}]. This limit can be set by changing the [index.max_shingle_diff] index level setting.`,
    );
  }
}

function subwordSizes(settings: Settings) {
  return {
    minWordSize: settings.integer('min_word_size', 5),
    minSubwordSize: settings.integer('min_subword_size', 2),
    maxSubwordSize: settings.integer('max_subword_size', 15),
    onlyLongestMatch: settings.boolean('only_longest_match', false),
  };
}

function hyphenationPatterns(path: string, context: ComponentContext): HyphenationPatterns {
  let patterns: HyphenationPatterns | undefined;
  try {
    patterns = HyphenationPatterns.parse(context.files.text(path, 'hyphenation_patterns_path'));
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
  }
  if (patterns !== undefined) return patterns;
  throw new AnalysisError('Exception while reading hyphenation_patterns_path.');
}

/** Filters that make several tokens of one or of neighbours. */
export const SPLITTING_FILTERS: Readonly<Record<string, FilterType>> = {
  ngram,
  nGram: ngram,
  edge_ngram: edgeNgram,
  edgeNGram: edgeNgram,
  shingle: preconfigured((name, settings, context) => {
    const min = settings.integer('min_shingle_size', 2);
    const max = settings.integer('max_shingle_size', 2);
    const outputUnigrams = settings.boolean('output_unigrams', true);
    checkShingleDiff(min, max, outputUnigrams, context);
    if (max < 2) throw new AnalysisError('Max shingle size must be >= 2');
    if (min < 2) throw new AnalysisError('Min shingle size must be >= 2');
    if (min > max) throw new AnalysisError('Min shingle size must be <= max shingle size');
    const options = {
      min,
      max,
      outputUnigrams,
      outputUnigramsIfNoShingles: settings.boolean('output_unigrams_if_no_shingles', false),
      separator: settings.string('token_separator', ' '),
      filler: settings.string('filler_token', '_'),
    };
    return filterFactory(name, (input) => new ShingleFilter(input, options), REFUSED);
  }),
  common_grams: needsSettings((name, settings, context) => {
    const words = requiredWordSet(
      settings,
      context,
      'common_words',
      'missing or empty [common_words] or [common_words_path] configuration for common_grams token filter',
      settings.boolean('ignore_case', false),
    );
    const queryMode = settings.boolean('query_mode', false);
    return filterFactory(name, (input) => new CommonGramsFilter(input, words, queryMode), REFUSED);
  }),
  dictionary_decompounder: needsSettings((name, settings, context) => {
    const words = wordList(settings, 'word_list', context);
    if (words === undefined) {
      throw new AnalysisError(
        `word_list must be provided for [${name}], either as a path to a file, or directly`,
      );
    }
    const options: DecompoundOptions = {
      ...subwordSizes(settings),
      words: new WordSet(words),
    };
    return filterFactory(
      name,
      (input) =>
        new ExtraTermsFilter(input, ({ term }) => ({
          first: term,
          others: subwords(term, options),
        })),
      REFUSED,
    );
  }),
  hyphenation_decompounder: needsSettings((name, settings, context) => {
    const path = settings.string('hyphenation_patterns_path');
    if (path === undefined) {
      throw new AnalysisError('hyphenation_patterns_path is a required setting.');
    }
    const words = wordList(settings, 'word_list', context);
    const patterns = hyphenationPatterns(path, context);
    const options = {
      ...subwordSizes(settings),
      words: words === undefined ? undefined : new WordSet(words),
    };
    const parts = (term: string): string[] => {
      const breaks = term.length < options.minWordSize ? undefined : patterns.breaks(term);
      return breaks === undefined ? [] : subwordsAtBreaks(term, breaks, options);
    };
    return filterFactory(
      name,
      (input) => new ExtraTermsFilter(input, ({ term }) => ({ first: term, others: parts(term) })),
      REFUSED,
    );
  }),
  pattern_capture: needsSettings((name, settings) => {
    const sources = settings.list('patterns');
    if (sources === undefined)
      throw new AnalysisError(`required setting 'patterns' is missing for token filter [${name}]`);
    const patterns = sources.map((source) => javaPattern(source));
    const preserveOriginal = settings.boolean('preserve_original', true);
    return filterFactory(
      name,
      (input) =>
        new ExtraTermsFilter(input, ({ term }) => patternCapture(term, patterns, preserveOriginal)),
    );
  }),
  min_hash: preconfigured((name, settings) => {
    const options = {
      hashCount: settings.integer('hash_count', 1),
      bucketCount: settings.integer('bucket_count', 512),
      hashSetSize: settings.integer('hash_set_size', 1),
      withRotation: settings.boolean('with_rotation', settings.integer('bucket_count', 512) > 1),
    };
    for (const key of ['hashCount', 'bucketCount', 'hashSetSize'] as const) {
      if (options[key] < 1) throw new AnalysisError(`${key} must be greater than zero`);
    }
    if (options.hashCount * options.bucketCount * options.hashSetSize > MAX_HASHES) {
      throw new AnalysisError(`min_hash must not keep more than ${MAX_HASHES} hashes`);
    }
    return filterFactory(name, (input) => new MinHashFilter(input, options));
  }),
};
