/** significant_terms and significant_text: terms that are frequent here and rare elsewhere. */
import { isJsonObject, type Json } from '../../../../json/values.ts';
import type { Query } from '../../../../query/query.ts';
import type { QueryBuilder } from '../../../context.ts';
import type { CollectContext, Result } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { anything, flag, list, type OptionKind, type Options, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { mergeContents } from '../../reduce.ts';
import { resolveValues } from '../../values/values.ts';
import { valuesConfig } from '../../values/values-config.ts';
import { IncludeExclude } from '../terms/include-exclude.ts';
import type { TermBuckets } from '../terms/term-collectors.ts';
import { TERMS_OPTIONS } from '../terms/terms.ts';
import {
  Background,
  OwnerSizes,
  SignificantNumbersCollector,
  SignificantTermsCollector,
} from './foreground.ts';
import { type Frequencies, HEURISTICS, type Heuristic, heuristicOf } from './heuristics.ts';
import { best, SignificantBucket, SignificantResult } from './significant-result.ts';

const QUERY: OptionKind<QueryBuilder> = {
  accepts: isJsonObject,
  read: (value: Json, { scope }) => scope.query(value),
};
const OPTIONS = {
  ...TERMS_OPTIONS,
  ...(HEURISTICS as Record<
    'jlh' | 'mutual_information' | 'chi_square' | 'gnd' | 'percentage' | 'script_heuristic',
    OptionKind<unknown>
  >),
  background_filter: QUERY,
  filter_duplicate_text: flag,
  source_fields: list,
  executor: anything,
} as const;

interface Rules {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly heuristic: Heuristic;
}

function rulesOf(options: Options<typeof OPTIONS>, heuristic: Heuristic): Rules {
  const size = options.size ?? 10;
  return {
    size,
    shardSize: Math.max(size, options.shard_size ?? Math.floor(size * 1.5 + 10) * 2),
    minDocCount: options.min_doc_count ?? 3,
    shardMinDocCount: options.shard_min_doc_count ?? 0,
    heuristic,
  };
}

function both(a: Query | undefined, b: Query | undefined): Query | undefined {
  return a === undefined || b === undefined ? (a ?? b) : { kind: 'bool', filter: [a, b] };
}

function parseSignificant(type: string, isText: boolean): AggregationParser {
  return (body, place, common) => {
    const options = readOptions(body, OPTIONS, place);
    const config = valuesConfig(options, place, body);
    const rules = rulesOf(options, heuristicOf(options, place));
    const wanted = new IncludeExclude(options.include, options.exclude);
    const empty = (background = 0) =>
      new SignificantResult(common, 'umsigterms', 0, background, []);
    const setupOf = (context: CollectContext) => ({
      level: common.below,
      context,
      hasEmpty: false,
    });
    return {
      ...common,
      type,
      collector(context) {
        const { shard } = context;
        const values = resolveValues(
          config,
          shard,
          type,
          isText ? ['keyword'] : ['keyword', 'ip', 'number', 'date', 'boolean'],
          isText,
        );
        const asked = options.background_filter && shard.build(options.background_filter);
        // What an alias hides is no background either.
        const filter = both(asked, shard.aliasFilter);
        if (values.isUnmapped)
          return new EmptyCollector(() =>
            empty(new Background(shard, filter, values, undefined).size),
          );
        if (values.family !== 'keyword') wanted.checkNoPattern(common.name);
        const sizes = new OwnerSizes();
        const make = (
          found: TermBuckets,
          owner: number,
          kind: string,
          background: Background,
          of: (key: number) => { key: string | number | bigint; count: number },
        ): Result => {
          const size = sizes.sizes.at(owner);
          const backgroundSize = background.size;
          const list = Array.from(found.buckets)
            .filter((bucket) => found.count(bucket) >= Math.max(1, rules.shardMinDocCount))
            .map((bucket) => {
              const { key, count } = of(found.key(bucket));
              const frequencies = {
                found: found.count(bucket),
                size,
                background: count,
                backgroundSize,
              };
              const score = rules.heuristic(frequencies);
              return {
                bucket,
                made: new SignificantBucket(
                  key,
                  found.count(bucket),
                  count,
                  score,
                  [],
                  values.format,
                ),
              };
            });
          const kept = new Set(
            best(
              list.map(({ made }) => made),
              rules.shardSize,
            ),
          );
          const full = list
            .filter(({ made }) => kept.has(made))
            .map(({ bucket, made }) => made.withSubs(found.contents(bucket).subs));
          return new SignificantResult(common, kind, size, backgroundSize, full);
        };
        const isTerms = values.family === 'keyword' || values.family === 'ip';
        if (isTerms) {
          const source = values.terms(wanted.forTerms(values.termBytes));
          const all = filter && values.terms();
          const background = new Background(shard, filter, values, all);
          return new SignificantTermsCollector(setupOf(context), source, sizes, (found, owner) =>
            make(found, owner, 'sigsterms', background, (key) => {
              const bytes = source.bytes(key);
              return { key: values.termText(bytes), count: background.ofTerm(shard, all, bytes) };
            }),
          );
        }
        const test = wanted.forNumbers((given) => values.format.parse(given, shard.now));
        const background = new Background(shard, filter, values, undefined);
        return new SignificantNumbersCollector(
          setupOf(context),
          values.numbers(),
          test && ((value) => test(value, values.isReal)),
          sizes,
          (found, owner, numberAt) =>
            make(found, owner, 'siglterms', background, (key) => {
              const value = numberAt(key);
              return { key: value, count: background.ofNumber(shard, filter, value) };
            }),
        );
      },
      reduce(results, reduction) {
        const own = results as readonly SignificantResult[];
        let size = 0;
        let backgroundSize = 0;
        const groups = new Map<string | number | bigint, SignificantBucket[]>();
        for (const result of own) {
          size += result.size;
          backgroundSize += result.backgroundSize;
          for (const bucket of result.list) {
            const group = groups.get(bucket.key);
            if (group === undefined) groups.set(bucket.key, [bucket]);
            else group.push(bucket);
          }
        }
        const all = Array.from(groups, ([key, group]) => {
          const found = group.reduce((sum, { docCount }) => sum + docCount, 0);
          const background = group.reduce((sum, one) => sum + one.background, 0);
          const frequencies: Frequencies = { found, size, background, backgroundSize };
          const format = (group[0] as SignificantBucket).format;
          return new SignificantBucket(
            key,
            found,
            background,
            rules.heuristic(frequencies),
            [],
            format,
          );
        }).filter(({ docCount }) => docCount >= rules.minDocCount);
        const listed = best(all, rules.size).map((bucket) =>
          bucket.withSubs(
            mergeContents(common.below, groups.get(bucket.key) as SignificantBucket[], reduction)
              .subs,
          ),
        );
        reduction.addBuckets(listed.length);
        const kind = own.find((result) => result.type !== 'umsigterms')?.type ?? 'umsigterms';
        return new SignificantResult(common, kind, size, backgroundSize, listed);
      },
    };
  };
}

export const SIGNIFICANT_PARSERS = [
  { type: 'significant_terms', parse: parseSignificant('significant_terms', false) },
  { type: 'significant_text', parse: parseSignificant('significant_text', true) },
];
