import type { WordSet } from '../core/word-list.ts';

export const FRENCH_ARTICLES = [
  'l',
  'm',
  't',
  'qu',
  'n',
  's',
  'j',
  'd',
  'c',
  'jusqu',
  'quoiqu',
  'lorsqu',
  'puisqu',
];
export const CATALAN_ARTICLES = ['d', 'l', 'm', 'n', 's', 't'];
export const IRISH_ARTICLES = ['d', 'm', 'b'];
export const ITALIAN_ARTICLES =
  'c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d'.split(' ');

/** The term without an article that ends in an apostrophe. */
export function elide(term: string, articles: WordSet): string {
  for (let at = 0; at < term.length; at++) {
    const char = term[at];
    if (char === "'" || char === '\u2019') {
      return articles.has(term.slice(0, at)) ? term.slice(at + 1) : term;
    }
  }
  return term;
}
