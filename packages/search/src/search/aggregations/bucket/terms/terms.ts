import { illegalArgument } from '../../../../errors/search-error.ts';
import type { HasSubs, Result } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { flag, integer, type Options, oneOf, readOptions, text } from '../../options.ts';
import type { AggregationParser, Common } from '../../parser.ts';
import { RAW, RAW_LONG, type ValueFormat } from '../../values/value-format.ts';
import { resolveValues, type Values } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { bucketComparator, COUNT_DESC, checkOrder, complete, needsSubs, order } from '../order.ts';
import { exclude, IncludeExclude, include } from './include-exclude.ts';
import {
  KeywordTermsCollector,
  NumericTermsCollector,
  type TermBuckets,
  type TermsSetup,
} from './term-collectors.ts';
import {
  reduceTerms,
  TermsBucket,
  TermsResult,
  type TermsRules,
  type TermsType,
} from './terms-result.ts';
import { topBuckets } from './top-buckets.ts';

export const TERMS_OPTIONS = {
  ...VALUES,
  size: integer('size', 1),
  shard_size: integer('shardSize', 1),
  min_doc_count: integer('minDocCount', 0),
  shard_min_doc_count: integer('shardMinDocCount', 0),
  show_term_doc_count_error: flag,
  order,
  include,
  exclude,
  execution_hint: text,
  collect_mode: oneOf(
    ['breadth_first', 'depth_first'],
    (word) => `No SubAggCollectionMode found for value [${word}]`,
  ),
} as const;

/** `size`, `order` and the like, with what they are when not given. */
export function termsRules(options: Options<typeof TERMS_OPTIONS>): TermsRules {
  const size = options.size ?? 10;
  const rules = complete(options.order ?? [COUNT_DESC]);
  const isByKey = rules[0]?.by === '_key';
  // More than is asked for, so that a term that is frequent elsewhere is not missed.
  const suggested = isByKey ? size : Math.min(2 ** 31 - 1, Math.floor(size * 1.5 + 10));
  return {
    size,
    shardSize: Math.max(size, options.shard_size ?? suggested),
    minDocCount: options.min_doc_count ?? 1,
    shardMinDocCount: Math.min(options.shard_min_doc_count ?? 0, options.min_doc_count ?? 1),
    order: rules,
    showError: options.show_term_doc_count_error ?? false,
  };
}

export const parseTerms: AggregationParser = (body, place, common) => {
  const options = readOptions(body, TERMS_OPTIONS, place);
  const config = valuesConfig(options, place, body);
  const rules = termsRules(options);
  const wanted = new IncludeExclude(options.include, options.exclude);
  checkOrder(rules.order, common.below);
  const setup = { common, rules };
  return {
    ...common,
    type: 'terms',
    collector(context) {
      const values = resolveValues(config, context.shard, 'terms', [
        'keyword',
        'ip',
        'number',
        'boolean',
        'date',
      ]);
      if (values.isUnmapped) {
        return new EmptyCollector(() => new TermsResult(common, 'umterms', [], 0, 0, rules));
      }
      const hasEmpty = rules.minDocCount === 0;
      const inner: TermsSetup = { level: common.below, context, hasEmpty };
      const isText = values.family === 'keyword' || values.family === 'ip';
      if (values.family !== 'keyword') wanted.checkNoPattern(common.name);
      if (isText)
        return keywordCollector(inner, values, wanted, setup, config.missing !== undefined);
      return numericCollector(inner, values, wanted, setup, context.shard.now);
    },
    reduce: (results, reduction) =>
      reduceTerms(common, common.below, results as TermsResult[], rules, reduction),
  };
};

export interface TermsOutput {
  readonly common: Common;
  readonly rules: TermsRules;
}

function keywordCollector(
  inner: TermsSetup,
  values: Values,
  wanted: IncludeExclude,
  output: TermsOutput,
  hasMissing: boolean,
): KeywordTermsCollector {
  const source = values.terms(wanted.forTerms(values.termBytes));
  const isIndexed = values.mapper?.value('index') !== false;
  const counted = isIndexed && !hasMissing ? values.column : undefined;
  return new KeywordTermsCollector(inner, source, counted, (found) =>
    shardTerms(found, output, 'sterms', RAW, (key) => values.termText(source.bytes(key))),
  );
}

function numericCollector(
  inner: TermsSetup,
  values: Values,
  wanted: IncludeExclude,
  output: TermsOutput,
  now: number,
): NumericTermsCollector {
  const { isReal, format } = values;
  const parse = (given: string) =>
    values.family === 'number' ? RAW.parse(given, now) : format.parse(given, now);
  const test = wanted.forNumbers(parse);
  const accepts = test && ((value: number | bigint) => test(value, isReal));
  const type: TermsType = isReal
    ? 'dterms'
    : values.type === 'unsigned_long'
      ? 'ulterms'
      : 'lterms';
  const shown = !isReal && format === RAW ? RAW_LONG : format;
  return new NumericTermsCollector(inner, values.numbers(), accepts, (found, table) =>
    shardTerms(found, output, type, shown, (key) => table.value(key)),
  );
}

/** The best terms of one owner in a shard. */
export function shardTerms(
  found: TermBuckets,
  { common, rules }: TermsOutput,
  type: TermsType,
  format: ValueFormat,
  keyOf: (key: number) => number | bigint | string,
): Result {
  const { buckets, count } = found;
  let total = 0;
  for (const bucket of buckets) total += count(bucket);
  const enough =
    rules.shardMinDocCount > 1
      ? buckets.filter((bucket) => count(bucket) >= rules.shardMinDocCount)
      : buckets;
  const known = new Map<number, HasSubs>();
  const contents = (bucket: number): HasSubs => {
    if (!needsSubs(rules.order)) return { docCount: count(bucket), subs: [] };
    const made = known.get(bucket) ?? found.contents(bucket);
    known.set(bucket, made);
    return made;
  };
  const compare = bucketComparator<HasSubs & { bucket: number }>(rules.order, (a, b) =>
    found.compareKeys(a.bucket, b.bucket),
  );
  const top = isPlain(rules)
    ? topBuckets(enough, rules.shardSize, (a, b) => count(b) - count(a) || found.compareKeys(a, b))
    : topBuckets(enough, rules.shardSize, (a, b) =>
        compare({ ...contents(a), bucket: a }, { ...contents(b), bucket: b }),
      );
  const list = top.map((bucket) => {
    const { docCount, subs } = known.get(bucket) ?? found.contents(bucket);
    total -= docCount;
    return new TermsBucket(keyOf(found.key(bucket)), docCount, subs, format);
  });
  return new TermsResult(common, type, list, total, 0, rules);
}

/** Most frequent first, then by key: what nearly every request asks for. */
function isPlain({ order: [first, second] }: TermsRules): boolean {
  return (
    first?.by === '_count' && !first.isAscending && second?.by === '_key' && second.isAscending
  );
}

export function checkExecutionHint(hint: string | undefined): void {
  if (hint === undefined || hint === 'map' || hint === 'global_ordinals') return;
  throw illegalArgument(
    `Unknown \`execution_hint\`: [${hint}], expected any of [map, global_ordinals]`,
  );
}
