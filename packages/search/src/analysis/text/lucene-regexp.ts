import { AnalysisError } from '../core/errors.ts';
import { type CodeRange, EMPTY, NOTHING, type RegexpNode, RegexpNodes } from './regexp-nodes.ts';

/**
 * Lucene's regular expressions: anchored, without captures, with complement and intersection. Matched
 * by derivatives.
 */
const ESCAPED_CLASSES: Readonly<Record<string, readonly CodeRange[]>> = {
  d: [[48, 57]],
  D: [
    [0, 47],
    [58, 0x10ffff],
  ],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  W: [
    [0, 47],
    [58, 64],
    [91, 94],
    [96, 96],
    [123, 0x10ffff],
  ],
  s: [
    [9, 10],
    [13, 13],
    [32, 32],
  ],
  S: [
    [0, 8],
    [11, 12],
    [14, 31],
    [33, 0x10ffff],
  ],
};

class Parser {
  readonly #source: string;
  readonly #nodes = new RegexpNodes();
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get #any(): RegexpNode {
    return this.#nodes.chars([[0, 0x10ffff]]);
  }

  parse(): RegexpNode {
    if (this.#source === '') return EMPTY;
    const node = this.#union();
    if (this.#at < this.#source.length) this.#fail('end-of-string expected');
    return node;
  }

  #fail(what: string): never {
    throw new AnalysisError(`${what} at position ${this.#at}`);
  }

  #peek(set: string): boolean {
    return this.#at < this.#source.length && set.includes(this.#source[this.#at] as string);
  }

  #take(char: string): boolean {
    if (this.#source[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #next(): number {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) this.#fail('unexpected end-of-string');
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #union(): RegexpNode {
    const left = this.#intersection();
    return this.#take('|') ? this.#nodes.union([left, this.#union()]) : left;
  }

  #intersection(): RegexpNode {
    const left = this.#sequence();
    return this.#take('&') ? this.#nodes.intersect(left, this.#intersection()) : left;
  }

  #sequence(): RegexpNode {
    const left = this.#repeated();
    const more = this.#at < this.#source.length && !this.#peek(')|') && !this.#peek('&');
    return more ? this.#nodes.concat(left, this.#sequence()) : left;
  }

  #repeated(): RegexpNode {
    let node = this.#complemented();
    while (this.#peek('?*+{')) {
      if (this.#take('?')) node = this.#nodes.union([EMPTY, node]);
      else if (this.#take('*')) node = this.#nodes.star(node);
      else if (this.#take('+')) node = this.#nodes.concat(node, this.#nodes.star(node));
      else node = this.#counted(node);
    }
    return node;
  }

  #counted(node: RegexpNode): RegexpNode {
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at));
    if (match === null) this.#fail('integer expected');
    this.#at += match[0].length;
    const min = Number(match[1]);
    if (match[2] === undefined) return this.#nodes.repeat(node, min, min);
    const max = match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    return this.#nodes.repeat(node, min, max);
  }

  #complemented(): RegexpNode {
    return this.#take('~') ? this.#nodes.complement(this.#complemented()) : this.#charClass();
  }

  #charClass(): RegexpNode {
    if (!this.#take('[')) return this.#simple();
    const negated = this.#take('^');
    const ranges: CodeRange[] = [];
    do {
      if (this.#source[this.#at] === '\\') {
        const named = ESCAPED_CLASSES[this.#source[this.#at + 1] ?? ''];
        if (named !== undefined) {
          this.#at += 2;
          ranges.push(...named);
          continue;
        }
      }
      const low = this.#charExpression();
      const high = this.#take('-')
        ? this.#peek(']')
          ? this.#backToHyphen(low, ranges)
          : this.#charExpression()
        : low;
      ranges.push([low, high]);
    } while (this.#at < this.#source.length && !this.#peek(']'));
    if (!this.#take(']')) this.#fail("expected ']'");
    const set = this.#nodes.chars(ranges);
    return negated ? this.#nodes.intersect(this.#any, this.#nodes.complement(set)) : set;
  }

  /** `[a-]`: the hyphen stands for itself. */
  #backToHyphen(low: number, ranges: CodeRange[]): number {
    ranges.push([45, 45]);
    return low;
  }

  #charExpression(): number {
    this.#take('\\');
    return this.#next();
  }

  #simple(): RegexpNode {
    if (this.#take('.')) return this.#any;
    if (this.#take('#')) return NOTHING;
    if (this.#take('@')) return this.#nodes.star(this.#any);
    if (this.#take('"')) {
      const end = this.#source.indexOf('"', this.#at);
      if (end < 0) this.#fail("expected '\"'");
      const text = this.#source.slice(this.#at, end);
      this.#at = end + 1;
      return this.#nodes.literal(text);
    }
    if (this.#take('(')) {
      if (this.#take(')')) return EMPTY;
      const node = this.#union();
      if (!this.#take(')')) this.#fail("expected ')'");
      return node;
    }
    if (this.#source[this.#at] === '<') {
      const match = /^<(\d+)-(\d+)>/.exec(this.#source.slice(this.#at));
      if (match !== null) {
        this.#at += match[0].length;
        return interval(this.#nodes, match[1] as string, match[2] as string);
      }
    }
    if (this.#source[this.#at] === '\\') {
      const named = ESCAPED_CLASSES[this.#source[this.#at + 1] ?? ''];
      if (named !== undefined) {
        this.#at += 2;
        return this.#nodes.chars(named);
      }
    }
    const code = this.#charExpression();
    return this.#nodes.chars([[code, code]]);
  }
}

/** Decimal numbers between two bounds; equal digit counts in the bounds fix the number of digits. */
function interval(nodes: RegexpNodes, from: string, to: string): RegexpNode {
  const [low, high] = Number(from) <= Number(to) ? [from, to] : [to, from];
  if (from.length === to.length) return between(nodes, low, high);
  const first = low.replace(/^0+(?=\d)/, '');
  const last = high.replace(/^0+(?=\d)/, '');
  const bySize: RegexpNode[] = [];
  for (let size = first.length; size <= last.length; size++) {
    const least = size === first.length ? first : `1${'0'.repeat(size - 1)}`;
    const most = size === last.length ? last : '9'.repeat(size);
    bySize.push(between(nodes, least, most));
  }
  return nodes.concat(nodes.star(nodes.literal('0')), nodes.union(bySize));
}

/** Numbers of as many digits as both bounds have. */
function between(nodes: RegexpNodes, low: string, high: string): RegexpNode {
  if (low === '') return EMPTY;
  const [a, b] = [low.charCodeAt(0), high.charCodeAt(0)];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  const digit = (from: number, to: number) => nodes.chars([[from, to]]);
  if (a === b) return nodes.concat(digit(a, a), between(nodes, lowRest, highRest));
  const size = lowRest.length;
  const parts = [
    nodes.concat(digit(a, a), between(nodes, lowRest, '9'.repeat(size))),
    nodes.concat(digit(b, b), between(nodes, '0'.repeat(size), highRest)),
  ];
  if (a + 1 < b) {
    const rest = between(nodes, '0'.repeat(size), '9'.repeat(size));
    parts.push(nodes.concat(digit(a + 1, b - 1), rest));
  }
  return nodes.union(parts);
}

/** An expression compiled once and matched from any place of a text. */
export class LuceneRegExp {
  readonly #root: RegexpNode;

  constructor(source: string) {
    this.#root = new Parser(source).parse();
  }

  /** The end of the longest match that starts at `start`, or -1. */
  longestMatch(text: string, start: number): number {
    let node = this.#root;
    let end = node.nullable ? start : -1;
    let at = start;
    while (at < text.length) {
      const code = text.codePointAt(at) as number;
      node = node.derive(code);
      if (node === NOTHING) break;
      at += code > 0xffff ? 2 : 1;
      if (node.nullable) end = at;
    }
    return end;
  }

  matches(text: string): boolean {
    return this.longestMatch(text, 0) === text.length;
  }
}
