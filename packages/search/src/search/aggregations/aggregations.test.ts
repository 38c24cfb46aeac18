import { describe, expect, test } from 'bun:test';
import { aggregate, aggregateText, TestIndex } from './testing.ts';

const FIELDS = {
  tag: { type: 'keyword' },
  n: { type: 'long' },
  x: { type: 'double' },
  d: { type: 'date' },
  b: { type: 'boolean' },
  ip: { type: 'ip' },
  t: { type: 'text' },
};

async function small(shards = 1, perSegment = 3): Promise<TestIndex> {
  const index = await TestIndex.create(FIELDS, shards);
  return index.add(
    [
      { tag: 'a', n: 1, x: 0.5, d: '2020-01-01', b: true, ip: '::1' },
      { tag: ['a', 'b'], n: 2, x: 1, d: '2020-01-02', b: false, ip: '127.0.0.1' },
      { tag: 'c', n: [3, 3], d: '2020-02-01', b: true, ip: '::1' },
      { tag: 'b', n: 9007199254740993n.toString() },
      { tag: 'a', x: -1 },
    ],
    perSegment,
  );
}

describe('terms', () => {
  test('strings, most frequent first, equal ones by key', async () => {
    for (const index of [await small(), await small(2, 1)]) {
      expect(aggregate({ t: { terms: { field: 'tag' } } }, [index])).toEqual({
        t: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 0,
          buckets: [
            { key: 'a', doc_count: 3 },
            { key: 'b', doc_count: 2 },
            { key: 'c', doc_count: 1 },
          ],
        },
      });
    }
  });

  test('numbers keep their kind', async () => {
    const index = await small();
    expect(aggregateText({ t: { terms: { field: 'n', order: { _key: 'asc' } } } }, [index])).toBe(
      '{"t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":1,"doc_count":1},{"key":2,"doc_count":1},{"key":3,"doc_count":1},{"key":9007199254740993,"doc_count":1}]}}',
    );
    expect(aggregateText({ t: { terms: { field: 'x', size: 1 } } }, [index])).toBe(
      '{"t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":2,"buckets":[{"key":-1.0,"doc_count":1}]}}',
    );
  });

  test('dates, booleans and addresses', async () => {
    const index = await small();
    const found = aggregate(
      {
        d: { terms: { field: 'd', size: 1 } },
        b: { terms: { field: 'b' } },
        ip: { terms: { field: 'ip', exclude: ['127.0.0.1'] } },
      },
      [index],
    ) as Record<string, { buckets: unknown[] }>;
    expect(found.d!.buckets).toEqual([
      { key: 1577836800000, key_as_string: '2020-01-01T00:00:00.000Z', doc_count: 1 },
    ]);
    expect(found.b!.buckets).toEqual([
      { key: 1, key_as_string: 'true', doc_count: 2 },
      { key: 0, key_as_string: 'false', doc_count: 1 },
    ]);
    expect(found.ip!.buckets).toEqual([{ key: '::1', doc_count: 2 }]);
  });

  test('below and in the order of a metric', async () => {
    const index = await small();
    const aggs = { max: { max: { field: 'n' } }, avg: { avg: { field: 'x' } } };
    const t = { terms: { field: 'tag', order: { avg: 'desc' }, size: 2 }, aggs };
    expect(aggregateText({ t }, [index])).toBe(
      '{"t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":1,"buckets":[{"key":"b","doc_count":2,"max":{"value":9.007199254740992E15},"avg":{"value":1.0}},{"key":"a","doc_count":3,"max":{"value":2.0},"avg":{"value":0.16666666666666666}}]}}',
    );
  });

  test('what stands in for a missing value, and terms of no document', async () => {
    const index = await (await small()).delete(2);
    const query = { kind: 'term', field: 'tag', term: Buffer.from('b') } as const;
    const found = aggregate(
      {
        m: { terms: { field: 'ip', missing: '10.0.0.1' } },
        z: { terms: { field: 'tag', min_doc_count: 0 } },
        s: { terms: { field: 'n', min_doc_count: 0, include: [1, 2] } },
      },
      [index],
      { query },
    ) as Record<string, { buckets: { key: unknown; doc_count: number }[] }>;
    const pairs = (name: string) =>
      found[name]!.buckets.map(({ key, doc_count }) => [key, doc_count]);
    expect(pairs('m')).toEqual([
      ['10.0.0.1', 1],
      ['127.0.0.1', 1],
    ]);
    expect(pairs('z')).toEqual([
      ['b', 2],
      ['a', 1],
      ['c', 0],
    ]);
    expect(pairs('s')).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });

  test('longs of one index and doubles of another meet as doubles', async () => {
    const longs = await (await TestIndex.create({ v: { type: 'long' } })).add([
      { v: 10 },
      { v: 100 },
    ]);
    const doubles = await (await TestIndex.create({ v: { type: 'double' } })).add([
      { v: 10 },
      { v: 14.6 },
    ]);
    const none = await (await TestIndex.create({})).add([{}]);
    expect(
      aggregateText({ t: { terms: { field: 'v' } } }, [longs, none, doubles], { typedKeys: true }),
    ).toBe(
      '{"dterms#t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":10.0,"doc_count":2},{"key":14.6,"doc_count":1},{"key":100.0,"doc_count":1}]}}',
    );
    expect(aggregateText({ t: { terms: { field: 'v' } } }, [none], { typedKeys: true })).toContain(
      'sterms#t',
    );
  });

  test('a share of the terms', async () => {
    const index = await (await TestIndex.create(FIELDS)).add([
      { tag: 'abc', n: 1234 },
      { tag: 'bcd', n: 5678 },
    ]);
    for (const [field, keys] of [
      ['tag', ['bcd', 'abc']],
      ['n', [5678, 1234]],
    ] as const) {
      for (const partition of [0, 1]) {
        const include = { partition, num_partitions: 2 };
        const found = aggregate({ t: { terms: { field, include } } }, [index]) as {
          t: { buckets: { key: unknown }[] };
        };
        expect(found.t.buckets.map(({ key }) => key)).toEqual([keys[partition]!]);
      }
    }
  });
});

describe('metrics', () => {
  test('of values, and of none', async () => {
    const index = await small(2, 2);
    const aggs = (field: string) =>
      Object.fromEntries(
        ['min', 'max', 'sum', 'avg', 'stats'].map((type) => [type, { [type]: { field } }]),
      );
    expect(aggregateText(aggs('x'), [index])).toBe(
      '{"min":{"value":-1.0},"max":{"value":1.0},"sum":{"value":0.5},"avg":{"value":0.16666666666666666},"stats":{"count":3,"min":-1.0,"max":1.0,"avg":0.16666666666666666,"sum":0.5}}',
    );
    expect(aggregateText(aggs('nothing'), [index])).toBe(
      '{"min":{"value":null},"max":{"value":null},"sum":{"value":0.0},"avg":{"value":null},"stats":{"count":0,"min":null,"max":null,"avg":null,"sum":0.0}}',
    );
    expect(
      aggregateText({ m: { max: { field: 'd' }, meta: { a: 1 } } }, [index], { typedKeys: true }),
    ).toBe(
      '{"max#m":{"meta":{"a":1},"value":1.5805152E12,"value_as_string":"2020-02-01T00:00:00.000Z"}}',
    );
  });
});

describe('errors', () => {
  const cases: [string, unknown, string][] = [
    ['unknown type', { a: { term: {} } }, 'Unknown aggregation type [term] did you mean [terms]?'],
    [
      'two types',
      { a: { min: {}, max: {} } },
      'Found two aggregation type definitions in [a]: [min] and [max]',
    ],
    ['no type', { a: {} }, 'Missing definition for aggregation [a]'],
    [
      'a name that is a path',
      { 'a>b': { min: { field: 'n' } } },
      "Invalid aggregation name [a>b]. Aggregation names can contain any character except '[', ']', and '>'",
    ],
    [
      'unknown parameter',
      { a: { terms: { feld: 'n' } } },
      '[terms] unknown field [feld] did you mean [field]?',
    ],
    [
      'no field',
      { a: { min: {} } },
      'Required one of fields [field, script], but none were specified. ',
    ],
    [
      'wrong type of field',
      { a: { avg: { field: 'tag' } } },
      'Field [tag] of type [keyword] is not supported for aggregation [avg]',
    ],
    [
      'text',
      { a: { terms: { field: 't' } } },
      'Fielddata is disabled on [t] in [test]. Text fields are not optimised',
    ],
    [
      'below a metric',
      { a: { avg: { field: 'n' }, aggs: { b: { min: { field: 'n' } } } } },
      'Aggregator [a] of type [avg] cannot accept sub-aggregations',
    ],
    [
      'order of nothing',
      { a: { terms: { field: 'n', order: { b: 'asc' } } } },
      'Invalid aggregation order path [b]. The provided aggregation [b] either does not exist',
    ],
    [
      'meta that is none',
      { a: { min: { field: 'n' }, meta: null } },
      'Expected [START_OBJECT] under [meta], but got a [VALUE_NULL] in [a]',
    ],
    [
      'pattern for numbers',
      { a: { terms: { field: 'n', include: 'x.*' } } },
      'Aggregation [a] cannot support regular expression style include/exclude',
    ],
    [
      'format of strings',
      { a: { terms: { field: 'tag', format: '0' } } },
      'Field [tag] of type [keyword] does not support custom formats',
    ],
  ];
  for (const [title, aggs, reason] of cases) {
    test(title, async () => {
      const index = await small();
      expect(() => aggregate(aggs, [index])).toThrow(reason);
    });
  }

  test('a bad value names its parameter, and the cause says why', async () => {
    const index = await small();
    try {
      aggregate({ a: { terms: { field: 'n', size: 0 } } }, [index]);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).toBe('[terms] failed to parse field [size]');
      expect(((error as Error).cause as Error).message).toBe(
        '[size] must be greater than 0. Found [0] in [a]',
      );
    }
  });

  test('too many buckets', async () => {
    const index = await TestIndex.create({ n: { type: 'long' } });
    await index.add(Array.from({ length: 66_000 }, (_, n) => ({ n })));
    expect(() => aggregate({ a: { terms: { field: 'n', size: 70_000 } } }, [index])).toThrow(
      'Trying to create too many buckets. Must be less than or equal to: [65536] but was [66000].',
    );
  });
});

describe('histograms', () => {
  const dates = async (shards = 1) =>
    (
      await TestIndex.create(
        { d: { type: 'date' }, n: { type: 'long' }, r: { type: 'long_range' } },
        shards,
      )
    ).add(
      [
        { d: '2020-01-01T10:00:00Z', n: 1 },
        { d: ['2020-01-15', '2020-01-20'], n: 5 },
        { d: '2020-04-01', n: 12, r: { gte: 1, lt: 25 } },
        { n: -1, r: { gte: 7 } },
      ],
      2,
    );
  const keys = (found: unknown) =>
    (
      found as { h: { buckets: { key_as_string?: string; key: number; doc_count: number }[] } }
    ).h.buckets.map(({ key_as_string, key, doc_count }) => [
      key_as_string?.slice(0, 16) ?? key,
      doc_count,
    ]);

  test('months, with empty ones in between', async () => {
    for (const index of [await dates(), await dates(3)]) {
      const h = { date_histogram: { field: 'd', calendar_interval: 'month' } };
      expect(keys(aggregate({ h }, [index]))).toEqual([
        ['2020-01-01T00:00', 2],
        ['2020-02-01T00:00', 0],
        ['2020-03-01T00:00', 0],
        ['2020-04-01T00:00', 1],
      ]);
    }
  });

  test('fixed intervals, zones, offsets and formats', async () => {
    const index = await dates();
    const h = {
      date_histogram: {
        field: 'd',
        fixed_interval: '30d',
        time_zone: 'Europe/Berlin',
        offset: '+1h',
        min_doc_count: 1,
        format: 'yyyy-MM-dd HH:mm',
        order: { _count: 'desc' },
      },
    };
    expect(keys(aggregate({ h }, [index]))).toEqual([
      ['2019-12-10 01:00', 1],
      ['2020-01-09 01:00', 1],
      ['2020-03-09 01:00', 1],
    ]);
  });

  test('bounds and keys', async () => {
    const index = await dates();
    const h = {
      date_histogram: {
        field: 'd',
        calendar_interval: '1M',
        keyed: true,
        format: 'yyyy-MM',
        extended_bounds: { min: '2019-12', max: '2020-02' },
        hard_bounds: { max: '2020-02' },
      },
      aggs: { sum: { sum: { field: 'n' } } },
    };
    expect(aggregate({ h }, [index])).toEqual({
      h: {
        buckets: {
          '2019-12': {
            key_as_string: '2019-12',
            key: 1575158400000,
            doc_count: 0,
            sum: { value: 0 },
          },
          '2020-01': {
            key_as_string: '2020-01',
            key: 1577836800000,
            doc_count: 2,
            sum: { value: 6 },
          },
          '2020-02': {
            key_as_string: '2020-02',
            key: 1580515200000,
            doc_count: 0,
            sum: { value: 0 },
          },
        },
      },
    });
  });

  test('numbers, and ranges in every interval they touch', async () => {
    const index = await dates(2);
    expect(
      aggregateText({ h: { histogram: { field: 'n', interval: 5, min_doc_count: 1 } } }, [index]),
    ).toBe(
      '{"h":{"buckets":[{"key":-5.0,"doc_count":1},{"key":0.0,"doc_count":1},{"key":5.0,"doc_count":1},{"key":10.0,"doc_count":1}]}}',
    );
    const r = { histogram: { field: 'r', interval: 10, hard_bounds: { min: 0, max: 30 } } };
    expect(keys(aggregate({ h: r }, [index]))).toEqual([
      [0, 2],
      [10, 2],
      [20, 2],
      [30, 1],
    ]);
  });

  test('moments beyond every calendar, and ranges over too many intervals', async () => {
    const index = await (
      await TestIndex.create({ n: { type: 'long' }, r: { type: 'long_range' } })
    ).add([{ n: 9007199254740990, r: { gte: 0 } }]);
    for (const calendar_interval of ['day', 'month']) {
      const h = { date_histogram: { field: 'n', calendar_interval } };
      expect(aggregateText({ h }, [index])).toContain('"doc_count":1');
    }
    expect(() => aggregate({ h: { histogram: { field: 'r', interval: 1e-9 } } }, [index])).toThrow(
      'Trying to create too many buckets.',
    );
  });

  test('errors', async () => {
    const index = await dates();
    for (const [body, reason] of [
      [{ field: 'd' }, 'Invalid interval specified, must be non-null and non-empty'],
      [
        { field: 'd', calendar_interval: '1d', fixed_interval: '1d' },
        'Cannot use [fixed_interval] with [calendar_interval] configuration option.',
      ],
      [
        { field: 'd', calendar_interval: '2d' },
        '[date_histogram] failed to parse field [calendar_interval]',
      ],
      [{ field: 'd', fixed_interval: '1ms' }, 'Trying to create too many buckets.'],
      [
        {
          field: 'd',
          calendar_interval: 'day',
          extended_bounds: { min: '2020-02', max: '2020-01' },
        },
        'cannot be greater than',
      ],
    ] as const) {
      expect(() => aggregate({ h: { date_histogram: body } }, [index])).toThrow(reason);
    }
  });
});

describe('fixed lists of buckets', () => {
  test('filters, what is missing, and everything', async () => {
    const index = await small(2, 2);
    const query = { kind: 'term', field: 'tag', term: Buffer.from('a') } as const;
    const aggs = {
      f: { filter: { term: { tag: 'b' } }, aggs: { s: { sum: { field: 'n' } } } },
      fs: {
        filters: {
          filters: { a: { term: { tag: 'a' } }, b: { term: { tag: 'b' } } },
          other_bucket: true,
        },
      },
      list: { filters: { filters: [{ term: { tag: 'b' } }] } },
      m: { missing: { field: 'ip' } },
      g: {
        global: {},
        aggs: { c: { value_count: { field: 'tag' } }, d: { cardinality: { field: 'tag' } } },
      },
    };
    expect(aggregate(aggs, [index], { query })).toEqual({
      f: { doc_count: 1, s: { value: 2 } },
      fs: { buckets: { a: { doc_count: 3 }, b: { doc_count: 1 }, _other_: { doc_count: 0 } } },
      list: { buckets: [{ doc_count: 1 }] },
      m: { doc_count: 1 },
      g: { doc_count: 5, c: { value: 6 }, d: { value: 3 } },
    });
  });

  test('ranges of numbers, dates and addresses', async () => {
    const index = await small(1, 1);
    const aggs = {
      n: { range: { field: 'n', ranges: [{ from: 2 }, { to: 2 }, { key: 'all' }] } },
      d: {
        date_range: { field: 'd', format: 'yyyy-MM', keyed: true, ranges: [{ to: '2020-02' }] },
      },
      ip: { ip_range: { field: 'ip', ranges: [{ mask: '127.0.0.0/8' }, { to: '::2' }] } },
    };
    expect(aggregateText(aggs, [index])).toBe(
      '{"n":{"buckets":[{"key":"*-2.0","to":2.0,"doc_count":1},{"key":"all","doc_count":4},{"key":"2.0-*","from":2.0,"doc_count":3}]},"d":{"buckets":{"*-2020-02":{"to":1.5805152E12,"to_as_string":"2020-02","doc_count":2}}},"ip":{"buckets":[{"key":"*-::2","to":"::2","doc_count":2},{"key":"127.0.0.0/8","from":"127.0.0.0","to":"128.0.0.0","doc_count":1}]}}',
    );
  });
});

describe('composite', () => {
  test('pages through combinations in the order of their values', async () => {
    const index = await small(2, 1);
    const sources = [
      { tag: { terms: { field: 'tag' } } },
      {
        month: {
          date_histogram: {
            field: 'd',
            calendar_interval: 'month',
            format: 'yyyy-MM',
            missing_bucket: true,
          },
        },
      },
    ];
    const page = (after?: unknown) =>
      (
        aggregate(
          { c: { composite: { size: 2, sources, ...(after === undefined ? {} : { after }) } } },
          [index],
        ) as {
          c: { after_key?: unknown; buckets: { key: unknown; doc_count: number }[] };
        }
      ).c;
    expect(page()).toEqual({
      after_key: { tag: 'a', month: '2020-01' },
      buckets: [
        { key: { tag: 'a', month: null }, doc_count: 1 },
        { key: { tag: 'a', month: '2020-01' }, doc_count: 2 },
      ],
    });
    const second = page(page().after_key);
    expect(second.buckets).toEqual([
      { key: { tag: 'b', month: null }, doc_count: 1 },
      { key: { tag: 'b', month: '2020-01' }, doc_count: 1 },
    ]);
    const third = page(second.after_key);
    expect(third.buckets).toEqual([{ key: { tag: 'c', month: '2020-02' }, doc_count: 1 }]);
    expect(page(third.after_key)).toEqual({ buckets: [] });
  });
});

describe('nested', () => {
  test('rows of nested objects, and the documents they are in', async () => {
    const index = await TestIndex.create({
      tag: { type: 'keyword' },
      parts: {
        type: 'nested',
        properties: { color: { type: 'keyword' }, n: { type: 'long' } },
      },
    });
    await index.add(
      [
        {
          tag: 'a',
          parts: [
            { color: 'red', n: 1 },
            { color: 'blue', n: 2 },
            { color: 'red', n: 3 },
          ],
        },
        { tag: 'b', parts: [{ color: 'red', n: 10 }] },
        { tag: 'c' },
      ],
      2,
    );
    const aggs = {
      p: {
        nested: { path: 'parts' },
        aggs: {
          colors: {
            terms: { field: 'parts.color' },
            aggs: {
              sum: { sum: { field: 'parts.n' } },
              back: { reverse_nested: {}, aggs: { tags: { terms: { field: 'tag' } } } },
            },
          },
        },
      },
    };
    const tags = (...keys: string[]) => ({
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: keys.map((key) => ({ key, doc_count: 1 })),
    });
    expect(aggregate(aggs, [index])).toEqual({
      p: {
        doc_count: 4,
        colors: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 0,
          buckets: [
            {
              key: 'red',
              doc_count: 3,
              sum: { value: 14 },
              back: { doc_count: 2, tags: tags('a', 'b') },
            },
            {
              key: 'blue',
              doc_count: 1,
              sum: { value: 2 },
              back: { doc_count: 1, tags: tags('a') },
            },
          ],
        },
      },
    });
  });
});

describe('pipelines', () => {
  test('beside and inside histograms', async () => {
    const index = await (await TestIndex.create({ n: { type: 'long' }, v: { type: 'long' } })).add([
      { n: 1, v: 1 },
      { n: 11, v: 4 },
      { n: 31, v: 2 },
    ]);
    const inner = {
      v: { sum: { field: 'v' } },
      d: { derivative: { buckets_path: 'v' } },
      c: { cumulative_sum: { buckets_path: 'v' } },
    };
    const h = { histogram: { field: 'n', interval: 10 }, aggs: inner };
    const max = { max_bucket: { buckets_path: 'h>v' } };
    const avg = { avg_bucket: { buckets_path: 'h>v' } };
    const found = aggregate({ h, max, avg }, [index]) as {
      h: { buckets: { d?: { value: number }; c: { value: number } }[] };
      max: unknown;
      avg: { value: number };
    };
    expect(found.h.buckets.map(({ d, c }) => [d?.value, c.value])).toEqual([
      [undefined, 1],
      [3, 5],
      [undefined, 5],
      [undefined, 7],
    ]);
    expect(found.max).toEqual({ value: 4, keys: ['10.0'] });
    expect(found.avg.value).toBeCloseTo(7 / 3);
    expect(() => aggregate({ h, m: { max_bucket: { buckets_path: 'h>x' } } }, [index])).toThrow(
      'Validation Failed: 1: No aggregation [x] found for path [h>x];',
    );
  });
});

describe('less common buckets', () => {
  test('rare and significant terms, networks, samples, filters together', async () => {
    const index = await (
      await TestIndex.create({ ...FIELDS, t: { type: 'text', fielddata: true } }, 1)
    ).add(
      [
        { tag: 'good', t: 'good day', ip: '10.0.0.1', n: 1 },
        { tag: 'good', t: 'good night', ip: '10.0.0.2', n: 2 },
        { tag: 'good', t: 'very good', ip: '10.1.0.1', n: 3 },
        { tag: 'bad', t: 'bad day', ip: '10.1.0.9', n: 4 },
        { tag: 'bad', t: 'day', n: 5 },
      ],
      2,
    );
    const found = aggregate(
      {
        rare: { rare_terms: { field: 't', max_doc_count: 1 } },
        net: { ip_prefix: { field: 'ip', prefix_length: 16, append_prefix_length: true } },
        sample: { sampler: { shard_size: 2 }, aggs: { c: { value_count: { field: 'n' } } } },
        matrix: {
          adjacency_matrix: {
            filters: { g: { term: { tag: 'good' } }, d: { term: { t: 'day' } } },
          },
        },
        tags: { terms: { field: 'tag' }, aggs: { s: { significant_terms: { field: 't' } } } },
      },
      [index],
    ) as Record<
      string,
      { buckets: { key: string; doc_count: number; s?: { buckets: { key: string }[] } }[] }
    >;
    const counts = (name: string) =>
      found[name]!.buckets.map(({ key, doc_count }) => [key, doc_count]);
    expect(counts('rare')).toEqual([
      ['bad', 1],
      ['night', 1],
      ['very', 1],
    ]);
    expect(counts('net')).toEqual([
      ['10.0.0.0/16', 2],
      ['10.1.0.0/16', 2],
    ]);
    expect(found.sample).toEqual({ doc_count: 2, c: { value: 2 } } as never);
    expect(counts('matrix')).toEqual([
      ['d', 3],
      ['d&g', 1],
      ['g', 3],
    ]);
    expect(found.tags!.buckets[0]!.s!.buckets.map(({ key }) => key)).toEqual(['good']);
  });

  test('the interval follows from the number of buckets', async () => {
    const index = await (await TestIndex.create(FIELDS, 2)).add(
      ['2020-03-01', '2020-03-02', '2020-03-08', '2020-03-09'].map((d) => ({ d })),
    );
    for (const [buckets, interval, counts] of [
      [2, '7d', [2, 2]],
      [10, '1d', [1, 1, 0, 0, 0, 0, 0, 1, 1]],
    ] as const) {
      const found = aggregate({ h: { auto_date_histogram: { field: 'd', buckets } } }, [index]) as {
        h: { interval: string; buckets: { doc_count: number }[] };
      };
      expect(found.h.interval).toBe(interval);
      expect(found.h.buckets.map(({ doc_count }) => doc_count)).toEqual([...counts]);
    }
  });
});

test('from parents to children and back', async () => {
  const index = await TestIndex.create({
    j: { type: 'join', relations: { question: 'answer' } },
    tag: { type: 'keyword' },
  });
  const [shard] = index.shards;
  const add = (id: string, document: unknown) =>
    shard!.index({ id, routing: 'r', source: Buffer.from(JSON.stringify(document)) });
  add('q1', { tag: 'x', j: 'question' });
  add('q2', { tag: 'y', j: 'question' });
  await index.refresh();
  for (const [id, parent, tag] of [
    ['a1', 'q1', 'long'],
    ['a2', 'q1', 'short'],
    ['a3', 'q2', 'long'],
  ] as const) {
    add(id, { tag, j: { name: 'answer', parent } });
  }
  await index.refresh();
  const tags = { terms: { field: 'tag' } };
  const found = aggregate(
    {
      t: {
        ...tags,
        aggs: {
          down: { children: { type: 'answer' }, aggs: { tags } },
          up: { parent: { type: 'answer' } },
        },
      },
      none: { children: { type: 'nothing' } },
    },
    [index],
  ) as {
    t: {
      buckets: {
        key: string;
        down: { doc_count: number; tags: { buckets: { key: string }[] } };
        up: { doc_count: number };
      }[];
    };
    none: unknown;
  };
  expect(
    found.t.buckets.map(({ key, down, up }) => [
      key,
      down.doc_count,
      down.tags.buckets.map((tag) => tag.key),
      up.doc_count,
    ]),
  ).toEqual([
    ['long', 0, [], 2],
    ['short', 0, [], 1],
    ['x', 2, ['long', 'short'], 0],
    ['y', 1, ['long'], 0],
  ]);
  expect(found.none).toEqual({ doc_count: 0 });
});

test('points by cell, by distance, and around them', async () => {
  const index = await (await TestIndex.create({ p: { type: 'geo_point' } }, 2)).add([
    { p: [4.91235, 52.374081] },
    {
      p: [
        { lat: 52.369219, lon: 4.901618 },
        { lat: 52.371667, lon: 4.914722 },
      ],
    },
    { p: '48.861111,2.336389' },
    {},
  ]);
  const found = aggregate(
    {
      hash: { geohash_grid: { field: 'p', precision: 4 } },
      distance: { geohash_grid: { field: 'p', precision: '40km' } },
      tile: { geotile_grid: { field: 'p', bounds: { top: 53, bottom: 50, left: 4, right: 5 } } },
      far: {
        geo_distance: {
          field: 'p',
          origin: '52.37,4.9',
          unit: 'km',
          ranges: [{ to: 10 }, { from: 10 }],
        },
      },
      box: { geo_bounds: { field: 'p' } },
      middle: { geo_centroid: { field: 'p' } },
    },
    [index],
  ) as Record<string, { buckets: { key: string; doc_count: number }[] }>;
  const counts = (name: string) =>
    found[name]!.buckets.map(({ key, doc_count }) => [key, doc_count]);
  expect(counts('hash')).toEqual([
    ['u173', 2],
    ['u09t', 1],
  ]);
  expect(counts('distance')).toEqual(counts('hash'));
  expect(counts('tile')).toEqual([['7/65/42', 2]]);
  expect(counts('far')).toEqual([
    ['*-10.0', 2],
    ['10.0-*', 1],
  ]);
  const { bounds } = found.box as unknown as { bounds: { top_left: { lat: number; lon: number } } };
  expect(bounds.top_left.lat).toBeCloseTo(52.374081, 5);
  expect(bounds.top_left.lon).toBeCloseTo(2.336389, 5);
  expect((found.middle as unknown as { count: number }).count).toBe(4);
});
