import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'features-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  await node.call('PUT', '/pages', {
    mappings: {
      properties: {
        rank: { type: 'rank_feature', null_value: 64 },
        length: { type: 'rank_feature', positive_score_impact: false },
        topics: { type: 'rank_features' },
        tags: { type: 'keyword', similarity: 'boolean' },
        least: { type: 'integer' },
      },
    },
  });
  const docs = {
    a: { rank: 8, length: 16, topics: { sea: 2, sky: 4 }, tags: ['x', 'y'], least: 2 },
    b: { rank: 32, length: 4, topics: { sea: 8 }, tags: ['x'], least: 2 },
    c: { rank: null, tags: ['x', 'z'], least: 1 },
    d: { tags: ['x', 'y', 'z'] },
  };
  for (const [id, doc] of Object.entries(docs)) await node.call('PUT', `/pages/_doc/${id}`, doc);
  await node.call('POST', '/pages/_refresh');
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function scores(query: object, more: object = {}): Promise<Record<string, number>> {
  const reply = await node.call('POST', '/pages/_search', { query, ...more });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const { hits } = reply.body.hits as unknown as { hits: { _id: string; _score: number }[] };
  return Object.fromEntries(hits.map(({ _id, _score }) => [_id, _score]));
}
const feature = (field: string, more: object = {}) => scores({ rank_feature: { field, ...more } });

test('a feature scores by a function', async () => {
  expect(await feature('rank', { linear: {} })).toEqual({ c: 64, b: 32, a: 8 });
  expect(await feature('rank', { linear: {}, boost: 2 })).toEqual({ c: 128, b: 64, a: 16 });
  expect(await feature('rank', { saturation: { pivot: 8 } })).toMatchObject({ a: 0.5, b: 0.8 });
  expect((await feature('rank', { log: { scaling_factor: 1 } })).a).toBeCloseTo(Math.log(9), 5);
  expect(await feature('topics.sea', { sigmoid: { pivot: 2, exponent: 1 } })).toEqual({
    a: 0.5,
    b: 0.8,
  });
  // The pivot is about the geometric mean of 2 and 8.
  expect(await feature('topics.sea')).toEqual({ b: 0.6666667, a: 0.33333334 });
});

test('a feature may count against a document', async () => {
  expect(await feature('length', { linear: {} })).toEqual({ b: 0.25, a: 0.0625 });
  expect(await feature('length', { saturation: { pivot: 4 } })).toEqual({ b: 0.5, a: 0.2 });
  await expect(feature('length', { log: { scaling_factor: 2 } })).rejects.toThrow(
    'Cannot use the [log] function with a field that has a negative score impact',
  );
});

test('features that are none are refused or found nowhere', async () => {
  expect(await feature('topics.moon')).toEqual({});
  expect(await feature('nowhere')).toEqual({});
  await expect(feature('tags')).rejects.toThrow('not [keyword]');
  await expect(feature('rank', { linear: {}, log: { scaling_factor: 1 } })).rejects.toThrow(
    'Can only specify one of [log], [saturation], [sigmoid] and [linear]',
  );
  const mappings = { properties: { rank: { type: 'rank_feature', null_value: -3 } } };
  const reply = await node.call('PUT', '/bad', { mappings });
  expect(JSON.stringify(reply.body)).toContain(
    '[null_value] must be a positive normal float for field of type [rank_feature]',
  );
});

test('documents say how many of the terms they want', async () => {
  const set = (more: object) => scores({ terms_set: { tags: { terms: ['x', 'y'], ...more } } });
  expect(await set({ minimum_should_match_field: 'least' })).toEqual({ a: 2, c: 1 });
  await expect(set({ minimum_should_match_field: 'nowhere' })).rejects.toThrow(
    'failed to find minimum_should_match field [nowhere]',
  );
  await expect(set({})).rejects.toThrow('No minimum should match has been specified');
});
