/**
 * Reads JSON from bytes, one token at a time. Tokens carry their byte range, so that a value can be
 * kept exactly as it was sent; line and column are worked out only when somebody asks.
 *
 * The grammar is the reference's: comments of both C styles are allowed, duplicate names, leading
 * zeroes and raw control characters are not, and nesting ends at MAX_DEPTH.
 */

import { isWordByte, JsonLexer, QUOTE, VALID_VALUES } from './json-lexer.ts';
import { NameCache } from './name-cache.ts';
import { JsonParseError, sourceText } from './parse-error.ts';
import { Double } from './values.ts';

/** The kinds of token; an enum by hand, so that the compiler folds it into numbers. */
export const Token = {
  End: 0,
  StartObject: 1,
  EndObject: 2,
  StartArray: 3,
  EndArray: 4,
  Name: 5,
  String: 6,
  Integer: 7,
  Float: 8,
  True: 9,
  False: 10,
  Null: 11,
} as const;
export type Token = (typeof Token)[keyof typeof Token];

export const MAX_DEPTH = 1000;
const MANY_NAMES = 24;

const COMMA = 0x2c;
const COLON = 0x3a;

/** What may come next. */
const Expect = {
  Value: 0,
  FirstName: 1,
  Name: 2,
  FirstItem: 3,
  CommaOrEnd: 4,
  Nothing: 5,
} as const;

export class JsonReader extends JsonLexer {
  token: Token = Token.End;

  private expect: number = Expect.Value;
  /** The last name read: the check for duplicates needs it, and then most likely the caller. */
  private lastName = '';
  /** Of each open container: where it starts; negative for an array. */
  private readonly open: number[] = [];
  /** Names of all open objects, the innermost last; `frames` tells where each object's begin. */
  private readonly names: string[] = [];
  private readonly frames: number[] = [];
  /** For objects of many names, where a walk over `names` would cost too much. */
  private readonly wide: (Set<string> | null)[] = [];

  get depth(): number {
    return this.open.length;
  }

  /** Moves to the next token and returns it; End when the one value of the text is over. */
  next(): Token {
    for (;;) {
      this.skipSpace();
      if (this.position >= this.limit) return this.endOfInput();
      const byte = this.bytes[this.position] as number;
      this.start = this.position;
      switch (this.expect) {
        case Expect.CommaOrEnd:
          if (byte === COMMA) {
            this.position += 1;
            this.expect = this.inObject() ? Expect.Name : Expect.Value;
            continue;
          }
          if (byte === 0x7d || byte === 0x5d) return this.close(byte);
          throw this.unexpected(
            `was expecting comma to separate ${this.inObject() ? 'Object' : 'Array'} entries`,
          );
        case Expect.FirstName:
          if (byte === 0x7d) return this.close(byte);
          return this.readName(byte);
        case Expect.Name:
          return this.readName(byte);
        case Expect.FirstItem:
          if (byte === 0x5d) return this.close(byte);
          return this.readValue(byte);
        case Expect.Nothing:
          throw this.unexpected('Expected space separating root-level values');
        default:
          return this.readValue(byte);
      }
    }
  }

  /** The text of a name or string, or the digits of a number as they were sent. */
  text(): string {
    if (this.token === Token.Name || this.token === Token.String) {
      const from = this.start + 1;
      const to = this.end - 1;
      if (this.escaped) return this.unescape(from, to);
      return this.ascii ? this.bytes.latin1Slice(from, to) : this.bytes.utf8Slice(from, to);
    }
    return this.bytes.latin1Slice(this.start, this.end);
  }

  /** The value of a number token, its kind kept. */
  number(): number | bigint | Double {
    if (this.token === Token.Integer) {
      const length = this.end - this.start;
      if (length <= 15) return this.smallInteger();
      const text = this.text();
      const value = Number(text);
      return Number.isSafeInteger(value) ? value : BigInt(text);
    }
    const value = Number(this.text());
    return Number.isInteger(value) || !Number.isFinite(value) ? new Double(value) : value;
  }

  /** After StartObject or StartArray: moves to the token that closes it. */
  skipChildren(): void {
    if (this.token !== Token.StartObject && this.token !== Token.StartArray) return;
    const outside = this.open.length - 1;
    while (this.open.length > outside) this.next();
  }

  /** The bytes of the current value as sent; of a container, moves to its end. */
  rawValue(): Buffer {
    const from = this.start;
    this.skipChildren();
    return this.bytes.subarray(from, this.end);
  }

  private inObject(): boolean {
    return (this.open.at(-1) as number) >= 0;
  }

  private readName(byte: number): Token {
    if (byte !== QUOTE) throw this.unexpected('was expecting double-quote to start field name');
    this.scanString('name');
    this.token = Token.Name;
    this.noteName();
    this.skipSpace();
    if (this.position >= this.limit) throw this.closeMissing();
    if (this.bytes[this.position] !== COLON) {
      this.start = this.position;
      throw this.unexpected('was expecting a colon to separate field name and value');
    }
    this.position += 1;
    this.expect = Expect.Value;
    return Token.Name;
  }

  /** The name read last; strings for names come from a cache, since documents repeat theirs. */
  name(): string {
    return this.lastName;
  }

  private noteName(): void {
    const plain = !this.escaped && this.ascii;
    const name = plain
      ? NameCache.shared.get(this.bytes, this.start + 1, this.end - 1)
      : this.text();
    this.lastName = name;
    const { names } = this;
    const top = this.frames.length - 1;
    const from = this.frames[top] as number;
    const wide = this.wide[top] as Set<string> | null;
    if (wide !== null) {
      const before = wide.size;
      if (wide.add(name).size === before) throw this.duplicate(name);
      return;
    }
    for (let i = names.length - 1; i >= from; i -= 1) {
      if (names[i] === name) throw this.duplicate(name);
    }
    names.push(name);
    if (names.length - from > MANY_NAMES) this.wide[top] = new Set(names.slice(from));
  }

  private duplicate(name: string): JsonParseError {
    return new JsonParseError(`Duplicate field '${name}'`, this.location(this.end));
  }

  private readValue(byte: number): Token {
    switch (byte) {
      case QUOTE:
        this.scanString('value');
        return this.scalar(Token.String);
      case 0x7b:
        return this.openContainer(Token.StartObject, Expect.FirstName);
      case 0x5b:
        return this.openContainer(Token.StartArray, Expect.FirstItem);
      case 0x74:
        return this.literal('true', Token.True);
      case 0x66:
        return this.literal('false', Token.False);
      case 0x6e:
        return this.literal('null', Token.Null);
      default:
        if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return this.readNumber();
        throw this.badValue(byte);
    }
  }

  private scalar(token: Token): Token {
    this.end = this.position;
    this.token = token;
    this.expect = this.open.length === 0 ? Expect.Nothing : Expect.CommaOrEnd;
    return token;
  }

  private openContainer(token: Token, expect: number): Token {
    if (this.open.length >= MAX_DEPTH) {
      throw new JsonParseError(
        `Depth (${MAX_DEPTH + 1}) exceeds the maximum allowed nesting depth (${MAX_DEPTH})`,
        this.location(),
        'limit',
      );
    }
    this.open.push(token === Token.StartObject ? this.start : -1 - this.start);
    this.frames.push(this.names.length);
    this.wide.push(null);
    this.position += 1;
    this.end = this.position;
    this.expect = expect;
    return (this.token = token);
  }

  private close(byte: number): Token {
    const start = this.open.at(-1) as number;
    const object = start >= 0;
    if (object !== (byte === 0x7d))
      throw this.wrongClose(byte, object, object ? start : -1 - start);
    this.open.pop();
    this.names.length = this.frames.pop() as number;
    this.wide.pop();
    this.position += 1;
    return this.scalar(object ? Token.EndObject : Token.EndArray);
  }

  private wrongClose(byte: number, object: boolean, start: number): JsonParseError {
    const kind = object ? 'Object' : 'Array';
    const opened = sourceText(this.location(start));
    return new JsonParseError(
      `Unexpected close marker '${String.fromCharCode(byte)}': expected '${object ? '}' : ']'}' (for ${kind} starting at ${opened})`,
      this.location(this.position + 1),
    );
  }

  private literal(word: string, token: Token): Token {
    const { bytes, position } = this;
    const end = position + word.length;
    for (let i = 0; i < word.length; i += 1) {
      if (position + i >= this.limit || bytes[position + i] !== word.charCodeAt(i)) {
        throw this.badToken();
      }
    }
    if (end < this.limit && isWordByte(bytes[end] as number)) throw this.badToken();
    this.position = end;
    return this.scalar(token);
  }

  private readNumber(): Token {
    const float = this.scanNumber();
    const at = this.position;
    if (this.open.length === 0 && at < this.limit && isWordByte(this.bytes[at] as number)) {
      this.start = at;
      throw this.unexpected('Expected space separating root-level values');
    }
    return this.scalar(float ? Token.Float : Token.Integer);
  }

  private endOfInput(): Token {
    this.start = this.end = this.position;
    if (this.open.length > 0) throw this.closeMissing();
    return (this.token = Token.End);
  }

  private closeMissing(): JsonParseError {
    const start = this.open.at(-1) as number;
    const kind = start >= 0 ? 'Object' : 'Array';
    const opened = sourceText(this.location(start >= 0 ? start : -1 - start));
    return this.endError(`: expected close marker for ${kind} (start marker at ${opened})`);
  }

  private badValue(byte: number): JsonParseError {
    if (isWordByte(byte)) return this.badToken();
    return this.unexpected(`expected a valid value ${VALID_VALUES}`);
  }
}
