import { illegalArgument } from '../../../../errors/search-error.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Writable,
} from '../../../../json/values.ts';
import {
  type Bucket,
  type HasSubs,
  type JsonOptions,
  type Named,
  Result,
  resultsJson,
} from '../../aggregation.ts';
import { contentError, integer, list, object, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { MAX_BUCKETS, mergeContents, tooManyBuckets } from '../../reduce.ts';
import { CompositeCollector, type FoundKey } from './composite-collector.ts';
import {
  type CompositeSource,
  compareKeyValues,
  type KeyValue,
  parseSource,
  type ShardSource,
} from './source.ts';

type Print = readonly ((value: KeyValue) => Writable)[];

class CompositeBucket implements Bucket {
  constructor(
    readonly values: readonly KeyValue[],
    readonly docCount: number,
    readonly subs: readonly Result[],
  ) {}

  get key(): string {
    return this.keyText;
  }

  get keyText(): string {
    return this.values.map(String).join('|');
  }

  withSubs(subs: readonly Result[]): CompositeBucket {
    return new CompositeBucket(this.values, this.docCount, subs);
  }
}

class CompositeResult extends Result {
  readonly type = 'composite';

  constructor(
    of: Named,
    readonly sources: readonly CompositeSource[],
    readonly list: readonly CompositeBucket[],
    readonly print: Print,
    /** The key the next page starts behind; a pipeline may have cut the list itself. */
    readonly after: readonly KeyValue[] | undefined,
    readonly isUnmapped: boolean,
  ) {
    super(of);
  }

  override get buckets(): readonly Bucket[] {
    return this.list;
  }

  withBuckets(buckets: readonly Bucket[]): CompositeResult {
    const { of, sources, print, after, isUnmapped } = this;
    return new CompositeResult(of, sources, buckets as CompositeBucket[], print, after, isUnmapped);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    const key = (values: readonly KeyValue[]) =>
      new Map(
        this.sources.map(({ name }, i) => [
          name,
          (this.print[i] as Print[number])(values[i] as KeyValue),
        ]),
      );
    return {
      after_key: this.after === undefined ? undefined : key(this.after),
      buckets: this.list.map(({ values, docCount, subs }) => ({
        key: key(values),
        doc_count: docCount,
        ...resultsJson(subs, options),
      })),
    };
  }
}

function readSources(
  given: readonly Json[] | undefined,
  place: Parameters<AggregationParser>[1],
  body: JsonObject,
) {
  if (given === undefined) throw contentError(place.scope, 'Required [sources]', body);
  if (given.length === 0) throw illegalArgument('Composite [sources] cannot be null or empty');
  const sources = given.map((one) => parseSource(one, place));
  const names = sources.map(({ name }) => name);
  const doubled = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
  if (doubled.length > 0) {
    throw illegalArgument(
      `Composite source names must be unique, found duplicates: [${doubled.join(', ')}]`,
    );
  }
  return sources;
}

/** The values of `after`, in the order of the sources. */
function readAfter(
  after: JsonObject | undefined,
  sources: readonly CompositeSource[],
  inShard: readonly ShardSource[],
) {
  if (after === undefined) return undefined;
  return sources.map(({ name, hasMissing }, i) => {
    const value = after.get(name);
    if (value === undefined) throw illegalArgument(`Missing value for [after.${name}]`);
    if (value === null && !hasMissing) {
      throw illegalArgument(`invalid value, expected string, got null for [${name}]`);
    }
    if (isJsonObject(value) || Array.isArray(value)) {
      throw illegalArgument(`Invalid value type for [after.${name}]`);
    }
    return (inShard[i] as ShardSource).parse(value);
  });
}

export const parseComposite: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { sources: list, size: integer('size', 1), after: object },
    place,
  );
  const sources = readSources(options.sources, place, body);
  const size = options.size ?? 10;
  if (size > MAX_BUCKETS) {
    throw tooManyBuckets(size, MAX_BUCKETS);
  }
  const { after } = options;
  if (after !== undefined && after.size !== sources.length) {
    throw illegalArgument(`[after] has ${after.size} value(s) but [sources] has ${sources.length}`);
  }
  const compare = (a: readonly KeyValue[], b: readonly KeyValue[]) => {
    for (const [i, source] of sources.entries()) {
      const difference = compareKeyValues(a[i] as KeyValue, b[i] as KeyValue, source);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const finish = (found: readonly CompositeBucket[], print: Print, isUnmapped: boolean) => {
    const first = [...found].sort((a, b) => compare(a.values, b.values)).slice(0, size);
    return new CompositeResult(
      common,
      sources,
      first,
      print,
      first[first.length - 1]?.values,
      isUnmapped,
    );
  };
  return {
    ...common,
    type: 'composite',
    collector(context) {
      const inShard = sources.map((source) => source.resolve(context.shard));
      const print = inShard.map((source) => source.print);
      const start = readAfter(after, sources, inShard);
      const make = (found: readonly FoundKey[]) =>
        finish(
          found.map(({ key, docCount, subs }) => new CompositeBucket(key, docCount, subs)),
          print,
          inShard.some(({ values }) => values.isUnmapped),
        );
      return new CompositeCollector(
        common.below,
        context,
        inShard,
        sources,
        size,
        start === undefined ? undefined : (key) => compare(key, start) > 0,
        make,
      );
    },
    reduce(results, reduction) {
      const own = results as readonly CompositeResult[];
      const groups = new Map<string, CompositeBucket[]>();
      for (const { list: buckets } of own) {
        for (const bucket of buckets) {
          const key = bucket.values.map((value) => `${typeof value}:${value}`).join('\0');
          const group = groups.get(key);
          if (group === undefined) groups.set(key, [bucket]);
          else group.push(bucket);
        }
      }
      const mapped = own.find(({ isUnmapped }) => !isUnmapped) ?? own[0];
      const merged = Array.from(groups.values(), (group) => {
        const { docCount, subs }: HasSubs = mergeContents(common.below, group, reduction);
        return new CompositeBucket((group[0] as CompositeBucket).values, docCount, subs);
      });
      const result = finish(merged, mapped?.print ?? [], mapped?.isUnmapped ?? true);
      reduction.addBuckets(result.list.length);
      return result;
    },
  };
};
