/** ZUNION, ZINTER, ZDIFF, their STORE forms and ZINTERCARD. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { LargeZset } from '../store/types/large-zset.ts';
import { Zset } from '../store/types/zset.ts';
import { beginMembers, cursor, replyMember, storeZset } from './sorted-set-key.ts';
import { type Source, sourceAt } from './sorted-set-source.ts';
import type { Handlers } from './spec.ts';

type Operation = 'union' | 'inter' | 'diff';
type Combine = (a: number, b: number) => number;

/** Infinity and minus infinity add up to 0 here, and so does anything else that is no number. */
function defined(score: number): number {
  return Number.isNaN(score) ? 0 : score;
}

const sum: Combine = (a, b) => defined(a + b);
const COMBINE: { readonly [name: string]: Combine } = {
  sum,
  min: (a, b) => (b < a ? b : a),
  max: (a, b) => (b > a ? b : a),
};

interface Query {
  readonly sources: Source[];
  readonly combine: Combine;
  readonly withScores: boolean;
  /** ZINTERCARD stops counting here; 0 for never. */
  readonly limit: number;
}

/** What options a form takes besides the keys. */
type Form = 'reply' | 'store' | 'count';

/** Reads `numkeys key ... [options]`, numkeys being argument `at`. */
function parse(c: Client, a: Args, at: number, operation: Operation, form: Form): Query {
  const n = a.int(at);
  if (n < 1) fail(`ERR at least 1 input key is needed for '${c.command?.fullName}' command`);
  if (n > a.n - at - 1) fail(ERR.syntax);
  const sources: Source[] = [];
  for (let i = at + 1; i <= at + n; i++) sources.push(sourceAt(c, a, i));
  let combine = sum;
  let withScores = false;
  let limit = 0;
  const scored = operation !== 'diff' && form !== 'count';
  for (let i = at + 1 + n; i < a.n; i++) {
    const left = a.n - i;
    if (scored && left > n && a.is(i, 'WEIGHTS'))
      for (const source of sources)
        source.weight = a.double(++i, 'ERR weight value is not a float');
    else if (scored && left > 1 && a.is(i, 'AGGREGATE'))
      combine = COMBINE[a.lower(++i)] ?? fail(ERR.syntax);
    else if (form === 'reply' && a.is(i, 'WITHSCORES')) withScores = true;
    else if (form === 'count' && left > 1 && a.is(i, 'LIMIT'))
      limit = a.intIn(++i, 0, Number.POSITIVE_INFINITY, "ERR LIMIT can't be negative");
    else fail(ERR.syntax);
  }
  // Smallest first: it bounds an intersection, and fixes the order in which scores are added.
  if (operation !== 'diff') sources.sort((x, y) => x.size - y.size);
  return { sources, combine, withScores, limit };
}

function weighted(source: Source, score: number): number {
  return defined(source.weight * score);
}

function union({ sources, combine }: Query, result: LargeZset): void {
  result.members.reserve((sources[sources.length - 1] as Source).size);
  for (const source of sources) {
    source.each((buf, off, len, score) => {
      const record = result.find(buf, off, len);
      if (record === 0) result.stage(buf, off, len, weighted(source, score));
      else result.restage(record, combine(result.score(record), weighted(source, score)));
      return true;
    });
  }
  result.finishBuild();
}

/** Shows each common member with its combined score until `visit` returns false. */
function intersect(
  { sources, combine }: Query,
  visit: (buf: Buffer, off: number, len: number, score: number) => boolean,
): void {
  const [first, ...others] = sources as [Source, ...Source[]];
  first.each((buf, off, len, score) => {
    let total = weighted(first, score);
    for (const other of others) {
      const found = other.score(buf, off, len);
      if (Number.isNaN(found)) return true;
      total = combine(total, found * other.weight);
    }
    return visit(buf, off, len, total);
  });
}

function difference({ sources }: Query, result: LargeZset): void {
  const [first, ...others] = sources as [Source, ...Source[]];
  if (first.size === 0) return;
  let all = 0;
  for (const source of sources) all += source.size;
  if ((first.size * sources.length) / 2 <= all) {
    // The largest is the likeliest to hold a member, which ends the search.
    others.sort((x, y) => y.size - x.size);
    first.each((buf, off, len, score) => {
      if (others.every((other) => Number.isNaN(other.score(buf, off, len))))
        result.add(buf, off, len, score);
      return true;
    });
    return;
  }
  // Many small sets to subtract from a large one: copy it and take their members out.
  first.each((buf, off, len, score) => {
    result.add(buf, off, len, score);
    return true;
  });
  for (const other of others)
    other.each((buf, off, len) => {
      const record = result.find(buf, off, len);
      if (record !== 0) result.remove(record);
      return result.size > 0;
    });
}

/** The result as a set that belongs to no key yet. */
function evaluate(c: Client, query: Query, operation: Operation): Zset {
  const { store, config } = c.server;
  const result = new Zset().create(store, config, Number.POSITIVE_INFINITY, 0);
  const large = result.large as LargeZset;
  if (operation === 'union') union(query, large);
  else if (operation === 'diff') difference(query, large);
  else
    intersect(query, (buf, off, len, score) => {
      large.add(buf, off, len, score);
      return true;
    });
  return result;
}

function reply(c: Client, a: Args, operation: Operation): void {
  const query = parse(c, a, 1, operation, 'reply');
  const result = evaluate(c, query, operation);
  beginMembers(c, result.size, query.withScores);
  if (cursor.seek(result, 0))
    do replyMember(c, cursor, query.withScores);
    while (cursor.next());
  result.discard();
}

function store(c: Client, a: Args, operation: Operation): void {
  const result = evaluate(c, parse(c, a, 2, operation, 'store'), operation);
  result.packIfSmall(c.server.config);
  storeZset(c, a, 1, result, `z${operation}store`);
}

export const sortedSetAlgebraCommands: Handlers = {
  zunion(c, a) {
    reply(c, a, 'union');
  },
  zinter(c, a) {
    reply(c, a, 'inter');
  },
  zdiff(c, a) {
    reply(c, a, 'diff');
  },
  zunionstore(c, a) {
    store(c, a, 'union');
  },
  zinterstore(c, a) {
    store(c, a, 'inter');
  },
  zdiffstore(c, a) {
    store(c, a, 'diff');
  },

  zintercard(c, a) {
    const query = parse(c, a, 1, 'inter', 'count');
    let n = 0;
    intersect(query, () => ++n !== query.limit);
    c.out.int(n);
  },
};
