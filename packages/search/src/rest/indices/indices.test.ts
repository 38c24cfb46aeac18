import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'indices-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

test('an index is made once, shown, closed, opened and deleted', async () => {
  const made = await node.call('PUT', '/life', { settings: { number_of_replicas: 0 } });
  expect(made.body).toEqual({ acknowledged: true, shards_acknowledged: true, index: 'life' });
  const again = await node.call('PUT', '/life');
  expect(again.status).toBe(400);
  expect(JSON.stringify(again.body)).toContain('resource_already_exists_exception');
  expect((await node.call('POST', '/life/_close')).body).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
    indices: { life: { closed: true } },
  });
  expect((await node.call('POST', '/life/_open')).body).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
  });
  expect((await node.call('DELETE', '/life')).body).toEqual({ acknowledged: true });
  expect((await node.call('HEAD', '/life')).status).toBe(404);
});

test('a composable template gives an index its settings, mapping and aliases', async () => {
  await node.call('PUT', '/_component_template/part', {
    template: { mappings: { properties: { a: { type: 'keyword' } } } },
  });
  await node.call('PUT', '/_index_template/whole', {
    index_patterns: ['t-*'],
    composed_of: ['part'],
    template: { settings: { number_of_shards: 2 }, aliases: { all: {} } },
  });
  await node.call('PUT', '/t-1', { mappings: { properties: { b: { type: 'long' } } } });
  const { body } = await node.call('GET', '/t-1');
  expect(body).toMatchObject({
    't-1': {
      aliases: { all: {} },
      mappings: { properties: { a: { type: 'keyword' }, b: { type: 'long' } } },
      settings: { index: { number_of_shards: '2' } },
    },
  });
  const inUse = await node.call('DELETE', '/_component_template/part');
  expect(JSON.stringify(inUse.body)).toContain('still in use by index templates [whole]');
});

test('an alias that is not there is named beside those that are', async () => {
  await node.call('PUT', '/aliased', { aliases: { here: {} } });
  const { status, body } = await node.call('GET', '/_alias/here,gone');
  expect(status).toBe(404);
  expect(body).toEqual({
    error: 'alias [gone] missing',
    status: 404,
    aliased: { aliases: { here: {} } },
  });
});

test('_cat/indices answers in JSON with the columns asked for', async () => {
  const { body } = await node.call('GET', '/_cat/indices/aliased?format=json&h=index,pri,rep');
  expect(body as unknown).toEqual([{ index: 'aliased', pri: '1', rep: '1' }]);
});

test('blocks stop changes of an index until they are lifted', async () => {
  await node.call('PUT', '/blocked');
  expect((await node.call('PUT', '/blocked/_block/read_only')).body).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
    indices: [{ name: 'blocked', blocked: true }],
  });
  const attempts: [string, string, unknown?][] = [
    ['PUT', '/blocked/_mapping', { properties: { a: { type: 'long' } } }],
    ['PUT', '/blocked/_settings', { 'index.refresh_interval': '5s' }],
    ['PUT', '/blocked/_alias/x'],
    ['POST', '/blocked/_close'],
    ['DELETE', '/blocked'],
  ];
  for (const [method, path, body] of attempts) {
    const reply = await node.call(method, path, body);
    expect(reply.status).toBe(403);
    expect(reply.body.error).toMatchObject({
      type: 'cluster_block_exception',
      reason: 'index [blocked] blocked by: [FORBIDDEN/5/index read-only (api)];',
    });
  }
  await node.call('PUT', '/blocked/_settings', { 'index.blocks.read_only': null });
  expect((await node.call('DELETE', '/blocked')).status).toBe(200);
});

test('what a shard has done is counted', async () => {
  await node.call('PUT', '/counted', { settings: { number_of_shards: 1, number_of_replicas: 0 } });
  await node.call('PUT', '/counted/_doc/1?refresh=true', { a: 1 });
  await node.call('GET', '/counted/_doc/1');
  await node.call('GET', '/counted/_doc/2');
  await node.call('POST', '/counted/_search', { stats: ['g'] });
  await node.call('DELETE', '/counted/_doc/1');
  await node.call('POST', '/counted/_flush');
  const { body } = await node.call('GET', '/counted/_stats?groups=*&level=shards');
  const all = (body._all as { total: Record<string, unknown> }).total;
  expect(all).toMatchObject({
    docs: { count: 0, deleted: 1 },
    indexing: { index_total: 1, delete_total: 1, index_failed: 0 },
    get: { total: 2, exists_total: 1, missing_total: 1 },
    search: { query_total: 1, groups: { g: { query_total: 1 } } },
    translog: { operations: 0 },
  });
  const figures = all as { flush: { total: number }; refresh: { total: number } };
  expect(figures.flush.total).toBeGreaterThan(0);
  expect(figures.refresh.total).toBeGreaterThan(0);
  const unknown = await node.call('GET', '/_stats/fieldata');
  expect(JSON.stringify(unknown.body)).toContain('did you mean [fielddata]?');
});

test('a filter of an alias has to be a query', async () => {
  const aliases = { bad: { filter: { no_such_query: {} } } };
  const made = await node.call('PUT', '/filtered', { aliases });
  expect(made.status).toBe(400);
  expect(made.body.error).toMatchObject({
    type: 'illegal_argument_exception',
    reason: 'failed to parse filter for alias [bad]',
  });
  expect((await node.call('PUT', '/aliased/_alias/bad', aliases.bad)).status).toBe(400);
  expect((await node.call('HEAD', '/filtered')).status).toBe(404);
});

test('text that is sorted by takes memory that is told', async () => {
  await node.call('PUT', '/sorted', {
    mappings: { properties: { t: { type: 'text', fielddata: true } } },
  });
  await node.call('PUT', '/sorted/_doc/1?refresh=true', { t: 'zebra yak' });
  await node.call('PUT', '/sorted/_doc/2?refresh=true', { t: 'mango' });
  const { body } = await node.call('POST', '/sorted/_search', { sort: ['t'] });
  const { hits } = body.hits as { hits: { _id: string; sort: string[] }[] };
  expect(hits.map(({ _id, sort }) => [_id, ...sort])).toEqual([
    ['2', 'mango'],
    ['1', 'yak'],
  ]);
  const { body: stats } = await node.call('GET', '/sorted/_stats/fielddata?fields=t');
  const { fielddata } = (stats._all as { total: { fielddata: Record<string, number> } }).total;
  expect(fielddata.memory_size_in_bytes).toBeGreaterThan(0);
});
