import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { ELASTIC, startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('cat'), {
    'discovery.type': 'single-node',
    'node.attr.rack': 'r1',
  });
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await node.call('PUT', '/b', { settings, aliases: { x: { routing: '1' } } });
  await node.call('PUT', '/a', { settings: { ...settings, number_of_shards: 3 } });
  for (let i = 0; i < 3; i += 1) await node.call('PUT', `/b/_doc/${i}?refresh=true`, { i });
});
afterAll(() => node.node.stop());

async function text(path: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(ELASTIC).toString('base64')}`;
  const reply = await fetch(node.url + path, { headers: { authorization } });
  return reply.text();
}

test('columns are chosen, titled, sorted and lined up', async () => {
  expect(await text('/_cat/indices?v&h=i,pri,docs.count&s=docs.count:desc')).toBe(
    'i pri docs.count\nb   1          3\na   3          0\n',
  );
  expect(await text('/_cat/indices?h=index&s=index')).toBe('a\nb\n');
});

test('help lists every column with its short names', async () => {
  const help = await text('/_cat/aliases?help');
  expect(help.split('\n')[0]).toMatch(/^alias +\| a +\| alias name/);
  expect(await text('/_cat/shards?help')).toContain('dense_vector.value_count');
});

test('sizes and times come in the unit asked for', async () => {
  const [size] = (await text('/_cat/indices/b?h=store.size&bytes=b')).split('\n');
  expect(size).toMatch(/^\d+$/);
  const [time] = (await text('/_cat/nodes?h=uptime&time=ms')).split('\n');
  expect(time).toMatch(/^\d+$/);
});

test('a key that is no column cannot be sorted by', async () => {
  const { status, body } = await node.call('GET', '/_cat/indices?s=hats&format=json');
  expect(status).toBe(500);
  expect(JSON.stringify(body)).toContain('Unable to sort by unknown sort key `hats`');
});

test('figures of shards have columns', async () => {
  const { body } = await node.call(
    'GET',
    '/_cat/shards/b?format=json&h=indexing.index_total,prirep',
  );
  expect(body as unknown).toEqual([{ 'indexing.index_total': '3', prirep: 'p' }]);
});

test('nodes, attributes, pools and tasks are listed', async () => {
  expect(await text('/_cat/nodeattrs?h=node,attr,value')).toBe('test-node rack r1\n');
  expect(await text('/_cat/thread_pool/write?h=name,type')).toBe('write fixed\n');
  expect(await text('/_cat/tasks?h=action')).toBe('cluster:monitor/tasks/lists\n');
  expect(await text('/_cat/nodes?h=master,name')).toBe('* test-node\n');
});
