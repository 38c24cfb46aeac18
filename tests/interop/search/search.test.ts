import { beforeAll, expect, test } from 'bun:test';
import { type Elastic, forEachElastic, refusal } from './elastic-variants.ts';

interface Book {
  readonly title: string;
  readonly author: string;
  readonly year: number;
  readonly price: number;
}

const BOOKS: readonly Book[] = [
  { title: 'A quick introduction to search', author: 'ann', year: 2001, price: 10.5 },
  { title: 'The quick brown fox', author: 'bob', year: 2001, price: 20 },
  { title: 'Searching for quick answers, quick results', author: 'ann', year: 2010, price: 30 },
  { title: 'Gardening', author: 'cid', year: 2015, price: 5 },
  { title: '全文搜索引擎', author: 'ann', year: 2020, price: 40 },
];

async function fill(client: Elastic, index: string): Promise<void> {
  await client.indices.create({
    index,
    settings: { number_of_shards: 2, number_of_replicas: 0 },
    mappings: {
      properties: {
        title: { type: 'text' },
        author: { type: 'keyword' },
        year: { type: 'integer' },
        price: { type: 'double' },
      },
    },
  });
  const operations = BOOKS.flatMap((book, i) => [{ index: { _id: String(i) } }, book]);
  await client.bulk({ index, refresh: true, operations });
}

forEachElastic(({ client, name }) => {
  const index = name('books');
  beforeAll(() => fill(client(), index));

  test('matches are scored, and marked where they are', async () => {
    const { hits } = await client().search<Book>({
      index,
      query: { match: { title: 'quick' } },
      highlight: { fields: { title: {} } },
    });
    expect(hits.total).toEqual({ value: 3, relation: 'eq' });
    expect(hits.max_score).toBe(hits.hits[0]?._score as number);
    const marked = hits.hits.find(({ _id }) => _id === '1')?.highlight?.title;
    expect(marked).toEqual(['The <em>quick</em> brown fox']);
  });

  test('Chinese is found', async () => {
    const phrase = { match_phrase: { title: '搜索' } };
    const { hits } = await client().search({ index, query: phrase });
    expect(hits.hits.map(({ _id }) => _id)).toEqual(['4']);
  });

  test('clauses, sorting and pages behind one another', async () => {
    const seen: string[] = [];
    let after: (string | number)[] | undefined;
    for (;;) {
      const { hits } = await client().search<Book>({
        index,
        size: 2,
        query: {
          bool: {
            filter: { range: { year: { gte: 2001 } } },
            must_not: { ids: { values: ['3'] } },
          },
        },
        sort: [{ year: 'desc' }, { price: 'asc' }],
        _source: ['author'],
        ...(after === undefined ? {} : { search_after: after }),
      });
      if (hits.hits.length === 0) break;
      for (const { _id, _source } of hits.hits) {
        seen.push(_id as string);
        expect(Object.keys(_source ?? {})).toEqual(['author']);
      }
      after = hits.hits.at(-1)?.sort as (string | number)[];
    }
    expect(seen).toEqual(['4', '2', '0', '1']);
  });

  test('aggregations', async () => {
    const { aggregations } = await client().search<
      Book,
      {
        authors: { buckets: { key: string; doc_count: number; cost: { value: number } }[] };
        years: { min: number; max: number; avg: number; sum: number; count: number };
      }
    >({
      index,
      size: 0,
      aggs: {
        authors: { terms: { field: 'author' }, aggs: { cost: { avg: { field: 'price' } } } },
        years: { stats: { field: 'year' } },
      },
    });
    expect(aggregations?.authors.buckets.map(({ key, doc_count }) => [key, doc_count])).toEqual([
      ['ann', 3],
      ['bob', 1],
      ['cid', 1],
    ]);
    expect(aggregations?.authors.buckets[0]?.cost.value).toBeCloseTo(26.8333, 3);
    expect(aggregations?.years).toEqual({
      count: 5,
      min: 2001,
      max: 2020,
      avg: 2009.4,
      sum: 10047,
    });
  });

  test('count, and many searches at once', async () => {
    expect((await client().count({ index, query: { term: { author: 'ann' } } })).count).toBe(3);
    const { responses } = await client().msearch({
      index,
      searches: [{}, { query: { match_all: {} }, size: 0 }, { index: 'not-there' }, {}],
    });
    expect(responses[0]).toMatchObject({ hits: { total: { value: 5 } }, status: 200 });
    expect(responses[1]).toMatchObject({
      error: { type: 'index_not_found_exception' },
      status: 404,
    });
  });

  test('the scroll helpers see everything once', async () => {
    const ids: string[] = [];
    for await (const page of client().helpers.scrollSearch({ index, size: 2 })) {
      for (const { _id } of page.body.hits.hits) ids.push(_id as string);
      if (ids.length > BOOKS.length) break;
    }
    expect(ids.sort()).toEqual(['0', '1', '2', '3', '4']);
    const titles: string[] = [];
    for await (const book of client().helpers.scrollDocuments<Book>({ index, size: 3 })) {
      titles.push(book.title);
    }
    expect(titles.sort()).toEqual(BOOKS.map(({ title }) => title).sort());
  });

  test('a point in time does not see what comes later', async () => {
    const changing = name('changing');
    await client().index({ index: changing, document: { n: 1 }, refresh: true });
    const { id } = await client().openPointInTime({ index: changing, keep_alive: '1m' });
    await client().index({ index: changing, document: { n: 2 }, refresh: true });
    const then = await client().search({ pit: { id, keep_alive: '1m' }, sort: [{ n: 'asc' }] });
    expect(then.hits.hits.map(({ _source }) => _source)).toEqual([{ n: 1 }]);
    expect((await client().count({ index: changing })).count).toBe(2);
    expect(await client().closePointInTime({ id })).toEqual({ succeeded: true, num_freed: 1 });
    expect((await refusal(client().search({ pit: { id } }))).statusCode).toBe(404);
  });

  test('what is wrong comes back as a ResponseError', async () => {
    const missing = await refusal(client().search({ index: 'not-there' }));
    expect(missing.name).toBe('ResponseError');
    expect(missing.statusCode).toBe(404);
    expect(missing.body.error).toMatchObject({
      type: 'index_not_found_exception',
      reason: 'no such index [not-there]',
      root_cause: [{ type: 'index_not_found_exception' }],
    });
    expect(missing.message).toContain('index_not_found_exception');
    const query = { matches: { title: 'x' } } as object;
    const unknown = await refusal(client().search({ index, query }));
    expect(unknown.statusCode).toBe(400);
    expect(unknown.body.error.reason).toContain('unknown query [matches]');
    const parameter = await refusal(client().search({ index }, { querystring: { sizes: 1 } }));
    expect(parameter.body.error.reason).toContain('unrecognized parameter: [sizes]');
  });
});
