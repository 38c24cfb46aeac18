/** Words of a field's dictionary that a word may have been meant to be. */
import { illegalArgument } from '../../../errors/search-error.ts';
import type { Json } from '../../../json/values.ts';
import { nearTerms } from '../../../query/near-terms.ts';
import { flag, integer, number, type OptionKind, oneOf, text } from '../../aggregations/options.ts';
import type { ShardContext } from '../../context.ts';
import { type SearchField, utf8 } from '../../fields/field-kind.ts';
import { columnTerms } from '../../patterns/fuzzy.ts';
import { byText } from '../suggester.ts';
import { DISTANCES, type DistanceName } from './distances.ts';

export type SuggestMode = 'missing' | 'popular' | 'always';

export interface SpellOptions {
  readonly mode: SuggestMode;
  readonly accuracy: number;
  readonly sort: 'score' | 'frequency';
  readonly distance: DistanceName;
  readonly maxEdits: number;
  readonly maxInspections: number;
  readonly maxTermFreq: number;
  readonly prefixLength: number;
  readonly minWordLength: number;
  readonly minDocFreq: number;
}

/** The options that the term suggester and the phrase suggester's generators share. */
export const SPELL_OPTIONS = {
  suggest_mode: oneOf<SuggestMode>(
    ['missing', 'popular', 'always'],
    (word) => `Illegal suggest mode ${word}`,
  ),
  accuracy: number,
  sort: oneOf(['score', 'frequency'], (word) => `Illegal suggest sort ${word}`),
  string_distance: oneOf(
    Object.keys(DISTANCES) as DistanceName[],
    (word) => `Illegal distance option ${word}`,
  ),
  max_edits: edits(),
  max_inspections: integer('max_inspections', 0),
  max_term_freq: number,
  prefix_length: integer('prefix_length', 0),
  min_word_length: integer('min_word_length', 1),
  min_doc_freq: number,
  size: integer('size', 1),
  shard_size: number,
  analyzer: text,
  field: text,
  lowercase_terms: flag,
};

function edits(): OptionKind<number> {
  return {
    accepts: number.accepts,
    read: (value: Json, place) => {
      const found = Math.trunc(number.read(value, place));
      if (found === 1 || found === 2) return found;
      throw illegalArgument(`Illegal max_edits value ${found}`);
    },
  };
}

export function spellOptions(
  given: {
    readonly [K in keyof typeof SPELL_OPTIONS]?: (typeof SPELL_OPTIONS)[K] extends OptionKind<
      infer T
    >
      ? T
      : never;
  },
): SpellOptions {
  return {
    mode: given.suggest_mode ?? 'missing',
    accuracy: given.accuracy ?? 0.5,
    sort: given.sort ?? 'score',
    distance: given.string_distance ?? 'internal',
    maxEdits: given.max_edits ?? 2,
    maxInspections: given.max_inspections ?? 5,
    maxTermFreq: given.max_term_freq ?? 0.01,
    prefixLength: given.prefix_length ?? 1,
    minWordLength: given.min_word_length ?? 4,
    minDocFreq: given.min_doc_freq ?? 0,
  };
}

export interface NearWord {
  readonly text: string;
  readonly score: number;
  readonly freq: number;
}

export function bySort(sort: SpellOptions['sort']): (a: NearWord, b: NearWord) => number {
  return (a, b) =>
    (sort === 'score'
      ? b.score - a.score || b.freq - a.freq
      : b.freq - a.freq || b.score - a.score) || byText(a.text, b.text);
}

/** A share of the documents when it is below one, otherwise their number. */
function documents(given: number, all: number): number {
  return given >= 1 ? given : Math.ceil(given * all);
}

const decoder = new TextDecoder();
/** Longer ones are no words: the matrix of edits grows with them. */
const LONGEST_WORD = 1000;

/** Up to `size` words near one, the best first; none when the word is good enough as it is. */
export function nearWords(
  { searcher }: ShardContext,
  field: SearchField,
  word: string,
  options: SpellOptions,
  size: number,
): NearWord[] {
  const own = searcher.df(field.path, utf8(word));
  const all = searcher.scoring(field.path).statistics.docCount;
  const chars = [...word];
  if (chars.length < options.minWordLength || chars.length > LONGEST_WORD) return [];
  if (options.mode === 'missing' && own > 0) return [];
  if (own > documents(options.maxTermFreq, all)) return [];
  const least = Math.max(
    options.mode === 'popular' ? own + 1 : 1,
    options.minDocFreq > 0 ? documents(options.minDocFreq, all) : 1,
  );
  const head = utf8(chars.slice(0, options.prefixLength).join(''));
  const found = new Map<string, { edits: number; freq: number }>();
  for (const { segment } of searcher.views) {
    const terms = segment.field(field.path) ?? columnTerms(segment.keyword(field.path));
    if (terms === undefined) continue;
    for (const near of nearTerms(terms, word, options.maxEdits, head, true)) {
      const text = decoder.decode(near.term);
      const freq = (found.get(text)?.freq ?? 0) + near.df;
      found.set(text, { edits: near.edits, freq });
    }
  }
  found.delete(word);
  const distance = DISTANCES[options.distance];
  const inspected = [...found]
    .filter(([, { freq }]) => freq >= least)
    .sort(([a, x], [b, y]) => x.edits - y.edits || y.freq - x.freq || byText(a, b))
    .slice(0, Math.max(size, size * options.maxInspections));
  return inspected
    .map(([text, { edits: away, freq }]) => ({ text, freq, score: distance(word, text, away) }))
    .filter(({ score }) => score >= options.accuracy)
    .sort(bySort(options.sort))
    .slice(0, size);
}
