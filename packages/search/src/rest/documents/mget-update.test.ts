import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'mget-update-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

const reason = (answer: { body: Record<string, unknown> }) =>
  (answer.body.error as { reason: string }).reason;

describe('update', () => {
  test('merges, makes, and leaves alone what does not change', async () => {
    const update = (body: unknown, params = '') =>
      node.call('POST', `/up/_update/1${params}`, body);
    expect((await update({ doc: { a: 1 }, upsert: { b: 2 } })).body.result).toBe('created');
    expect((await update({ doc: { a: 1 } })).body).toMatchObject({
      result: 'updated',
      _version: 2,
    });
    const same = await update({ doc: { a: 1 } }, '?_source=true');
    expect(same.body).toEqual({
      _index: 'up',
      _id: '1',
      _version: 2,
      result: 'noop',
      _shards: { total: 0, successful: 0, failed: 0 },
      _seq_no: 1,
      _primary_term: 1,
      get: { _seq_no: 1, _primary_term: 1, found: true, _source: { b: 2, a: 1 } },
    });
    const forced = await update({ doc: { a: 1 }, detect_noop: false });
    expect(forced.body.result).toBe('updated');
    const stale = await update({ doc: { a: 2 } }, '?if_seq_no=0&if_primary_term=1');
    expect(stale.status).toBe(409);
  });

  test('needs the source that it changes', async () => {
    await node.call('PUT', '/bare', { mappings: { _source: { enabled: false } } });
    await node.call('PUT', '/bare/_doc/1', { a: 1 });
    const answer = await node.call('POST', '/bare/_update/1', { doc: { b: 1 } });
    expect([answer.status, reason(answer)]).toEqual([400, '[1]: document source missing']);
    expect((await node.call('GET', '/bare/_source/1')).status).toBe(404);
  });

  test('says what is missing or wrong', async () => {
    await node.call('PUT', '/up2/_doc/1', { a: 1 });
    const rows = [
      [{ doc: { a: 1 } }, '7', 404, '[7]: document missing'],
      [{ dac: {} }, '1', 400, '[1:2] [UpdateRequest] unknown field [dac] did you mean [doc]?'],
      [{}, '1', 400, 'Validation Failed: 1: script or doc is missing;'],
      [{ script: 'ctx._source.a = 1' }, '1', 400, 'failed to execute script'],
    ] as const;
    for (const [body, id, status, text] of rows) {
      const answer = await node.call('POST', `/up2/_update/${id}`, body);
      expect([answer.status, reason(answer)]).toEqual([status, text]);
    }
  });
});

describe('mget', () => {
  test('every document answers for itself', async () => {
    await node.call('PUT', '/m', {
      mappings: { properties: { k: { type: 'keyword', store: true } } },
    });
    await node.call('PUT', '/m/_doc/1', { k: 'v', n: 1 });
    const { body } = await node.call('POST', '/_mget', {
      docs: [
        { _index: 'm', _id: 1, _source: ['n'] },
        { _index: 'm', _id: '1', stored_fields: ['k', 'n'] },
        { _index: 'm', _id: '2' },
        { _index: 'absent', _id: '1' },
      ],
    });
    const head = { _index: 'm', _id: '1', _version: 1, _seq_no: 0, _primary_term: 1, found: true };
    expect((body.docs as unknown[]).slice(0, 3)).toEqual([
      { ...head, _source: { n: 1 } },
      { ...head, fields: { k: ['v'] } },
      { _index: 'm', _id: '2', found: false },
    ]);
    expect((body.docs as unknown[])[3]).toMatchObject({
      _index: 'absent',
      _id: '1',
      error: { type: 'index_not_found_exception', reason: 'no such index [absent]' },
    });
  });

  test('shows only what the caller may read', async () => {
    await node.call('PUT', '/open/_doc/1', { a: 1 });
    await node.call('PUT', '/shut/_doc/1', { a: 1 });
    await node.call('PUT', '/_security/role/reader', {
      indices: [{ names: ['open'], privileges: ['read'] }],
    });
    await node.call('PUT', '/_security/user/reader', { password: 'pass-word', roles: ['reader'] });
    const { body } = await node.call(
      'POST',
      '/_mget',
      {
        docs: [
          { _index: 'open', _id: '1' },
          { _index: 'shut', _id: '1' },
          { _index: '<shut>', _id: '1' },
        ],
      },
      'reader:pass-word',
    );
    const docs = body.docs as { found?: boolean; error?: { type: string } }[];
    expect(docs.map(({ found, error }) => error?.type ?? found)).toEqual([
      true,
      'security_exception',
      'security_exception',
    ]);
    const vectors = await node.call('POST', '/shut/_termvectors/1', undefined, 'reader:pass-word');
    expect(vectors.status).toBe(403);
  });

  test('says what is missing', async () => {
    const rows = [
      [{ docs: [] }, 'Validation Failed: 1: no documents to get;'],
      [{ docs: [{ _id: '1' }] }, 'Validation Failed: 1: index is missing for doc 0;'],
      [{ doc: [] }, 'unknown key [doc] for a START_ARRAY, expected [docs] or [ids]'],
    ] as const;
    for (const [body, text] of rows) {
      const answer = await node.call('POST', '/_mget', body);
      expect([answer.status, reason(answer)]).toEqual([400, text]);
    }
  });
});

test('what is not refreshed is seen in realtime only', async () => {
  await node.call('PUT', '/late', { settings: { refresh_interval: -1 } });
  await node.call('PUT', '/late/_doc/1', { a: 1 });
  expect((await node.call('GET', '/late/_doc/1')).status).toBe(200);
  expect((await node.call('GET', '/late/_doc/1?realtime=false')).status).toBe(404);
  const waiting = node.call('PUT', '/late/_doc/2?refresh=wait_for', { a: 1 });
  await node.call('PUT', '/late/_settings', { index: { refresh_interval: '1ms' } });
  await node.call('PUT', '/late/_doc/3', { a: 1 });
  expect((await waiting).body.forced_refresh).toBeUndefined();
  expect((await node.call('GET', '/late/_doc/1?realtime=false')).status).toBe(200);
  const forced = await node.call('PUT', '/late/_doc/4?refresh=true', { a: 1 });
  expect(forced.body.forced_refresh).toBe(true);
});
