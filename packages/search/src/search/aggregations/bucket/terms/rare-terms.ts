/** rare_terms: terms that few documents have, the rarest first. */

import { illegalArgument } from '../../../../errors/search-error.ts';
import type { Writable } from '../../../../json/values.ts';
import { Double } from '../../../../json/values.ts';
import {
  type Bucket,
  type JsonOptions,
  type Named,
  Result,
  resultsJson,
} from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { integer, number, type OptionKind, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { mergeContents } from '../../reduce.ts';
import { RAW, type ValueFormat } from '../../values/value-format.ts';
import { resolveValues } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { compareKeys } from '../order.ts';
import { exclude, IncludeExclude, include } from './include-exclude.ts';
import {
  KeywordTermsCollector,
  NumericTermsCollector,
  type TermBuckets,
} from './term-collectors.ts';
import { TermsBucket } from './terms-result.ts';

type Key = string | number | bigint;

class RareTermsResult extends Result {
  constructor(
    of: Named,
    readonly type: string,
    readonly list: readonly TermsBucket[],
    /** Terms that are not rare in a shard, and so in none. */
    readonly frequent: ReadonlySet<Key>,
  ) {
    super(of);
  }

  override get buckets(): readonly Bucket[] {
    return this.list;
  }

  withBuckets(list: readonly Bucket[]): RareTermsResult {
    return new RareTermsResult(this.of, this.type, list as TermsBucket[], this.frequent);
  }

  json(options: JsonOptions): Record<string, Writable | undefined> {
    return {
      buckets: this.list.map(({ key, docCount, subs, format }) => ({
        key: this.type === 'drareterms' ? new Double(Number(key)) : key,
        key_as_string: typeof key === 'string' || format.isRaw ? undefined : format.print(key),
        doc_count: docCount,
        ...resultsJson(subs, options),
      })),
    };
  }
}

const MAX_DOC_COUNT: OptionKind<number> = {
  accepts: integer('').accepts,
  read: (value, place) => {
    const count = integer('max_doc_count').read(value, place);
    if (count > 0 && count <= 100) return count;
    throw illegalArgument(
      count > 0
        ? `[max_doc_count] must be smaller than 100 in [${place.name}]`
        : `[max_doc_count] must be greater than 0. Found [${count}] in [${place.name}]`,
    );
  },
};

export const parseRareTerms: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    { ...VALUES, include, exclude, max_doc_count: MAX_DOC_COUNT, precision: number },
    place,
  );
  const config = valuesConfig(options, place, body);
  const most = options.max_doc_count ?? 1;
  const wanted = new IncludeExclude(options.include, options.exclude);
  const make = (
    found: TermBuckets,
    type: string,
    format: ValueFormat,
    keyOf: (key: number) => Key,
  ) => {
    const list: TermsBucket[] = [];
    const frequent = new Set<Key>();
    for (const bucket of found.buckets) {
      const key = keyOf(found.key(bucket));
      if (found.count(bucket) > most) frequent.add(key);
      else {
        const { docCount, subs } = found.contents(bucket);
        list.push(new TermsBucket(key, docCount, subs, format));
      }
    }
    return new RareTermsResult(common, type, list, frequent);
  };
  return {
    ...common,
    type: 'rare_terms',
    collector(context) {
      const { shard } = context;
      const values = resolveValues(config, shard, 'rare_terms', [
        'keyword',
        'ip',
        'number',
        'boolean',
        'date',
      ]);
      if (values.isUnmapped) {
        return new EmptyCollector(() => new RareTermsResult(common, 'umrareterms', [], new Set()));
      }
      const setup = { level: common.below, context, hasEmpty: false };
      if (values.family !== 'keyword') wanted.checkNoPattern(common.name);
      if (values.family === 'keyword' || values.family === 'ip') {
        const source = values.terms(wanted.forTerms(values.termBytes));
        return new KeywordTermsCollector(setup, source, undefined, (found) =>
          make(found, 'srareterms', RAW, (key) => values.termText(source.bytes(key))),
        );
      }
      const parse = (given: string) =>
        values.family === 'number'
          ? RAW.parse(given, shard.now)
          : values.format.parse(given, shard.now);
      const test = wanted.forNumbers(parse);
      const accepts = test && ((value: number | bigint) => test(value, values.isReal));
      const type = values.isReal ? 'drareterms' : 'lrareterms';
      return new NumericTermsCollector(setup, values.numbers(), accepts, (found, table) =>
        make(found, type, values.format, (key) => table.value(key)),
      );
    },
    reduce(results, reduction) {
      const own = results as readonly RareTermsResult[];
      const groups = new Map<Key, TermsBucket[]>();
      const frequent = new Set<Key>();
      for (const result of own) {
        for (const key of result.frequent) frequent.add(key);
        for (const bucket of result.list)
          groups.set(bucket.key, [...(groups.get(bucket.key) ?? []), bucket]);
      }
      const list: TermsBucket[] = [];
      for (const [key, group] of groups) {
        const docCount = group.reduce((sum, bucket) => sum + bucket.docCount, 0);
        if (frequent.has(key) || docCount > most) continue;
        const { subs } = mergeContents(common.below, group, reduction);
        list.push(new TermsBucket(key, docCount, subs, (group[0] as TermsBucket).format));
      }
      list.sort((a, b) => a.docCount - b.docCount || compareKeys(a, b));
      reduction.addBuckets(list.length);
      const type = own.find((result) => result.type !== 'umrareterms')?.type ?? 'umrareterms';
      return new RareTermsResult(common, type, list, frequent);
    },
  };
};
