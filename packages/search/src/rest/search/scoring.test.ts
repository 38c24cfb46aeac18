import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

interface Hit {
  _id: string;
  _score: number | null;
  _explanation?: { value: number };
}

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'scoring-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/places', {
    mappings: {
      properties: {
        name: { type: 'text' },
        about: { type: 'text' },
        at: { type: 'geo_point' },
        seen: { type: 'date' },
        blob: { type: 'binary' },
        tag: { type: 'keyword', index: false },
        rooms: {
          type: 'nested',
          properties: { size: { type: 'integer' }, kind: { type: 'keyword' } },
        },
      },
    },
  });
  const docs = [
    {
      name: 'old inn',
      about: 'near the mill',
      at: [10, 50],
      seen: '2020-01-01',
      tag: 'alpha',
      rooms: [
        { size: 9, kind: 'a' },
        { size: 2, kind: 'b' },
      ],
    },
    {
      name: 'mill house',
      about: '',
      at: [11, 50],
      seen: '2020-02-01',
      tag: 'beta',
      rooms: [{ size: 5, kind: 'a' }],
    },
    {
      name: 'old mill',
      about: 'an old mill',
      at: [20, 50],
      seen: '2021-01-01',
      tag: 'alphb',
      blob: 'AAA=',
    },
  ];
  for (const [i, doc] of docs.entries()) await node.call('PUT', `/places/_doc/${i + 1}`, doc);
  await node.call('POST', '/places/_refresh');
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function search(body: object): Promise<Hit[]> {
  const reply = await node.call('POST', '/places/_search', body);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return (reply.body.hits as unknown as { hits: Hit[] }).hits;
}
const ids = async (body: object) => (await search(body)).map(({ _id }) => _id).join();

test('the best hits are scored once more', async () => {
  const rescore = {
    window_size: 2,
    query: { rescore_query: { match_all: {} }, query_weight: 5, rescore_query_weight: 10 },
  };
  const hits = await search({ query: { match_all: {} }, rescore, explain: true });
  expect(hits.map(({ _score }) => _score)).toEqual([15, 15, 5]);
  expect(hits.map(({ _explanation }) => _explanation?.value)).toEqual([15, 15, 5]);
  const refused = await node.call('POST', '/places/_search', { rescore, sort: ['seen'] });
  expect(refused.status).toBe(400);
});

test('near things score more', async () => {
  const near = (field: string, origin: unknown, pivot: string) =>
    ids({ query: { distance_feature: { field, origin, pivot } } });
  expect(await near('seen', '2020-01-20', '7d')).toBe('2,1,3');
  expect(await near('at', [11.2, 50], '10km')).toBe('2,1,3');
});

test('fields combine into one', async () => {
  const query = (operator: string) => ({
    query: { combined_fields: { query: 'old mill', fields: ['name^2', 'about'], operator } },
  });
  expect(await ids(query('and'))).toBe('3,1');
  expect((await search(query('or'))).length).toBe(3);
});

test('values of nested objects order documents', async () => {
  const sort = (order: string, more: object = {}) =>
    ids({ sort: [{ 'rooms.size': { order, nested: { path: 'rooms', ...more } } }] });
  expect(await sort('asc')).toBe('1,2,3');
  expect(await sort('desc')).toBe('1,2,3');
  expect(await sort('asc', { filter: { term: { 'rooms.kind': 'a' } } })).toBe('2,1,3');
});

test('values without a trace in the index exist all the same', async () => {
  expect(await ids({ query: { exists: { field: 'about' } } })).toBe('1,2,3');
  expect(await ids({ query: { exists: { field: 'blob' } } })).toBe('3');
  expect(await ids({ query: { fuzzy: { tag: 'alpha' } } })).toBe('1,3');
});

test('documents like others share their telling words', async () => {
  const like = (more: object) =>
    ids({
      query: {
        more_like_this: { fields: ['name'], min_term_freq: 1, min_doc_freq: 1, ...more },
      },
    });
  expect(await like({ like: { _id: '2' } })).toBe('3');
  expect(await like({ like: { _id: '2' }, include: true })).toBe('2,3');
  expect(await like({ like: 'an old house', minimum_should_match: 1 })).toBe('2,1,3');
  expect(await like({ like: 'old mill', unlike: 'mill', minimum_should_match: 1 })).toBe('1,3');
});

test('expensive queries can be forbidden', async () => {
  await node.call('PUT', '/_cluster/settings', {
    persistent: { 'search.allow_expensive_queries': false },
  });
  const refused = await node.call('POST', '/places/_search', { query: { prefix: { name: 'o' } } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('[prefix] queries cannot be executed');
  await node.call('PUT', '/_cluster/settings', {
    persistent: { 'search.allow_expensive_queries': null },
  });
  expect(await ids({ query: { prefix: { name: 'ol' } } })).toBe('1,3');
});

test('profiles and bounds of scores', async () => {
  const { body } = await node.call('POST', '/places/_search', {
    profile: true,
    query: { match: { name: 'old mill' } },
  });
  const [shard] = (
    body.profile as unknown as {
      shards: { id: string; searches: { query: { type: string; description: string }[] }[] }[];
    }
  ).shards;
  expect(shard?.id).toMatch(/^\[.+\]\[places\]\[0\]$/);
  expect(shard?.searches[0]?.query[0]).toMatchObject({
    type: 'BooleanQuery',
    description: 'name:old name:mill',
  });
  const scores = (await search({ query: { match: { name: 'old mill' } } })).map(
    (hit) => hit._score,
  );
  const bound = Number(scores[0]) - 0.0001;
  const counted = await node.call('POST', `/places/_count?min_score=${bound}`, {
    query: { match: { name: 'old mill' } },
  });
  expect(counted.body.count).toBe(1);
  expect((await search({ min_score: bound, query: { match: { name: 'old mill' } } })).length).toBe(
    1,
  );
});
