import { illegalArgument } from '../../../errors/search-error.ts';

interface Shape {
  readonly prefix: string;
  readonly suffix: string;
  readonly minWhole: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** Digits between commas; 0 for none. */
  readonly group: number;
  readonly multiplier: number;
  /** Digits of the exponent; 0 without one. */
  readonly exponent: number;
}

/** Number patterns as java.text.DecimalFormat has them: `#,##0.00`, `0.0%`, `Value is ##0.0`. */
export class DecimalFormat {
  private readonly positive: Shape;
  private readonly negative: Shape | undefined;

  /** Throws illegal_argument for a pattern that makes no sense. */
  constructor(readonly pattern: string) {
    const [positive, negative] = splitPatterns(pattern);
    this.positive = readShape(positive, pattern);
    this.negative = negative === undefined ? undefined : readShape(negative, pattern);
  }

  print(value: number): string {
    if (Number.isNaN(value)) return 'NaN';
    const isNegative = value < 0 || Object.is(value, -0);
    const shape = this.positive;
    const { multiplier } = shape;
    const size = Math.abs(value) * multiplier;
    const number = Number.isFinite(size) ? digits(size, shape) : '∞';
    const affix = isNegative && this.negative !== undefined ? this.negative : shape;
    const sign = isNegative && this.negative === undefined ? '-' : '';
    return `${sign}${affix.prefix}${number}${affix.suffix}`;
  }

  /** The number at the start of a text; undefined when there is none. */
  parse(text: string): number | undefined {
    const { prefix, suffix, multiplier } = this.positive;
    let rest = text;
    const isNegative = rest.startsWith('-');
    if (isNegative) rest = rest.slice(1);
    if (!rest.startsWith(prefix)) return undefined;
    rest = rest.slice(prefix.length);
    if (suffix !== '' && rest.endsWith(suffix)) rest = rest.slice(0, -suffix.length);
    const match = /^[\d,]*\.?\d*(?:E-?\d+)?/.exec(rest);
    if (match === null || !/\d/.test(match[0])) return undefined;
    const number = Number(match[0].replaceAll(',', '')) / multiplier;
    return isNegative ? -number : number;
  }
}

function splitPatterns(pattern: string): [string, string | undefined] {
  let isQuoted = false;
  for (let i = 0; i < pattern.length; i += 1) {
    if (pattern[i] === "'") isQuoted = !isQuoted;
    else if (pattern[i] === ';' && !isQuoted) return [pattern.slice(0, i), pattern.slice(i + 1)];
  }
  return [pattern, undefined];
}

function readShape(part: string, whole: string): Shape {
  let prefix = '';
  let suffix = '';
  let body = '';
  let multiplier = 1;
  let phase: 'prefix' | 'body' | 'suffix' = 'prefix';
  let isQuoted = false;
  for (let i = 0; i < part.length; i += 1) {
    const char = part[i] as string;
    const isBody = !isQuoted && ('#0,.'.includes(char) || (char === 'E' && phase === 'body'));
    if (char === "'") {
      if (part[i + 1] === "'") {
        if (phase === 'prefix') prefix += "'";
        else suffix += "'";
        i += 1;
      } else isQuoted = !isQuoted;
      continue;
    }
    if (isBody && phase !== 'suffix') {
      phase = 'body';
      body += char;
      continue;
    }
    if (isBody) throw illegalArgument(`Unquoted special character '${char}' in pattern "${whole}"`);
    if (phase === 'body') phase = 'suffix';
    if (!isQuoted && char === '%') multiplier = 100;
    if (!isQuoted && char === '\u2030') multiplier = 1000;
    if (phase === 'prefix') prefix += char;
    else suffix += char;
  }
  const [mantissa, exponent = ''] = body.split('E') as [string, string?];
  if (mantissa.split('.').length > 2) {
    throw illegalArgument(`Multiple decimal separators in pattern "${whole}"`);
  }
  const [integer, fraction = ''] = mantissa.split('.') as [string, string?];
  const comma = integer.lastIndexOf(',');
  const places = integer.replaceAll(',', '');
  if (/0#/.test(places) || /#0/.test(fraction)) {
    throw illegalArgument(`Malformed pattern "${whole}"`);
  }
  const minWhole = [...places].filter((char) => char === '0').length;
  return {
    prefix,
    suffix,
    multiplier,
    // A pattern of # alone with a fraction still shows no zero before the point.
    minWhole: minWhole === 0 && fraction === '' && exponent === '' ? 0 : minWhole,
    minFraction: [...fraction].filter((char) => char === '0').length,
    maxFraction: body === '' ? 340 : fraction.length,
    group: comma < 0 ? 0 : integer.length - comma - 1,
    exponent: exponent.length,
  };
}

function digits(size: number, shape: Shape): string {
  if (shape.exponent > 0) {
    const power = size === 0 ? 0 : Math.floor(Math.log10(size)) - Math.max(0, shape.minWhole - 1);
    const mantissa = plain(size / 10 ** power, { ...shape, exponent: 0 });
    const text = String(Math.abs(power)).padStart(shape.exponent, '0');
    return `${mantissa}E${power < 0 ? '-' : ''}${text}`;
  }
  return plain(size, shape);
}

function plain(size: number, { minWhole, minFraction, maxFraction, group }: Shape): string {
  const [whole, fraction] = roundHalfEven(size, Math.min(maxFraction, 100));
  let shown = fraction.replace(/0+$/, '').padEnd(minFraction, '0');
  if (shown.length > maxFraction) shown = shown.slice(0, maxFraction);
  let front = whole === '0' && minWhole === 0 ? '' : whole.padStart(minWhole, '0');
  if (front === '' && shown === '') front = '0';
  if (group > 0) {
    for (let at = front.length - group; at > 0; at -= group) {
      front = `${front.slice(0, at)},${front.slice(at)}`;
    }
  }
  return shown === '' ? front : `${front}.${shown}`;
}

/** Whole and fraction digits; halves go to the even neighbour, judged on the shortest digits. */
function roundHalfEven(size: number, places: number): [string, string] {
  const [mantissa, exponent] = size.toExponential().split('e') as [string, string];
  const all = mantissa.replace('.', '');
  const point = Number(exponent) + 1;
  const text = point <= 0 ? `${'0'.repeat(1 - point)}${all}` : all.padEnd(point, '0');
  const wholeLength = Math.max(1, point);
  const kept = text.slice(0, wholeLength + places).padEnd(wholeLength + places, '0');
  const rest = text.slice(wholeLength + places);
  let number = BigInt(kept);
  const isHalf = /^50*$/.test(rest);
  if (isHalf ? number % 2n === 1n : /^[5-9]/.test(rest)) number += 1n;
  const done = String(number).padStart(wholeLength + places, '0');
  const cut = done.length - places;
  return [done.slice(0, cut).replace(/^0+(?=\d)/, ''), done.slice(cut)];
}
