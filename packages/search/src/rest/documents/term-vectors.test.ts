import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'term-vectors-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/tv', {
    mappings: {
      properties: {
        text: { type: 'text', term_vector: 'with_positions_offsets' },
        plain: { type: 'text' },
      },
    },
  });
  await node.call('PUT', '/tv/_doc/1', { text: 'The brown fox is brown', plain: ['a b', 'b'] });
  await node.call('PUT', '/tv/_doc/2?refresh=true', { text: 'A fox', plain: 'c' });
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

type Fields = Record<string, { terms: Record<string, unknown>; field_statistics?: unknown }>;
const vectors = async (target: string, body?: unknown) =>
  (await node.call('POST', target, body)).body.term_vectors as Fields;

test('terms of fields that keep vectors, with their statistics', async () => {
  const found = await vectors('/tv/_termvectors/1?term_statistics=true');
  expect(Object.keys(found)).toEqual(['text']);
  expect(found.text?.field_statistics).toEqual({ sum_doc_freq: 6, doc_count: 2, sum_ttf: 7 });
  expect(found.text?.terms.brown).toEqual({
    doc_freq: 1,
    ttf: 2,
    term_freq: 2,
    tokens: [
      { position: 1, start_offset: 4, end_offset: 9 },
      { position: 4, start_offset: 17, end_offset: 22 },
    ],
  });
  expect(found.text?.terms.fox).toMatchObject({ doc_freq: 2, ttf: 2, term_freq: 1 });
});

test('fields that are named are analysed on the fly, values apart', async () => {
  const found = await vectors('/tv/_termvectors/1?fields=pl*&field_statistics=false');
  expect(found).toEqual({
    plain: {
      terms: {
        a: { term_freq: 1, tokens: [{ position: 0, start_offset: 0, end_offset: 1 }] },
        b: {
          term_freq: 2,
          tokens: [
            { position: 1, start_offset: 2, end_offset: 3 },
            { position: 102, start_offset: 4, end_offset: 5 },
          ],
        },
      },
    },
  });
});

test('a document from outside, the best of its terms only', async () => {
  const found = await vectors('/tv/_termvectors?positions=false&offsets=false&payloads=false', {
    doc: { text: 'fox brown unknown' },
    filter: { max_num_terms: 1 },
  });
  expect(Object.keys(found.text?.terms ?? {})).toEqual(['brown']);
});

test('each of many answers for itself, and what is wrong is said', async () => {
  const { body } = await node.call('POST', '/_mtermvectors', {
    docs: [
      { _index: 'tv', _id: '9' },
      { _index: 'absent', _id: '1' },
    ],
  });
  const [missing, failed] = body.docs as Record<string, unknown>[];
  expect(missing).toMatchObject({ _index: 'tv', _id: '9', found: false });
  expect(failed).toMatchObject({ _index: 'absent', error: { type: 'index_not_found_exception' } });
  const rows = [
    [{}, 'Validation Failed: 1: multi term vectors: no documents requested;'],
    [
      { docs: [{ _index: 'tv', versionType: 'x' }] },
      'failed to parse term vectors request. unknown field [versionType]',
    ],
  ] as const;
  for (const [request, reason] of rows) {
    const answer = await node.call('POST', '/_mtermvectors', request);
    expect([answer.status, (answer.body.error as { reason: string }).reason]).toEqual([
      400,
      reason,
    ]);
  }
});
