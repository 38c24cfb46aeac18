import type { ComponentType, TokenFilterFactory } from '../../core/components.ts';
import { AnalysisError } from '../../core/errors.ts';
import { filterFactory, needsSettings, preconfigured } from '../../core/make.ts';
import { TermFilter } from '../../core/stream.ts';
import { WordSet, wordList } from '../../core/word-list.ts';
import { SNOWBALL_LANGUAGES, type Stem, stemmerFor } from '../../stemmers/index.ts';
import { snowballStemmer } from '../../stemmers/snowball.ts';
import { javaPattern } from '../../text/java-pattern.ts';
import { KeywordMarkerFilter, KeywordRepeatFilter, StemmerOverrideFilter } from '../simple.ts';

type FilterType = ComponentType<TokenFilterFactory>;

/** These read or set the mark that spares a token from stemming. */
const MARKS = { attributes: ['keyword'], perTerm: true } as const;

export function stemFilter(name: string, stem: Stem): TokenFilterFactory {
  return filterFactory(name, (input) => new TermFilter(input, stem, true), MARKS);
}

/** A filter that is one stemmer under a name of its own. */
function fixedStemmer(language: string): FilterType {
  return preconfigured((name) => {
    const stem = stemmerFor(language);
    if (stem === undefined) throw new AnalysisError(`Unknown stemmer [${language}]`);
    return stemFilter(name, stem);
  });
}

/** Old names of some filters; they are the language's `stemmer`. */
const FIXED: Readonly<Record<string, string>> = {
  porter_stem: 'porter',
  kstem: 'light_english',
  arabic_stem: 'arabic',
  brazilian_stem: 'brazilian',
  czech_stem: 'czech',
  dutch_stem: 'dutch',
  french_stem: 'french',
  german_stem: 'german_old',
  russian_stem: 'russian',
};

export const STEMMING_FILTERS: Readonly<Record<string, FilterType>> = {
  ...Object.fromEntries(
    Object.entries(FIXED).map(([name, language]) => [name, fixedStemmer(language)]),
  ),
  stemmer: preconfigured((name, settings) => {
    const language = (
      settings.string('language') ?? settings.string('name', 'porter')
    ).toLowerCase();
    const stem = stemmerFor(language);
    if (stem === undefined) throw new AnalysisError(`Unknown stemmer [${language}]`);
    return stemFilter(name, stem);
  }),
  snowball: preconfigured((name, settings) => {
    const language = settings.string('language') ?? settings.string('name', 'English');
    const key = language.charAt(0).toUpperCase() + language.slice(1);
    const algorithm = SNOWBALL_LANGUAGES[key];
    if (algorithm === undefined) {
      throw new AnalysisError(`Invalid stemmer class specified: ${key}`);
    }
    return stemFilter(name, snowballStemmer(algorithm));
  }),
  keyword_repeat: preconfigured((name) =>
    filterFactory(name, (input) => new KeywordRepeatFilter(input), { attributes: ['keyword'] }),
  ),
  keyword_marker: needsSettings((name, settings, context) => {
    const ignoreCase = settings.boolean('ignore_case', false);
    const extra = { ...MARKS, isUpdateable: settings.boolean('updateable', false) };
    const source = settings.string('keywords_pattern');
    const words = wordList(settings, 'keywords', context);
    if (source !== undefined) {
      if (words !== undefined) {
        throw new AnalysisError(
          'cannot specify both `keywords_pattern` and `keywords` or `keywords_path`',
        );
      }
      const compiled = javaPattern(source);
      const pattern = new RegExp(`^(?:${compiled.source})$`, compiled.flags);
      return filterFactory(
        name,
        (input) => new KeywordMarkerFilter(input, (term) => pattern.test(term)),
        extra,
      );
    }
    if (words === undefined) {
      throw new AnalysisError(
        'keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured',
      );
    }
    const set = new WordSet(words, ignoreCase);
    return filterFactory(
      name,
      (input) => new KeywordMarkerFilter(input, (term) => set.has(term)),
      extra,
    );
  }),
  stemmer_override: needsSettings((name, settings, context) => {
    const rules = settings.has('rules_path')
      ? wordList(settings, 'rules', context, false)
      : typeof settings.raw('rules') === 'string'
        ? [settings.string('rules') as string]
        : settings.list('rules');
    if (rules === undefined) {
      throw new AnalysisError(
        'stemmer override filter requires either `rules` or `rules_path` to be configured',
      );
    }
    const stems = overrideRules(rules);
    return filterFactory(name, (input) => new StemmerOverrideFilter(input, stems), MARKS);
  }),
  hunspell: needsSettings((_name, settings) => {
    const locale =
      settings.string('locale') ?? settings.string('language') ?? settings.string('lang');
    if (locale === undefined) {
      throw new AnalysisError(
        'missing [locale | language | lang] configuration for hunspell token filter',
      );
    }
    throw new AnalysisError(`Unknown hunspell dictionary for locale [${locale}]`);
  }),
};

/** `words, with commas => stem`. */
function overrideRules(rules: readonly string[]): Map<string, string> {
  const stems = new Map<string, string>();
  for (const rule of rules) {
    if (rule === '' || rule.startsWith('#')) continue;
    const sides = rule.split('=>');
    if (sides.length !== 2) throw new AnalysisError(`Invalid Keyword override Rule:${rule}`);
    const outputs = (sides[1] as string)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (outputs.length !== 1) throw new AnalysisError(`Invalid Keyword override Rule:${rule}`);
    const inputs = (sides[0] as string).split(',').map((part) => part.trim());
    for (const input of inputs) {
      if (input === '') throw new AnalysisError(`Invalid Keyword override Rule:${rule}`);
      stems.set(input, outputs[0] as string);
    }
  }
  return stems;
}
