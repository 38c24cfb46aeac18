import { TokenFilter } from '../core/stream.ts';
import type { Token } from '../core/token.ts';

/**
 * Makes a token graph fit for indexing, which keeps no position lengths across side paths: nodes of parallel paths are
 * merged position by position, the longest path keeping its shape.
 */
export class FlattenGraphFilter extends TokenFilter {
  #queue: Token[] = [];
  #held: Token | null = null;
  #done = false;
  #lastStart = 0;

  override reset(): void {
    super.reset();
    this.#queue = [];
    this.#held = null;
    this.#done = false;
    this.#lastStart = 0;
  }

  override next(): boolean {
    while (this.#queue.length === 0) {
      if (this.#done) return false;
      this.#readSegment();
    }
    this.token.copyFrom(this.#queue.shift() as Token);
    return true;
  }

  /** Reads up to a node that every path goes through and flattens what lies before it. */
  #readSegment(): void {
    const tokens: { token: Token; from: number; to: number }[] = [];
    let position = 0;
    let furthest = 0;
    for (;;) {
      let token = this.#held;
      this.#held = null;
      if (token === null) {
        if (!this.input.next()) {
          this.#done = true;
          break;
        }
        token = this.token.clone();
      }
      if (tokens.length > 0) {
        const from = position + token.positionIncrement;
        if (from >= furthest) {
          // The gap of the next segment is counted from the end of this one.
          token.positionIncrement = from - furthest + 1;
          this.#held = token;
          break;
        }
        position = from;
      }
      tokens.push({ token, from: position, to: position + token.positionLength });
      furthest = Math.max(furthest, position + token.positionLength);
    }
    this.#flatten(tokens, furthest);
  }

  #flatten(tokens: { token: Token; from: number; to: number }[], last: number): void {
    if (tokens.length === 0) return;
    const out = new Int32Array(last + 1);
    const reached = new Uint8Array(last + 1);
    reached[0] = 1;
    const byStart = [...tokens].sort((a, b) => a.from - b.from);
    let previous = 0;
    let at = 0;
    for (let node = 0; node <= last; node++) {
      if (node > 0 && !reached[node]) out[node] = (out[previous] as number) + (node - previous);
      previous = node;
      for (; at < byStart.length && byStart[at]?.from === node; at++) {
        const to = byStart[at]?.to as number;
        out[to] = Math.max(out[to] as number, (out[node] as number) + 1);
        reached[to] = 1;
      }
    }
    const size = (out[last] as number) + 1;
    const starts = new Array<number>(size).fill(-1);
    const ends = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
    for (const { token, from, to } of tokens) {
      const source = out[from] as number;
      const target = out[to] as number;
      starts[source] = Math.max(starts[source] as number, token.start);
      ends[target] = Math.min(ends[target] as number, token.end);
    }
    const placed = tokens
      .map((entry) => ({ ...entry, at: out[entry.from] as number }))
      .sort((a, b) => a.at - b.at);
    let lastAt = 0;
    placed.forEach(({ token, to, at: place }, index) => {
      token.start = Math.max(starts[place] as number, this.#lastStart);
      token.end = Math.max(ends[out[to] as number] as number, token.start);
      this.#lastStart = token.start;
      if (index > 0) token.positionIncrement = place - lastAt;
      token.positionLength = (out[to] as number) - place;
      lastAt = place;
      this.#queue.push(token);
    });
  }
}
