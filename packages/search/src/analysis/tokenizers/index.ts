import type { ComponentType, TokenizerFactory } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import { needsSettings, preconfigured, tokenizerFactory } from '../core/make.ts';
import type { Settings } from '../core/settings.ts';
import { javaPattern } from '../text/java-pattern.ts';
import { LuceneRegExp } from '../text/lucene-regexp.ts';
import { separators, tokenChars } from './char-class.ts';
import { ClassicTokenizer } from './classic.ts';
import { NGramTokenizer } from './ngram.ts';
import { checkNgramSizes, edgeNgramSizes } from './ngram-sizes.ts';
import { PathHierarchyTokenizer } from './path-hierarchy.ts';
import { PatternTokenizer } from './pattern.ts';
import { isLetter, isWhitespace, KeywordTokenizer, RunTokenizer } from './simple.ts';
import { SimplePatternTokenizer } from './simple-pattern.ts';
import { StandardTokenizer } from './standard.ts';
import { ThaiTokenizer } from './thai.ts';
import { UrlEmailTokenizer } from './url-email.ts';

/** Lucene's bounds of a token's length. */
const MAX_TOKEN_LENGTH = 255;
const TOKEN_LENGTH_LIMIT = 1024 * 1024;

function maxTokenLength(settings: Settings): number {
  const length = settings.integer('max_token_length', MAX_TOKEN_LENGTH);
  if (length < 1) throw new AnalysisError('maxTokenLength must be greater than zero');
  if (length > TOKEN_LENGTH_LIMIT) {
    throw new AnalysisError(`maxTokenLength may not exceed ${TOKEN_LENGTH_LIMIT}`);
  }
  return length;
}

function charTokenLength(settings: Settings): number {
  const length = settings.integer('max_token_length', MAX_TOKEN_LENGTH);
  if (length <= 0 || length > TOKEN_LENGTH_LIMIT) {
    throw new AnalysisError(
      `maxTokenLen must be greater than 0 and less than ${TOKEN_LENGTH_LIMIT} passed: ${length}`,
    );
  }
  return length;
}

function oneChar(settings: Settings, key: string, fallback: string): string {
  const value = settings.string(key);
  if (value === undefined) return fallback;
  if (value.length !== 1) throw new AnalysisError(`${key} must be a one char value`);
  return value;
}

const ngram = preconfigured<TokenizerFactory>((name, settings, context) => {
  const [min, max] = checkNgramSizes('NGram Tokenizer', settings, context);
  const keeps = tokenChars(settings.list('token_chars', []), settings.string('custom_token_chars'));
  return tokenizerFactory(name, () => new NGramTokenizer(min, max, false, keeps));
});

const edgeNgram = preconfigured<TokenizerFactory>((name, settings) => {
  const [min, max] = edgeNgramSizes(settings);
  const keeps = tokenChars(settings.list('token_chars', []), settings.string('custom_token_chars'));
  return tokenizerFactory(name, () => new NGramTokenizer(min, max, true, keeps));
});

const pathHierarchy = preconfigured<TokenizerFactory>((name, settings) => {
  const delimiter = oneChar(settings, 'delimiter', '/');
  const options = {
    delimiter,
    replacement: oneChar(settings, 'replacement', delimiter),
    skip: settings.integer('skip', 0),
    reverse: settings.boolean('reverse', false),
  };
  return tokenizerFactory(name, () => new PathHierarchyTokenizer(options));
});

/** Every built-in tokenizer type. */
export const TOKENIZERS: Readonly<Record<string, ComponentType<TokenizerFactory>>> = {
  standard: preconfigured((name, settings) => {
    const length = maxTokenLength(settings);
    return { name, standardWords: length, create: () => new StandardTokenizer(length) };
  }),
  uax_url_email: preconfigured((name, settings) => {
    const length = maxTokenLength(settings);
    return tokenizerFactory(name, () => new UrlEmailTokenizer(length));
  }),
  classic: preconfigured((name, settings) => {
    const length = maxTokenLength(settings);
    return tokenizerFactory(name, () => new ClassicTokenizer(length));
  }),
  letter: preconfigured((name, settings) => {
    const length = charTokenLength(settings);
    return tokenizerFactory(name, () => new RunTokenizer(isLetter, length));
  }),
  lowercase: preconfigured((name, settings) => {
    const length = charTokenLength(settings);
    return tokenizerFactory(name, () => new RunTokenizer(isLetter, length, true));
  }),
  whitespace: preconfigured((name, settings) => {
    const length = charTokenLength(settings);
    return tokenizerFactory(name, () => new RunTokenizer((code) => !isWhitespace(code), length));
  }),
  keyword: preconfigured((name) => tokenizerFactory(name, () => new KeywordTokenizer())),
  thai: preconfigured((name) => tokenizerFactory(name, () => new ThaiTokenizer())),
  ngram,
  nGram: ngram,
  edge_ngram: edgeNgram,
  edgeNGram: edgeNgram,
  path_hierarchy: pathHierarchy,
  PathHierarchy: pathHierarchy,
  pattern: preconfigured((name, settings) => {
    const pattern = javaPattern(settings.string('pattern', '\\W+'), settings.string('flags'));
    const group = settings.integer('group', -1);
    const groups = new RegExp(`${pattern.source}|`, pattern.flags).exec('')?.length ?? 1;
    if (group >= groups) {
      throw new AnalysisError(
        `invalid group specified: pattern only has: ${groups - 1} capturing groups`,
      );
    }
    return tokenizerFactory(name, () => new PatternTokenizer(pattern, group));
  }),
  simple_pattern: needsSettings((name, settings) => {
    const pattern = new LuceneRegExp(settings.string('pattern', ''));
    return tokenizerFactory(name, () => new SimplePatternTokenizer(pattern, false));
  }),
  simple_pattern_split: needsSettings((name, settings) => {
    const pattern = new LuceneRegExp(settings.string('pattern', ''));
    return tokenizerFactory(name, () => new SimplePatternTokenizer(pattern, true));
  }),
  char_group: needsSettings((name, settings) => {
    const splits = separators(settings.list('tokenize_on_chars', []));
    const length = charTokenLength(settings);
    return tokenizerFactory(name, () => new RunTokenizer((code) => !splits(code), length));
  }),
};
