/** Names with dates in them: `<logs-{now/d{yyyy.MM.dd|+12:00}}>`. */
import { SearchError } from '../errors/search-error.ts';

const DEFAULT_FORMAT = 'uuuu.MM.dd';

/** The name with its date expressions worked out; a name that is no date math comes back as it is. */
export function resolveDateMath(expression: string, now: number): string {
  if (!expression.startsWith('<') || !expression.endsWith('>')) return expression;
  const text = expression.slice(1, -1);
  let name = '';
  let inner = '';
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] as string;
    if (char === '\\' && i + 1 < text.length) {
      i += 1;
      if (depth === 0) name += text[i];
      else inner += text[i];
    } else if (char === '{') {
      depth += 1;
      if (depth > 2) throw broken(expression, `invalid character at position [${i}]`);
      if (depth === 2) inner += '{';
      else inner = '';
    } else if (char === '}') {
      depth -= 1;
      if (depth < 0) {
        throw broken(
          expression,
          `invalid character at position [${i}]. \`{\` and \`}\` are reserved characters and should be escaped when used as part of the index name using \`\\\` (e.g. \`\\{text\\}\`)`,
        );
      }
      if (depth === 1) inner += '}';
      else name += evaluate(expression, inner, now);
    } else if (depth === 0) name += char;
    else inner += char;
  }
  if (depth > 0) throw broken(expression, 'date math placeholder is open ended');
  if (name === '') throw broken(expression, 'nothing captured');
  return name;
}

function broken(expression: string, complaint: string): SearchError {
  const shown = expression.slice(1, -1);
  return new SearchError(
    'parse_exception',
    `invalid dynamic name expression [${shown}]. ${complaint}`,
  );
}

function evaluate(expression: string, inner: string, now: number): string {
  const open = inner.indexOf('{');
  const math = open < 0 ? inner : inner.slice(0, open);
  let format = DEFAULT_FORMAT;
  let zone = 'UTC';
  if (open >= 0) {
    if (!inner.endsWith('}')) throw broken(expression, 'missing closing `}` for date math format');
    const [pattern = '', given] = inner.slice(open + 1, -1).split('|');
    if (pattern === '') throw broken(expression, 'missing date format');
    format = pattern;
    zone = given ?? zone;
  }
  const offset = zoneOffset(zone, now);
  return formatDate(applyMath(math, now, offset) + offset, format);
}

/** Milliseconds that a zone is ahead of UTC. */
function zoneOffset(zone: string, at: number): number {
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone);
  if (match !== null) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
    return (match[1] === '-' ? -minutes : minutes) * 60_000;
  }
  if (zone === 'UTC' || zone === 'Z') return 0;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? 0 : zoneOffset(name, at);
}

function applyMath(math: string, now: number, offset: number): number {
  const anchored = /^(.*?)\|\|(.*)$/.exec(math);
  const date = anchored === null ? undefined : (anchored[1] as string);
  const operations = anchored === null ? math.replace(/^now/, '') : (anchored[2] as string);
  const start = date === undefined ? now : Date.parse(/T/.test(date) ? date : `${date}T00:00:00Z`);
  if (Number.isNaN(start) || (date === undefined && !math.startsWith('now'))) {
    throw new SearchError(
      'parse_exception',
      `failed to parse date field [${date ?? math}] with format [strict_date_optional_time||epoch_millis]`,
    );
  }
  // Rounding and months follow the local calendar.
  let at = new Date(start + offset);
  for (const [, sign, count, unit] of operations.matchAll(/([+\-/])(\d*)([yMwdhHms])/g)) {
    if (sign === '/') at = roundDown(at, unit as string);
    else at = add(at, (sign === '-' ? -1 : 1) * Number(count === '' ? 1 : count), unit as string);
  }
  return at.getTime() - offset;
}

const FIXED: Readonly<Record<string, number>> = {
  w: 7 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
};

function add(at: Date, count: number, unit: string): Date {
  const fixed = FIXED[unit];
  if (fixed !== undefined) return new Date(at.getTime() + count * fixed);
  const months = unit === 'y' ? 12 * count : count;
  const first = new Date(at);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(at.getUTCDate(), days));
  return first;
}

function roundDown(at: Date, unit: string): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (unit === 'y') return new Date(Date.UTC(year, 0));
  if (unit === 'M') return new Date(Date.UTC(year, month));
  if (unit === 'w') return new Date(Date.UTC(year, month, day - ((at.getUTCDay() + 6) % 7)));
  const fixed = FIXED[unit] as number;
  return new Date(Math.floor(at.getTime() / fixed) * fixed);
}

const PARTS: Readonly<Record<string, (at: Date) => number>> = {
  u: (at) => at.getUTCFullYear(),
  y: (at) => at.getUTCFullYear(),
  Y: (at) => at.getUTCFullYear(),
  M: (at) => at.getUTCMonth() + 1,
  d: (at) => at.getUTCDate(),
  H: (at) => at.getUTCHours(),
  m: (at) => at.getUTCMinutes(),
  s: (at) => at.getUTCSeconds(),
  S: (at) => at.getUTCMilliseconds(),
};

function formatDate(local: number, format: string): string {
  const at = new Date(local);
  return format.replace(/'([^']*)'|(([uyYMdHmsS])\3*)/g, (_, quoted, run, letter) => {
    if (run === undefined) return quoted as string;
    const text = String((PARTS[letter as string] as (at: Date) => number)(at));
    const width = (run as string).length;
    return width === 2 && text.length === 4 ? text.slice(2) : text.padStart(width, '0');
  });
}
