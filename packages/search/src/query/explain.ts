/** How a document came by its score: the same numbers as the scorers', step by step. */

import { decodedLengths } from '../index/segment/length-norm.ts';
import { NO_NORM } from '../index/segment/postings-format.ts';
import type { SearchView } from '../index/shard/documents.ts';
import { idf } from './bm25.ts';
import { scoreOf } from './iterate.ts';
import type { BoolQuery, Query, TermQuery } from './query.ts';
import type { Searcher } from './searcher.ts';

export interface Explanation {
  readonly value: number;
  readonly isMatch: boolean;
  readonly description: string;
  readonly details: readonly Explanation[];
}

const { fround } = Math;

function step(
  value: number,
  description: string,
  details: readonly Explanation[] = [],
): Explanation {
  return { value, isMatch: true, description, details };
}

function noMatch(description: string, details: readonly Explanation[] = []): Explanation {
  return { value: 0, isMatch: false, description, details };
}

/** `describe` names queries in texts. */
export function explain(
  searcher: Searcher,
  view: SearchView,
  query: Query,
  doc: number,
  describe: (query: Query) => string,
  boost = 1,
): Explanation {
  const inner = (other: Query, factor: number) =>
    explain(searcher, view, other, doc, describe, factor);
  const own = boost * ('boost' in query ? (query.boost ?? 1) : 1);
  const score = scoreOf(searcher, view, { kind: 'bool', must: [query], boost }, doc);
  if (score === undefined) return noMatch(`no matching clause: ${describe(query)}`);
  switch (query.kind) {
    case 'term':
      return explainTerm(searcher, view, query, doc, own, score);
    case 'bool':
      return explainBool(query, score, (clause) => inner(clause, own));
    case 'dis_max': {
      const parts = query.queries.map((one) => inner(one, own)).filter(({ isMatch }) => isMatch);
      const how =
        query.tieBreaker === 0 ? 'max of:' : `max plus ${query.tieBreaker} times others of:`;
      return step(score, how, parts);
    }
    case 'constant':
    case 'match_all':
      return step(score, own === 1 ? describe({ ...query, boost: 1 }) : `${describe(query)}`);
    case 'boosting':
      return step(score, 'product of:', [inner(query.positive, own)]);
    case 'nested':
      return step(score, `Score based on child docs, score mode ${query.scoreMode}`);
    case 'phrase':
    case 'spread_phrase':
    case 'synonym':
      return step(score, `weight(${describe(query)} in ${doc}) [PerFieldSimilarity]`);
    default:
      return step(score, `ConstantScore(${describe(query)})`);
  }
}

function explainBool(
  query: BoolQuery,
  score: number,
  inner: (clause: Query) => Explanation,
): Explanation {
  const { must = [], should = [], filter = [] } = query;
  const scoring = [...must, ...should].map(inner).filter(({ isMatch }) => isMatch);
  const filters = filter.map((clause) =>
    step(0, 'match on required clause, product of:', [
      step(0, '# clause'),
      { ...inner(clause), value: 1 },
    ]),
  );
  return step(score, 'sum of:', [...scoring, ...filters]);
}

function explainTerm(
  searcher: Searcher,
  view: SearchView,
  { field, term, df: given }: TermQuery,
  doc: number,
  boost: number,
  score: number,
): Explanation {
  const name = `${field}:${new TextDecoder().decode(term)}`;
  const { statistics, parameters } = searcher.scoring(field);
  const df = given ?? searcher.df(field, term);
  const scores = searcher.scores(field, [term], boost, df);
  const cursor = scores && searcher.cursor(view, field, term, scores);
  cursor?.advance(doc);
  const freq = cursor?.freq() ?? 0;
  const code = view.segment.field(field)?.norms?.[doc] ?? NO_NORM;
  const length = decodedLengths[code] as number;
  const average = fround(statistics.sumTotalTermFreq / statistics.docCount);
  const inverse = idf(statistics.docCount, df);
  const { k1, b } = parameters;
  const tf = freq / (freq + k1 * (1 - b + (b * length) / average));
  return step(score, `weight(${name} in ${doc}) [PerFieldSimilarity], result of:`, [
    step(score, `score(freq=${freq}.0), computed as boost * idf * tf from:`, [
      step(fround(boost * fround(k1 + 1)), 'boost'),
      step(inverse, 'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:', [
        step(df, 'n, number of documents containing term'),
        step(statistics.docCount, 'N, total number of documents with field'),
      ]),
      step(fround(tf), 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
        step(freq, 'freq, occurrences of term within document'),
        step(fround(k1), 'k1, term saturation parameter'),
        step(fround(b), 'b, length normalization parameter'),
        step(length, 'dl, length of field'),
        step(average, 'avgdl, average length of field'),
      ]),
    ]),
  ]);
}
