/** The order of buckets: by count, by key, or by a number of an aggregation below. */
import { illegalArgument, SearchError } from '../../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json/values.ts';
import { javaText } from '../../../mapping/parameter.ts';
import type { Bucket, HasSubs, Level, Result } from '../aggregation.ts';
import { type OptionKind, type Place, parsingFailure } from '../options.ts';

export interface OrderPart {
  readonly by: '_count' | '_key' | 'path';
  readonly path: readonly string[];
  /** Which number of the last result; undefined for its only one. */
  readonly metric: string | undefined;
  readonly isAscending: boolean;
}

export type Order = readonly OrderPart[];

export const COUNT_DESC: OrderPart = {
  by: '_count',
  path: [],
  metric: undefined,
  isAscending: false,
};
export const KEY_ASC: OrderPart = { by: '_key', path: [], metric: undefined, isAscending: true };

function readPart(json: JsonObject, place: Place): OrderPart {
  const [entry, ...more] = [...json];
  if (entry === undefined) {
    throw parsingFailure(place.scope, 'Must specify at least one field for [order]', json);
  }
  if (more.length > 0) {
    throw parsingFailure(
      place.scope,
      'Unexpected token [FIELD_NAME] for [order]',
      json,
      more[0]?.[0],
    );
  }
  const [key, value] = entry;
  const direction = javaText(value).toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') {
    throw parsingFailure(place.scope, `Unknown order direction [${javaText(value)}]`, json, key);
  }
  const isAscending = direction === 'asc';
  if (key === '_count' || key === '_key')
    return { by: key, path: [], metric: undefined, isAscending };
  return { by: 'path', ...readPath(key), isAscending };
}

/** `a>b.avg` or `a>b[avg]`: names of results and, perhaps, which of the last one's numbers. */
export function readPath(text: string): { path: string[]; metric: string | undefined } {
  const path = text.split('>');
  const last = path.pop() as string;
  const bracket = /^(.*?)\[(.*)\]$/.exec(last);
  if (bracket !== null) return { path: [...path, bracket[1] as string], metric: bracket[2] };
  const dot = last.indexOf('.');
  if (dot < 0) return { path: [...path, last], metric: undefined };
  return { path: [...path, last.slice(0, dot)], metric: last.slice(dot + 1) };
}

/** `order`: one object or a list of them. */
export const order: OptionKind<Order> = {
  accepts: (value) => isJsonObject(value) || Array.isArray(value),
  read: (value, place) => {
    const parts = Array.isArray(value) ? value : [value];
    return parts.map((part: Json) => {
      if (isJsonObject(part)) return readPart(part, place);
      throw illegalArgument('Order elements must be objects');
    });
  },
};

/** Ends in an order by key, so that equal buckets are not left to chance. */
export function complete(given: Order): Order {
  return given.some(({ by }) => by === '_key') ? given : [...given, KEY_ASC];
}

export function isKeyOrder([first]: Order): boolean {
  return first?.by === '_key';
}

export function isCountDesc([first]: Order): boolean {
  return first?.by === '_count' && !first.isAscending;
}

export function needsSubs(parts: Order): boolean {
  return parts.some(({ by }) => by === 'path');
}

/** Refuses paths that lead nowhere. */
export function checkOrder(parts: Order, level: Level): void {
  for (const { by, path } of parts) {
    if (by !== 'path') continue;
    let at = level;
    for (const [i, name] of path.entries()) {
      const found = at.aggregations.find((aggregation) => aggregation.name === name);
      if (found === undefined) {
        throw new SearchError(
          'aggregation_execution_exception',
          i === 0
            ? `Invalid aggregation order path [${path.join('>')}]. The provided aggregation [${name}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`
            : `Cannot find aggregation named [${name}]`,
        );
      }
      at = found.below;
    }
  }
}

/** The number a path leads to; undefined for none. */
export function pathNumber(
  { subs }: HasSubs,
  path: readonly string[],
  metric: string | undefined,
): number | undefined {
  const [name, ...rest] = path;
  const result = subs.find(({ of }) => of.name === name);
  if (result === undefined) return undefined;
  if (rest.length === 0) {
    const inner = result as Result & Partial<HasSubs>;
    if (
      inner.docCount !== undefined &&
      (metric === undefined || metric === '_count' || metric === 'doc_count')
    ) {
      return inner.docCount;
    }
    const number = result.number(metric);
    return number === undefined || Number.isNaN(number) ? undefined : number;
  }
  return 'subs' in result ? pathNumber(result as unknown as HasSubs, rest, metric) : undefined;
}

/** Compares buckets; `compareKeys` knows the keys. */
export function bucketComparator<B extends HasSubs>(
  parts: Order,
  compareKeys: (a: B, b: B) => number,
): (a: B, b: B) => number {
  return (a, b) => {
    for (const part of parts) {
      const difference = comparePart(part, a, b, compareKeys);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function comparePart<B extends HasSubs>(
  { by, path, metric, isAscending }: OrderPart,
  a: B,
  b: B,
  compareKeys: (a: B, b: B) => number,
): number {
  const sign = isAscending ? 1 : -1;
  if (by === '_count') return sign * (a.docCount - b.docCount);
  if (by === '_key') return sign * compareKeys(a, b);
  const x = pathNumber(a, path, metric);
  const y = pathNumber(b, path, metric);
  // Buckets without the number come last in both directions.
  if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? 1 : -1;
  return x === y ? 0 : sign * (x < y ? -1 : 1);
}

/** Keys as the reference orders them: strings by code points, numbers by value. */
export function compareKeys(a: Pick<Bucket, 'key'>, b: Pick<Bucket, 'key'>): number {
  const x = a.key;
  const y = b.key;
  if (typeof x === 'string' && typeof y === 'string') return compareText(x, y);
  return x === y ? 0 : x < y ? -1 : 1;
}

/** UTF-16 units order wrongly where surrogates meet the units above them. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
    if (isHigh(x) !== isHigh(y)) return isHigh(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}
