import { TokenFilter, type TokenStream } from '../core/stream.ts';
import type { Token } from '../core/token.ts';
import type { SynonymMap, SynonymNode } from './synonym-map.ts';

const SYNONYM = 'SYNONYM';

/** Looks tokens up ahead of the one being put out. */
class Lookahead {
  readonly #input: TokenStream;
  readonly #buffer: Token[] = [];
  #exhausted = false;

  constructor(input: TokenStream) {
    this.#input = input;
  }

  clear(): void {
    this.#buffer.length = 0;
    this.#exhausted = false;
  }

  peek(index: number): Token | undefined {
    while (this.#buffer.length <= index && !this.#exhausted) {
      if (this.#input.next()) this.#buffer.push(this.#input.token.clone());
      else this.#exhausted = true;
    }
    return this.#buffer[index];
  }

  shift(): Token | undefined {
    this.peek(0);
    return this.#buffer.shift();
  }

  /** The longest entry that begins at the next token, and its number of tokens. */
  match(map: SynonymMap): { node: SynonymNode; length: number } | null {
    let node: SynonymNode | undefined = map.root;
    let best: { node: SynonymNode; length: number } | null = null;
    for (let length = 0; node !== undefined; length++) {
      if (node.isEntry) best = { node, length };
      if (node.next.size === 0) break;
      const token = this.peek(length);
      if (token === undefined) break;
      node = node.next.get(token.term);
    }
    return best;
  }
}

/** An output word waiting for its position. */
interface Pending {
  readonly term: string;
  /** End of the match for a synonym of one word; otherwise the offsets of the token at its position are taken. */
  readonly end: number;
  readonly positionLength: number;
}

/**
 * Synonyms beside the tokens they stand for, without a graph: the words of a longer synonym share the positions of the
 * tokens that follow, as the reference's `synonym` does.
 */
export class SynonymFilter extends TokenFilter {
  readonly #map: SynonymMap;
  readonly #ahead: Lookahead;
  /** Outputs by position, the first for the current one. */
  #slots: Pending[][] = [];
  #queue: Token[] = [];
  /** Input tokens still covered by the last match, and whether they stay. */
  #covered = 0;
  #keepCovered = false;
  #last: Token | null = null;

  constructor(input: TokenStream, map: SynonymMap) {
    super(input);
    this.#map = map;
    this.#ahead = new Lookahead(input);
  }

  override reset(): void {
    super.reset();
    this.#ahead.clear();
    this.#slots = [];
    this.#queue = [];
    this.#covered = 0;
    this.#last = null;
  }

  override next(): boolean {
    while (this.#queue.length === 0) if (!this.#advance()) return false;
    this.token.copyFrom(this.#queue.shift() as Token);
    return true;
  }

  #advance(): boolean {
    if (this.#covered === 0) this.#match();
    const token = this.#ahead.shift();
    const outputs = this.#slots.shift() ?? [];
    if (token === undefined) {
      if (outputs.length === 0 || this.#last === null) return false;
      this.#enqueue(outputs, this.#last, false);
      return true;
    }
    this.#last = token;
    const keep = this.#covered === 0 || this.#keepCovered;
    if (this.#covered > 0) this.#covered--;
    if (keep) this.#queue.push(token);
    this.#enqueue(outputs, token, keep);
    return true;
  }

  #match(): void {
    const found = this.#ahead.match(this.#map);
    if (found === null) return;
    const { node, length } = found;
    this.#covered = length;
    this.#keepCovered = node.includeOriginal;
    const matchEnd = (this.#ahead.peek(length - 1) as Token).end;
    for (const words of node.outputs) {
      const single = words.length === 1;
      words.forEach((term, index) => {
        this.#slots[index] ??= [];
        this.#slots[index]?.push({
          term,
          end: single ? matchEnd : -1,
          positionLength: single && node.includeOriginal ? length : 1,
        });
      });
    }
    for (let i = 0; i < this.#slots.length; i++) this.#slots[i] ??= [];
  }

  #enqueue(outputs: readonly Pending[], at: Token, stacked: boolean): void {
    let increment = stacked ? 0 : 1;
    for (const output of outputs) {
      const token = at.clone();
      token.keyword = false;
      token.payload = null;
      token.term = output.term;
      token.type = SYNONYM;
      if (output.end >= 0) token.end = output.end;
      token.positionIncrement = increment;
      token.positionLength = output.positionLength;
      this.#queue.push(token);
      increment = 0;
    }
  }
}

/**
 * Synonyms as a correct graph: every alternative is a path of its own between the nodes where the match begins and
 * ends. First words of all paths come first, the original's last; then the rest of each path.
 */
export class SynonymGraphFilter extends TokenFilter {
  readonly #map: SynonymMap;
  readonly #ahead: Lookahead;
  #queue: Token[] = [];

  constructor(input: TokenStream, map: SynonymMap) {
    super(input);
    this.#map = map;
    this.#ahead = new Lookahead(input);
  }

  override reset(): void {
    super.reset();
    this.#ahead.clear();
    this.#queue = [];
    this.#owed = 0;
  }

  override next(): boolean {
    if (this.#queue.length === 0) {
      const found = this.#ahead.match(this.#map);
      if (found === null) {
        const token = this.#ahead.shift();
        if (token === undefined) return false;
        if (token.positionIncrement > 0) token.positionIncrement += this.#takeOwed();
        this.token.copyFrom(token);
        return true;
      }
      this.#expand(found.node, found.length);
    }
    this.token.copyFrom(this.#queue.shift() as Token);
    return true;
  }

  /** Positions between the start of the last token put out and the end of the last match. */
  #owed = 0;

  #takeOwed(): number {
    const owed = this.#owed;
    this.#owed = 0;
    return owed;
  }

  #expand(node: SynonymNode, length: number): void {
    const originals: Token[] = [];
    for (let i = 0; i < length; i++) originals.push(this.#ahead.shift() as Token);
    const start = (originals[0] as Token).start;
    const end = (originals[length - 1] as Token).end;
    const paths: Token[][] = node.outputs.map((words) =>
      words.map((term) => {
        const token = (originals[0] as Token).clone();
        token.term = term;
        token.type = SYNONYM;
        token.start = start;
        token.end = end;
        token.keyword = false;
        token.payload = null;
        return token;
      }),
    );
    if (node.includeOriginal) paths.push(originals);
    const endNode = 1 + paths.reduce((sum, path) => sum + path.length - 1, 0);
    const placed: { token: Token; from: number; to: number }[] = [];
    let nextNode = 1;
    const rest: { token: Token; from: number; to: number }[] = [];
    for (const path of paths) {
      let from = 0;
      path.forEach((token, index) => {
        const to = index === path.length - 1 ? endNode : nextNode++;
        (index === 0 ? placed : rest).push({ token, from, to });
        from = to;
      });
    }
    placed.push(...rest);
    let last = -1;
    for (const { token, from, to } of placed) {
      token.positionIncrement = last < 0 ? 1 + this.#takeOwed() : from - last;
      token.positionLength = to - from;
      last = from;
      this.#queue.push(token);
    }
    this.#owed = endNode - 1 - last;
  }
}
