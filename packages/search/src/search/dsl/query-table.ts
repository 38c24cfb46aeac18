// A table: every query by its name.
import { bool } from './bool.ts';
import { combinedFields } from './combined-fields.ts';
import { boosting, constantScore, disMax, matchAll, matchNone, nested } from './compound.ts';
import { distanceFeature } from './distance-feature.ts';
import { geoBoundingBox, geoDistance } from './geo.ts';
import { intervals } from './intervals.ts';
import { hasChild, hasParent, parentId } from './join.ts';
import { match, matchBoolPrefix, matchPhrase, matchPhrasePrefix } from './match.ts';
import { moreLikeThis } from './more-like-this.ts';
import { multiMatch } from './multi-match.ts';
import { fuzzy, prefix, regexp, wildcard } from './patterns.ts';
import { queryString } from './query-string.ts';
import { rankFeature } from './rank-feature.ts';
import type { QueryParser } from './scope.ts';
import { simpleQueryString } from './simple-query-string.ts';
import { exists, ids, range, term, terms } from './term-level.ts';
import { termsSet } from './terms-set.ts';

export const QUERIES: ReadonlyMap<string, QueryParser> = new Map(
  Object.entries({
    bool,
    boosting,
    combined_fields: combinedFields,
    constant_score: constantScore,
    dis_max: disMax,
    distance_feature: distanceFeature,
    exists,
    fuzzy,
    geo_bounding_box: geoBoundingBox,
    geo_distance: geoDistance,
    has_child: hasChild,
    has_parent: hasParent,
    ids,
    intervals,
    match,
    match_all: matchAll,
    match_bool_prefix: matchBoolPrefix,
    match_none: matchNone,
    match_phrase: matchPhrase,
    match_phrase_prefix: matchPhrasePrefix,
    more_like_this: moreLikeThis,
    multi_match: multiMatch,
    nested,
    parent_id: parentId,
    prefix,
    query_string: queryString,
    range,
    rank_feature: rankFeature,
    regexp,
    simple_query_string: simpleQueryString,
    term,
    terms,
    terms_set: termsSet,
    wildcard,
  }),
);
