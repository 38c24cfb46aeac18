import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'match-only-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/logs', {
    mappings: { properties: { line: { type: 'match_only_text' } } },
  });
  const lines = ['disk full disk full', 'the disk is slow and the fan is full', '', 'fan'];
  for (const [i, line] of lines.entries()) await node.call('PUT', `/logs/_doc/${i}`, { line });
  await node.call('PUT', '/logs/_doc/none', {});
  await node.call('POST', '/logs/_refresh');
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function scores(query: object): Promise<Record<string, number>> {
  const reply = await node.call('POST', '/logs/_search', { query });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const { hits } = reply.body.hits as unknown as { hits: { _id: string; _score: number }[] };
  return Object.fromEntries(hits.map(({ _id, _score }) => [_id, _score]));
}

test('every clause that matches counts one', async () => {
  expect(await scores({ match: { line: 'disk fan' } })).toEqual({ 0: 1, 1: 2, 3: 1 });
  expect(await scores({ term: { line: 'disk' } })).toEqual({ 0: 1, 1: 1 });
  expect(await scores({ fuzzy: { line: 'dist' } })).toEqual({ 0: 1, 1: 1 });
  expect(await scores({ match: { line: { query: 'dist', fuzziness: 1 } } })).toEqual({
    0: 1,
    1: 1,
  });
  expect(await scores({ query_string: { query: 'line:fun~1' } })).toMatchObject({ 3: 1 });
});

test('phrases are found', async () => {
  expect(await scores({ match_phrase: { line: 'disk full' } })).toEqual({ 0: 1 });
  expect(await scores({ match_phrase: { line: { query: 'disk slow', slop: 1 } } })).toEqual({
    1: 1,
  });
  expect(await scores({ match_phrase_prefix: { line: 'fan is f' } })).toEqual({ 1: 1 });
  expect(await scores({ multi_match: { query: 'disk full', type: 'phrase' } })).toEqual({ 0: 1 });
});

test('texts exist, and are no values to sort by', async () => {
  expect(Object.keys(await scores({ exists: { field: 'line' } }))).toEqual(['0', '1', '2', '3']);
  const sorted = await node.call('POST', '/logs/_search', { sort: ['line'] });
  expect(sorted.status).toBe(400);
  const caps = await node.call('GET', '/logs/_field_caps?fields=line');
  expect(caps.body.fields as object).toMatchObject({
    line: { text: { searchable: true, aggregatable: false } },
  });
});
