/** The tokens of a field's values, by term. */
import type { Analyzer } from '../../analysis/core/analyzer.ts';
import type { TermToken } from './request.ts';

/** Which parts of a token are wanted. */
export interface TokenParts {
  readonly positions: boolean;
  readonly offsets: boolean;
  readonly payloads: boolean;
}

export interface Occurrences {
  frequency: number;
  readonly tokens: TermToken[];
}

/** Values of a field follow each other with `gap` positions between them, as when they are indexed. */
export function occurrences(
  analyzer: Analyzer,
  texts: readonly string[],
  gap: number,
  parts: TokenParts,
): Map<string, Occurrences> {
  const found = new Map<string, Occurrences>();
  const wantsTokens = parts.positions || parts.offsets || parts.payloads;
  let position = -1;
  let offset = 0;
  for (const [i, text] of texts.entries()) {
    if (i > 0) position += gap;
    const stream = analyzer.stream(text);
    const { token } = stream;
    while (stream.next()) {
      position += token.positionIncrement;
      let term = found.get(token.term);
      if (term === undefined) {
        term = { frequency: 0, tokens: [] };
        found.set(token.term, term);
      }
      term.frequency += token.termFrequency;
      if (!wantsTokens) continue;
      term.tokens.push({
        position: parts.positions ? position : undefined,
        start: parts.offsets ? offset + token.start : undefined,
        end: parts.offsets ? offset + token.end : undefined,
        payload: parts.payloads ? (token.payload ?? undefined) : undefined,
      });
    }
    stream.end();
    offset += token.end + analyzer.offsetGap;
    position += token.positionIncrement;
  }
  return found;
}
