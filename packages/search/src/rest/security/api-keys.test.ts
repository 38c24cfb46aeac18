import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

const BOB = 'bob:bobs-password';
let node: TestNode;
let id: string;
beforeAll(async () => {
  node = await startTestNode(tempDir('api-keys'), { 'discovery.type': 'single-node' });
  await node.call('PUT', '/_security/role/own-keys', {
    cluster: ['manage_own_api_key', 'monitor'],
  });
  await node.call('PUT', '/_security/user/bob', { password: 'bobs-password', roles: ['own-keys'] });
});
afterAll(() => node.node.stop());

const reason = (body: Record<string, unknown>) => (body.error as { reason: string }).reason;

test('a key is granted to whoever has the password', async () => {
  const grant = { grant_type: 'password', username: 'bob', password: 'bobs-password' };
  const made = await node.call('POST', '/_security/api_key/grant', {
    ...grant,
    api_key: { name: 'granted', metadata: { team: 'a', level: 2 } },
  });
  expect(made.status).toBe(200);
  id = made.body.id as string;
  const key = `ApiKey ${made.body.encoded}`;
  const { body } = await node.call('GET', '/_security/_authenticate', undefined, key);
  expect(body.username).toBe('bob');
  const wrong = await node.call('POST', '/_security/api_key/grant', {
    ...grant,
    password: 'x',
    api_key: { name: 'no' },
  });
  expect(wrong.status).toBe(401);
  expect((await node.call('POST', '/_security/api_key/grant', grant, BOB)).status).toBe(403);
});

test('its owner, and nobody else, changes what it may do', async () => {
  const path = `/_security/api_key/${id}`;
  const change = { role_descriptors: { r: { cluster: ['monitor'] } } };
  expect((await node.call('PUT', path, change, BOB)).body).toEqual({ updated: true });
  expect((await node.call('PUT', path, change, BOB)).body).toEqual({ updated: false });
  const other = await node.call('PUT', path, change);
  expect(other.status).toBe(404);
  expect(reason(other.body)).toBe(`no API key owned by requesting user found for ID [${id}]`);
  const bulk = { ids: [id, 'gone'], metadata: { team: 'b' } };
  expect(
    (await node.call('POST', '/_security/api_key/_bulk_update', bulk, BOB)).body,
  ).toMatchObject({
    updated: [id],
    noops: [],
    errors: { count: 1, details: { gone: { type: 'resource_not_found_exception' } } },
  });
});

test('keys are found by queries', async () => {
  for (const name of ['a-1', 'a-2', 'b-1']) await node.call('POST', '/_security/api_key', { name });
  const query = {
    bool: { must: [{ prefix: { name: 'a-' } }], must_not: [{ term: { name: 'a-2' } }] },
  };
  const { body } = await node.call('POST', '/_security/_query/api_key', { query });
  expect(body).toMatchObject({ total: 1, count: 1, api_keys: [{ name: 'a-1' }] });
  const sorted = await node.call('POST', '/_security/_query/api_key', {
    sort: [{ name: { order: 'desc' } }],
    size: 2,
    search_after: ['granted'],
  });
  expect(sorted.body).toMatchObject({
    total: 4,
    count: 2,
    api_keys: [{ name: 'b-1', _sort: ['b-1'] }, { name: 'a-2' }],
  });
  const team = { query: { term: { 'metadata.team': 'b' } } };
  const own = await node.call('POST', '/_security/_query/api_key', team, BOB);
  expect(own.body).toMatchObject({ total: 1, api_keys: [{ id }] });
  const none = { query: { term: { name: 'a-1' } } };
  expect((await node.call('POST', '/_security/_query/api_key', none, BOB)).body.total).toBe(0);
});

test('queries beyond those allowed are refused', async () => {
  const call = async (query: unknown) =>
    reason((await node.call('POST', '/_security/_query/api_key', { query })).body);
  expect(await call({ fuzzy: { name: 'x' } })).toBe(
    'Query type [fuzzy] is not supported for API Key query',
  );
  expect(await call({ term: { api_key_hash: 'x' } })).toBe(
    'Field [api_key_hash] is not allowed for API Key query',
  );
});

test('roles that show only some documents or fields need another licence', async () => {
  const refused = async (path: string, body: unknown) => {
    const reply = await node.call('PUT', path, body);
    expect(reply.status).toBe(403);
    expect(reply.body.error).toMatchObject({
      type: 'security_exception',
      reason: 'current license is non-compliant for [field and document level security]',
      'license.expired.feature': 'field and document level security',
    });
  };
  const grant = { names: ['i'], privileges: ['read'] };
  const dls = { indices: [{ ...grant, query: '{"match_all":{}}' }] };
  await refused('/_security/role/dls', dls);
  await refused('/_security/role/fls', {
    indices: [{ ...grant, field_security: { grant: ['a'] } }],
  });
  await refused('/_security/api_key', { name: 'k', role_descriptors: { r: dls } });
  const all = { indices: [{ ...grant, field_security: { grant: ['*'] } }] };
  expect((await node.call('PUT', '/_security/role/all-fields', all)).status).toBe(200);
});
