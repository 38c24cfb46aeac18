// A table: every query by its name.
import { bool } from './bool.ts';
import { boosting, constantScore, disMax, matchAll, matchNone, nested } from './compound.ts';
import { match, matchBoolPrefix, matchPhrase, matchPhrasePrefix } from './match.ts';
import { fuzzy, prefix, regexp, wildcard } from './patterns.ts';
import type { QueryParser } from './scope.ts';
import { exists, ids, range, term, terms } from './term-level.ts';

export const QUERIES: ReadonlyMap<string, QueryParser> = new Map(
  Object.entries({
    bool,
    boosting,
    constant_score: constantScore,
    dis_max: disMax,
    exists,
    fuzzy,
    ids,
    match,
    match_all: matchAll,
    match_bool_prefix: matchBoolPrefix,
    match_none: matchNone,
    match_phrase: matchPhrase,
    match_phrase_prefix: matchPhrasePrefix,
    nested,
    prefix,
    range,
    regexp,
    term,
    terms,
    wildcard,
  }),
);
