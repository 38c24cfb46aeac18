import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ELASTIC, startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'documents-'));
const start = () => startTestNode(path, { 'discovery.type': 'single-node' });
beforeAll(async () => {
  node = await start();
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

/** A request with a body that is sent as it is. */
async function raw(method: string, target: string, body: string) {
  const reply = await fetch(node.url + target, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(ELASTIC).toString('base64')}`,
      'content-type': 'application/json',
    },
    body,
  });
  const text = await reply.text();
  return { status: reply.status, text, body: JSON.parse(text) };
}

const bulk = (lines: readonly unknown[], params = '') =>
  raw('POST', `/_bulk${params}`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

describe('one document', () => {
  test('is made, found as it was sent, replaced and deleted', async () => {
    const made = await raw('PUT', '/one/_doc/1', '{"a": 1.0, "b":9007199254740993}');
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      _index: 'one',
      _id: '1',
      _version: 1,
      result: 'created',
      _shards: { total: 2, successful: 1, failed: 0 },
      _seq_no: 0,
      _primary_term: 1,
    });
    const found = await fetch(`${node.url}/one/_doc/1`, {
      headers: { authorization: `Basic ${Buffer.from(ELASTIC).toString('base64')}` },
    });
    expect(await found.text()).toBe(
      '{"_index":"one","_id":"1","_version":1,"_seq_no":0,"_primary_term":1,"found":true,"_source":{"a": 1.0, "b":9007199254740993}}',
    );
    expect((await node.call('POST', '/one/_doc/1', { a: 2 })).body.result).toBe('updated');
    expect((await node.call('GET', '/one/_source/1')).body).toEqual({ a: 2 });
    expect((await node.call('DELETE', '/one/_doc/1')).body._version).toBe(3);
    const gone = await node.call('GET', '/one/_doc/1');
    expect([gone.status, gone.body]).toEqual([404, { _index: 'one', _id: '1', found: false }]);
    const again = await node.call('DELETE', '/one/_doc/1');
    expect([again.status, again.body.result]).toEqual([404, 'not_found']);
  });

  test('without an id gets one of 20 characters', async () => {
    const made = await node.call('POST', '/auto/_doc', { a: 1 });
    expect(made.status).toBe(201);
    expect(made.body._id).toMatch(/^[A-Za-z0-9_-]{20}$/);
    expect(made.headers.get('location')).toBe(`/auto/_doc/${made.body._id}`);
  });

  test('adds its fields to the mapping before it is acknowledged', async () => {
    await node.call('PUT', '/fields/_doc/1', { name: 'x', deep: { number: 1 } });
    const { body } = await node.call('GET', '/fields/_mapping');
    expect(body.fields).toEqual({
      mappings: {
        properties: {
          deep: { properties: { number: { type: 'long' } } },
          name: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
        },
      },
    });
  });

  test('conflicts say what is there', async () => {
    await node.call('PUT', '/versions/_doc/1', { a: 1 });
    const made = await node.call('PUT', '/versions/_create/1', { a: 1 });
    expect(made.status).toBe(409);
    expect(made.body.error).toMatchObject({
      type: 'version_conflict_engine_exception',
      reason: '[1]: version conflict, document already exists (current version [1])',
      shard: '0',
      index: 'versions',
    });
    const stale = await node.call('PUT', '/versions/_doc/1?if_seq_no=5&if_primary_term=1', {});
    expect((stale.body.error as { reason: string }).reason).toBe(
      '[1]: version conflict, required seqNo [5], primary term [1]. current document has seqNo [0] and primary term [1]',
    );
    const invalid = await node.call('PUT', '/versions/_doc/1?version=2', {});
    expect((invalid.body.error as { type: string }).type).toBe(
      'action_request_validation_exception',
    );
  });

  test('goes where its routing says, and needs one where the mapping says so', async () => {
    await node.call('PUT', '/routed', {
      settings: { number_of_shards: 5, number_of_routing_shards: 5 },
      mappings: { _routing: { required: true } },
    });
    const without = await node.call('PUT', '/routed/_doc/1', {});
    expect(without.body).toMatchObject({
      status: 400,
      error: { type: 'routing_missing_exception', reason: 'routing is required for [routed]/[1]' },
    });
    await node.call('PUT', '/routed/_doc/1?routing=5', { a: 1 });
    expect((await node.call('GET', '/routed/_doc/1?routing=5')).body._routing).toBe('5');
    expect((await node.call('GET', '/routed/_doc/1?routing=1')).status).toBe(404);
  });

  test('is not taken by an index that is blocked or closed', async () => {
    await node.call('PUT', '/blocked/_doc/1', {});
    await node.call('PUT', '/blocked/_block/write');
    const refused = await node.call('PUT', '/blocked/_doc/2', {});
    expect(refused.body).toMatchObject({
      status: 403,
      error: {
        type: 'cluster_block_exception',
        reason: 'index [blocked] blocked by: [FORBIDDEN/8/index write (api)];',
      },
    });
    await node.call('PUT', '/shut');
    await node.call('POST', '/shut/_close');
    const closed = await node.call('PUT', '/shut/_doc/1', {});
    expect(closed.body).toMatchObject({ status: 400, error: { type: 'index_closed_exception' } });
  });

  test('makes no index where that is forbidden', async () => {
    await node.call('PUT', '/_cluster/settings', {
      persistent: { 'action.auto_create_index': '-no*,+yes*' },
    });
    const refused = await node.call('PUT', '/no-1/_doc/1', {});
    expect(refused.status).toBe(404);
    expect((refused.body.error as { reason: string }).reason).toBe(
      'no such index [no-1] and [action.auto_create_index] contains [-no*] which forbids automatic creation of the index',
    );
    expect((await node.call('PUT', '/yes-1/_doc/1', {})).status).toBe(201);
    expect((await node.call('PUT', '/other/_doc/1', {})).status).toBe(404);
    await node.call('PUT', '/_cluster/settings', {
      persistent: { 'action.auto_create_index': null },
    });
  });
});

describe('bulk', () => {
  test('every write answers for itself', async () => {
    const { body } = await bulk([
      { index: { _index: 'many', _id: '1' } },
      { a: 1 },
      { create: { _index: 'many', _id: '1' } },
      { a: 2 },
      { index: { _index: 'many', _id: '2' } },
      { a: 'no number' },
      { update: { _index: 'many', _id: '1' } },
      { doc: { b: true } },
      { update: { _index: 'many', _id: '7' } },
      { doc: { b: true } },
      { delete: { _index: 'many', _id: '1' } },
      { delete: { _index: 'absent', _id: '1' } },
    ]);
    expect(body.errors).toBe(true);
    const shown = body.items.map((item: Record<string, Record<string, never>>) => {
      const [[name, result]] = Object.entries(item) as [[string, Record<string, never>]];
      const { status, error } = result as { status?: number; error?: { type: string } };
      return [name, status, (result as { result?: string }).result ?? error?.type];
    });
    expect(shown).toEqual([
      ['index', 201, 'created'],
      ['create', 409, 'version_conflict_engine_exception'],
      ['index', 400, 'document_parsing_exception'],
      ['update', 200, 'updated'],
      ['update', 404, 'document_missing_exception'],
      ['delete', 200, 'deleted'],
      ['delete', 404, 'index_not_found_exception'],
    ]);
  });

  test('a malformed line stops the request before anything is done', async () => {
    const rows = [
      [
        '{"index":{"_index":"torn"}}\n{"a":1}\n{}\n',
        'Malformed action/metadata line [3], expected FIELD_NAME but found [END_OBJECT]',
      ],
      [
        '{"index":{"_index":"torn"}}\n{"a":1}',
        'The bulk request must be terminated by a newline [\\n]',
      ],
      [
        '{"put":{"_index":"torn"}}\n{"a":1}\n',
        'Malformed action/metadata line [1], expected field [create], [delete], [index] or [update] but found [put]',
      ],
      [
        '{"index":{"_index":"torn","_type":"x"}}\n{"a":1}\n',
        'Action/metadata line [1] contains an unknown parameter [_type]',
      ],
      [
        '{"index":{"_index":"torn","_id":["x"]}}\n{"a":1}\n',
        'Malformed action/metadata line [1], expected a simple value for field [_id] but found [START_ARRAY]',
      ],
      ['\n', 'Validation Failed: 1: no requests added;'],
      ['{"index":{}}\n{"a":1}\n', 'Validation Failed: 1: index is missing;'],
    ] as const;
    for (const [body, reason] of rows) {
      const answer = await raw('POST', '/_bulk', body);
      expect([answer.status, answer.body.error.reason]).toEqual([400, reason]);
    }
    expect((await node.call('HEAD', '/torn')).status).toBe(404);
  });

  test('a delete before it does not keep a write from making its index', async () => {
    const { body } = await bulk([
      { delete: { _index: 'made-late', _id: '1' } },
      { index: { _index: 'made-late', _id: '1' } },
      { a: 1 },
    ]);
    expect(body.items[1].index.result).toBe('created');
  });

  test('writes that want more copies than there are get none', async () => {
    const { body } = await bulk(
      [{ index: { _index: 'copies', _id: '1' } }, { a: 1 }],
      '?wait_for_active_shards=2&timeout=1ms',
    );
    expect(body.items[0].index).toMatchObject({
      status: 503,
      error: {
        type: 'unavailable_shards_exception',
        reason:
          '[copies][0] Not enough active copies to meet shard count of [2] (have 1, needed 2). Timeout: [1ms], request: [BulkShardRequest [[copies][0]]]',
      },
    });
    expect((await node.call('GET', '/copies/_doc/1')).status).toBe(404);
  });

  test('a write may name the templates of its new fields', async () => {
    await node.call('PUT', '/templated', {
      mappings: { dynamic_templates: [{ place: { mapping: { type: 'geo_point' } } }] },
    });
    const { body } = await bulk([
      { index: { _index: 'templated', dynamic_templates: { at: 'place' } } },
      { at: [-71.34, 41.12], other: 'x' },
      { index: { _index: 'templated', dynamic_templates: { of: 'no' } } },
      { of: 1 },
    ]);
    expect(body.items[0].index.status).toBe(201);
    expect(body.items[1].index.error.reason).toBe(
      "[1:7] Can't find dynamic template for dynamic template name [no] of field [of]",
    );
    const mapping = JSON.stringify((await node.call('GET', '/templated/_mapping')).body);
    expect(mapping).toContain('"at":{"type":"geo_point"}');
  });

  test('only writes that the caller may do are done', async () => {
    await node.call('PUT', '/_security/role/some', {
      indices: [{ names: ['mine*'], privileges: ['write', 'create_index'] }],
    });
    await node.call('PUT', '/_security/user/some', { password: 'pass-word', roles: ['some'] });
    const reply = await fetch(`${node.url}/_bulk`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('some:pass-word').toString('base64')}`,
        'content-type': 'application/x-ndjson',
      },
      body: '{"index":{"_index":"mine"}}\n{"a":1}\n{"index":{"_index":"one"}}\n{"a":1}\n{"index":{"_index":"not-mine"}}\n{"a":1}\n',
    });
    const { items } = (await reply.json()) as { items: { index: { status: number } }[] };
    expect(items.map(({ index }) => index.status)).toEqual([201, 403, 403]);
    expect((await node.call('HEAD', '/not-mine')).status).toBe(404);
  });
});

test('acknowledged documents and their fields are there after a restart', async () => {
  await node.call('PUT', '/kept/_doc/1', { fresh: 'yes' });
  await node.node.stop();
  node = await start();
  expect((await node.call('GET', '/kept/_doc/1')).body._source).toEqual({ fresh: 'yes' });
  expect(JSON.stringify((await node.call('GET', '/kept/_mapping')).body)).toContain('"fresh"');
});
