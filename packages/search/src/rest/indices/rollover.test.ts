import { afterAll, beforeAll, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('rollover'), { 'discovery.type': 'single-node' });
});
afterAll(() => node.node.stop());

test('an alias moves to the next number when a condition is met', async () => {
  await node.call('PUT', '/logs-1', { aliases: { logs: {} } });
  const waiting = await node.call('POST', '/logs/_rollover', { conditions: { max_docs: 1 } });
  expect(waiting.body).toEqual({
    acknowledged: false,
    shards_acknowledged: false,
    old_index: 'logs-1',
    new_index: 'logs-000002',
    rolled_over: false,
    dry_run: false,
    conditions: { '[max_docs: 1]': false },
  });
  await node.call('PUT', '/logs-1/_doc/1?refresh=true', { a: 1 });
  const conditions = { max_docs: 1, min_age: '0s' };
  const dry = await node.call('POST', '/logs/_rollover?dry_run=true', { conditions });
  expect(dry.body).toMatchObject({ rolled_over: false, dry_run: true });
  const done = await node.call('POST', '/logs/_rollover', { conditions });
  expect(done.body).toMatchObject({
    acknowledged: true,
    rolled_over: true,
    conditions: { '[max_docs: 1]': true, '[min_age: 0s]': true },
  });
  const { body } = await node.call('GET', '/_alias/logs');
  expect(Object.keys(body)).toEqual(['logs-000002']);
  const { body: state } = await node.call('GET', '/_cluster/state/metadata/logs-1');
  expect(JSON.stringify(state)).toContain('"met_conditions":{"max_docs":1}');
});

test('a write index keeps the alias and hands on writing', async () => {
  await node.call('PUT', '/w-1', { aliases: { w: { is_write_index: true } } });
  await node.call('POST', '/w/_rollover');
  const { body } = await node.call('GET', '/_alias/w');
  expect(body as unknown).toEqual({
    'w-1': { aliases: { w: { is_write_index: false } } },
    'w-000002': { aliases: { w: { is_write_index: true } } },
  });
});

test('what cannot be rolled over is refused with the reason', async () => {
  const reason = async (path: string, body?: unknown) => {
    const reply = await node.call('POST', path, body);
    expect(reply.status).toBe(400);
    return (reply.body.error as { reason: string }).reason;
  };
  await node.call('PUT', '/plain', { aliases: { nameless: {} } });
  expect(await reason('/plain/_rollover')).toContain('is a [concrete index]');
  expect(await reason('/gone/_rollover')).toBe('rollover target [gone] does not exist');
  expect(await reason('/nameless/_rollover')).toBe(
    "index name [plain] does not match pattern '^.*-\\d+$'",
  );
  expect(await reason('/w/_rollover', { conditions: { min_docs: 1 } })).toContain(
    'at least one max_* rollover condition must be set when using min_* conditions',
  );
  expect(await reason('/w/_rollover', { conditions: { max_hats: 1 } })).toContain(
    'unknown field [max_hats]',
  );
});
