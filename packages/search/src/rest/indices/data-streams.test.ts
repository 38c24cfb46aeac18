import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

const BOB = 'bob:bobs-password';
const dataDir = tempDir('streams');
let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(dataDir, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/_index_template/logs', {
    index_patterns: ['logs-*'],
    data_stream: {},
    template: { settings: { number_of_replicas: 0 } },
  });
});
afterAll(() => node.node.stop());

const reason = (body: Record<string, unknown>) => (body.error as { reason: string }).reason;

test('a stream is made from its template, written to, rolled over and searched', async () => {
  expect((await node.call('PUT', '/_data_stream/logs-a')).body).toEqual({ acknowledged: true });
  const written = await node.call('POST', '/logs-a/_doc?refresh=true', {
    '@timestamp': 1000,
    n: 1,
  });
  expect(written.status).toBe(201);
  expect(written.body._index).toMatch(/^\.ds-logs-a-\d{4}\.\d{2}\.\d{2}-000001$/);
  const rolled = await node.call('POST', '/logs-a/_rollover');
  expect(rolled.body).toMatchObject({ rolled_over: true, old_index: written.body._index });
  expect(rolled.body.new_index).toMatch(/-000002$/);
  await node.call('POST', '/logs-a/_doc?refresh=true', { '@timestamp': 1593639345064, n: 2 });
  const found = await node.call('POST', '/logs-*/_search', { sort: ['@timestamp'] });
  expect((found.body.hits as { total: unknown }).total).toEqual({ value: 2, relation: 'eq' });
  const { body } = await node.call('GET', '/_data_stream/logs-a');
  expect(body.data_streams).toMatchObject([
    {
      name: 'logs-a',
      timestamp_field: { name: '@timestamp' },
      generation: 2,
      status: 'GREEN',
      template: 'logs',
      hidden: false,
      indices: [{ index_name: written.body._index }, { index_name: rolled.body.new_index }],
    },
  ]);
  const { body: stats } = await node.call('GET', '/_data_stream/logs-a/_stats');
  expect(stats).toMatchObject({
    data_stream_count: 1,
    backing_indices: 2,
    data_streams: [{ data_stream: 'logs-a', maximum_timestamp: 1593639345064 }],
  });
});

test('a write to a name that a template makes a stream of makes the stream', async () => {
  await node.call('POST', '/logs-auto/_doc', { '@timestamp': 1 });
  const { body } = await node.call('GET', '/_resolve/index/logs-auto');
  expect(body.data_streams).toMatchObject([{ name: 'logs-auto', timestamp_field: '@timestamp' }]);
});

test('what streams do not allow is refused', async () => {
  expect((await node.call('PUT', '/_data_stream/logs-a')).status).toBe(400);
  expect(reason((await node.call('PUT', '/_data_stream/other')).body)).toBe(
    'no matching index template found for data stream [other]',
  );
  expect(reason((await node.call('PUT', '/logs-x')).body)).toContain(
    'that creates data streams only, use create data stream api instead',
  );
  const missing = await node.call('POST', '/logs-a/_doc', { n: 1 });
  expect(reason(missing.body)).toContain('data stream timestamp field [@timestamp] is missing');
  const changed = await node.call('PUT', '/logs-a/_doc/1', { '@timestamp': 1 });
  expect(reason(changed.body)).toBe(
    'only write ops with an op_type of create are allowed in data streams',
  );
  expect((await node.call('DELETE', '/logs-a')).status).toBe(404);
  const { body } = await node.call('GET', '/_data_stream/logs-a');
  const [{ indices }] = body.data_streams as [{ indices: { index_name: string }[] }];
  const [first, last] = indices.map(({ index_name }) => index_name);
  expect(reason((await node.call('DELETE', `/${last}`)).body)).toBe(
    `index [${last}] is the write index for data stream [logs-a] and cannot be deleted`,
  );
  const direct = await node.call('POST', `/${last}/_doc`, { '@timestamp': 1 });
  expect(reason(direct.body)).toBe(
    'index request with op_type=create targeting backing indices is disallowed, target corresponding data stream [logs-a] instead',
  );
  expect((await node.call('DELETE', `/${first}`)).status).toBe(200);
  expect(reason((await node.call('DELETE', '/_index_template/logs')).body)).toContain(
    'as they are in use by a data streams [logs-a, logs-auto]',
  );
  expect((await node.call('GET', '/_data_stream/gone')).status).toBe(404);
});

test('a right on a stream is one on its indices', async () => {
  await node.call('PUT', '/_security/role/reader', {
    indices: [{ names: ['logs-a'], privileges: ['read', 'view_index_metadata'] }],
  });
  await node.call('PUT', '/_security/user/bob', { password: 'bobs-password', roles: ['reader'] });
  const found = await node.call('POST', '/logs-a/_search', {}, BOB);
  expect(found.status).toBe(200);
  const { body } = await node.call('GET', '/_data_stream', undefined, BOB);
  expect((body.data_streams as { name: string }[]).map(({ name }) => name)).toEqual(['logs-a']);
  expect((await node.call('POST', '/logs-auto/_search', {}, BOB)).status).toBe(403);
});

test('streams outlive the node and go with all their indices', async () => {
  await node.node.stop();
  node = await startTestNode(dataDir, { 'discovery.type': 'single-node' });
  const { body } = await node.call('GET', '/_data_stream/logs-a');
  expect(body.data_streams).toMatchObject([{ name: 'logs-a', generation: 3 }]);
  expect((await node.call('DELETE', '/_data_stream/logs-*')).status).toBe(200);
  const left = await node.call('GET', '/_cat/indices/.ds-*?format=json');
  expect(left.body as unknown).toEqual([]);
});
