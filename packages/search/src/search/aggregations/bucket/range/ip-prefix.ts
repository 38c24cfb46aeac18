/** ip_prefix: addresses by the network they are in. */
import { illegalArgument } from '../../../../errors/search-error.ts';
import type { SearchView } from '../../../../index/shard/documents.ts';
import { ipText } from '../../../../mapping/types/ip-address.ts';
import type { CollectContext, Level, Result } from '../../aggregation.ts';
import { BucketCollector, EmptyCollector } from '../../collect/bucket-collector.ts';
import { BucketNumbers } from '../../collect/bucket-numbers.ts';
import { enlarged } from '../../collect/growing.ts';
import { contentError, flag, integer, readOptions } from '../../options.ts';
import type { AggregationParser } from '../../parser.ts';
import { mergeContents } from '../../reduce.ts';
import type { TermSource } from '../../values/term-source.ts';
import { resolveValues } from '../../values/values.ts';
import { VALUES, valuesConfig } from '../../values/values-config.ts';
import { FixedBucket, FixedBucketsResult, type FixedRules } from '../keyed-result.ts';

/** The network of every term, as a number; found once a term. */
class PrefixCollector extends BucketCollector {
  private readonly numbers: BucketNumbers;
  private readonly networkOf = new Map<number, number>();
  private readonly known = new Map<string, number>();
  private readonly networks: Uint8Array[] = [];
  private docs = new Int32Array(1024);
  private buckets = new Int32Array(1024);

  constructor(
    level: Level,
    context: CollectContext,
    private readonly source: TermSource,
    private readonly mask: (address: Uint8Array) => Uint8Array,
    private readonly make: (
      found: { network: Uint8Array; docCount: number; subs: readonly Result[] }[],
    ) => Result,
  ) {
    super(level, context);
    this.numbers = new BucketNumbers(context.account);
  }

  override begin(view: SearchView, base: number): boolean {
    this.source.begin(view);
    return super.begin(view, base);
  }

  collect(docs: Int32Array, owners: Int32Array, n: number): void {
    const { source, numbers } = this;
    const count = source.read(docs, owners, n);
    if (count > this.docs.length) {
      this.docs = enlarged(this.docs, count);
      this.buckets = enlarged(this.buckets, count);
    }
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const doc = source.docs[i] as number;
      const network = this.network(source.terms[i] as number);
      const bucket = numbers.number(source.owners[i] as number, network);
      // Addresses of a document ascend, and so do their networks.
      if (kept > 0 && this.docs[kept - 1] === doc && this.buckets[kept - 1] === bucket) continue;
      this.docs[kept] = doc;
      this.buckets[kept++] = bucket;
    }
    this.pass(this.docs, this.buckets, kept, numbers.count);
  }

  private network(term: number): number {
    const found = this.networkOf.get(term);
    if (found !== undefined) return found;
    const network = this.mask(this.source.bytes(term));
    const key = Buffer.from(network).toString('latin1');
    const number = this.known.get(key) ?? this.networks.length;
    if (number === this.networks.length) {
      this.known.set(key, number);
      this.networks.push(network);
    }
    this.networkOf.set(term, number);
    return number;
  }

  result(owner: number): Result {
    return this.make(
      Array.from(this.numbers.of(owner), (bucket) => ({
        network: this.networks[this.numbers.keys[bucket] as number] as Uint8Array,
        ...this.contents(bucket),
      })),
    );
  }
}

const V4_START = 12;

/** The first `length` bits of an address; of IPv4, of its last four bytes. */
function masked(address: Uint8Array, length: number, isV6: boolean): Uint8Array {
  const network = new Uint8Array(16);
  const from = isV6 ? 0 : V4_START;
  if (!isV6) network.fill(255, 10, V4_START);
  for (let i = from; i < 16; i += 1) {
    const bits = Math.max(0, Math.min(8, length - (i - from) * 8));
    network[i] = (address[i] as number) & (0xff << (8 - bits));
  }
  return network;
}

export const parseIpPrefix: AggregationParser = (body, place, common) => {
  const options = readOptions(
    body,
    {
      ...VALUES,
      prefix_length: integer('prefix_length'),
      is_ipv6: flag,
      append_prefix_length: flag,
      min_doc_count: integer('minDocCount', 1),
      keyed: flag,
    },
    place,
  );
  const config = valuesConfig(options, place, body);
  const { prefix_length: length, is_ipv6: isV6 = false, min_doc_count: least = 1 } = options;
  if (length === undefined) throw contentError(place.scope, 'Required [prefix_length]', body);
  const longest = isV6 ? 128 : 32;
  if (length < 0 || length > longest) {
    throw illegalArgument(
      `[prefix_length] must be in range [0, ${longest}] while value is [${length}]`,
    );
  }
  const rules: FixedRules = { type: 'ip_prefix', isKeyed: options.keyed ?? false, showsKeys: true };
  const ones = new Uint8Array(16).fill(255);
  const fields = {
    is_ipv6: isV6,
    prefix_length: length,
    netmask: isV6 ? undefined : ipText(masked(ones, length, false)),
  };
  const suffix = options.append_prefix_length === true ? `/${length}` : '';
  const result = (list: readonly FixedBucket[]) => new FixedBucketsResult(common, rules, list);
  return {
    ...common,
    type: 'ip_prefix',
    collector(context) {
      const values = resolveValues(config, context.shard, 'ip_prefix', ['ip']);
      if (values.isUnmapped) return new EmptyCollector(() => result([]));
      const mask = (address: Uint8Array) => masked(address, length, isV6);
      return new PrefixCollector(common.below, context, values.terms(), mask, (found) =>
        result(
          found
            .sort((a, b) => Buffer.compare(a.network, b.network))
            .map(
              ({ network, docCount, subs }) =>
                new FixedBucket(ipText(network) + suffix, docCount, subs, fields),
            ),
        ),
      );
    },
    reduce(results, reduction) {
      const groups = new Map<string, FixedBucket[]>();
      for (const { list } of results as readonly FixedBucketsResult[]) {
        for (const bucket of list)
          groups.set(bucket.key, [...(groups.get(bucket.key) ?? []), bucket]);
      }
      const merged = Array.from(groups, ([key, group]) => {
        const { docCount, subs } = mergeContents(common.below, group, reduction);
        return new FixedBucket(key, docCount, subs, fields);
      });
      const list = merged.filter(({ docCount }) => docCount >= least);
      reduction.addBuckets(list.length);
      return result(list);
    },
  };
};
