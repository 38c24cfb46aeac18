import { AnalysisError } from '../core/errors.ts';

/**
 * Lucene's regular expressions: anchored, without captures, with complement and intersection. Matched by derivatives:
 * the derivative of an expression by a character is the expression for the rest of the text. Nodes are interned by
 * their key, so each distinct derivative is computed once and the cache is a lazily built automaton.
 */
interface Node {
  readonly key: string;
  readonly nullable: boolean;
  derive(code: number): Node;
}

const interned = new Map<string, Node>();
/** More states than any sane expression has; past it the cache starts anew. */
const MAX_INTERNED = 100_000;

function intern(key: string, nullable: boolean, derive: (code: number) => Node): Node {
  const known = interned.get(key);
  if (known !== undefined) return known;
  if (interned.size > MAX_INTERNED) interned.clear();
  const cache = new Map<number, Node>();
  const node: Node = {
    key,
    nullable,
    derive(code) {
      let next = cache.get(code);
      if (next === undefined) {
        next = derive(code);
        cache.set(code, next);
      }
      return next;
    },
  };
  interned.set(key, node);
  return node;
}

const NOTHING: Node = { key: '∅', nullable: false, derive: () => NOTHING };
const EMPTY: Node = { key: 'ε', nullable: true, derive: () => NOTHING };

type Range = readonly [number, number];

function chars(ranges: readonly Range[]): Node {
  return intern(`[${ranges.join(';')}]`, false, (code) =>
    ranges.some(([low, high]) => code >= low && code <= high) ? EMPTY : NOTHING,
  );
}

function concat(left: Node, right: Node): Node {
  if (left === NOTHING || right === NOTHING) return NOTHING;
  if (left === EMPTY) return right;
  if (right === EMPTY) return left;
  return intern(`(${left.key}.${right.key})`, left.nullable && right.nullable, (code) => {
    const first = concat(left.derive(code), right);
    return left.nullable ? union(first, right.derive(code)) : first;
  });
}

function union(left: Node, right: Node): Node {
  if (left === right || right === NOTHING) return left;
  if (left === NOTHING) return right;
  const [a, b] = left.key < right.key ? [left, right] : [right, left];
  return intern(`(${a.key}|${b.key})`, a.nullable || b.nullable, (code) =>
    union(a.derive(code), b.derive(code)),
  );
}

function intersect(left: Node, right: Node): Node {
  if (left === right) return left;
  if (left === NOTHING || right === NOTHING) return NOTHING;
  return intern(`(${left.key}&${right.key})`, left.nullable && right.nullable, (code) =>
    intersect(left.derive(code), right.derive(code)),
  );
}

function complement(node: Node): Node {
  return intern(`~${node.key}`, !node.nullable, (code) => complement(node.derive(code)));
}

function star(node: Node): Node {
  if (node === EMPTY || node === NOTHING) return EMPTY;
  return intern(`${node.key}*`, true, (code) => concat(node.derive(code), star(node)));
}

const ANY = chars([[0, 0x10ffff]]);

function repeat(node: Node, min: number, max: number): Node {
  let result: Node = EMPTY;
  if (max === Number.POSITIVE_INFINITY) result = star(node);
  else for (let i = min; i < max; i++) result = union(EMPTY, concat(node, result));
  for (let i = 0; i < min; i++) result = concat(node, result);
  return result;
}

const ESCAPED_CLASSES: Readonly<Record<string, readonly Range[]>> = {
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
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Node {
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

  #union(): Node {
    const left = this.#intersection();
    return this.#take('|') ? union(left, this.#union()) : left;
  }

  #intersection(): Node {
    const left = this.#sequence();
    return this.#take('&') ? intersect(left, this.#intersection()) : left;
  }

  #sequence(): Node {
    const left = this.#repeated();
    const more = this.#at < this.#source.length && !this.#peek(')|') && !this.#peek('&');
    return more ? concat(left, this.#sequence()) : left;
  }

  #repeated(): Node {
    let node = this.#complemented();
    while (this.#peek('?*+{')) {
      if (this.#take('?')) node = union(EMPTY, node);
      else if (this.#take('*')) node = star(node);
      else if (this.#take('+')) node = concat(node, star(node));
      else node = this.#counted(node);
    }
    return node;
  }

  #counted(node: Node): Node {
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at));
    if (match === null) this.#fail('integer expected');
    this.#at += match[0].length;
    const min = Number(match[1]);
    if (match[2] === undefined) return repeat(node, min, min);
    return repeat(node, min, match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]));
  }

  #complemented(): Node {
    return this.#take('~') ? complement(this.#complemented()) : this.#charClass();
  }

  #charClass(): Node {
    if (!this.#take('[')) return this.#simple();
    const negated = this.#take('^');
    const ranges: Range[] = [];
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
    const set = chars(ranges);
    return negated ? intersect(ANY, complement(set)) : set;
  }

  /** `[a-]`: the hyphen stands for itself. */
  #backToHyphen(low: number, ranges: Range[]): number {
    ranges.push([45, 45]);
    return low;
  }

  #charExpression(): number {
    this.#take('\\');
    return this.#next();
  }

  #simple(): Node {
    if (this.#take('.')) return ANY;
    if (this.#take('#')) return NOTHING;
    if (this.#take('@')) return star(ANY);
    if (this.#take('"')) {
      const end = this.#source.indexOf('"', this.#at);
      if (end < 0) this.#fail("expected '\"'");
      const text = this.#source.slice(this.#at, end);
      this.#at = end + 1;
      return literal(text);
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
        return interval(match[1] as string, match[2] as string);
      }
    }
    if (this.#source[this.#at] === '\\') {
      const named = ESCAPED_CLASSES[this.#source[this.#at + 1] ?? ''];
      if (named !== undefined) {
        this.#at += 2;
        return chars(named);
      }
    }
    const code = this.#charExpression();
    return chars([[code, code]]);
  }
}

function literal(text: string): Node {
  return [...text].reduceRight<Node>((rest, char) => {
    const code = char.codePointAt(0) as number;
    return concat(chars([[code, code]]), rest);
  }, EMPTY);
}

/** Decimal numbers between two bounds; equal digit counts in the bounds fix the number of digits. */
function interval(from: string, to: string): Node {
  const digits = from.length === to.length ? from.length : 0;
  const [low, high] = [Number(from), Number(to)].sort((a, b) => a - b) as [number, number];
  let node: Node = NOTHING;
  for (let value = low; value <= high; value++) {
    const plain = literal(String(value).padStart(digits, '0'));
    node = union(node, digits > 0 ? plain : concat(star(literal('0')), plain));
  }
  return node;
}

/** An expression compiled once and matched from any place of a text. */
export class LuceneRegExp {
  readonly #root: Node;

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
