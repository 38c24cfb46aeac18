import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../testing.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('tasks'), { 'discovery.type': 'single-node' });
});
afterAll(() => node.node.stop());

test('a list of tasks shows the request that asks for it', async () => {
  const { body } = await node.call('GET', '/_tasks?group_by=none&actions=cluster:*');
  expect(body.tasks).toMatchObject([
    { action: 'cluster:monitor/tasks/lists', type: 'transport', cancellable: false },
  ]);
});

test('a merge in the background can be asked for by its id, also when it is done', async () => {
  await node.call('PUT', '/merged');
  const { body } = await node.call('POST', '/merged/_forcemerge?wait_for_completion=false');
  const id = body.task as string;
  const { body: result } = await node.call('GET', `/_tasks/${id}?wait_for_completion=true`);
  expect(result).toMatchObject({
    completed: true,
    task: { action: 'indices:admin/forcemerge' },
    response: { _shards: { failed: 0 } },
  });
});

test('tasks that are not there are told apart', async () => {
  const { body: info } = await node.call('GET', '/_nodes');
  const [id] = Object.keys(info.nodes as object);
  const own = await node.call('GET', `/_tasks/${id}:99999`);
  expect(own.status).toBe(404);
  expect(JSON.stringify(own.body)).toContain("isn't running and hasn't stored its results");
  const other = await node.call('GET', '/_tasks/foo:1');
  expect(JSON.stringify(other.body)).toContain("which isn't part of the cluster");
  expect((await node.call('GET', '/_tasks/foo')).status).toBe(400);
});
