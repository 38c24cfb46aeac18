/**
 * The syntax of simple query strings, which is never wrong: + and | between words, - before one,
 * "phrases"~2, word*, word~1 and (groups); what makes no sense is a word.
 */
export type SimpleNode =
  | { readonly kind: 'word' | 'prefix'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: number }
  | { readonly kind: 'not'; readonly node: SimpleNode }
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly SimpleNode[] };

export const FLAGS = [
  'NONE',
  'AND',
  'NOT',
  'OR',
  'PREFIX',
  'PHRASE',
  'PRECEDENCE',
  'ESCAPE',
  'WHITESPACE',
  'FUZZY',
  'NEAR',
  'SLOP',
  'ALL',
] as const;
export type Flag = (typeof FLAGS)[number];

const MAX_DEPTH = 100;

export function parseSimple(
  text: string,
  defaultAnd: boolean,
  flags: ReadonlySet<Flag>,
): SimpleNode | undefined {
  return new Parser(text, defaultAnd, flags).parse();
}

class Parser {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly defaultAnd: boolean,
    private readonly flags: ReadonlySet<Flag>,
  ) {}

  parse(): SimpleNode | undefined {
    return this.group(0);
  }

  private has(flag: Flag): boolean {
    return this.flags.has('ALL') || this.flags.has(flag);
  }

  /** Words up to the end or to the bracket that closes the group. */
  private group(depth: number): SimpleNode | undefined {
    let whole: SimpleNode | undefined;
    let operator: 'all' | 'any' | undefined;
    let isNot = false;
    while (this.at < this.text.length) {
      const char = this.text[this.at] as string;
      if (/\s/.test(char) && this.has('WHITESPACE')) {
        this.at += 1;
        isNot = false;
      } else if (char === ')' && this.has('PRECEDENCE')) {
        this.at += 1;
        if (depth > 0) return whole;
      } else if (char === '+' && this.has('AND')) {
        this.at += 1;
        if (whole !== undefined) operator = 'all';
      } else if (char === '|' && this.has('OR')) {
        this.at += 1;
        if (whole !== undefined) operator = 'any';
      } else if (char === '-' && this.has('NOT')) {
        this.at += 1;
        isNot = !isNot;
      } else {
        const node = this.unit(char, depth);
        if (node === undefined) continue;
        whole = join(
          whole,
          isNot ? { kind: 'not', node } : node,
          operator ?? (this.defaultAnd ? 'all' : 'any'),
        );
        operator = undefined;
        isNot = false;
      }
    }
    return whole;
  }

  private unit(char: string, depth: number): SimpleNode | undefined {
    if (char === '(' && this.has('PRECEDENCE') && depth < MAX_DEPTH) {
      this.at += 1;
      return this.group(depth + 1);
    }
    if (char === '"' && this.has('PHRASE')) return this.phrase();
    return this.word();
  }

  private phrase(): SimpleNode | undefined {
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) {
      this.at += 1;
      return undefined;
    }
    const text = this.text.slice(this.at + 1, end).replace(/\\(.)/gs, '$1');
    this.at = end + 1;
    const slop = this.has('NEAR') || this.has('SLOP') ? this.tilde() : undefined;
    return text === '' ? undefined : { kind: 'phrase', text, slop: slop ?? 0 };
  }

  private word(): SimpleNode | undefined {
    let text = '';
    const start = this.at;
    while (this.at < this.text.length) {
      const char = this.text[this.at] as string;
      if (char === '\\' && this.has('ESCAPE') && this.at + 1 < this.text.length) {
        text += this.text[this.at + 1];
        this.at += 2;
        continue;
      }
      if (this.ends(char, this.at > start)) break;
      text += char;
      this.at += 1;
    }
    if (this.at === start) this.at += 1;
    if (text === '') return undefined;
    if (this.has('FUZZY')) {
      const edits = this.tilde();
      if (edits !== undefined) return { kind: 'fuzzy', text, edits: Math.min(2, edits) };
    }
    if (
      text.endsWith('*') &&
      text.length > 1 &&
      this.has('PREFIX') &&
      this.text[this.at - 2] !== '\\'
    ) {
      return { kind: 'prefix', text: text.slice(0, -1) };
    }
    return { kind: 'word', text };
  }

  private ends(char: string, isInside: boolean): boolean {
    if (/\s/.test(char)) return this.has('WHITESPACE');
    if (char === '+') return this.has('AND');
    if (char === '|') return this.has('OR');
    if (char === '(' || char === ')') return this.has('PRECEDENCE');
    if (char === '"') return this.has('PHRASE');
    return (
      char === '~' &&
      isInside &&
      this.has('FUZZY') &&
      /^~\d*(?=[\s+|()"]|$)/.test(this.text.slice(this.at))
    );
  }

  private tilde(): number | undefined {
    const match = /~(\d*)/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found[1] === '' ? 2 : Number(found[1]);
  }
}

/** Operators bind the last thing to all before it. */
function join(
  whole: SimpleNode | undefined,
  node: SimpleNode,
  operator: 'all' | 'any',
): SimpleNode {
  if (whole === undefined) return node;
  if (whole.kind === operator) return { kind: operator, nodes: [...whole.nodes, node] };
  return { kind: operator, nodes: [whole, node] };
}
