import { bindFilters } from '../../core/chain.ts';
import type { ComponentContext, ComponentType, TokenFilterFactory } from '../../core/components.ts';
import { AnalysisError } from '../../core/errors.ts';
import { filterFactory, needsSettings, preconfigured } from '../../core/make.ts';
import type { Settings } from '../../core/settings.ts';
import type { TokenStream } from '../../core/stream.ts';
import { WordSet, wordList } from '../../core/word-list.ts';
import { FlattenGraphFilter } from '../flatten-graph.ts';
import { MultiplexerFilter } from '../multiplexer.ts';
import {
  ALPHA,
  ALPHANUM,
  DELIMITER,
  type DelimiterOptions,
  DIGIT,
  LOWER,
  UPPER,
} from '../word-delimiter.ts';
import { WordDelimiterFilter } from '../word-delimiter-filter.ts';

type FilterType = ComponentType<TokenFilterFactory>;

const TYPE_NAMES: Readonly<Record<string, number>> = {
  LOWER,
  UPPER,
  ALPHA,
  DIGIT,
  ALPHANUM,
  SUBWORD_DELIM: DELIMITER,
};

/** `$ => DIGIT` lines as a table by character. */
function typeTable(rules: readonly string[]): Map<number, number> {
  const table = new Map<number, number>();
  for (const rule of rules) {
    const match = /(.*)\s*=>\s*(.*)\s*$/.exec(rule);
    if (match === null) throw new AnalysisError(`Invalid Mapping Rule : [${rule}]`);
    const from = (match[1] as string)
      .trim()
      .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/\\(.)/g, '$1');
    const kind = TYPE_NAMES[(match[2] as string).trim()];
    if (from.length !== 1)
      throw new AnalysisError(
        `Invalid Mapping Rule : [${rule}]. Only a single character is allowed.`,
      );
    if (kind === undefined)
      throw new AnalysisError(`Invalid Mapping Rule : [${rule}]. Illegal type.`);
    table.set(from.charCodeAt(0), kind);
  }
  return table;
}

function delimiterOptions(settings: Settings, context: ComponentContext): DelimiterOptions {
  const flag = (name: string, fallback: boolean) => settings.boolean(name, fallback);
  const protectedWords = wordList(settings, 'protected_words', context);
  return {
    generateWordParts: flag('generate_word_parts', true),
    generateNumberParts: flag('generate_number_parts', true),
    catenateWords: flag('catenate_words', false),
    catenateNumbers: flag('catenate_numbers', false),
    catenateAll: flag('catenate_all', false),
    splitOnCaseChange: flag('split_on_case_change', true),
    preserveOriginal: flag('preserve_original', false),
    splitOnNumerics: flag('split_on_numerics', true),
    stemEnglishPossessive: flag('stem_english_possessive', true),
    adjustOffsets: flag('adjust_offsets', true),
    ignoreKeywords: flag('ignore_keywords', false),
    types: typeTable(wordList(settings, 'type_table', context) ?? []),
    protectedWords: protectedWords === undefined ? null : new WordSet(protectedWords),
  };
}

function wordDelimiter(graph: boolean): FilterType {
  return preconfigured((name, settings, context) => {
    const options = delimiterOptions(settings, context);
    return filterFactory(name, (input) => new WordDelimiterFilter(input, options, graph), {
      inSynonymRules: 'refuse',
      ...(graph ? { attributes: ['keyword' as const] } : {}),
    });
  });
}

function scripted(type: string): FilterType {
  return needsSettings((name, settings) => {
    if (!settings.has('script')) {
      throw new AnalysisError(
        `Missing required setting [script] for filter [${name}] of type [${type}]`,
      );
    }
    throw new AnalysisError('script_lang not supported [painless]');
  });
}

const multiplexer: FilterType = needsSettings((name, settings) => {
  const branches = settings.list('filters', []);
  const preserveOriginal = settings.boolean('preserve_original', true);
  const refuse = () => {
    throw new AnalysisError(
      'TokenFilterFactory.create() called on a meta-filter',
      'unsupported_operation_exception',
    );
  };
  return filterFactory(name, refuse, {
    inSynonymRules: preserveOriginal ? 'leave-out' : 'refuse',
    synonymRefusal: `Token filter [${name}] cannot be used to parse synonyms unless [preserve_original] is [true]`,
    inChain: (chain) => {
      const chains: ((input: TokenStream) => TokenStream)[] = [];
      if (preserveOriginal) chains.push((input) => input);
      for (const branch of splitBranches(settings, branches)) {
        const factories = branch.map((part) => {
          const factory = chain.filter(part);
          if (factory === undefined) {
            throw new AnalysisError(
              `Multiplexing filter [${name}] refers to undefined tokenfilter [${part}]`,
            );
          }
          return factory;
        });
        const bound = bindFilters(chain.charFilters, chain.tokenizer, factories, chain);
        chains.push((input) =>
          bound.reduce<TokenStream>((stream, factory) => factory.create(stream), input),
        );
      }
      return filterFactory(name, (input) => new MultiplexerFilter(input, chains), {
        inSynonymRules: preserveOriginal ? 'leave-out' : 'refuse',
        synonymRefusal: `Token filter [${name}] cannot be used to parse synonyms unless [preserve_original] is [true]`,
      });
    },
  });
});

/** Each entry of `filters` is a chain of its own, with commas between its filters. */
function splitBranches(settings: Settings, branches: readonly string[]): string[][] {
  const raw = settings.raw('filters');
  const entries = typeof raw === 'string' ? [raw] : branches;
  return entries.map((entry) =>
    entry
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}

/** Filters that make or take graphs, and those that hold other filters. */
export const GRAPH_FILTERS: Readonly<Record<string, FilterType>> = {
  flatten_graph: preconfigured((name) =>
    filterFactory(name, (input) => new FlattenGraphFilter(input)),
  ),
  word_delimiter: wordDelimiter(false),
  word_delimiter_graph: wordDelimiter(true),
  multiplexer,
  condition: scripted('condition'),
  predicate_token_filter: scripted('predicate_token_filter'),
};
