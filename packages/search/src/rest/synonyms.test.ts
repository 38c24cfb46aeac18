import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../testing.ts';

const directory = tempDir('synonyms');
const config = tempDir('synonyms-config');
const FILE = join(config, 'rules.txt');
const start = () =>
  startTestNode(directory, { 'discovery.type': 'single-node', 'path.conf': config });

const index = (filter: object) => ({
  settings: {
    number_of_shards: 1,
    number_of_replicas: 0,
    analysis: {
      filter: { syns: { type: 'synonym_graph', updateable: true, ...filter } },
      analyzer: { searching: { tokenizer: 'standard', filter: ['syns'] } },
    },
  },
  mappings: { properties: { f: { type: 'text', search_analyzer: 'searching' } } },
});

let node: TestNode;
beforeAll(async () => {
  writeFileSync(FILE, 'big, large\n');
  node = await start();
});
afterAll(() => node.node.stop());

const call: TestNode['call'] = (...args) => node.call(...args);
async function hits(name: string, text: string): Promise<number> {
  const { body } = await call('POST', `/${name}/_search`, { query: { match: { f: text } } });
  return (body.hits as { total: { value: number } }).total.value;
}
const reason = (body: Record<string, unknown>) => (body.error as { reason: string }).reason;

describe('sets of synonyms', () => {
  test('are loaded by analyzers, and anew when they change', async () => {
    const made = await call('PUT', '/_synonyms/pets', {
      synonyms_set: [{ id: 'a', synonyms: 'dog, hound' }],
    });
    expect(made.body.result).toBe('created');
    expect((await call('PUT', '/i', index({ synonyms_set: 'pets' }))).status).toBe(200);
    await call('PUT', '/i/_doc/1?refresh', { f: 'hound' });
    expect([await hits('i', 'dog'), await hits('i', 'cur')]).toEqual([1, 0]);
    const changed = await call('PUT', '/_synonyms/pets/a', { synonyms: 'cur, hound' });
    expect(changed.body).toMatchObject({
      result: 'updated',
      reload_analyzers_details: {
        reload_details: [{ index: 'i', reloaded_analyzers: ['searching'] }],
      },
    });
    expect([await hits('i', 'dog'), await hits('i', 'cur')]).toEqual([0, 1]);
  });

  test('are kept while they are used, and refused when they are wrong', async () => {
    const used = await call('DELETE', '/_synonyms/pets');
    expect([used.status, reason(used.body)]).toEqual([
      400,
      'synonyms set [pets] cannot be deleted as it is used in the following indices: i',
    ]);
    const wrong = await call('PUT', '/_synonyms/pets', {
      synonyms_set: [{ synonyms: 'a => b => c' }, { synonyms: 'a, ,b' }],
    });
    expect(reason(wrong.body)).toBe(
      'Validation Failed: 1: More than one explicit mapping specified in the same synonyms rule: [a => b => c];2: Incorrect syntax for [synonyms]: [a, ,b];',
    );
    expect((await call('GET', '/_synonyms/none')).status).toBe(404);
    expect((await call('GET', '/_synonyms/pets/none')).status).toBe(404);
    expect((await call('PUT', '/j', index({ synonyms_set: 'none' }))).status).toBe(404);
  });

  test('outlive the node', async () => {
    await node.node.stop();
    node = await start();
    expect((await call('GET', '/_synonyms')).body).toEqual({
      count: 1,
      results: [{ synonyms_set: 'pets', count: 1 }],
    });
    expect(await hits('i', 'cur')).toBe(1);
  });
});

test('a node starts without the file of an index, which is red until the file is back', async () => {
  await call('PUT', '/filed', index({ synonyms_path: 'rules.txt' }));
  await call('PUT', '/filed/_doc/1?refresh', { f: 'large' });
  expect(await hits('filed', 'big')).toBe(1);
  await node.node.stop();
  rmSync(FILE);
  node = await start();
  const health = async () => (await call('GET', '/_cluster/health/filed')).body.status;
  expect(await health()).toBe('red');
  expect(await hits('i', 'cur')).toBe(1);
  const mapping = await call('PUT', '/filed/_mapping', { properties: { g: { type: 'long' } } });
  expect([mapping.status, reason(mapping.body)]).toEqual([
    400,
    `IOException while reading synonyms_path: ${FILE}`,
  ]);
  writeFileSync(FILE, 'huge, large\n');
  expect((await call('POST', '/filed/_reload_search_analyzers')).status).toBe(200);
  expect(await health()).toBe('green');
  expect([await hits('filed', 'big'), await hits('filed', 'huge')]).toEqual([0, 1]);
});
