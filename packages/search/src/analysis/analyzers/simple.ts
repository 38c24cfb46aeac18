import { Analyzer } from '../core/analyzer.ts';
import type { ComponentType, TokenFilterFactory, TokenizerFactory } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import { filterFactory, preconfigured, tokenizerFactory } from '../core/make.ts';
import { TermFilter } from '../core/stream.ts';
import type { WordSet } from '../core/word-list.ts';
import { asciiFold } from '../filters/ascii-folding.ts';
import { FingerprintFilter } from '../filters/fingerprint.ts';
import { StopFilter } from '../filters/simple.ts';
import { SNOWBALL_LANGUAGES } from '../stemmers/index.ts';
import { snowballStemmer } from '../stemmers/snowball.ts';
import { isStopLanguage, stopWords } from '../stop-words/lists.ts';
import { stopWordSet } from '../stop-words/stop-words.ts';
import { javaPattern } from '../text/java-pattern.ts';
import { PatternTokenizer } from '../tokenizers/pattern.ts';
import {
  isLetter,
  isWhitespace,
  KeywordTokenizer,
  lowercaseCodePoints,
  RunTokenizer,
} from '../tokenizers/simple.ts';
import { StandardTokenizer } from '../tokenizers/standard.ts';

export const LOWERCASE: TokenFilterFactory = filterFactory(
  'lowercase',
  (input) => new TermFilter(input, lowercaseCodePoints),
  { normalizes: true, onBytes: 'lowercase', perTerm: true },
);

/** A stop filter; none when the list is empty. */
export function stopFilters(words: WordSet): TokenFilterFactory[] {
  return words.size === 0
    ? []
    : [
        filterFactory('stop', (input) => new StopFilter(input, words), {
          onBytes: { stop: words },
          perTerm: true,
        }),
      ];
}

export function standardTokenizer(maxTokenLength = 255): TokenizerFactory {
  return {
    name: 'standard',
    standardWords: maxTokenLength,
    create: () => new StandardTokenizer(maxTokenLength),
  };
}

const lowercaseLetters = (): TokenizerFactory => ({
  name: 'lowercase',
  lowercases: true,
  create: () => new RunTokenizer(isLetter, 255, true),
});

/** The analyzers that belong to no language. */
export const SIMPLE_ANALYZERS: Readonly<Record<string, ComponentType<Analyzer>>> = {
  standard: preconfigured((name, settings, context) => {
    const words = stopWordSet(settings, context, []);
    const length = settings.integer('max_token_length', 255);
    return new Analyzer({
      name,
      tokenizer: standardTokenizer(length),
      filters: [LOWERCASE, ...stopFilters(words)],
    });
  }),
  simple: preconfigured((name) => new Analyzer({ name, tokenizer: lowercaseLetters() })),
  whitespace: preconfigured(
    (name) =>
      new Analyzer({
        name,
        tokenizer: tokenizerFactory(
          'whitespace',
          () => new RunTokenizer((code) => !isWhitespace(code)),
        ),
      }),
  ),
  keyword: preconfigured(
    (name) =>
      new Analyzer({ name, tokenizer: tokenizerFactory('keyword', () => new KeywordTokenizer()) }),
  ),
  stop: preconfigured((name, settings, context) => {
    const words = stopWordSet(settings, context, stopWords('english'));
    return new Analyzer({ name, tokenizer: lowercaseLetters(), filters: stopFilters(words) });
  }),
  pattern: preconfigured((name, settings, context) => {
    const pattern = javaPattern(settings.string('pattern', '\\W+'), settings.string('flags'));
    const words = stopWordSet(settings, context, []);
    return new Analyzer({
      name,
      tokenizer: tokenizerFactory('pattern', () => new PatternTokenizer(pattern, -1)),
      filters: [...(settings.boolean('lowercase', true) ? [LOWERCASE] : []), ...stopFilters(words)],
    });
  }),
  fingerprint: preconfigured((name, settings, context) => {
    const separator = settings.string('separator', ' ');
    if (separator.length > 1) {
      throw new AnalysisError(
        `Setting [separator] must be a single, non-null character. [${separator}] was provided.`,
      );
    }
    const max = settings.integer('max_output_size', 255);
    const words = stopWordSet(settings, context, []);
    return new Analyzer({
      name,
      tokenizer: standardTokenizer(),
      filters: [
        LOWERCASE,
        filterFactory('asciifolding', (input) => new TermFilter(input, asciiFold)),
        ...stopFilters(words),
        filterFactory('fingerprint', (input) => new FingerprintFilter(input, separator, max)),
      ],
    });
  }),
  snowball: preconfigured((name, settings, context) => {
    const language = settings.string('language') ?? settings.string('name', 'English');
    const algorithm = SNOWBALL_LANGUAGES[language];
    if (algorithm === undefined)
      throw new AnalysisError(`Invalid stemmer class specified: ${language}`);
    const list = language.toLowerCase();
    const fallback =
      isStopLanguage(list) && ['dutch', 'english', 'french', 'german'].includes(list)
        ? stopWords(list)
        : [];
    const words = stopWordSet(settings, context, fallback);
    const stem = snowballStemmer(algorithm);
    return new Analyzer({
      name,
      tokenizer: standardTokenizer(),
      filters: [
        LOWERCASE,
        ...stopFilters(words),
        filterFactory('snowball', (input) => new TermFilter(input, stem, true), {
          attributes: ['keyword'],
          perTerm: true,
        }),
      ],
    });
  }),
};
