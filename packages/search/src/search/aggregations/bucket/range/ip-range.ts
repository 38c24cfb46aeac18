import { illegalArgument } from '../../../../errors/search-error.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import { cidrRange, ipText, parseIp } from '../../../../mapping/types/ip-address.ts';
import type { HasSubs } from '../../aggregation.ts';
import { EmptyCollector } from '../../collect/bucket-collector.ts';
import { flag, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { resolveValues } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { FixedBucket, FixedBucketsResult, type FixedRules, reduceFixed } from '../keyed-result.ts';
import { type GivenRange, rangeList } from './range.ts';
import { TermRangesCollector } from './range-collector.ts';

/** Addresses from (included) to `to` (not); undefined is open. */
interface IpRange {
  readonly key: string;
  readonly from: Uint8Array | undefined;
  readonly to: Uint8Array | undefined;
}

function readRange({ key, from, to, mask }: GivenRange): IpRange {
  if (mask !== undefined) {
    const [low, high] = cidrRange(mask);
    const isFirst = low.every((byte) => byte === 0);
    return { key: key ?? mask, from: isFirst ? undefined : low, to: after(high) };
  }
  const end = (value: GivenRange['from']) =>
    value === undefined ? undefined : parseIp(javaText(value));
  const low = end(from);
  const high = end(to);
  const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? '*' : ipText(bytes));
  return { key: key ?? `${text(low)}-${text(high)}`, from: low, to: high };
}

/** The next address; undefined behind the last. */
function after(bytes: Uint8Array): Uint8Array | undefined {
  const next = bytes.slice();
  for (let i = next.length - 1; i >= 0; i -= 1) {
    if (next[i] !== 255) {
      next[i] = (next[i] as number) + 1;
      return next;
    }
    next[i] = 0;
  }
  return undefined;
}

function compareEnds(a: Uint8Array | undefined, b: Uint8Array | undefined, open: number): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? open : -open;
  return Buffer.compare(a, b);
}

export const parseIpRange: AggregationParser = (body, place, common) => {
  const options = readOptions(body, { ...VALUES, ranges: rangeList(true), keyed: flag }, place);
  const config = valuesConfig(options, place, body);
  if (options.ranges === undefined || options.ranges.length === 0) {
    throw illegalArgument(`No [ranges] specified for the [${common.name}] aggregation`);
  }
  const ranges = options.ranges
    .map(readRange)
    .sort((a, b) => compareEnds(a.from, b.from, -1) || compareEnds(a.to, b.to, 1));
  const rules: FixedRules = { type: 'ip_range', isKeyed: options.keyed ?? false, showsKeys: true };
  const make = (contents: readonly HasSubs[]) =>
    new FixedBucketsResult(
      common,
      rules,
      contents.map(({ docCount, subs }, i) => {
        const { key, from, to } = ranges[i] as IpRange;
        return new FixedBucket(key, docCount, subs, {
          from: from === undefined ? undefined : ipText(from),
          to: to === undefined ? undefined : ipText(to),
        });
      }),
    );
  const tests = ranges.map(({ from, to }) => (term: Uint8Array) => {
    if (from !== undefined && Buffer.compare(term, from) < 0) return false;
    return to === undefined || Buffer.compare(term, to) < 0;
  });
  return {
    ...common,
    type: 'ip_range',
    collector(context) {
      const values = resolveValues(config, context.shard, 'ip_range', ['ip']);
      if (values.isUnmapped) return new EmptyCollector(() => make([]));
      return new TermRangesCollector(common.below, context, tests, make, values.terms());
    },
    reduce: (results, reduction) =>
      reduceFixed(common, common.below, results as FixedBucketsResult[], () => make([]), reduction),
  };
};
