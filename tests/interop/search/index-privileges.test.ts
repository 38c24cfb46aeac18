/** A role with `read` on `a*` alone: every way to other indices is closed. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SearchServer } from '@tandem/testkit/search-server.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';

const READER = `Basic ${btoa('reader:reader-password')}`;
const SECRET = 'hush';

let server: SearchServer;

async function asReader(method: string, path: string, body?: unknown) {
  const lines = Array.isArray(body);
  const text = lines ? body.map((line) => `${JSON.stringify(line)}\n`).join('') : undefined;
  const type = lines ? 'application/x-ndjson' : 'application/json';
  const reply = await fetch(server.url + path, {
    method,
    headers: { authorization: READER, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: text ?? JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

beforeAll(async () => {
  server = await SearchServer.start({ dataDir: tempDir('index-privileges') });
  for (const index of ['a1', 'b1']) {
    const word = index === 'a1' ? 'open' : SECRET;
    await server.call('PUT', `/${index}/_doc/1?refresh=true`, { word });
  }
  await server.call('POST', '/_aliases', { actions: [{ add: { index: 'b1', alias: 'other' } }] });
  await server.call('PUT', '/_security/role/reader', {
    indices: [{ names: ['a*'], privileges: ['read'] }],
  });
  await server.call('PUT', '/_security/user/reader', {
    password: 'reader-password',
    roles: ['reader'],
  });
});
afterAll(() => server.process.stop());

const ALL = { query: { match_all: {} } };

test('its own index can be read in every way', async () => {
  const ways: readonly [string, string, unknown?][] = [
    ['GET', '/a1/_search'],
    ['GET', '/a*/_count'],
    ['GET', '/a1/_doc/1'],
    ['GET', '/a1/_source/1'],
    ['POST', '/a1/_mget', { ids: ['1'] }],
    ['POST', '/_msearch', [{ index: 'a1' }, ALL]],
    ['POST', '/a1/_search?scroll=1m', ALL],
    ['GET', '/a1/_termvectors/1?fields=word'],
    ['POST', '/a1/_explain/1', ALL],
    ['GET', '/a1/_field_caps?fields=*'],
  ];
  for (const [method, path, body] of ways) {
    expect([path, (await asReader(method, path, body)).status]).toEqual([path, 200]);
  }
});

const FORBIDDEN: readonly [string, string, unknown?][] = [
  ['GET', '/b1/_search'],
  ['GET', '/a1,b1/_search'],
  ['GET', '/other/_search'],
  ['GET', '/b1/_count'],
  ['GET', '/b1/_doc/1'],
  ['HEAD', '/b1/_doc/1'],
  ['GET', '/b1/_source/1'],
  ['POST', '/b1/_mget', { ids: ['1'] }],
  ['POST', '/b1/_search?scroll=1m', ALL],
  ['POST', '/b1/_pit?keep_alive=1m'],
  ['GET', '/b1/_termvectors/1'],
  ['POST', '/b1/_explain/1', ALL],
  ['POST', '/b1/_validate/query', ALL],
  ['GET', '/b1/_field_caps?fields=*'],
  ['GET', '/b1/_mapping'],
  ['GET', '/b1/_settings'],
  ['GET', '/b1/_stats'],
  ['GET', '/b1'],
  ['POST', '/b1/_refresh'],
  ['POST', '/_reindex', { source: { index: 'b1' }, dest: { index: 'a2' } }],
  ['POST', '/_reindex', { source: { index: 'a1' }, dest: { index: 'b2' } }],
  ['POST', '/_reindex', { source: { index: 'a1' }, dest: { index: 'a2' } }],
  ['POST', '/b1/_update_by_query', ALL],
  ['POST', '/b1/_delete_by_query', ALL],
  ['POST', '/a1/_delete_by_query', ALL],
  ['PUT', '/a1/_doc/2', {}],
  ['PUT', '/a9'],
  ['DELETE', '/a1'],
  ['PUT', '/a1/_mapping', { properties: {} }],
  ['POST', '/_aliases', { actions: [{ add: { index: 'b1', alias: 'a-alias' } }] }],
  ['PUT', '/b1/_alias/a-alias'],
  ['GET', '/_security/user'],
  ['PUT', '/_security/user/reader', { password: 'another-password', roles: ['superuser'] }],
  ['PUT', '/_cluster/settings', { transient: {} }],
  ['POST', '/_security/user/elastic/_password', { password: 'taken-over' }],
];

for (const [method, path, body] of FORBIDDEN) {
  test(`${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} is forbidden`, async () => {
    const reply = await asReader(method, path, body);
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain(SECRET);
  });
}

test('patterns and all indices mean those one may read', async () => {
  for (const path of ['/_search', '/_all/_search', '/*/_search', '/*1/_search']) {
    const reply = await asReader('GET', path);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('open');
    expect(reply.text).not.toContain(SECRET);
  }
  expect((await asReader('GET', '/_field_caps?fields=*')).text).not.toContain('b1');
  expect(JSON.parse((await asReader('GET', '/_count')).text).count).toBe(1);
});

test('items of one request are judged one by one', async () => {
  const searches = await asReader('POST', '/_msearch', [
    { index: 'a1' },
    ALL,
    { index: 'b1' },
    ALL,
  ]);
  expect(
    JSON.parse(searches.text).responses.map(({ status }: { status: number }) => status),
  ).toEqual([200, 403]);
  const docs = [
    { _index: 'a1', _id: '1' },
    { _index: 'b1', _id: '1' },
  ];
  const got = JSON.parse((await asReader('POST', '/_mget', { docs })).text).docs;
  expect(got[0].found).toBe(true);
  expect(got[1].error.type).toBe('security_exception');
  const vectors = JSON.parse((await asReader('POST', '/_mtermvectors', { docs })).text).docs;
  expect(vectors[1].error.type).toBe('security_exception');
  const lines = [{ index: { _index: 'a1' } }, { n: 1 }, { delete: { _index: 'b1', _id: '1' } }];
  const written = await asReader('POST', '/_bulk', lines);
  expect(
    written.status === 403 || /security_exception.*security_exception/.test(written.text),
  ).toBe(true);
  for (const text of [searches.text, written.text, JSON.stringify([got, vectors])]) {
    expect(text).not.toContain(SECRET);
  }
});

test('a query does not read terms of an index that is not one’s own', async () => {
  const query = { terms: { word: { index: 'b1', id: '1', path: 'word' } } };
  const reply = await asReader('POST', '/a1/_search', { query });
  expect(reply.status).toBe(403);
});

test('scrolls and points in time belong to who opened them', async () => {
  const opened = await server.call('POST', '/b1/_search?scroll=1m', { size: 0 });
  const scroll_id = opened.body._scroll_id as unknown as string;
  const stolen = await asReader('POST', '/_search/scroll', { scroll_id });
  expect(stolen.status).toBeGreaterThanOrEqual(400);
  const pit = await server.call('POST', '/b1/_pit?keep_alive=1m');
  const id = pit.body.id as unknown as string;
  const searched = await asReader('POST', '/_search', { pit: { id } });
  expect(searched.status).toBeGreaterThanOrEqual(400);
  expect(searched.text).not.toContain(SECRET);
});

test('passwords and keys are not in the log', () => {
  for (const secret of ['reader-password', 'test-password', READER.slice(6)]) {
    expect(server.process.stdout + server.process.stderr).not.toContain(secret);
  }
});
