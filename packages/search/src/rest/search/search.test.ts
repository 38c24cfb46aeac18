import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

interface Hit {
  _index: string;
  _id: string;
  _score: number | null;
  sort?: unknown[];
}

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'search-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/books', {
    settings: { number_of_shards: 1 },
    mappings: {
      properties: {
        title: { type: 'text' },
        tag: { type: 'keyword' },
        year: { type: 'integer' },
        published: { type: 'date' },
        from: { type: 'ip' },
        span: { type: 'integer_range' },
        authors: {
          type: 'nested',
          properties: { name: { type: 'keyword' }, born: { type: 'long' } },
        },
      },
    },
    aliases: { old: { filter: { range: { year: { lt: 1950 } } } } },
  });
  const docs = [
    {
      title: 'The quick brown fox',
      tag: 'a',
      year: 1940,
      published: '1940-05-01',
      from: '10.0.0.1',
      span: { gte: 1, lte: 5 },
    },
    {
      title: 'A brown dog and a quick cat',
      tag: 'b',
      year: 1960,
      published: '1960-07-12',
      from: '10.1.0.1',
      span: { gte: 6, lte: 9 },
    },
    { title: 'Foxes of the north', tag: 'a', year: 1990, published: '1990-01-31', from: 'fe80::1' },
    {
      title: 'brown brown brown',
      tag: 'c',
      authors: [
        { name: 'ann', born: 1900 },
        { name: 'bob', born: 1950 },
      ],
    },
  ];
  for (const [i, doc] of docs.entries()) await node.call('PUT', `/books/_doc/${i + 1}`, doc);
  await node.call('POST', '/books/_refresh');
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function hits(query: unknown, more: object = {}, index = 'books'): Promise<Hit[]> {
  const { status, body } = await node.call('POST', `/${index}/_search`, { query, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body.hits as { hits: Hit[] }).hits;
}
const ids = async (query: unknown, more: object = {}, index = 'books') =>
  (await hits(query, { sort: '_doc', ...more }, index)).map(({ _id }) => _id);

const CASES: readonly (readonly [unknown, readonly string[]])[] = [
  [{ match_all: {} }, ['1', '2', '3', '4']],
  [{ match_none: {} }, []],
  [{ match: { title: 'quick fox' } }, ['1', '2']],
  [{ match: { title: { query: 'quick fox', operator: 'and' } } }, ['1']],
  [{ match: { title: { query: 'quick brown dog fox', minimum_should_match: '75%' } } }, ['1', '2']],
  [
    { match: { title: { query: 'quick brown dog fox', minimum_should_match: '2<75%' } } },
    ['1', '2'],
  ],
  [{ match: { title: { query: 'brwon', fuzziness: 'AUTO' } } }, ['1', '2', '4']],
  [{ match: { year: '1940' } }, ['1']],
  [{ match_phrase: { title: 'quick brown' } }, ['1']],
  [{ match_phrase: { title: { query: 'brown quick', slop: 4 } } }, ['1', '2']],
  [{ match_phrase_prefix: { title: 'quick br' } }, ['1']],
  [{ match_bool_prefix: { title: 'dog qui' } }, ['1', '2']],
  [{ term: { tag: 'a' } }, ['1', '3']],
  [{ term: { tag: { value: 'A', case_insensitive: true } } }, ['1', '3']],
  [{ terms: { tag: ['b', 'c'] } }, ['2', '4']],
  [{ terms: { year: [1960, 1990, 7] } }, ['2', '3']],
  [{ terms: { tag: { index: 'books', id: '2', path: 'tag' } } }, ['2']],
  [{ range: { year: { gt: 1940, lte: 1990 } } }, ['2', '3']],
  [{ range: { year: { gte: 1939.5, lt: 1960 } } }, ['1']],
  [{ range: { published: { gte: '1960', lt: '1961' } } }, ['2']],
  [{ range: { published: { gte: '1990-01-31||-1M', lt: 'now' } } }, ['3']],
  [{ range: { span: { gte: 5, lte: 6 } } }, ['1', '2']],
  [{ range: { span: { gte: 0, lte: 6, relation: 'within' } } }, ['1']],
  [{ term: { span: 7 } }, ['2']],
  [{ term: { from: '10.0.0.0/8' } }, ['1', '2']],
  [{ range: { from: { gte: '10.1.0.0', lte: 'fe80::1' } } }, ['2', '3']],
  [{ exists: { field: 'year' } }, ['1', '2', '3']],
  [{ prefix: { tag: 'a' } }, ['1', '3']],
  [{ wildcard: { title: 'f*x?s' } }, ['3']],
  [{ regexp: { title: 'fox(es)?' } }, ['1', '3']],
  [{ fuzzy: { title: 'dag' } }, ['2']],
  [{ ids: { values: ['2', '9'] } }, ['2']],
  [{ constant_score: { filter: { term: { tag: 'a' } } } }, ['1', '3']],
  [{ dis_max: { queries: [{ term: { tag: 'b' } }, { match: { title: 'fox' } }] } }, ['1', '2']],
  [{ bool: { must_not: { term: { tag: 'a' } } } }, ['2', '4']],
  [
    { bool: { filter: { match: { title: 'brown' } }, must_not: { exists: { field: 'authors' } } } },
    ['1', '2', '4'],
  ],
  [{ multi_match: { query: 'quick a', fields: ['title', 'tag^3'] } }, ['1', '2']],
  [{ multi_match: { query: '1960', fields: ['*'] } }, ['2']],
  [{ multi_match: { query: 'brown fox', fields: ['title'], type: 'phrase' } }, ['1']],
  [
    { multi_match: { query: 'brown a', type: 'cross_fields', operator: 'and', fields: ['title'] } },
    ['2'],
  ],
  [{ query_string: { query: 'title:(quick AND fox) OR tag:c' } }, ['1', '4']],
  [{ query_string: { query: '+brown -quick', default_field: 'title' } }, ['4']],
  [{ query_string: { query: 'year:[1950 TO *] AND NOT tag:b' } }, ['3']],
  [{ query_string: { query: 'year:>=1960' } }, ['2', '3']],
  [{ query_string: { query: '"brown quick"~4' } }, ['1', '2']],
  [{ query_string: { query: 'tit*:FO*' } }, ['1', '3']],
  [{ query_string: { query: 'title:/f.xe?s?/' } }, ['1', '3']],
  [{ query_string: { query: 'title:brwn~' } }, ['1', '2', '4']],
  [{ query_string: { query: '_exists_:year AND tag:a' } }, ['1', '3']],
  [{ query_string: { query: '*:*' } }, ['1', '2', '3', '4']],
  [{ query_string: { query: '1940' } }, ['1']],
  [
    { query_string: { query: 'quick brown', fields: ['title'], default_operator: 'AND' } },
    ['1', '2'],
  ],
  [{ intervals: { title: { match: { query: 'quick fox', ordered: true, max_gaps: 1 } } } }, ['1']],
  [
    {
      intervals: {
        title: {
          all_of: {
            intervals: [
              { match: { query: 'quick' } },
              {
                any_of: {
                  intervals: [{ prefix: { prefix: 'ca' } }, { wildcard: { pattern: 'f?x' } }],
                },
              },
            ],
            filter: { not_containing: { match: { query: 'brown' } } },
          },
        },
      },
    },
    ['2'],
  ],
  [{ simple_query_string: { query: 'quick + -fox', fields: ['title'] } }, ['2']],
  [{ simple_query_string: { query: '"quick brown" | nort*', fields: ['title'] } }, ['1', '3']],
  [{ simple_query_string: { query: '((dog', fields: ['title'], default_operator: 'and' } }, ['2']],
  [
    {
      nested: {
        path: 'authors',
        query: {
          bool: { must: [{ term: { 'authors.name': 'ann' } }, { term: { 'authors.born': 1900 } }] },
        },
      },
    },
    ['4'],
  ],
  [
    {
      nested: {
        path: 'authors',
        query: {
          bool: { must: [{ term: { 'authors.name': 'ann' } }, { term: { 'authors.born': 1950 } }] },
        },
      },
    },
    [],
  ],
];

describe('queries find what they name', () => {
  for (const [query, wanted] of CASES) {
    test(JSON.stringify(query), async () => {
      expect(await ids(query)).toEqual([...wanted]);
      const counted = await node.call('POST', '/books/_count', { query });
      expect(counted.body.count).toBe(wanted.length);
    });
  }
});

test('scores, boosts and named queries', async () => {
  const [best, second] = await hits({ match: { title: 'quick fox' } });
  expect([best?._id, second?._id]).toEqual(['1', '2']);
  const boosted = await hits({ match: { title: { query: 'quick fox', boost: 2 } } });
  expect(boosted[0]?._score).toBeCloseTo(2 * Number(best?._score), 5);
  const constant = await hits({ constant_score: { filter: { term: { tag: 'a' } }, boost: 3 } });
  expect(constant.map(({ _score }) => _score)).toEqual([3, 3]);
  const named = await hits({
    bool: {
      should: [
        { term: { tag: { value: 'a', _name: 'first' } } },
        { match: { title: { query: 'brown', _name: 'second' } } },
      ],
    },
  });
  const labels = Object.fromEntries(
    named.map((hit) => [
      hit._id,
      (hit as unknown as { matched_queries: string[] }).matched_queries,
    ]),
  );
  expect(labels).toEqual({ 1: ['first', 'second'], 2: ['second'], 3: ['first'], 4: ['second'] });
});

test('pages, orders and search_after', async () => {
  expect(await ids({ match_all: {} }, { sort: [{ year: 'desc' }] })).toEqual(['3', '2', '1', '4']);
  expect(
    await ids({ match_all: {} }, { sort: [{ year: { order: 'desc', missing: '_first' } }] }),
  ).toEqual(['4', '3', '2', '1']);
  expect(
    await ids({ match_all: {} }, { sort: ['tag', { year: 'asc' }], from: 1, size: 2 }),
  ).toEqual(['3', '2']);
  const page = await hits({ match_all: {} }, { sort: ['tag', { year: 'asc' }], size: 2 });
  expect(page[1]?.sort).toEqual(['a', 1990]);
  expect(
    await ids({ match_all: {} }, { sort: ['tag', { year: 'asc' }], search_after: page[1]?.sort }),
  ).toEqual(['2', '4']);
});

test('the filter of an alias', async () => {
  expect(await ids({ match_all: {} }, {}, 'old')).toEqual(['1']);
  expect(await ids({ match: { title: 'brown' } }, {}, 'old')).toEqual(['1']);
});

describe('what is wrong is said as the reference says it', () => {
  const refused = async (body: unknown) => {
    const reply = await node.call('POST', '/books/_search', body);
    const error = reply.body.error as { type: string; reason: string; line?: number; col?: number };
    return [reply.status, error.type, error.reason, error.line, error.col];
  };
  test('unknown queries, keys and options', async () => {
    expect(await refused({ query: { foo: {} } })).toEqual([
      400,
      'parsing_exception',
      'unknown query [foo]',
      1,
      17,
    ]);
    expect(await refused({ query: { term: { a: { value: 1, x: 2 } } } })).toEqual([
      400,
      'parsing_exception',
      '[term] query does not support [x]',
      1,
      38,
    ]);
    expect(await refused({ nonsense: 1 })).toEqual([
      400,
      'parsing_exception',
      'Unknown key for a VALUE_NUMBER in [nonsense].',
      1,
      13,
    ]);
    expect((await refused({ query: { bool: { musst: [] } } }))[2]).toBe(
      '[1:19] [bool] unknown field [musst] did you mean [must]?',
    );
  });
  test('deep nesting and large pages', async () => {
    let query: unknown = { match_all: {} };
    for (let i = 0; i < 40; i += 1) query = { bool: { must: query } };
    expect((await refused({ query }))[0]).toBe(400);
    expect((await refused({ size: 10_001 }))[1]).toBe('search_phase_execution_exception');
  });
});

test('fields come from source and columns', async () => {
  const [hit] = (await hits(
    { ids: { values: ['4'] } },
    {
      _source: false,
      fields: ['tit*', 'authors.name', { field: 'published', format: 'yyyy' }],
      docvalue_fields: ['tag'],
    },
  )) as unknown as { fields: Record<string, unknown>; _source?: unknown }[];
  expect(hit?._source).toBeUndefined();
  expect(hit?.fields).toEqual({
    tag: ['c'],
    title: ['brown brown brown'],
    authors: [{ name: ['ann'] }, { name: ['bob'] }],
  });
  const refused = await node.call('POST', '/books/_search', {
    fields: [{ field: 't*', format: 'yyyy' }],
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("doesn't support formats.");
});

test('hits collapse to one for each value of a field', async () => {
  const { body } = await node.call('POST', '/books/_search', {
    query: { match_all: {} },
    sort: [{ year: { order: 'desc', missing: '_first' } }],
    collapse: { field: 'tag', inner_hits: { name: 'all', size: 5, sort: ['year'] } },
  });
  const { total, hits: found } = body.hits as unknown as {
    total: { value: number };
    hits: {
      _id: string;
      fields: { tag: string[] };
      inner_hits: { all: { hits: { hits: Hit[] } } };
    }[];
  };
  expect(total.value).toBe(4);
  expect(
    found.map((hit) => [
      hit._id,
      hit.fields.tag[0],
      hit.inner_hits.all.hits.hits.map(({ _id }) => _id).join(),
    ]),
  ).toEqual([
    ['4', 'c', '4'],
    ['3', 'a', '1,3'],
    ['2', 'b', '2'],
  ]);
});

test('nested objects that matched are shown as hits', async () => {
  const { body } = await node.call('POST', '/books/_search', {
    query: {
      nested: {
        path: 'authors',
        query: { range: { 'authors.born': { gt: 1910 } } },
        inner_hits: { fields: ['authors.name'] },
      },
    },
  });
  const [hit] = (body.hits as unknown as { hits: { inner_hits: Record<string, unknown> }[] }).hits;
  expect(hit?.inner_hits.authors).toEqual({
    hits: {
      total: { value: 1, relation: 'eq' },
      max_score: 1,
      hits: [
        {
          _index: 'books',
          _id: '4',
          _nested: { field: 'authors', offset: 1 },
          _score: 1,
          _source: { name: 'bob', born: 1950 },
          fields: { authors: [{ name: ['bob'] }] },
        },
      ],
    },
  });
});

test('nearest vectors, alone and beside a query', async () => {
  await node.call('PUT', '/points', {
    mappings: { properties: { v: { type: 'dense_vector', dims: 2, similarity: 'l2_norm' } } },
    settings: { number_of_shards: 2 },
  });
  for (let i = 0; i < 8; i += 1) {
    await node.call('PUT', `/points/_doc/${i}`, { v: [i, 0], even: i % 2 === 0 });
  }
  await node.call('POST', '/points/_refresh');
  const knn = { field: 'v', query_vector: [2.4, 0], k: 3, num_candidates: 5 };
  const nearest = async (more: object) => {
    const { body } = await node.call('POST', '/points/_search', { knn: { ...knn, ...more } });
    return (body.hits as unknown as { hits: Hit[] }).hits.map(({ _id }) => _id);
  };
  expect(await nearest({})).toEqual(['2', '3', '1']);
  expect(await nearest({ filter: { term: { even: true } } })).toEqual(['2', '4', '0']);
  expect(await nearest({ similarity: 0.7 })).toEqual(['2', '3']);
  const wrong = await node.call('POST', '/points/_search', { knn: { ...knn, query_vector: [1] } });
  expect(wrong.status).toBe(400);
});

test('statistics of all shards make scores equal where documents are', async () => {
  await node.call('PUT', '/spread', { settings: { number_of_shards: 4 } });
  for (let i = 0; i < 12; i += 1) await node.call('PUT', `/spread/_doc/${i}`, { t: 'same words' });
  await node.call('POST', '/spread/_refresh');
  const scores = async (type: string) => {
    const { body } = await node.call('POST', `/spread/_search?size=20&search_type=${type}`, {
      query: { match: { t: 'same' } },
    });
    return new Set((body.hits as unknown as { hits: Hit[] }).hits.map(({ _score }) => _score));
  };
  expect((await scores('query_then_fetch')).size).toBeGreaterThan(1);
  expect((await scores('dfs_query_then_fetch')).size).toBe(1);
});
