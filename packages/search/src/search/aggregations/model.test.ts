/** Aggregations over random documents, against the same sums over plain objects. */
import { describe, expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import type { Query } from '../../query/query.ts';
import { aggregate, TestIndex } from './testing.ts';

interface Doc {
  tag: string[];
  n: number[];
  x?: number;
  d: number[];
  b?: boolean;
}

const MAPPING = {
  tag: { type: 'keyword' },
  n: { type: 'long' },
  x: { type: 'double' },
  d: { type: 'date' },
  b: { type: 'boolean' },
};
const START = Date.UTC(2019, 0, 1);
const DAY = 86_400_000;

function randomDoc(random: () => number): Doc {
  const some = <T>(most: number, make: () => T) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  return {
    tag: some(3, () => `t${Math.floor(random() ** 2 * 40)}`),
    n: some(2, () => Math.floor(random() * 50) - 25),
    ...(random() < 0.8 ? { x: Math.round(random() * 1000) / 8 } : {}),
    d: some(2, () => START + Math.floor(random() * 400 * DAY)),
    ...(random() < 0.5 ? { b: random() < 0.3 } : {}),
  };
}

async function randomIndex(
  label: string,
): Promise<{ index: TestIndex; live: Doc[]; random: () => number }> {
  const random = seededRandom(label);
  const shards = 1 + Math.floor(random() * 3);
  const docs = Array.from({ length: 300 }, () => randomDoc(random));
  const index = await TestIndex.create(MAPPING, shards);
  await index.add(docs, 20 + Math.floor(random() * 300));
  const gone = new Set<number>();
  if (random() < 0.7) for (let i = 0; i < 30; i += 1) gone.add(Math.floor(random() * docs.length));
  await index.delete(...gone);
  return { index, live: docs.filter((_, i) => !gone.has(i)), random };
}

const distinct = <T>(values: readonly T[]) => [...new Set(values)];

/** Documents by key, most first, equal ones by key. */
function grouped<K extends string | number>(
  docs: readonly Doc[],
  keys: (doc: Doc) => readonly K[],
) {
  const groups = new Map<K, Doc[]>();
  for (const doc of docs) {
    for (const key of distinct(keys(doc))) groups.set(key, [...(groups.get(key) ?? []), doc]);
  }
  return [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
}

function stats(values: readonly number[]) {
  const sum = values.reduce((a, b) => a + b, 0);
  if (values.length === 0) return { count: 0, min: null, max: null, avg: null, sum: 0 };
  return {
    count: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    avg: sum / values.length,
    sum,
  };
}

const xs = (docs: readonly Doc[]) => docs.flatMap(({ x }) => (x === undefined ? [] : [x]));

function month(millis: number): number {
  const date = new Date(millis);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

describe('aggregations agree with plain sums', () => {
  for (let round = 0; round < rounds(8, 100); round += 1) {
    test(`round ${round}`, async () => {
      const { index, live, random } = await randomIndex(`aggregations ${round}`);
      const wanted = random() < 0.5 ? undefined : `t${Math.floor(random() ** 2 * 10)}`;
      const matched = live.filter(({ tag }) => wanted === undefined || tag.includes(wanted));
      const query: Query =
        wanted === undefined
          ? { kind: 'match_all' }
          : { kind: 'term', field: 'tag', term: Buffer.from(wanted) };
      const s = { stats: { field: 'x' } };
      const found = aggregate(
        {
          tags: { terms: { field: 'tag', size: 100 } },
          numbers: { terms: { field: 'n', size: 100 }, aggs: { s } },
          nested: {
            terms: { field: 'tag', size: 5, shard_size: 100 },
            aggs: { b: { terms: { field: 'b' } }, s },
          },
          months: {
            date_histogram: { field: 'd', calendar_interval: 'month', min_doc_count: 1 },
            aggs: { s },
          },
          days: { date_histogram: { field: 'd', fixed_interval: '10d', min_doc_count: 1 } },
          steps: { histogram: { field: 'x', interval: 12.5, min_doc_count: 1 } },
          ranges: {
            range: { field: 'n', ranges: [{ to: -5 }, { from: -5, to: 10 }, { from: 0 }] },
          },
          kinds: { cardinality: { field: 'tag' } },
          count: { value_count: { field: 'n' } },
          none: { missing: { field: 'x' } },
          all: { percentiles: { field: 'x', percents: [0, 50, 100] } },
          s,
        },
        [index],
        { query },
      ) as Record<string, unknown>;
      const buckets = (name: string) =>
        (
          found[name] as {
            buckets: {
              key: string | number;
              doc_count: number;
              s?: unknown;
              b?: { buckets: unknown[] };
            }[];
          }
        ).buckets;
      const counts = (name: string) => buckets(name).map(({ key, doc_count }) => [key, doc_count]);
      const sizes = (groups: readonly (readonly [string | number, readonly Doc[]])[]) =>
        groups.map(([key, docs]) => [key, docs.length]);
      const byKey = <K extends string | number>(groups: [K, Doc[]][]) =>
        groups.sort(([a], [b]) => (a < b ? -1 : 1));

      expect(counts('tags')).toEqual(sizes(grouped(matched, ({ tag }) => tag)));
      expect(counts('numbers')).toEqual(sizes(grouped(matched, ({ n }) => n)));
      const byTag = grouped(matched, ({ tag }) => tag).slice(0, 5);
      expect(counts('nested')).toEqual(sizes(byTag));
      for (const [i, [, docs]] of byTag.entries()) {
        const bucket = buckets('nested')[i]!;
        expect(bucket.s).toEqual(stats(xs(docs)));
        const flags = grouped(docs, ({ b }) => (b === undefined ? [] : [b ? 1 : 0]));
        expect(bucket.b?.buckets.map((one) => (one as { key: number }).key)).toEqual(
          flags.map(([key]) => key),
        );
      }
      const months = byKey(grouped(matched, ({ d }) => d.map(month)));
      expect(counts('months')).toEqual(sizes(months));
      expect(buckets('months').map((bucket) => bucket.s)).toEqual(
        months.map(([, docs]) => stats(xs(docs))),
      );
      const tenDays = (millis: number) => Math.floor(millis / (10 * DAY)) * 10 * DAY;
      expect(counts('days')).toEqual(sizes(byKey(grouped(matched, ({ d }) => d.map(tenDays)))));
      const step = (x: number) => Math.floor(x / 12.5) * 12.5;
      expect(counts('steps')).toEqual(
        sizes(byKey(grouped(matched, ({ x }) => (x === undefined ? [] : [step(x)])))),
      );
      expect(buckets('ranges').map(({ doc_count }) => doc_count)).toEqual(
        [(n: number) => n < -5, (n: number) => n >= -5 && n < 10, (n: number) => n >= 0].map(
          (test) => matched.filter(({ n }) => n.some(test)).length,
        ),
      );
      expect(found.kinds).toEqual({
        value: distinct(matched.flatMap(({ tag }) => tag)).length,
      });
      expect(found.count).toEqual({ value: matched.flatMap(({ n }) => n).length });
      expect(found.none).toEqual({
        doc_count: matched.filter(({ x }) => x === undefined).length,
      });
      const sorted = xs(matched).sort((a, b) => a - b);
      const middle = (sorted.length - 1) / 2;
      const median =
        sorted.length === 0 ? null : (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
      expect(found.all).toEqual({
        values: { '0.0': sorted[0] ?? null, '50.0': median, '100.0': sorted.at(-1) ?? null },
      });
      expect(found.s).toEqual(stats(xs(matched)));
    });
  }
});
