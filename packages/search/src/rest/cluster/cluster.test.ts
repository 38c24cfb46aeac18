import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('cluster'), { 'discovery.type': 'single-node' });
});
afterAll(() => node.node.stop());

test('health waits for what is asked, or for its time to be up', async () => {
  const late = await node.call('GET', '/_cluster/health/soon?wait_for_status=green&timeout=1ms');
  expect(late.status).toBe(408);
  expect(late.body).toMatchObject({ status: 'red', timed_out: true });
  const waiting = node.call('GET', '/_cluster/health/soon?wait_for_status=green&timeout=30s');
  await node.call('PUT', '/soon', { settings: { number_of_replicas: 0 } });
  expect((await waiting).body).toMatchObject({ status: 'green', timed_out: false });
});

test('the state shows the parts and indices asked for', async () => {
  await node.call('PUT', '/other');
  const { body } = await node.call('GET', '/_cluster/state/metadata,blocks/soon');
  expect(Object.keys(body).sort()).toEqual(['blocks', 'cluster_name', 'cluster_uuid', 'metadata']);
  expect(Object.keys((body.metadata as { indices: object }).indices)).toEqual(['soon']);
  const { body: routes } = await node.call('GET', '/_cluster/state/routing_table/other');
  expect(routes).toMatchObject({
    routing_table: {
      indices: { other: { shards: { 0: [{ state: 'STARTED' }, { state: 'UNASSIGNED' }] } } },
    },
  });
});

test('statistics of the cluster count what mappings and analysis use', async () => {
  await node.call('PUT', '/used', {
    settings: { analysis: { analyzer: { own: { tokenizer: 'keyword', filter: ['trim'] } } } },
    mappings: {
      properties: {
        a: { type: 'text', analyzer: 'french' },
        b: { properties: { c: { type: 'long' } } },
        near: { type: 'dense_vector', dims: 3 },
        far: { type: 'dense_vector', dims: 8 },
        kept: { type: 'dense_vector', dims: 9, index: false },
      },
    },
  });
  const { body } = await node.call('GET', '/_cluster/stats');
  const { mappings, analysis } = body.indices as Record<string, Record<string, unknown>>;
  expect(mappings?.field_types).toMatchObject([
    {
      name: 'dense_vector',
      count: 3,
      indexed_vector_count: 2,
      indexed_vector_dim_min: 3,
      indexed_vector_dim_max: 8,
    },
    { name: 'long', count: 1 },
    { name: 'object', count: 1 },
    { name: 'text', count: 1 },
  ]);
  expect(analysis).toMatchObject({
    analyzer_types: [{ name: 'custom', count: 1, index_count: 1 }],
    built_in_analyzers: [{ name: 'french', count: 1, index_count: 1 }],
    built_in_filters: [{ name: 'trim' }],
    built_in_tokenizers: [{ name: 'keyword' }],
  });
});

test('nodes are told apart by id, name, role and attribute, and metrics checked', async () => {
  const count = async (path: string) =>
    ((await node.call('GET', path)).body._nodes as { total: number }).total;
  expect(await count('/_nodes/_local')).toBe(1);
  expect(await count('/_nodes/test-*')).toBe(1);
  expect(await count('/_nodes/nobody')).toBe(0);
  expect(await count('/_nodes/master:false')).toBe(0);
  const { status, body } = await node.call('GET', '/_nodes/stats/transprot');
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(
    'unrecognized metric: [transprot] -> did you mean [transport]?',
  );
});

test('statistics of the node are of this process', async () => {
  const { body } = await node.call('GET', '/_nodes/stats/process,jvm,fs,thread_pool');
  const [own] = Object.values(
    body.nodes as Record<string, Record<string, Record<string, unknown>>>,
  );
  expect(Object.keys(own ?? {})).toContain('fs');
  expect(own?.jvm).toMatchObject({ mem: { heap_max_in_bytes: 512 * 2 ** 20 } });
  const pools = own?.thread_pool as Record<string, { completed: number }>;
  expect(pools.management?.completed).toBeGreaterThan(0);
});

test('settings take only values they can have', async () => {
  const put = (value: string) =>
    node.call('PUT', '/_cluster/settings', {
      persistent: { 'indices.breaker.total.limit': value },
    });
  const { status, body } = await put('abc');
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    reason: "illegal value can't update [indices.breaker.total.limit] from [null] to [abc]",
    caused_by: {
      reason:
        'failed to parse setting [indices.breaker.total.limit] with value [abc] as a size in bytes: unit is missing or unrecognized',
    },
  });
  expect((await put('80%')).status).toBe(200);
});

test('no index dangles', async () => {
  expect((await node.call('GET', '/_dangling')).body).toMatchObject({ dangling_indices: [] });
  const { status, body } = await node.call('POST', '/_dangling/x?accept_data_loss=true');
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('No dangling index found for UUID [x]');
});
