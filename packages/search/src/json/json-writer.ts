/** Writes values as JSON bytes, compact or in the reference's pretty form (`"name" : value`). */
import { doubleText, floatText } from './number-text.ts';
import { parseJson } from './parse.ts';
import { Double, Float32, RawJson, type Writable } from './values.ts';

const FIRST_CAPACITY = 64 * 1024;
const MAX_SCRATCH = 1024 * 1024;
/** Shorter strings are copied by a loop; longer ones are worth a call into the runtime. */
const SHORT = 24;
const HEX = '0123456789ABCDEF';
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;
const SHORT_ESCAPES: Record<number, string> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** One buffer lent to the writer at work; a text grown beyond MAX_SCRATCH does not keep its room. */
let scratch: Buffer | null = null;

function takeScratch(): Buffer {
  const taken = scratch ?? Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  scratch = null;
  return taken;
}

export interface JsonStyle {
  readonly pretty?: boolean;
}

/** The JSON text of a value; a pretty one ends with a newline, as the reference's does. */
export function writeJson(value: Writable, style: JsonStyle = {}): Buffer {
  const writer = new JsonWriter(style.pretty === true);
  writer.value(value);
  if (style.pretty) writer.newline();
  return writer.bytes();
}

/** The same as a string. */
export function jsonText(value: Writable, style: JsonStyle = {}): string {
  return writeJson(value, style).toString('utf8');
}

class JsonWriter {
  private buffer = takeScratch();
  private length = 0;
  private indent = 0;

  constructor(private readonly pretty: boolean) {}

  /** The text, once: the writer's buffer goes back to be used again. */
  bytes(): Buffer {
    const text = Buffer.allocUnsafe(this.length);
    this.buffer.copy(text, 0, 0, this.length);
    if (this.buffer.length <= MAX_SCRATCH) scratch = this.buffer;
    return text;
  }

  newline(): void {
    this.byte(10);
  }

  value(value: Writable): void {
    if (typeof value === 'string') this.string(value);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'boolean') this.ascii(value ? 'true' : 'false');
    else if (typeof value === 'bigint') this.ascii(value.toString());
    else if (value === null) this.ascii('null');
    else this.composite(value);
  }

  private composite(value: object): void {
    if (Array.isArray(value)) this.array(value as readonly Writable[]);
    else if (value instanceof Map) this.map(value as Map<string, Writable>);
    else if (value instanceof Double) this.real(doubleText(value.value));
    else if (value instanceof Float32) this.real(floatText(value.value));
    else if (value instanceof RawJson) this.raw(value);
    else this.object(value as { readonly [name: string]: Writable | undefined });
  }

  private number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
      this.ascii(String(value));
    } else {
      this.real(doubleText(value));
    }
  }

  /** What is no number to JSON is quoted, as the reference does it. */
  private real(text: string): void {
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0x30 && last <= 0x39) this.ascii(text);
    else this.string(text);
  }

  private array(items: readonly Writable[]): void {
    this.byte(0x5b);
    this.indent += 1;
    for (let i = 0; i < items.length; i += 1) {
      if (i > 0) this.byte(0x2c);
      this.line();
      this.value(items[i] as Writable);
    }
    this.closeWith(0x5d, items.length === 0);
  }

  private map(map: ReadonlyMap<string, Writable>): void {
    this.byte(0x7b);
    this.indent += 1;
    let first = true;
    for (const [name, value] of map) {
      this.entry(name, value, first);
      first = false;
    }
    this.closeWith(0x7d, first);
  }

  private object(object: { readonly [name: string]: Writable | undefined }): void {
    this.byte(0x7b);
    this.indent += 1;
    let first = true;
    for (const name in object) {
      const value = object[name];
      if (value === undefined) continue;
      this.entry(name, value, first);
      first = false;
    }
    this.closeWith(0x7d, first);
  }

  private entry(name: string, value: Writable, first: boolean): void {
    if (!first) this.byte(0x2c);
    this.line();
    this.string(name);
    if (this.pretty) this.ascii(' : ');
    else this.byte(0x3a);
    this.value(value);
  }

  private closeWith(mark: number, empty: boolean): void {
    this.indent -= 1;
    if (!empty) this.line();
    else if (this.pretty) this.byte(0x20);
    this.byte(mark);
  }

  private line(): void {
    if (!this.pretty) return;
    this.reserve(1 + 2 * this.indent);
    this.buffer[this.length] = 10;
    this.buffer.fill(0x20, this.length + 1, this.length + 1 + 2 * this.indent);
    this.length += 1 + 2 * this.indent;
  }

  /** Pretty output is laid out anew; otherwise the bytes go out as they came in. */
  private raw(value: RawJson): void {
    if (this.pretty) {
      this.value(parseJson(value.bytes));
      return;
    }
    this.reserve(value.bytes.length);
    this.buffer.set(value.bytes, this.length);
    this.length += value.bytes.length;
  }

  private string(text: string): void {
    if (text.length <= SHORT && this.shortString(text)) return;
    this.reserve(text.length * 3 + 2);
    this.buffer[this.length++] = 0x22;
    if (NEEDS_ESCAPE.test(text)) this.utf8(escaped(text));
    else this.length += this.buffer.utf8Write(text, this.length);
    this.byte(0x22);
  }

  private utf8(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.buffer.utf8Write(text, this.length);
  }

  /** Plain ASCII without anything to escape; false, and nothing written, for all else. */
  private shortString(text: string): boolean {
    this.reserve(text.length + 2);
    const { buffer } = this;
    let at = this.length;
    buffer[at++] = 0x22;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
      buffer[at++] = code;
    }
    buffer[at++] = 0x22;
    this.length = at;
    return true;
  }

  private ascii(text: string): void {
    this.reserve(text.length);
    const { buffer } = this;
    for (let i = 0; i < text.length; i += 1) buffer[this.length++] = text.charCodeAt(i);
  }

  private byte(byte: number): void {
    if (this.length === this.buffer.length) this.reserve(1);
    this.buffer[this.length++] = byte;
  }

  private reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
  }
}

/** Escapes as the reference does: the short forms, and upper-case hexadecimal for the rest. */
function escaped(text: string): string {
  return text.replace(/["\\\u0000-\u001f]/g, (char) => {
    const code = char.charCodeAt(0);
    return SHORT_ESCAPES[code] ?? `\\u00${HEX[code >> 4]}${HEX[code & 15]}`;
  });
}
