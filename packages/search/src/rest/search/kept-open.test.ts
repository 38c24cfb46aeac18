import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ELASTIC, startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'scroll-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/many', {
    settings: { number_of_shards: 3 },
    mappings: { properties: { n: { type: 'integer' }, word: { type: 'text' } } },
  });
  for (let n = 0; n < 25; n += 1) {
    await node.call('PUT', `/many/_doc/${n}`, { n, word: n % 2 === 0 ? 'even' : 'odd odd' });
  }
  await node.call('POST', '/many/_refresh');
  await node.call('PUT', '/_security/role/reader', {
    indices: [{ names: ['many'], privileges: ['read'] }],
  });
  await node.call('PUT', '/_security/user/eve', { password: 'eve-password', roles: ['reader'] });
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

interface Page {
  _scroll_id: string;
  hits: { total: { value: number }; hits: { _id: string; sort?: unknown[] }[] };
}

async function scrollAll(body: object, size: number): Promise<string[]> {
  const first = await node.call('POST', `/many/_search?scroll=1m&size=${size}`, body);
  let page = first.body as unknown as Page;
  const seen: string[] = [];
  while (page.hits.hits.length > 0) {
    seen.push(...page.hits.hits.map(({ _id }) => _id));
    const next = await node.call('POST', '/_search/scroll', {
      scroll: '1m',
      scroll_id: page._scroll_id,
    });
    page = next.body as unknown as Page;
  }
  await node.call('DELETE', '/_search/scroll', { scroll_id: page._scroll_id });
  return seen;
}

describe('scrolls', () => {
  for (const [name, body] of Object.entries({
    'by score': { query: { match: { word: 'odd even' } } },
    'by field': { sort: [{ n: 'desc' }] },
    'by document': { sort: ['_doc'] },
    'by scores from the lowest': {
      query: { match: { word: 'odd even' } },
      sort: [{ _score: 'asc' }],
    },
  })) {
    test(`give every document once, ${name}`, async () => {
      const seen = await scrollAll(body, 4);
      expect([...seen].sort()).toEqual(Array.from({ length: 25 }, (_, n) => String(n)).sort());
    });
  }

  test('slices are disjoint and complete', async () => {
    for (const max of [2, 7]) {
      const seen: string[] = [];
      for (let id = 0; id < max; id += 1)
        seen.push(...(await scrollAll({ slice: { id, max } }, 3)));
      expect(seen.length).toBe(25);
      expect(new Set(seen).size).toBe(25);
    }
  });

  test('belong to whoever opened them, and end', async () => {
    const { body } = await node.call('POST', '/many/_search?scroll=1m&size=1', {});
    const id = (body as unknown as Page)._scroll_id;
    const stolen = await node.call(
      'POST',
      '/_search/scroll',
      { scroll_id: id },
      'eve:eve-password',
    );
    expect(stolen.status).toBe(404);
    const freed = await node.call('DELETE', '/_search/scroll', { scroll_id: [id] }, ELASTIC);
    expect([freed.status, freed.body.succeeded]).toEqual([200, true]);
    expect((await node.call('POST', '/_search/scroll', { scroll_id: id })).status).toBe(404);
    expect((await node.call('DELETE', '/_search/scroll', { scroll_id: id })).status).toBe(404);
    expect((await node.call('POST', '/_search/scroll', { scroll_id: 'x' })).status).toBe(400);
  });
});

test('a point in time sees what was there', async () => {
  const opened = await node.call('POST', '/many/_pit?keep_alive=1m');
  const { id } = opened.body;
  await node.call('PUT', '/many/_doc/late?refresh', { n: 3, word: 'late' });
  const search = async (more: object) =>
    (
      await node.call('POST', '/_search', {
        size: 10,
        sort: [{ n: 'asc' }],
        pit: { id, keep_alive: '1m' },
        ...more,
      })
    ).body as unknown as Page;
  const seen: string[] = [];
  let page = await search({});
  expect(page.hits.total.value).toBe(25);
  while (page.hits.hits.length > 0) {
    seen.push(...page.hits.hits.map(({ _id }) => _id));
    page = await search({ search_after: page.hits.hits.at(-1)?.sort });
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => String(n)));
  const closed = await node.call('DELETE', '/_pit', { id });
  expect(closed.body).toEqual({ succeeded: true, num_freed: 3 });
  await node.call('DELETE', '/many/_doc/late?refresh');
});

test('many searches in one request', async () => {
  const lines = [
    { index: 'many' },
    { query: { match: { word: 'odd' } }, size: 0 },
    { index: 'none' },
    {},
    {},
    { query: { range: { n: { lt: 5 } } }, size: 0 },
  ];
  const reply = await fetch(`${node.url}/_msearch`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(ELASTIC).toString('base64')}`,
      'content-type': 'application/x-ndjson',
    },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const { responses } = (await reply.json()) as {
    responses: { status: number; hits?: { total: { value: number } } }[];
  };
  expect(responses.map(({ status, hits }) => [status, hits?.total.value])).toEqual([
    [200, 12],
    [404, undefined],
    [200, 5],
  ]);
});

test('explanations, validation and capabilities', async () => {
  const found = await node.call('POST', '/many/_search', {
    query: { match: { word: 'odd' } },
    size: 1,
  });
  const [hit] = (found.body as unknown as { hits: { hits: { _id: string; _score: number }[] } })
    .hits.hits;
  const explained = await node.call('POST', `/many/_explain/${hit?._id}`, {
    query: { match: { word: 'odd' } },
  });
  expect(explained.body.matched).toBe(true);
  expect((explained.body.explanation as { value: number }).value).toBe(hit?._score as number);
  const other = await node.call('POST', '/many/_explain/0', { query: { match: { word: 'odd' } } });
  expect([other.status, other.body.matched]).toEqual([200, false]);
  expect((await node.call('POST', '/many/_explain/no', { query: { match_all: {} } })).status).toBe(
    404,
  );
  const valid = await node.call('POST', '/many/_validate/query?explain', {
    query: { bool: { must: [{ term: { n: 1 } }], must_not: { match: { word: 'odd' } } } },
  });
  expect(valid.body.explanations).toEqual([
    { index: 'many', valid: true, explanation: '+n:[1 TO 1] -word:odd' },
  ]);
  const caps = await node.call('GET', '/many/_field_caps?fields=n,w*');
  expect(caps.body.fields).toEqual({
    n: {
      integer: { type: 'integer', metadata_field: false, searchable: true, aggregatable: true },
    },
    word: { text: { type: 'text', metadata_field: false, searchable: true, aggregatable: false } },
  });
});
