import type { Analyzer } from '../../analysis/core/analyzer.ts';
import type { Matcher, PhraseMatcher } from './query-terms.ts';

export interface TextToken {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly position: number;
}

/** A stretch of text that matched: a word, or a phrase from its first word to its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What stood there, for counting the same match as one. */
  readonly key: string;
  readonly weight: number;
  readonly isPhrase: boolean;
}

/** The words of a text, up to where it is looked at. */
export function tokensOf(analyzer: Analyzer, text: string, limit = Number.POSITIVE_INFINITY) {
  const tokens: TextToken[] = [];
  const stream = analyzer.stream(text);
  const { token } = stream;
  let position = -1;
  while (stream.next()) {
    position += token.positionIncrement;
    if (token.start >= limit) break;
    tokens.push({ term: token.term, start: token.start, end: token.end, position });
  }
  return tokens;
}

/** Which words of a text match, alone or in phrases. */
export class MatchedText {
  /** By token: 0 for no match, else the largest weight of what it matched. */
  readonly scores: Float64Array;
  readonly spans: readonly Span[];
  /** Places of the phrases that matched, as [first, last]. */
  readonly phrases: readonly (readonly [number, number])[];

  constructor(
    readonly text: string,
    readonly tokens: readonly TextToken[],
    matchers: readonly Matcher[],
    /** Whether a phrase is one match, or each of its words is. */
    joinsPhrases: boolean,
  ) {
    this.scores = new Float64Array(tokens.length);
    const spans: Span[] = [];
    const phrases: [number, number][] = [];
    for (const matcher of matchers) {
      if (matcher.kind === 'phrase') {
        for (const found of phraseMatches(matcher, tokens)) {
          phrases.push(this.takePhrase(found, matcher, joinsPhrases, spans));
        }
        continue;
      }
      for (const [i, token] of tokens.entries()) {
        if (!matcher.test(token.term)) continue;
        this.scores[i] = Math.max(this.scores[i] as number, matcher.weight);
        spans.push({ ...token, key: token.term, weight: matcher.weight, isPhrase: false });
      }
    }
    this.phrases = phrases;
    this.spans = unique(spans);
  }

  get isMatched(): boolean {
    return this.spans.length > 0;
  }

  private takePhrase(
    found: readonly number[],
    { weight }: PhraseMatcher,
    isJoined: boolean,
    spans: Span[],
  ): [number, number] {
    const words = found.map((i) => this.tokens[i] as TextToken);
    for (const i of found) this.scores[i] = Math.max(this.scores[i] as number, weight);
    if (isJoined) {
      const start = Math.min(...words.map((word) => word.start));
      const end = Math.max(...words.map((word) => word.end));
      const key = words.map(({ term }) => term).join(' ');
      spans.push({ start, end, key, weight, isPhrase: true });
    } else {
      for (const word of words) spans.push({ ...word, key: word.term, weight, isPhrase: false });
    }
    const positions = words.map(({ position }) => position);
    return [Math.min(...positions), Math.max(...positions)];
  }
}

/** In the order of the text, each once. */
function unique(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.filter((span, i) => {
    const before = sorted[i - 1];
    return before === undefined || before.start !== span.start || before.end !== span.end;
  });
}

/** Tokens of every place where the phrase stands. */
function phraseMatches({ places, slop }: PhraseMatcher, tokens: readonly TextToken[]): number[][] {
  const candidates: { adjusted: number; place: number; token: number }[] = [];
  for (const [token, { term, position }] of tokens.entries()) {
    for (const [place, { terms, position: wanted }] of places.entries()) {
      if (terms.has(term)) candidates.push({ adjusted: position - wanted, place, token });
    }
  }
  candidates.sort((a, b) => a.adjusted - b.adjusted || a.token - b.token);
  const found: number[][] = [];
  for (let from = 0; from < candidates.length; from += 1) {
    const first = candidates[from] as (typeof candidates)[number];
    const chosen = new Map<number, number>();
    for (let i = from; i < candidates.length; i += 1) {
      const { adjusted, place, token } = candidates[i] as (typeof candidates)[number];
      if (adjusted - first.adjusted > slop) break;
      if (!chosen.has(place) && ![...chosen.values()].includes(token)) chosen.set(place, token);
      if (chosen.size === places.length) break;
    }
    if (chosen.size < places.length) continue;
    const match = [...chosen.values()].sort((a, b) => a - b);
    const last = found[found.length - 1];
    // With room between the words, the next start may find the same words again.
    if (last !== undefined && match.every((token) => last.includes(token))) continue;
    found.push(match);
  }
  return found;
}
