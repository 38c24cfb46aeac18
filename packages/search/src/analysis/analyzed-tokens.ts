/** The tokens of a text as `_analyze` prints them. */
import type { Analyzer } from './core/analyzer.ts';
import type { TokenAttribute } from './core/components.ts';
import { AnalysisError } from './core/errors.ts';
import type { Token } from './core/token.ts';

export type AnalyzedToken = {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
  /** Left out when it is 1, except with `explain`. */
  readonly positionLength?: number;
  readonly [attribute: string]: string | number | boolean | null | undefined;
};

export type TokenList = {
  readonly name: string;
  readonly tokens: AnalyzedToken[];
};

/** Stops a request that would answer with more tokens than the index allows. */
export class TokenCounter {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(): void {
    this.#count++;
    if (this.#count > this.#max) {
      throw new AnalysisError(
        `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${this.#max}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
        'illegal_state_exception',
      );
    }
  }
}

/** The tokens of all texts: each text's positions and offsets go on where the one before ended, with its gaps. */
export function collect(
  analyzer: Analyzer,
  texts: readonly string[],
  counter: TokenCounter,
  attributes: readonly string[] | null,
): AnalyzedToken[] {
  const known = new Set(analyzer.filters.flatMap((filter) => filter.attributes ?? []));
  const tokens: AnalyzedToken[] = [];
  let lastPosition = -1;
  let lastOffset = 0;
  for (const text of texts) {
    const stream = analyzer.stream(text);
    while (stream.next()) {
      const increment = stream.token.positionIncrement;
      if (increment > 0) lastPosition += increment;
      tokens.push(render(stream.token, lastPosition, lastOffset, attributes, known));
      counter.add();
    }
    stream.end();
    lastOffset += stream.token.end;
    lastPosition += stream.token.positionIncrement;
    lastPosition += analyzer.positionIncrementGap;
    lastOffset += analyzer.offsetGap;
  }
  return tokens;
}

function render(
  token: Token,
  position: number,
  offset: number,
  attributes: readonly string[] | null,
  known: ReadonlySet<TokenAttribute>,
): AnalyzedToken {
  const base = {
    token: token.term,
    start_offset: offset + token.start,
    end_offset: offset + token.end,
    type: token.type,
    position,
  };
  if (attributes === null) {
    return token.positionLength > 1 ? { ...base, positionLength: token.positionLength } : base;
  }
  const all: Record<string, string | number | boolean | null> = {
    bytes: bytesText(new TextEncoder().encode(token.term)),
    ...(known.has('keyword') ? { keyword: token.keyword } : {}),
    ...(known.has('payload')
      ? { payload: token.payload === null ? null : bytesText(token.payload) }
      : {}),
    positionLength: token.positionLength,
    termFrequency: token.termFrequency,
  };
  if (attributes.length === 0) return { ...base, ...all };
  const chosen = Object.entries(all).filter(([name]) => attributes.includes(name));
  return { ...base, ...Object.fromEntries(chosen) };
}

/** Bytes as the reference prints them: `[74 68 65]`. */
function bytesText(bytes: Uint8Array): string {
  return `[${[...bytes].map((byte) => byte.toString(16)).join(' ')}]`;
}
