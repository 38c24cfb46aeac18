/**
 * Reads JSON from bytes, one token at a time. Tokens carry their byte range, so that a value can be
 * kept exactly as it was sent; line and column are worked out only when somebody asks.
 *
 * The grammar is the reference's: comments of both C styles are allowed, duplicate names, leading
 * zeroes and raw control characters are not, and nesting ends at MAX_DEPTH.
 */

import { NameCache } from './name-cache.ts';
import { characterText, JsonParseError, type Location, sourceText } from './parse-error.ts';
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
const MAX_NUMBER_LENGTH = 1000;
const MANY_NAMES = 24;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SLASH = 0x2f;
const TOKENS = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

/** 1 for the bytes of a string that stand for themselves: ASCII without quote, backslash, controls. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** What may come next. */
const Expect = {
  Value: 0,
  FirstName: 1,
  Name: 2,
  FirstItem: 3,
  CommaOrEnd: 4,
  Nothing: 5,
} as const;

export class JsonReader {
  readonly bytes: Buffer;
  /** Of the current token: byte range, quotes included. */
  start: number;
  end: number;
  token: Token = Token.End;

  private readonly limit: number;
  private readonly origin: number;
  private position: number;
  private expect: number = Expect.Value;
  private escaped = false;
  private ascii = true;
  /** Of each open container: where it starts; negative for an array. */
  private readonly open: number[] = [];
  /** Names of all open objects, the innermost last; `frames` tells where each object's begin. */
  private readonly names: string[] = [];
  private readonly frames: number[] = [];
  /** For objects of many names, where a walk over `names` would cost too much. */
  private readonly wide: (Set<string> | null)[] = [];

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.origin = start;
    this.position = start;
    this.start = start;
    this.end = start;
    this.limit = end;
  }

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

  /** Line and column (from 1) of a byte, of the current token by default. */
  location(at = this.start): Location {
    let line = 1;
    let lineStart = this.origin;
    for (let i = this.origin; i < at; i += 1) {
      const byte = this.bytes[i];
      if (byte !== 10 && (byte !== 13 || this.bytes[i + 1] === 10)) continue;
      line += 1;
      lineStart = i + 1;
    }
    return { line, column: at - lineStart + 1 };
  }

  /** One column behind a byte, on the byte's own line even when it is the newline. */
  private behind(at: number): Location {
    const { line, column } = this.location(at);
    return { line, column: column + 1 };
  }

  private inObject(): boolean {
    return (this.open.at(-1) as number) >= 0;
  }

  private skipSpace(): void {
    const { bytes, limit } = this;
    let at = this.position;
    while (at < limit) {
      const byte = bytes[at] as number;
      if (byte === 0x20 || byte === 10 || byte === 13 || byte === 9) {
        at += 1;
      } else if (byte === SLASH) {
        this.position = at;
        this.skipComment();
        at = this.position;
      } else {
        break;
      }
    }
    this.position = at;
  }

  private skipComment(): void {
    const { bytes, limit } = this;
    const kind = bytes[this.position + 1];
    if (kind === SLASH) {
      while (this.position < limit && bytes[this.position] !== 10) this.position += 1;
    } else if (kind === 0x2a) {
      const close = bytes.indexOf('*/', this.position + 2, 'latin1');
      if (close === -1 || close + 2 > limit) {
        throw this.endError(' in a comment');
      }
      this.position = close + 2;
    } else {
      this.position += 1;
      this.start = this.position;
      throw this.unexpected("was expecting either '*' or '/' for a comment");
    }
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

  /** The current name, from a cache shared by all readers: documents repeat theirs. */
  name(): string {
    if (this.escaped || !this.ascii) return this.text();
    return NameCache.shared.get(this.bytes, this.start + 1, this.end - 1);
  }

  private noteName(): void {
    const name = this.name();
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
    const { bytes, limit } = this;
    let at = this.position;
    if (bytes[at] === 0x2d) at += 1;
    const first = at;
    while (at < limit && isDigit(bytes[at] as number)) at += 1;
    if (at === first) throw this.afterSign(at);
    if (at - first > 1 && bytes[first] === 0x30) {
      throw new JsonParseError(
        'Invalid numeric value: Leading zeroes not allowed',
        this.location(first + 2),
      );
    }
    let token: Token = Token.Integer;
    if (at < limit && bytes[at] === 0x2e) {
      token = Token.Float;
      at = this.digitsAfter(at + 1, 'Decimal point not followed by a digit');
    }
    if (at < limit && ((bytes[at] as number) | 0x20) === 0x65) {
      token = Token.Float;
      at += 1;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1;
      at = this.digitsAfter(at, 'Exponent indicator not followed by a digit');
    }
    if (at - this.position > MAX_NUMBER_LENGTH) throw this.longNumber(at - this.position);
    this.position = at;
    if (this.open.length === 0 && at < limit && isWordByte(bytes[at] as number)) {
      this.start = at;
      throw this.unexpected('Expected space separating root-level values');
    }
    return this.scalar(token);
  }

  private digitsAfter(from: number, fault: string): number {
    let at = from;
    while (at < this.limit && isDigit(this.bytes[at] as number)) at += 1;
    if (at > from) return at;
    if (at >= this.limit) throw this.endError(' in a Number value');
    this.start = at;
    throw this.unexpected(fault);
  }

  private afterSign(at: number): JsonParseError {
    if (at >= this.limit) return this.endError(' in a Number value');
    this.start = at;
    return this.unexpected('Expected digit (0-9) to follow minus sign, for valid numeric value');
  }

  private longNumber(length: number): JsonParseError {
    return new JsonParseError(
      `Number length (${length}) exceeds the maximum length (${MAX_NUMBER_LENGTH})`,
      this.location(),
      'limit',
    );
  }

  private smallInteger(): number {
    const { bytes, end } = this;
    let at = this.start;
    const negative = bytes[at] === 0x2d;
    if (negative) at += 1;
    let value = 0;
    for (; at < end; at += 1) value = value * 10 + (bytes[at] as number) - 0x30;
    return negative ? -value || 0 : value;
  }

  /** From the opening quote to behind the closing one; checks escapes and UTF-8 on the way. */
  private scanString(what: 'name' | 'value'): void {
    const { bytes, limit } = this;
    const plain = PLAIN;
    let at = this.position + 1;
    this.escaped = false;
    this.ascii = true;
    for (;;) {
      while (at < limit && plain[bytes[at] as number] === 1) at += 1;
      if (at >= limit) throw this.openString(what);
      const byte = bytes[at] as number;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        this.escaped = true;
        at = this.checkEscape(at + 1, what);
      } else if (byte < 0x20) {
        throw new JsonParseError(
          `Illegal unquoted character (${characterText(byte)}): has to be escaped using backslash to be included in ${what === 'name' ? 'name' : 'string value'}`,
          this.behind(at),
        );
      } else {
        this.ascii = false;
        at = this.checkUtf8(at);
      }
    }
    this.position = at + 1;
    this.end = at + 1;
  }

  private openString(what: 'name' | 'value'): JsonParseError {
    return this.endError(
      what === 'name' ? ' in field name' : ': was expecting closing quote for a string value',
    );
  }

  private checkEscape(at: number, what: 'name' | 'value'): number {
    if (at >= this.limit) throw this.openString(what);
    const code = this.bytes[at] as number;
    if (code === 0x75) {
      for (let i = 1; i <= 4; i += 1) {
        if (at + i >= this.limit) throw this.openString(what);
        if (!isHex(this.bytes[at + i] as number)) {
          this.start = at + i;
          throw this.unexpected('expected a hex-digit for character escape sequence');
        }
      }
      return at + 5;
    }
    if (!'"\\/bfnrt'.includes(String.fromCharCode(code))) {
      throw new JsonParseError(
        `Unrecognized character escape ${characterText(code)}`,
        this.location(at + 1),
      );
    }
    return at + 1;
  }

  private checkUtf8(at: number): number {
    const lead = this.bytes[at] as number;
    const length =
      lead >= 0xc2 && lead < 0xe0
        ? 2
        : lead >= 0xe0 && lead < 0xf0
          ? 3
          : lead >= 0xf0 && lead < 0xf5
            ? 4
            : 0;
    if (length === 0) {
      throw new JsonParseError(
        `Invalid UTF-8 start byte 0x${lead.toString(16)}`,
        this.location(at + 1),
      );
    }
    for (let i = 1; i < length; i += 1) {
      if (at + i >= this.limit) throw this.endError(' in a String value');
      const byte = this.bytes[at + i] as number;
      if ((byte & 0xc0) !== 0x80) {
        throw new JsonParseError(
          `Invalid UTF-8 middle byte 0x${byte.toString(16)}`,
          this.location(at + i + 1),
        );
      }
    }
    return at + length;
  }

  private unescape(from: number, to: number): string {
    // The scan has checked every escape, so the platform's own decoder can do the work.
    return JSON.parse(`"${this.bytes.utf8Slice(from, to)}"`) as string;
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

  private endError(where: string): JsonParseError {
    return new JsonParseError(`Unexpected end-of-input${where}`, this.location(this.limit), 'end');
  }

  private badValue(byte: number): JsonParseError {
    if (isWordByte(byte)) return this.badToken();
    return this.unexpected(`expected a valid value ${TOKENS}`);
  }

  private badToken(): JsonParseError {
    let at = this.start;
    while (at < this.limit && isWordByte(this.bytes[at] as number) && at - this.start < 256)
      at += 1;
    const word = this.bytes.utf8Slice(this.start, at);
    const end = Math.min(at + 1, this.limit);
    return new JsonParseError(
      `Unrecognized token '${word}': was expecting ${TOKENS}`,
      this.location(end),
    );
  }

  /** The parser of the reference has read the character it complains of: it points behind it. */
  private unexpected(wanted: string): JsonParseError {
    const code =
      this.bytes.utf8Slice(this.start, Math.min(this.start + 4, this.limit)).codePointAt(0) ?? 0;
    return new JsonParseError(
      `Unexpected character (${characterText(code)}): ${wanted}`,
      this.location(this.start + 1),
    );
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

/** What the reference takes for a part of a word: letters, digits, `_`, `$` and all beyond ASCII. */
function isWordByte(byte: number): boolean {
  return (
    isDigit(byte) ||
    ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}
