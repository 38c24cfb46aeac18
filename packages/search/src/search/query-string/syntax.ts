/**
 * The syntax of query strings, as Lucene's classic parser reads it:
 *   clauses with + - ! NOT, AND OR && || between them, (groups), field:clause, "phrases"~2,
 *   words with * and ?, word~1, /expressions/, [from TO to} and field:>=value, each with ^boost.
 */
import { SearchError } from '../../errors/search-error.ts';
import { type Clause, type Occur, type Part, plain, type Word } from './clauses.ts';

const SPACE = /[ \t\n\r\u3000]/;
const TERM_STARTS = /[^ \t\n\r\u3000+\-!(){}[\]^"~:/]/;
const TERM_CHARS = /[^ \t\n\r\u3000!(){}[\]^"~:/]/;
const MAX_DEPTH = 100;

export function parseQueryString(text: string, defaultAnd: boolean): Part[] {
  return new Parser(text, defaultAnd).parse();
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly defaultAnd: boolean,
  ) {}

  parse(): Part[] {
    const parts = this.clauses(undefined);
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected();
    return parts;
  }

  private clauses(field: string | undefined): Part[] {
    const parts: Part[] = [];
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw this.failure('Too many nested groups');
    for (;;) {
      this.skipSpace();
      if (this.at >= this.text.length || this.text[this.at] === ')') break;
      const conjunction = this.conjunction();
      this.skipSpace();
      const modifier = this.modifier();
      this.skipSpace();
      const part = this.clause(field, conjunction === undefined && modifier === undefined);
      this.add(parts, conjunction, modifier, part);
    }
    this.depth -= 1;
    return parts;
  }

  /** Without precedence: AND makes both its sides required. */
  private add(
    parts: Part[],
    conjunction: 'and' | 'or' | undefined,
    modifier: 'required' | 'not' | undefined,
    part: Omit<Part, 'occur'>,
  ): void {
    const last = parts[parts.length - 1];
    if (last !== undefined && last.occur !== 'must_not') {
      if (conjunction === 'and') parts[parts.length - 1] = { ...last, occur: 'must' };
      else if (this.defaultAnd && conjunction === 'or') {
        parts[parts.length - 1] = { ...last, occur: 'should' };
      }
    }
    let occur: Occur;
    if (modifier === 'not') occur = 'must_not';
    else if (this.defaultAnd)
      occur = conjunction === 'or' && modifier === undefined ? 'should' : 'must';
    else occur = modifier === 'required' || conjunction === 'and' ? 'must' : 'should';
    parts.push({ ...part, occur });
  }

  private conjunction(): 'and' | 'or' | undefined {
    if (this.word('AND') || this.take('&&')) return 'and';
    if (this.word('OR') || this.take('||')) return 'or';
    return undefined;
  }

  private modifier(): 'required' | 'not' | undefined {
    if (this.take('+')) return 'required';
    if (this.take('-') || this.take('!') || this.word('NOT')) return 'not';
    return undefined;
  }

  /** `isBare`: nothing stands before it that is about this clause alone. */
  private clause(outer: string | undefined, isBare: boolean): Omit<Part, 'occur'> {
    let field = outer;
    if (this.text.startsWith('*:*', this.at)) {
      this.at += 3;
      return { clause: { kind: 'all' }, field, boost: this.boost() };
    }
    const name = this.fieldName();
    if (name !== undefined) field = name;
    if (this.take('(')) {
      const clauses = this.clauses(field);
      if (!this.take(')')) throw this.unexpected();
      return { clause: { kind: 'group', clauses }, field, boost: this.boost() };
    }
    const clause = this.simple(field, name !== undefined, isBare);
    return { clause, field, boost: this.boost() };
  }

  /** `name:`, perhaps with escapes; undefined when no field stands here. */
  private fieldName(): string | undefined {
    const match = /(?:\\.|[^ \t\n\r\u3000!(){}[\]^"~:/\\])+(?=:)/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (found === null || found.index !== this.at) return undefined;
    this.at += found[0].length + 1;
    return plain(found[0]);
  }

  private simple(field: string | undefined, isNamed: boolean, isBare: boolean): Clause {
    this.skipSpace();
    const char = this.text[this.at];
    if (char === undefined) throw this.unexpected();
    if (char === '"') return this.phrase(field);
    if (char === '/') return { kind: 'regexp', text: this.between('/') };
    if (char === '[' || char === '{') return this.range();
    const comparison = isNamed ? this.comparison() : undefined;
    if (comparison !== undefined) return comparison;
    return this.words(field, isBare && !isNamed);
  }

  private phrase(field: string | undefined): Clause {
    const text = plain(this.between('"'));
    const slop = this.tilde();
    if (field === '_exists_') return { kind: 'exists', field: text };
    return {
      kind: 'phrase',
      text,
      slop: slop === undefined || slop === '' ? undefined : Math.trunc(Number(slop)),
    };
  }

  /** The text up to the next sign of the same kind that is not escaped. */
  private between(sign: string): string {
    const start = this.at + 1;
    let end = start;
    while (end < this.text.length && this.text[end] !== sign)
      end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length)
      throw this.failure(
        `Lexical error at line 1, column ${this.text.length + 1}.  Encountered: <EOF> after : "${this.text.slice(this.at)}"`,
      );
    this.at = end + 1;
    return this.text.slice(start, end);
  }

  private range(): Clause {
    const open = this.text[this.at++];
    const from = this.rangeEnd();
    this.skipSpace();
    if (!this.word('TO')) throw this.unexpected();
    this.skipSpace();
    const to = this.rangeEnd();
    this.skipSpace();
    const close = this.text[this.at];
    if (close !== ']' && close !== '}') throw this.unexpected();
    this.at += 1;
    return {
      kind: 'range',
      from: from === '*' ? undefined : from,
      to: to === '*' ? undefined : to,
      includeFrom: open === '[',
      includeTo: close === ']',
    };
  }

  private rangeEnd(): string {
    this.skipSpace();
    if (this.text[this.at] === '"') return plain(this.between('"'));
    const start = this.at;
    while (this.at < this.text.length && !/[ \]}]/.test(this.text[this.at] as string)) this.at += 1;
    if (this.at === start) throw this.unexpected();
    return plain(this.text.slice(start, this.at));
  }

  private comparison(): Clause | undefined {
    const match = /(>=|<=|>|<)/y;
    match.lastIndex = this.at;
    const sign = match.exec(this.text)?.[0];
    if (sign === undefined) return undefined;
    this.at += sign.length;
    const value = this.text[this.at] === '"' ? plain(this.between('"')) : plain(this.rawTerm());
    const isLower = sign.startsWith('>');
    const isClosed = sign.endsWith('=');
    return {
      kind: 'range',
      from: isLower ? value : undefined,
      to: isLower ? undefined : value,
      includeFrom: isClosed,
      includeTo: isClosed,
    };
  }

  private rawTerm(): string {
    const start = this.at;
    while (this.at < this.text.length) {
      const char = this.text[this.at] as string;
      if (char === '\\') {
        if (this.at + 1 >= this.text.length)
          throw this.failure('Term can not end with escape character.');
        this.at += 2;
      } else if (
        (this.at === start ? TERM_STARTS : TERM_CHARS).test(char) ||
        this.isInner(char, start)
      ) {
        this.at += 1;
      } else break;
    }
    if (this.at === start) throw this.unexpected();
    return this.text.slice(start, this.at);
  }

  /** Signs that mean nothing within a word. */
  private isInner(char: string, start: number): boolean {
    return this.at > start && (char === '+' || char === '-');
  }

  /** Plain words in a row are analysed together; a word with signs of its own stands alone. */
  private words(field: string | undefined, canGroup: boolean): Clause {
    const words: Word[] = [];
    for (;;) {
      const start = this.at;
      const raw = this.rawTerm();
      if (field === '_exists_') return { kind: 'exists', field: plain(raw) };
      const single = this.marked(raw);
      if (single !== undefined) {
        if (words.length === 0) return single;
        this.at = start;
        break;
      }
      if (words.length > 0 && this.text[this.at] === ':') {
        this.at = start;
        break;
      }
      if (words.length > 0 && this.isJoinedNext()) {
        this.at = start;
        break;
      }
      words.push({ text: plain(raw) });
      if (!canGroup) break;
      if (this.text[this.at] === '^') {
        if (words.length > 1) {
          words.pop();
          this.at = start;
        }
        break;
      }
      const space = this.at;
      this.skipSpace();
      if (this.at === space || !this.isPlainNext()) {
        this.at = space;
        break;
      }
    }
    return { kind: 'words', words };
  }

  /** Whether the next thing is a conjunction, which takes the word before it for itself. */
  private isJoinedNext(): boolean {
    return /^\s+(?:(?:AND|OR)(?![^ \t\n\r(])|&&|\|\|)/.test(this.text.slice(this.at));
  }

  private isPlainNext(): boolean {
    const rest = this.text.slice(this.at);
    return (
      rest !== '' &&
      TERM_STARTS.test(rest[0] as string) &&
      !/^(?:AND|OR|NOT)(?![^ \t\n\r(])|^(?:&&|\|\|)/.test(rest)
    );
  }

  /** Words with wildcards or a tilde. */
  private marked(raw: string): Clause | undefined {
    if (this.text[this.at] === '~') {
      const edits = this.tilde();
      return { kind: 'fuzzy', text: plain(raw), edits: edits === '' ? undefined : edits };
    }
    const bare = raw.replace(/\\./g, '');
    if (!/[*?]/.test(bare)) return undefined;
    if (/^[^*?]*\*$/.test(bare) && bare !== '*')
      return { kind: 'prefix', text: plain(raw.slice(0, -1)) };
    return { kind: 'wildcard', text: raw };
  }

  private tilde(): string | undefined {
    const match = /~(\d*(?:\.\d+)?)/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found[1] as string;
  }

  private boost(): number {
    const match = /\^(\d*(?:\.\d+)?)/y;
    match.lastIndex = this.at;
    const found = match.exec(this.text);
    if (found === null) return 1;
    if (found[1] === '') throw this.unexpected();
    this.at += found[0].length;
    return Number(found[1]);
  }

  private skipSpace(): void {
    while (this.at < this.text.length && SPACE.test(this.text[this.at] as string)) this.at += 1;
  }

  private take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    const next = this.text[this.at + word.length];
    if (next !== undefined && TERM_CHARS.test(next)) return false;
    this.at += word.length;
    return true;
  }

  private unexpected(): SearchError {
    const found =
      this.at < this.text.length
        ? `" "${this.text[this.at]}" "${this.text[this.at]} ""`
        : '"<EOF>"';
    return this.failure(`Encountered ${found} at line 1, column ${this.at}.`);
  }

  private failure(reason: string): SearchError {
    return new SearchError('parse_exception', `Cannot parse '${this.text}': ${reason}`);
  }
}
