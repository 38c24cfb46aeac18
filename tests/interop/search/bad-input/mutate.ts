/** Breaks a request in one of many ways, chosen by a source of numbers. */
import { bodyText, type Sample } from './request.ts';

export interface BrokenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

/** Values that fit nowhere, as JSON: text, since JSON.stringify would mend some of them. */
const VALUES: readonly string[] = [
  ...['null', 'true', 'false', '""', '" "', '0', '-1', '-0', '1.5', '1e400', '-1e400', '1e-400'],
  ...['2147483648', '-2147483649', '9223372036854775808', '123456789012345678901234567890'],
  ...['"NaN"', '"Infinity"', '"-1"', '"1"', '"true"', '"_all"', '"*"', '"."', '".."', '"a..b"'],
  ...['[]', '{}', '[null]', '[[]]', '[{}]', '{"":{}}', '{"a":null}', '[1,"a",null,{}]'],
  ...['"\\ud800"', '"\\u0000"', '"a\\nb"', '"😀"', '"(((("', '"[a-"', '"%"', '"$x"', '"1d"'],
  ...['"__proto__"', '"constructor"', '{"__proto__":{"a":1}}', '{"constructor":1,"toString":2}'],
];

const HUGE: readonly (() => string)[] = [
  () => `"${'x'.repeat(200_000)}"`,
  () => '['.repeat(10_000) + ']'.repeat(10_000),
  () => '{"a":'.repeat(10_000) + '1'.padEnd(10_001, '}'),
  () => `${'{"bool":{"must":'.repeat(400)}{"match_all":{}}${'}}'.repeat(400)}`,
  () => `[${'1,'.repeat(20_000)}1]`,
  () => '9'.repeat(1500),
  () => `{${Array.from({ length: 2000 }, (_, i) => `"k${i}":1`).join(',')}}`,
];

const NAMES: readonly string[] = [
  ...['', ' ', '.', '..', 'a.b', '.a', 'a.', '_id', '_source', '__proto__', 'constructor'],
  ...['toString', 'hasOwnProperty', '*', '\\ud800', '\\u0000', 'query', 'type', 'fields', '$ref'],
];

/** Where one value of a JSON text stands; names are found by the colon behind them. */
interface Spot {
  readonly from: number;
  readonly to: number;
  readonly isName: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}]/g;

/** Every value (whole arrays and objects too) and every name. */
function spots(text: string): Spot[] {
  const found: Spot[] = [];
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(index);
    else if (token === '}' || token === ']') {
      found.push({ from: open.pop() ?? 0, to: index + 1, isName: false });
    } else {
      const to = index + token.length;
      found.push({ from: index, to, isName: text[to] === ':' });
    }
  }
  return found;
}

const replaced = (text: string, spot: Spot | undefined, by: string): string =>
  spot === undefined ? text : text.slice(0, spot.from) + by + text.slice(spot.to);

/** What can be done to the text of a body. */
const TEXT_MUTATIONS: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => replaced(text, pick(random, spots(text)), pick(random, VALUES)),
  (text, random) => {
    const values = spots(text).filter(({ isName }) => !isName);
    return replaced(text, pick(random, values), pick(random, VALUES));
  },
  (text, random) => {
    const names = spots(text).filter(({ isName }) => isName);
    if (names.length === 0) return text;
    return replaced(text, pick(random, names), `"${pick(random, NAMES)}"`);
  },
  // A name twice.
  (text, random) => {
    const names = spots(text).filter(({ isName }) => isName);
    if (names.length === 0) return text;
    const name = pick(random, names);
    const twin = `${text.slice(name.from, name.to)}:${pick(random, VALUES)},`;
    return text.slice(0, name.from) + twin + text.slice(name.from);
  },
  // A member less: everything up to the next comma or end.
  (text, random) => {
    const names = spots(text).filter(({ isName }) => isName);
    if (names.length === 0) return text;
    const name = pick(random, names);
    const value = spots(text)
      .filter(({ from }) => from === name.to + 1)
      .sort((a, b) => b.to - a.to)[0];
    if (value === undefined) return text;
    const comma = text[value.to] === ',' ? 1 : 0;
    return text.slice(0, name.from) + text.slice(value.to + comma);
  },
  // A value from elsewhere in the same body.
  (text, random) => {
    const values = spots(text).filter(({ isName }) => !isName);
    const { from, to } = pick(random, values) ?? { from: 0, to: 0 };
    return replaced(text, pick(random, values), text.slice(from, to));
  },
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => replaced(text, pick(random, spots(text)), pick(random, HUGE)()),
  (text) => `${text}${text}`,
  (text) => `[${text}]`,
];

/** What can be done to its bytes. */
const BYTE_MUTATIONS: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => {
    const at = Math.floor(random() * bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(pick(random, ['ff', 'c0af', 'eda080', 'f8', '00', '80', 'f0'])),
      bytes.subarray(at),
    ]);
  },
  (bytes, random) => {
    const at = Math.floor(random() * bytes.length);
    const raw = Buffer.from(pick(random, ['ff', 'c0af', 'eda080', 'f8', '00', '80', 'f0']), 'hex');
    return Buffer.concat([bytes.subarray(0, at), raw, bytes.subarray(at)]);
  },
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let i = 0; i < 3 && copy.length > 0; i += 1) {
      copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    }
    return copy;
  },
];

const PARAMS: readonly string[] = [
  ...['size=-1', 'from=-1', 'size=99999999999', 'size=', 'routing=', 'timeout=1x', 'timeout=-5s'],
  ...['pretty=x', 'human=1', 'filter_path=**', 'filter_path=a,-**', 'filter_path=%', 'format=cbor'],
  ...['error_trace=x', 'q=%00', 'q=((', 'sort=:', 'sort=x:y', 'scroll=0', 'scroll=100d', 'nope=1'],
  ...['expand_wildcards=x', 'refresh=x', 'version=-1', 'version_type=x', '__proto__=1', '=', '&&'],
  ...[
    'ignore_unavailable=2',
    'format=yaml',
    'source=%7B%7D',
    'preference=_x',
    'keep_alive=-1',
    'h=x',
  ],
  ...['track_total_hits=x', 'search_type=x', '%zz=1', 'a=%', 'level=x', 'batched_reduce_size=0'],
];

const SEGMENTS: readonly string[] = [
  ...[
    '%',
    '%00',
    '%ff',
    '%ed%a0%80',
    '*',
    '_all',
    '-a',
    '%2F',
    '..',
    '%2e%2e',
    '',
    '<a',
    '<a-{now',
  ],
  ...['%3Ca-%7Bnow%2Fx%7D%3E', 'A', 'a,b', '_', '__proto__', 'constructor', 'x'.repeat(300), '%20'],
];

function brokenPath(path: string, random: Random): string {
  const [base, query] = path.split('?') as [string, string | undefined];
  if (random() < 0.6)
    return `${base}?${query === undefined ? '' : `${query}&`}${pick(random, PARAMS)}`;
  const parts = base.split('/');
  const at = 1 + Math.floor(random() * (parts.length - 1));
  parts[at] = pick(random, SEGMENTS);
  return parts.join('/') + (query === undefined ? '' : `?${query}`);
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'];
const TYPES: readonly string[] = [
  ...['application/json', 'application/x-ndjson', 'application/yaml', 'text/plain', 'a/b', ''],
  ...['application/vnd.elasticsearch+json; compatible-with=8', 'application/json;charset=UTF-16'],
  ...['application/vnd.elasticsearch+json; compatible-with=99', 'application/cbor', ';', '/'],
];

/** One broken request: mostly its body, sometimes what is around it. */
export function broken(from: Sample, random: Random): BrokenRequest {
  let text = bodyText(from);
  let { method, path } = from;
  const headers: Record<string, string> = {
    'content-type': Array.isArray(from.body) ? 'application/x-ndjson' : 'application/json',
  };
  for (let i = random() < 0.3 ? 2 : 1; i > 0; i -= 1) {
    const dice = random();
    if (text === '' || dice < 0.12) path = brokenPath(path, random);
    else if (dice < 0.15) method = pick(random, METHODS);
    else if (dice < 0.17) headers['content-type'] = pick(random, TYPES);
    else if (dice < 0.18) headers.accept = pick(random, TYPES);
    else if (spots(text).length > 0) text = pick(random, TEXT_MUTATIONS)(text, random);
  }
  const bytes = Buffer.from(text);
  const body = random() < 0.08 ? pick(random, BYTE_MUTATIONS)(bytes, random) : bytes;
  return { method, path, headers, body };
}
