/** How likely words follow each other in a field: `smoothing` says what is made of those never seen together. */
import { illegalArgument } from '../../../errors/search-error.ts';
import { isJsonObject, type JsonObject } from '../../../json/values.ts';
import type { Searcher } from '../../../query/searcher.ts';
import { numberValue } from '../../dsl/params.ts';
import { utf8 } from '../../fields/field-kind.ts';

/** Documents with a row of words, and what a word on its own is measured against. */
export interface Counts {
  readonly of: (words: readonly string[]) => number;
  readonly total: number;
  readonly vocabulary: number;
}

/** The probability of the last of the words behind the others. */
export type Smoothing = (words: readonly string[], counts: Counts) => number;

export function fieldCounts(searcher: Searcher, field: string): Counts {
  const known = new Map<string, number>();
  let vocabulary = 0;
  for (const { segment } of searcher.views) vocabulary += segment.field(field)?.meta.terms ?? 0;
  return {
    total: Math.max(1, searcher.scoring(field).statistics.sumTotalTermFreq),
    vocabulary: Math.max(1, vocabulary),
    of: (words) => {
      const gram = words.join(' ');
      let count = known.get(gram);
      if (count === undefined) {
        count = searcher.df(field, utf8(gram));
        known.set(gram, count);
      }
      return count;
    },
  };
}

const unigram = (word: string, { of, total, vocabulary }: Counts) =>
  (of([word]) + 1) / (total + vocabulary);

function stupidBackoff(discount: number): Smoothing {
  const score: Smoothing = (words, counts) => {
    const last = words.at(-1) as string;
    if (words.length === 1) return unigram(last, counts);
    const together = counts.of(words);
    if (together > 0) return together / Math.max(together, counts.of(words.slice(0, -1)));
    return discount * score(words.slice(1), counts);
  };
  return score;
}

function laplace(alpha: number): Smoothing {
  return (words, counts) => {
    const before = words.length === 1 ? counts.total : counts.of(words.slice(0, -1));
    return (alpha + counts.of(words)) / (before + alpha * counts.vocabulary);
  };
}

function linear(trigram: number, bigram: number, single: number): Smoothing {
  const share = (words: readonly string[], counts: Counts) => {
    const before = counts.of(words.slice(0, -1));
    return before === 0 ? 0 : Math.min(1, counts.of(words) / before);
  };
  return (words, counts) =>
    (words.length > 2 ? trigram * share(words.slice(-3), counts) : 0) +
    (words.length > 1 ? bigram * share(words.slice(-2), counts) : 0) +
    single * unigram(words.at(-1) as string, counts);
}

const DISCOUNT = 0.4;
const ALPHA = 0.5;

type Reader = (number: (name: string, otherwise?: number) => number) => Smoothing;

const MODELS: Readonly<Record<string, readonly [readonly string[], Reader]>> = {
  stupid_backoff: [['discount'], (number) => stupidBackoff(number('discount', DISCOUNT))],
  laplace: [['alpha'], (number) => laplace(number('alpha', ALPHA))],
  linear_interpolation: [
    ['trigram_lambda', 'bigram_lambda', 'unigram_lambda'],
    (number) => {
      const lambdas = ['trigram_lambda', 'bigram_lambda', 'unigram_lambda'].map((name) =>
        number(name),
      ) as [number, number, number];
      const sum = lambdas.reduce((all, lambda) => all + lambda, 0);
      if (Math.abs(sum - 1) > 0.001) {
        throw illegalArgument('linear smoothing lambdas must sum to 1');
      }
      return linear(...lambdas);
    },
  ],
};

export function parseSmoothing(body: JsonObject | undefined): Smoothing {
  if (body === undefined) return stupidBackoff(DISCOUNT);
  const [entry, ...others] = body;
  if (entry === undefined || others.length > 0) {
    throw illegalArgument('smoothing takes exactly one model');
  }
  const [name, options] = entry;
  const model = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined;
  if (model === undefined || !isJsonObject(options)) {
    throw illegalArgument(`suggester[phrase] doesn't support object field [${name}]`);
  }
  const [known, read] = model;
  for (const key of options.keys()) {
    if (!known.includes(key)) throw illegalArgument(`[${name}] unknown field [${key}]`);
  }
  return read((key, otherwise) => {
    const value = options.get(key);
    if (value === undefined && otherwise === undefined) {
      throw illegalArgument(`Required [${key}]`);
    }
    const number = value === undefined ? (otherwise as number) : numberValue(value);
    if (number < 0) throw illegalArgument(`[${key}] must not be negative, found [${number}]`);
    return number;
  });
}
