/**
 * The letters of JSON: blanks and comments, strings, numbers, and the complaints about them. What
 * they mean together is the reader's business.
 */
import { characterText, JsonParseError, type Location } from './parse-error.ts';

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const MAX_NUMBER_LENGTH = 1000;
export const VALID_VALUES =
  "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

/** 1 for the bytes of a string that stand for themselves: ASCII without quote, backslash, controls. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

export class JsonLexer {
  readonly bytes: Buffer;
  /** Of the current token: byte range, quotes included. */
  start: number;
  end: number;

  protected readonly limit: number;
  protected position: number;
  /** Of the string scanned last. */
  protected escaped = false;
  protected ascii = true;
  private readonly origin: number;

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

  protected skipSpace(): void {
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

  /** From the first digit or sign to behind the number; true when it is no integer. */
  protected scanNumber(): boolean {
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
    let float = false;
    if (at < limit && bytes[at] === 0x2e) {
      float = true;
      at = this.digitsAfter(at + 1, 'Decimal point not followed by a digit');
    }
    if (at < limit && ((bytes[at] as number) | 0x20) === 0x65) {
      float = true;
      at += 1;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1;
      at = this.digitsAfter(at, 'Exponent indicator not followed by a digit');
    }
    if (at - this.position > MAX_NUMBER_LENGTH) throw this.longNumber(at - this.position);
    this.position = at;
    return float;
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

  protected smallInteger(): number {
    const { bytes, end } = this;
    let at = this.start;
    const negative = bytes[at] === 0x2d;
    if (negative) at += 1;
    let value = 0;
    for (; at < end; at += 1) value = value * 10 + (bytes[at] as number) - 0x30;
    return negative ? -value || 0 : value;
  }

  /** From the opening quote to behind the closing one; checks escapes and UTF-8 on the way. */
  protected scanString(what: 'name' | 'value'): void {
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

  protected unescape(from: number, to: number): string {
    // The scan has checked every escape, so the platform's own decoder can do the work.
    return JSON.parse(`"${this.bytes.utf8Slice(from, to)}"`) as string;
  }

  protected endError(where: string): JsonParseError {
    return new JsonParseError(`Unexpected end-of-input${where}`, this.location(this.limit), 'end');
  }

  protected badToken(): JsonParseError {
    let at = this.start;
    while (at < this.limit && isWordByte(this.bytes[at] as number) && at - this.start < 256)
      at += 1;
    const word = this.bytes.utf8Slice(this.start, at);
    const end = Math.min(at + 1, this.limit);
    return new JsonParseError(
      `Unrecognized token '${word}': was expecting ${VALID_VALUES}`,
      this.location(end),
    );
  }

  /** The parser of the reference has read the character it complains of: it points behind it. */
  protected unexpected(wanted: string): JsonParseError {
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
export function isWordByte(byte: number): boolean {
  return (
    isDigit(byte) ||
    ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}
