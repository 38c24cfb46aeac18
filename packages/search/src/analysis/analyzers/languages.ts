import { MappingCharFilter } from '../char-filters/mapping.ts';
import { Analyzer } from '../core/analyzer.ts';
import type {
  CharFilterFactory,
  ComponentContext,
  ComponentType,
  TokenFilterFactory,
  TokenizerFactory,
} from '../core/components.ts';
import { filterFactory, preconfigured, tokenizerFactory } from '../core/make.ts';
import { type SettingMap, Settings } from '../core/settings.ts';
import { WordSet, wordList } from '../core/word-list.ts';
import {
  CATALAN_ARTICLES,
  FRENCH_ARTICLES,
  IRISH_ARTICLES,
  ITALIAN_ARTICLES,
} from '../filters/elision.ts';
import { TOKEN_FILTERS } from '../filters/index.ts';
import { KeywordMarkerFilter } from '../filters/simple.ts';
import { isStopLanguage, stopWords } from '../stop-words/lists.ts';
import { resolveStopWords } from '../stop-words/stop-words.ts';
import { ThaiTokenizer } from '../tokenizers/thai.ts';
import { standardTokenizer, stopFilters } from './simple.ts';

/**
 * A stage of a language's chain: a filter by name or with settings, or one of the two that the analyzer's own settings
 * fill: the stop words and the words excluded from stemming.
 */
type Stage = string | (SettingMap & { readonly type: string });

interface Chain {
  readonly stages: readonly Stage[];
  readonly tokenizer?: () => TokenizerFactory;
  readonly charFilters?: readonly CharFilterFactory[];
}

const STOP = '(stop words)';
const EXCLUDE = '(stem exclusion)';

const elision = (articles: readonly string[]): Stage => ({
  type: 'elision',
  articles,
  articles_case: true,
});
const stemmer = (language: string): Stage => ({ type: 'stemmer', language });
/** The usual chain: small letters, stop words, exclusions, stemmer. */
const plain = (language: string): Chain => ({
  stages: ['lowercase', STOP, EXCLUDE, stemmer(language)],
});

const zeroWidthNonJoiner = new MappingCharFilter(new Map([['\u200c', ' ']]));

/** Each language's chain, in the order in which its filters stand. */
const CHAINS: Readonly<Record<string, Chain>> = {
  arabic: {
    stages: [
      'lowercase',
      'decimal_digit',
      STOP,
      'arabic_normalization',
      EXCLUDE,
      stemmer('arabic'),
    ],
  },
  armenian: plain('armenian'),
  basque: plain('basque'),
  bengali: {
    stages: [
      'lowercase',
      'decimal_digit',
      EXCLUDE,
      'indic_normalization',
      'bengali_normalization',
      STOP,
      stemmer('bengali'),
    ],
  },
  brazilian: plain('brazilian'),
  bulgarian: plain('bulgarian'),
  catalan: { stages: [elision(CATALAN_ARTICLES), 'lowercase', STOP, EXCLUDE, stemmer('catalan')] },
  // Kept by name only: the standard chain with English stop words.
  chinese: { stages: ['lowercase', { type: 'stop', stopwords: '_english_' }] },
  cjk: { stages: ['cjk_width', 'lowercase', 'cjk_bigram', STOP] },
  czech: plain('czech'),
  danish: plain('danish'),
  dutch: {
    stages: [
      'lowercase',
      STOP,
      EXCLUDE,
      {
        type: 'stemmer_override',
        rules: ['fiets=>fiets', 'bromfiets=>bromfiets', 'ei=>eier', 'kind=>kinder'],
      },
      stemmer('dutch'),
    ],
  },
  english: {
    stages: [stemmer('possessive_english'), 'lowercase', STOP, EXCLUDE, stemmer('porter')],
  },
  estonian: plain('estonian'),
  finnish: plain('finnish'),
  french: {
    stages: [elision(FRENCH_ARTICLES), 'lowercase', STOP, EXCLUDE, stemmer('light_french')],
  },
  galician: plain('galician'),
  german: {
    stages: ['lowercase', STOP, EXCLUDE, 'german_normalization', stemmer('light_german')],
  },
  greek: { stages: [{ type: 'lowercase', language: 'greek' }, STOP, EXCLUDE, stemmer('greek')] },
  hindi: {
    stages: [
      'lowercase',
      'decimal_digit',
      EXCLUDE,
      'indic_normalization',
      'hindi_normalization',
      STOP,
      stemmer('hindi'),
    ],
  },
  hungarian: plain('hungarian'),
  indonesian: plain('indonesian'),
  irish: {
    stages: [
      { type: 'stop', stopwords: ['h', 'n', 't'], ignore_case: true },
      elision(IRISH_ARTICLES),
      { type: 'lowercase', language: 'irish' },
      STOP,
      EXCLUDE,
      stemmer('irish'),
    ],
  },
  italian: {
    stages: [elision(ITALIAN_ARTICLES), 'lowercase', STOP, EXCLUDE, stemmer('light_italian')],
  },
  latvian: plain('latvian'),
  lithuanian: plain('lithuanian'),
  norwegian: plain('norwegian'),
  persian: {
    charFilters: [
      {
        name: 'zero_width_spaces',
        filter: (text, offsets) => zeroWidthNonJoiner.filter(text, offsets),
      },
    ],
    stages: ['lowercase', 'decimal_digit', 'arabic_normalization', 'persian_normalization', STOP],
  },
  portuguese: plain('light_portuguese'),
  romanian: plain('romanian'),
  russian: plain('russian'),
  sorani: {
    stages: [
      'sorani_normalization',
      'lowercase',
      'decimal_digit',
      STOP,
      EXCLUDE,
      stemmer('sorani'),
    ],
  },
  spanish: plain('light_spanish'),
  swedish: plain('swedish'),
  thai: {
    tokenizer: () => tokenizerFactory('thai', () => new ThaiTokenizer()),
    stages: ['lowercase', 'decimal_digit', STOP],
  },
  turkish: {
    stages: [
      'apostrophe',
      { type: 'lowercase', language: 'turkish' },
      STOP,
      EXCLUDE,
      stemmer('turkish'),
    ],
  },
};

function stage(entry: Stage, context: ComponentContext): TokenFilterFactory {
  const settings = typeof entry === 'string' ? { type: entry } : entry;
  const type = TOKEN_FILTERS[settings.type];
  if (type === undefined) throw new Error(`no filter ${settings.type}`);
  return type.make(settings.type, new Settings(settings), context);
}

function language(name: string, chain: Chain): ComponentType<Analyzer> {
  return preconfigured((analyzerName, settings, context) => {
    const filters: TokenFilterFactory[] = [];
    for (const entry of chain.stages) {
      if (entry === STOP) {
        const words = wordList(settings, 'stopwords', context);
        const fallback = isStopLanguage(name) ? stopWords(name) : [];
        filters.push(
          ...stopFilters(new WordSet(words === undefined ? fallback : resolveStopWords(words))),
        );
      } else if (entry === EXCLUDE) {
        const excluded = wordList(settings, 'stem_exclusion', context);
        if (excluded === undefined || excluded.includes('_none_')) continue;
        const set = new WordSet(excluded);
        filters.push(
          filterFactory(
            'keyword_marker',
            (input) => new KeywordMarkerFilter(input, (term) => set.has(term)),
            { attributes: ['keyword'], perTerm: true },
          ),
        );
      } else filters.push(stage(entry, context));
    }
    return new Analyzer({
      name: analyzerName,
      charFilters: chain.charFilters ?? [],
      tokenizer: chain.tokenizer?.() ?? standardTokenizer(),
      filters,
    });
  });
}

/** The language analyzers. */
export const LANGUAGE_ANALYZERS: Readonly<Record<string, ComponentType<Analyzer>>> =
  Object.fromEntries(Object.entries(CHAINS).map(([name, chain]) => [name, language(name, chain)]));
