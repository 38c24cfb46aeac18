import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'join-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/forum', {
    mappings: {
      properties: {
        tag: { type: 'keyword', similarity: 'boolean' },
        is: { type: 'join', relations: { question: ['answer', 'comment'] } },
      },
    },
  });
  const answer = (parent: string, name = 'answer') => ({ name, parent });
  const docs = {
    q1: { is: 'question', tag: 'a' },
    q2: { is: 'question', tag: ['a', 'b'] },
    r1: { is: answer('q1'), tag: ['x', 'y'] },
    r2: { is: answer('q1'), tag: 'x' },
    r3: { is: answer('q2'), tag: 'x' },
    c1: { is: answer('q2', 'comment'), tag: 'x' },
  };
  for (const [id, doc] of Object.entries(docs)) {
    // Each in a segment of its own: joins reach over segments.
    await node.call('PUT', `/forum/_doc/${id}?routing=1&refresh=true`, doc);
  }
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function scores(query: object): Promise<Record<string, number>> {
  const reply = await node.call('POST', '/forum/_search', { query });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const { hits } = reply.body.hits as unknown as { hits: { _id: string; _score: number }[] };
  return Object.fromEntries(hits.map(({ _id, _score }) => [_id, _score]));
}
const tags = (...list: string[]) => ({
  bool: { should: list.map((tag) => ({ term: { tag } })) },
});

test('parents are found by their children', async () => {
  const has = (more: object, type = 'answer') =>
    scores({ has_child: { type, query: tags('x', 'y'), ...more } });
  expect(await has({})).toEqual({ q1: 1, q2: 1 });
  expect(await has({}, 'comment')).toEqual({ q2: 1 });
  expect(await has({ score_mode: 'sum' })).toEqual({ q1: 3, q2: 1 });
  expect(await has({ score_mode: 'avg' })).toEqual({ q1: 1.5, q2: 1 });
  expect(await has({ min_children: 2 })).toEqual({ q1: 1 });
  expect(await has({ max_children: 1 })).toEqual({ q2: 1 });
  await expect(has({}, 'question')).rejects.toThrow("doesn't hold [question] as a child");
  expect(await has({ ignore_unmapped: true }, 'nothing')).toEqual({});
});

test('children are found by their parent', async () => {
  const has = (more: object, parent_type = 'question') =>
    scores({ has_parent: { parent_type, query: tags('a', 'b'), ...more } });
  expect(await has({})).toEqual({ r1: 1, r2: 1, r3: 1, c1: 1 });
  expect(await has({ score: true })).toEqual({ r1: 1, r2: 1, r3: 2, c1: 2 });
  await expect(has({}, 'answer')).rejects.toThrow("doesn't hold [answer] as a parent");
  const of = (type: string, id: string) => scores({ parent_id: { type, id } });
  expect(Object.keys(await of('answer', 'q1')).sort()).toEqual(['r1', 'r2']);
  expect(Object.keys(await of('comment', 'q2'))).toEqual(['c1']);
  await expect(of('question', 'q1')).rejects.toThrow('no relation found for child [question]');
});
