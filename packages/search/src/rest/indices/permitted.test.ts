import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

const BOB = 'bob:bobs-password';
let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('permitted'), {
    'discovery.type': 'single-node',
    'action.destructive_requires_name': 'false',
  });
  await node.call('PUT', '/_security/role/mine', {
    cluster: [],
    indices: [{ names: ['mine-*'], privileges: ['all'] }],
  });
  await node.call('PUT', '/_security/user/bob', { password: 'bobs-password', roles: ['mine'] });
  await node.call('PUT', '/mine-1');
  await node.call('PUT', '/theirs-1', { aliases: { 'mine-alias': {} } });
});
afterAll(() => node.node.stop());

test('a pattern stands only for the indices a user may touch', async () => {
  const { body } = await node.call('GET', '/*/_settings', undefined, BOB);
  expect(Object.keys(body as object)).toEqual(['mine-1']);
});

test('DELETE * of a user with rights on mine-* leaves the indices of others', async () => {
  await node.call('PUT', '/mine-2');
  const { status } = await node.call('DELETE', '/*', undefined, BOB);
  expect(status).toBe(200);
  expect((await node.call('HEAD', '/theirs-1')).status).toBe(200);
  expect((await node.call('HEAD', '/mine-2')).status).toBe(404);
});

test('an alias with an allowed name does not open an index that is not allowed', async () => {
  const { status } = await node.call('GET', '/mine-alias/_mapping', undefined, BOB);
  expect(status).toBe(403);
});

test('_aliases neither changes nor removes the indices of others', async () => {
  for (const action of [
    { add: { index: 'theirs-1', alias: 'mine-x' } },
    { remove: { index: 'theirs-1', alias: 'mine-alias' } },
    { remove_index: { index: 'theirs-1' } },
  ]) {
    const { status } = await node.call('POST', '/_aliases', { actions: [action] }, BOB);
    expect(status).toBe(403);
  }
  expect((await node.call('HEAD', '/theirs-1')).status).toBe(200);
});
