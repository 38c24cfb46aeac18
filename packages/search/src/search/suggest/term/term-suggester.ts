/** The term suggester: for every word of a text, words of the index it may have been meant to be. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { Float32, type Writable } from '../../../json/values.ts';
import { readOptions } from '../../aggregations/options.ts';
import type { ShardContext } from '../../context.ts';
import { queryTokens, searchAnalyzer } from '../../text/analyze.ts';
import {
  type EntryPlace,
  groupEntries,
  type Suggester,
  type SuggestionInput,
  suggestField,
} from '../suggester.ts';
import { bySort, type NearWord, nearWords, SPELL_OPTIONS, spellOptions } from './near-words.ts';

interface Entry extends EntryPlace {
  readonly words: readonly NearWord[];
}

const DEFAULT_SIZE = 5;
/** More than any answer may have. */
const MOST = 10_000;

/** Names that are no option get the complaint the reference has for its older suggesters. */
export function checkNames(
  { body, scope }: SuggestionInput,
  type: string,
  known: Readonly<Record<string, unknown>>,
): void {
  for (const name of body.keys()) {
    if (Object.hasOwn(known, name)) continue;
    throw scope.error(`suggester[${type}] doesn't support field [${name}]`, body, name);
  }
}

export function parseTerm(input: SuggestionInput): Suggester {
  const { name, scope, body } = input;
  checkNames(input, 'term', SPELL_OPTIONS);
  const given = readOptions(body, SPELL_OPTIONS, { name, type: 'term', scope });
  const { field } = given;
  if (field === undefined) throw illegalArgument('the required field option is missing');
  const options = spellOptions(given);
  const size = Math.min(given.size ?? DEFAULT_SIZE, MOST);
  const shardSize = Math.min(Math.max(size, given.shard_size ?? size), MOST);
  const text = input.text ?? input.prefix ?? input.regex ?? '';
  return {
    *collect(shard: ShardContext) {
      const found = suggestField(shard, field);
      const { tokens } = queryTokens(searchAnalyzer(found, given.analyzer), text);
      const entries: Entry[] = [];
      for (const { term, start, end } of tokens) {
        const words = nearWords(shard, found, term, options, shardSize);
        entries.push({ text: term, offset: start, length: end - start, words });
        yield;
      }
      return entries;
    },
    reduce(shards) {
      return groupEntries(shards as Entry[][]).map((group): Writable => {
        const { text: word, offset, length } = group[0] as Entry;
        const best = united(group).sort(bySort(options.sort)).slice(0, size);
        return {
          text: word,
          offset,
          length,
          options: best.map(({ text: near, score, freq }) => ({
            text: near,
            score: new Float32(score),
            freq,
          })),
        };
      });
    },
  };
}

/** Words of all shards, each once, with the documents of all. */
function united(group: readonly Entry[]): NearWord[] {
  const words = new Map<string, NearWord>();
  for (const { words: list } of group) {
    for (const word of list) {
      const freq = (words.get(word.text)?.freq ?? 0) + word.freq;
      words.set(word.text, { ...word, freq });
    }
  }
  return [...words.values()];
}
