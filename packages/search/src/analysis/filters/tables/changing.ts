import { javaReplacement } from '../../char-filters/pattern-replace.ts';
import type { ComponentType, TokenFilterFactory } from '../../core/components.ts';
import { AnalysisError } from '../../core/errors.ts';
import { filterFactory, needsSettings, preconfigured } from '../../core/make.ts';
import { TermFilter } from '../../core/stream.ts';
import { WordSet, wordList } from '../../core/word-list.ts';
import { javaPattern } from '../../text/java-pattern.ts';
import { lowercaseCodePoints, uppercaseCodePoints } from '../../tokenizers/simple.ts';
import { asciiFold } from '../ascii-folding.ts';
import {
  DelimitedPayloadFilter,
  payloadEncoder,
  TypeAsPayloadFilter,
} from '../delimited-payload.ts';
import { elide, FRENCH_ARTICLES } from '../elision.ts';
import { bengaliNormalize, hindiNormalize, indicNormalize } from '../indic.ts';
import {
  arabicNormalize,
  germanNormalize,
  persianNormalize,
  scandinavianFold,
  scandinavianNormalize,
  serbianNormalize,
  soraniNormalize,
} from '../normalization.ts';
import { ClassicFilter, ExtraTermsFilter, TruncateFilter } from '../simple.ts';
import {
  apostrophe,
  cjkWidth,
  decimalDigit,
  greekLowercase,
  irishLowercase,
  reverse,
  trim,
  turkishLowercase,
} from '../terms.ts';

type FilterType = ComponentType<TokenFilterFactory>;

/** A filter that is one function of the term. */
function termType(change: (term: string) => string, normalizes = false): FilterType {
  return preconfigured((name) =>
    filterFactory(name, (input) => new TermFilter(input, change), { normalizes, perTerm: true }),
  );
}

const LOWERCASE_BY_LANGUAGE: Readonly<Record<string, (term: string) => string>> = {
  greek: greekLowercase,
  irish: irishLowercase,
  turkish: turkishLowercase,
};

const asciiFolding = preconfigured<TokenFilterFactory>((name, settings) => {
  const plain = filterFactory(name, (input) => new TermFilter(input, asciiFold), {
    normalizes: true,
    perTerm: true,
  });
  if (!settings.boolean('preserve_original', false)) return plain;
  return filterFactory(
    name,
    (input) =>
      new ExtraTermsFilter(input, ({ term }) => {
        const first = asciiFold(term);
        return { first, others: first === term ? [] : [term] };
      }),
    { normalizes: true, inSynonymRules: plain },
  );
});

/** Filters that change terms and keep the stream's shape. */
export const CHANGING_FILTERS: Readonly<Record<string, FilterType>> = {
  lowercase: preconfigured((name, settings) => {
    const language = settings.string('language');
    const change =
      language === undefined ? lowercaseCodePoints : LOWERCASE_BY_LANGUAGE[language.toLowerCase()];
    if (change === undefined) {
      throw new AnalysisError(`language [${language}] not support for lower case`);
    }
    return filterFactory(name, (input) => new TermFilter(input, change), {
      normalizes: true,
      perTerm: true,
      ...(language === undefined ? { onBytes: 'lowercase' as const } : {}),
    });
  }),
  uppercase: termType(uppercaseCodePoints, true),
  trim: termType(trim, true),
  reverse: termType(reverse),
  apostrophe: termType(apostrophe),
  decimal_digit: termType(decimalDigit, true),
  cjk_width: termType(cjkWidth, true),
  arabic_normalization: termType(arabicNormalize, true),
  bengali_normalization: termType(bengaliNormalize, true),
  german_normalization: termType(germanNormalize, true),
  hindi_normalization: termType(hindiNormalize, true),
  indic_normalization: termType(indicNormalize, true),
  persian_normalization: termType(persianNormalize, true),
  scandinavian_normalization: termType(scandinavianNormalize, true),
  scandinavian_folding: termType(scandinavianFold, true),
  serbian_normalization: termType(serbianNormalize, true),
  sorani_normalization: termType(soraniNormalize, true),
  asciifolding: asciiFolding,
  classic: preconfigured((name) => filterFactory(name, (input) => new ClassicFilter(input))),
  truncate: preconfigured((name, settings) => {
    const length = settings.integer('length', 10);
    if (length <= 0) throw new AnalysisError('length parameter must be provided');
    return filterFactory(name, (input) => new TruncateFilter(input, length), { perTerm: true });
  }),
  elision: preconfigured((name, settings, context) => {
    const articles = wordList(settings, 'articles', context);
    // By its bare name it takes the French articles; a definition must bring its own.
    if (articles === undefined && name !== 'elision') {
      throw new AnalysisError('elision filter requires [articles] or [articles_path] setting');
    }
    const set = new WordSet(
      articles ?? FRENCH_ARTICLES,
      articles === undefined || settings.boolean('articles_case', false),
    );
    return filterFactory(name, (input) => new TermFilter(input, (term) => elide(term, set)), {
      normalizes: true,
      perTerm: true,
    });
  }),
  pattern_replace: needsSettings((name, settings) => {
    const source = settings.string('pattern');
    if (source === undefined) {
      throw new AnalysisError(
        `pattern is missing for [${name}] token filter of type 'pattern_replace'`,
      );
    }
    const compiled = javaPattern(source, settings.string('flags'));
    const all = settings.boolean('all', true);
    const pattern = new RegExp(compiled.source, all ? `${compiled.flags}g` : compiled.flags);
    const replacement = javaReplacement(settings.string('replacement', ''));
    const change = (term: string): string =>
      term.replace(pattern, (...args) => {
        const named = typeof args.at(-1) === 'object' ? args.pop() : undefined;
        const match = args.slice(0, -2) as unknown as RegExpMatchArray;
        match.groups = named;
        return replacement(match);
      });
    return filterFactory(name, (input) => new TermFilter(input, change), {
      normalizes: true,
      perTerm: true,
    });
  }),
  type_as_payload: preconfigured((name) =>
    filterFactory(name, (input) => new TypeAsPayloadFilter(input), { attributes: ['payload'] }),
  ),
  delimited_payload: preconfigured((name, settings) => {
    const delimiter = settings.string('delimiter', '|');
    if (delimiter.length !== 1) throw new AnalysisError('delimiter must be a one char value');
    const encode = payloadEncoder(settings.string('encoding', 'float'));
    return filterFactory(name, (input) => new DelimitedPayloadFilter(input, delimiter, encode), {
      attributes: ['payload'],
    });
  }),
};
