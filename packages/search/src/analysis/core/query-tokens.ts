/**
 * The text of a query as its analyzer sees it. Tokens are edges of a graph whose nodes are positions: one starts at its
 * position and ends `length` positions later. Without synonyms of several words every edge is one long and the graph
 * is a row of places; otherwise some stretches of it can be walked in several ways.
 */
import type { Analyzer } from './analyzer.ts';
import { AnalysisError } from './errors.ts';

export interface QueryToken {
  readonly term: string;
  readonly position: number;
  /** How many positions it spans. */
  readonly length: number;
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

/** The terms that may stand at one place. */
export interface Place {
  readonly position: number;
  readonly terms: readonly string[];
}

/** A part between two positions that every walk passes: one place, or the ways from one end to the other. */
export type Stretch =
  | { readonly kind: 'place'; readonly terms: readonly string[]; readonly position: number }
  | { readonly kind: 'ways'; readonly ways: readonly (readonly Place[])[] };

/** The reference's `indices.query.bool.max_clause_count` at its smallest. */
const MAX_WAYS = 1024;

export class QueryTokens {
  constructor(
    readonly tokens: readonly QueryToken[],
    /** Positions taken, those of words left out included. */
    readonly positions: number,
    readonly isGraph: boolean,
  ) {}

  static of(analyzer: Analyzer, text: string): QueryTokens {
    const stream = analyzer.stream(text);
    const { token } = stream;
    const tokens: QueryToken[] = [];
    let position = -1;
    let isGraph = false;
    while (stream.next()) {
      position += token.positionIncrement;
      // A first token without an increment would stand before the text.
      if (position < 0) position = 0;
      const { term, positionLength: length, start, end, type } = token;
      if (length > 1) isGraph = true;
      tokens.push({ term, position, length, start, end, type });
    }
    stream.end();
    return new QueryTokens(tokens, position + 1 + token.positionIncrement, isGraph);
  }

  /** The places in order, lengths of tokens left aside; each term once a place. */
  places(): Place[] {
    const places: { position: number; terms: string[] }[] = [];
    for (const { term, position } of this.tokens) {
      const last = places.at(-1);
      if (last?.position !== position) places.push({ position, terms: [term] });
      else if (!last.terms.includes(term)) last.terms.push(term);
    }
    return places;
  }

  /** The text cut at every position that no token reaches over. */
  stretches(): Stretch[] {
    const graph = new Graph(this.tokens);
    const stretches: Stretch[] = [];
    let from = graph.first;
    for (const to of graph.cuts()) {
      const ends = graph.endsOf(from);
      const [only] = ends;
      if (ends.length > 1) stretches.push({ kind: 'ways', ways: graph.ways(from, to) });
      else if (only !== undefined && only.terms.length > 0) {
        stretches.push({ kind: 'place', terms: only.terms, position: from });
      }
      from = to;
    }
    return stretches;
  }

  /** Every way through the whole text; throws `too_many_clauses` beyond 1024. */
  ways(): Place[][] {
    const graph = new Graph(this.tokens);
    return graph.ways(graph.first, graph.last);
  }
}

/** The tokens that lead from one position to one other. No terms: nothing stands there, a word was left out. */
interface Edge {
  readonly to: number;
  readonly terms: string[];
}

class Graph {
  readonly first: number;
  readonly last: number;
  private readonly edges = new Map<number, Edge[]>();

  constructor(tokens: readonly QueryToken[]) {
    this.first = tokens[0]?.position ?? 0;
    let last = this.first;
    for (const { term, position, length } of tokens) {
      const to = position + length;
      if (to > last) last = to;
      const edges = this.endsOf(position);
      const edge = edges.find((known) => known.to === to);
      if (edge === undefined) this.edges.set(position, [...edges, { to, terms: [term] }]);
      else if (!edge.terms.includes(term)) edge.terms.push(term);
    }
    this.last = last;
    for (let at = this.first; at < last; at += 1) {
      if (!this.edges.has(at)) this.edges.set(at, [{ to: at + 1, terms: [] }]);
    }
  }

  endsOf(position: number): readonly Edge[] {
    return this.edges.get(position) ?? [];
  }

  /** Positions behind the first that no edge jumps over, the last included. */
  *cuts(): Generator<number> {
    let reached = this.first;
    for (let at = this.first; at < this.last; at += 1) {
      if (at > this.first && at === reached) yield at;
      for (const { to } of this.endsOf(at)) if (to > reached) reached = to;
    }
    if (this.last > this.first) yield this.last;
  }

  /** Along a way positions count its own places, so that a phrase of it matches words side by side. */
  ways(from: number, to: number): Place[][] {
    const ways: Place[][] = [];
    // Steps still to be taken, the next one on top; not recursive, for a text may have many places.
    const open: Step[] = [{ at: from, position: from, place: undefined, before: undefined }];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { at, position } = step;
      if (at >= to) {
        if (ways.length >= MAX_WAYS) {
          throw new AnalysisError(`maxClauseCount is set to ${MAX_WAYS}`, 'too_many_clauses');
        }
        const way = placesOf(step);
        if (way.length > 0) ways.push(way);
        continue;
      }
      for (const { to: end, terms } of this.endsOf(at).toReversed()) {
        const place = terms.length === 0 ? undefined : { position, terms };
        open.push({ at: end, position: position + 1, place, before: step });
      }
    }
    return ways;
  }
}

interface Step {
  readonly at: number;
  readonly position: number;
  readonly place: Place | undefined;
  readonly before: Step | undefined;
}

function placesOf(last: Step): Place[] {
  const places: Place[] = [];
  for (let step: Step | undefined = last; step !== undefined; step = step.before) {
    if (step.place !== undefined) places.push(step.place);
  }
  return places.reverse();
}
