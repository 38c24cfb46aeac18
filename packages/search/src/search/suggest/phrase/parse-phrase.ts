/** The phrase suggester: whole phrases that a text was meant to be. */
import type { QueryToken } from '../../../analysis/core/query-tokens.ts';
import { illegalArgument } from '../../../errors/search-error.ts';
import { Float32, type JsonObject, type Writable } from '../../../json/values.ts';
import { javaText } from '../../../mapping/parameter.ts';
import {
  flag,
  integer,
  list,
  number,
  object,
  readOptions,
  text,
} from '../../aggregations/options.ts';
import type { ShardContext } from '../../context.ts';
import type { SearchField } from '../../fields/field-kind.ts';
import { queryTokens, searchAnalyzer } from '../../text/analyze.ts';
import {
  byText,
  groupEntries,
  type Suggester,
  type SuggestionInput,
  suggestField,
} from '../suggester.ts';
import { checkNames } from '../term/term-suggester.ts';
import { type Candidate, corrections, original, type Phrase } from './corrections.ts';
import { generate, parseGenerators } from './generators.ts';
import { fieldCounts, parseSmoothing } from './language-model.ts';

const OPTIONS = {
  field: text,
  analyzer: text,
  gram_size: integer('gram_size', 1),
  real_word_error_likelihood: number,
  confidence: number,
  max_errors: number,
  separator: text,
  size: integer('size', 1),
  shard_size: integer('shard_size', 1),
  force_unigrams: flag,
  token_limit: integer('token_limit', 1),
  highlight: object,
  collate: object,
  smoothing: object,
  direct_generator: list,
};

interface Option {
  readonly text: string;
  readonly highlighted: string | undefined;
  readonly score: number;
}

interface Entry {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  readonly options: readonly Option[];
}

const DEFAULT_SIZE = 5;
const MOST = 1_000;
const DEFAULT_TOKENS = 10;

export function parsePhrase(input: SuggestionInput): Suggester {
  const { name, scope, body } = input;
  checkNames(input, 'phrase', OPTIONS);
  const given = readOptions(body, OPTIONS, { name, type: 'phrase', scope });
  const { field } = given;
  if (field === undefined) throw illegalArgument('the required field option is missing');
  // A collation is a template that a script engine fills in.
  if (given.collate !== undefined) throw illegalArgument('script_lang not supported [mustache]');
  const likelihood = given.real_word_error_likelihood ?? 0.95;
  const maxErrors = positive('max_error', given.max_errors ?? 1);
  if (likelihood <= 0) throw illegalArgument('real_word_error_likelihood must be > 0.0');
  const confidence = given.confidence ?? 1;
  if (confidence < 0) throw illegalArgument('confidence must be >= 0.0');
  const smoothing = parseSmoothing(given.smoothing);
  const generators = parseGenerators(given.direct_generator, field, input);
  const separator = given.separator ?? ' ';
  const tags = parseTags(given.highlight);
  const size = Math.min(given.size ?? DEFAULT_SIZE, MOST);
  const phrase = input.text ?? input.prefix ?? input.regex ?? '';
  const wanted = Math.max(size, Math.min(given.shard_size ?? size, MOST));
  const place = { text: phrase, offset: 0, length: phrase.length };

  function* options(shard: ShardContext): Generator<void, Option[]> {
    const found = suggestField(shard, field as string);
    const { tokens } = queryTokens(searchAnalyzer(found, given.analyzer), phrase);
    const words = wordsOf(found, tokens, given.force_unigrams ?? true);
    if (words.length === 0 || words.length > (given.token_limit ?? DEFAULT_TOKENS)) return [];
    const places: Candidate[][] = [];
    for (const word of words) {
      const near = generators.flatMap((generator) => generate(shard, generator, word));
      const changed = near.map(
        ({ text: other, score }): Candidate => ({ word: other, channel: score, isChanged: true }),
      );
      places.push([{ word, channel: likelihood, isChanged: false }, ...distinct(changed, word)]);
      yield;
    }
    const channel = {
      counts: fieldCounts(shard.searcher, found.path),
      smoothing,
      gramSize: given.gram_size ?? gramSize(found, phrase),
      maxErrors: maxErrors >= 1 ? Math.trunc(maxErrors) : Math.floor(maxErrors * words.length),
    };
    const least = confidence === 0 ? -1 : original(places, channel).score * confidence;
    const phrases = yield* corrections(places, channel);
    return phrases
      .filter(({ score }) => score > least)
      .slice(0, wanted)
      .map((one) => shown(one, separator, tags));
  }

  return {
    *collect(shard) {
      const entry: Entry = { ...place, options: yield* options(shard) };
      return [entry];
    },
    reduce(shards) {
      return groupEntries(shards as Entry[][]).map((group): Writable => {
        const { text: whole, offset, length } = group[0] as Entry;
        const best = new Map<string, Option>();
        for (const option of group.flatMap((entry) => entry.options)) {
          if ((best.get(option.text)?.score ?? -1) < option.score) best.set(option.text, option);
        }
        const sorted = [...best.values()]
          .sort((a, b) => b.score - a.score || byText(a.text, b.text))
          .slice(0, size)
          .map((option) => ({ ...option, score: new Float32(option.score) }));
        return { text: whole, offset, length, options: sorted };
      });
    },
  };
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw illegalArgument(`${name} must be > 0.0`);
}

function parseTags(body: JsonObject | undefined): readonly [string, string] | undefined {
  if (body === undefined) return undefined;
  const [before, after] = [body.get('pre_tag'), body.get('post_tag')];
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined || after === undefined) {
    throw illegalArgument('Pre and post tag must both be null or both not be null.');
  }
  return [javaText(before), javaText(after)];
}

const isShingle = ({ type }: QueryToken) => type === 'shingle';

/** The single words of a text; throws when its analyzer makes none. */
function wordsOf(field: SearchField, tokens: readonly QueryToken[], needsWords: boolean): string[] {
  const words = tokens.filter((token) => !isShingle(token));
  if (words.length > 0) return words.map(({ term }) => term);
  if (needsWords && tokens.length > 0) {
    throw illegalArgument(
      `The phrase suggester can't be used on field [${field.name}] since it doesn't emit unigrams`,
    );
  }
  return tokens.map(({ term }) => term);
}

/** How many words the field's terms have at most, as far as the text shows. */
function gramSize(field: SearchField, phrase: string): number {
  const analyzer = field.analyzers?.index;
  if (analyzer === undefined) return 1;
  const { tokens } = queryTokens(analyzer, phrase);
  return Math.max(1, ...tokens.filter(isShingle).map(({ length }) => length));
}

/** Each word once, as the generator that likes it best has it. */
function distinct(candidates: readonly Candidate[], own: string): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    if (candidate.word === own) continue;
    const known = best.get(candidate.word);
    if (known === undefined || known.channel < candidate.channel) {
      best.set(candidate.word, candidate);
    }
  }
  return [...best.values()];
}

/** Words that were changed stand between tags; a row of them between one pair. */
function shown(
  { words, score }: Phrase,
  separator: string,
  tags: readonly [string, string] | undefined,
): Option {
  const whole = words.map(({ word }) => word).join(separator);
  if (tags === undefined) return { text: whole, highlighted: undefined, score };
  const marked = words.map(({ word, isChanged }, i) => {
    const before = isChanged && words[i - 1]?.isChanged !== true ? tags[0] : '';
    const after = isChanged && words[i + 1]?.isChanged !== true ? tags[1] : '';
    return before + word + after;
  });
  return { text: whole, highlighted: marked.join(separator), score };
}
