/**
 * Writes values as YAML the way the reference's generator does: a document marker, strings always
 * in double quotes, names bare where YAML allows it, lists not indented below their name.
 */
import { doubleText, floatText } from './number-text.ts';
import { parseJson } from './parse.ts';
import { Double, entriesOf, Float32, RawJson, type Writable } from './values.ts';

/** Lines of quoted text are folded at a blank behind this column. */
const WIDTH = 80;
/** Words YAML would take for something else than a string. */
const RESERVED = /^(?:~|null|true|false|yes|no|on|off|y|n)$/i;
const BARE_NAME = /^[A-Za-z_./*][A-Za-z0-9_./*-]*(?: [A-Za-z0-9_./*-]+)*$/;

export function yamlText(value: Writable): string {
  return `---${block(value, 0, 3)}\n`;
}

/** A value behind `name:` or `-`; starts with its own blank or newline. */
function block(value: Writable, indent: number, column: number): string {
  if (value instanceof RawJson) return block(parseJson(value.bytes), indent, column);
  if (Array.isArray(value)) return list(value as readonly Writable[], indent);
  if (isObject(value)) return object(value, indent);
  return ` ${scalar(value, indent, column + 1)}`;
}

function object(value: Parameters<typeof entriesOf>[0], indent: number): string {
  const lines = objectLines(value, indent);
  return lines === undefined ? ' {}' : `\n${' '.repeat(indent)}${lines}`;
}

function objectLines(value: Parameters<typeof entriesOf>[0], indent: number): string | undefined {
  const lines: string[] = [];
  for (const [name, child] of entriesOf(value)) {
    const key = nameText(name);
    const deeper = Array.isArray(child) ? indent : indent + 2;
    lines.push(`${key}:${block(child, deeper, indent + key.length + 1)}`);
  }
  return lines.length === 0 ? undefined : lines.join(`\n${' '.repeat(indent)}`);
}

function list(items: readonly Writable[], indent: number): string {
  if (items.length === 0) return ' []';
  return items.map((item) => `\n${' '.repeat(indent)}-${listItem(item, indent)}`).join('');
}

/** An object or list starts on the line of its dash. */
function listItem(item: Writable, indent: number): string {
  if (item instanceof RawJson) return listItem(parseJson(item.bytes), indent);
  if (Array.isArray(item))
    return item.length === 0 ? ' []' : list(item, indent + 2).replace(/^\n +/, ' ');
  if (isObject(item)) {
    const lines = objectLines(item, indent + 2);
    return lines === undefined ? ' {}' : ` ${lines}`;
  }
  return ` ${scalar(item, indent + 2, indent + 2)}`;
}

function isObject(value: Writable): value is ReadonlyMap<string, Writable> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Double || value instanceof Float32)
  );
}

function scalar(value: Writable, indent: number, column: number): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoted(value, indent, column);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? String(value) : doubleText(value);
  }
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Float32) return floatText(value.value);
  return String(value);
}

function nameText(name: string): string {
  return BARE_NAME.test(name) && !RESERVED.test(name) ? name : quoted(name, 0, 0);
}

const ESCAPES: Record<string, string> = {
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function quoted(text: string, indent: number, column: number): string {
  let out = '"';
  let at = column + 1;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] as string;
    if (char === ' ' && i > 0 && i < text.length - 1 && at > WIDTH) {
      // A blank at the fold would be lost, so one that follows is escaped.
      out += `\\\n${' '.repeat(indent)}${text[i] === ' ' ? '\\ ' : ''}`;
      at = indent + 2;
      continue;
    }
    const code = char.charCodeAt(0);
    const shown =
      ESCAPES[char] ??
      (code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, '0')}` : char);
    out += shown;
    at += shown.length;
  }
  return `${out}"`;
}
