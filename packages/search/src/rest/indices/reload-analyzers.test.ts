import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

const config = tempDir('reload-config');
const rules = (text: string) => writeFileSync(join(config, 'synonyms.txt'), text);
const analysis = {
  analyzer: { searching: { tokenizer: 'standard', filter: ['syns'] } },
  filter: { syns: { type: 'synonym_graph', synonyms_path: 'synonyms.txt', updateable: true } },
};

let node: TestNode;
beforeAll(async () => {
  rules('big, large');
  node = await startTestNode(tempDir('reload'), {
    'discovery.type': 'single-node',
    'path.conf': config,
  });
  await node.call('PUT', '/i', {
    settings: { analysis },
    mappings: { properties: { f: { type: 'text', search_analyzer: 'searching' } } },
  });
});
afterAll(() => node.node.stop());

async function terms(text: string): Promise<string[]> {
  const { body } = await node.call('POST', '/i/_analyze', { analyzer: 'searching', text });
  return (body.tokens as { token: string }[]).map(({ token }) => token);
}

test('synonyms change when they are loaded anew', async () => {
  expect(await terms('big dog')).toEqual(['large', 'big', 'dog']);
  rules('dog, hound');
  expect(await terms('big dog')).toEqual(['large', 'big', 'dog']);
  const { status, body } = await node.call('POST', '/i/_reload_search_analyzers');
  expect(status).toBe(200);
  expect(body.reload_details).toMatchObject([{ index: 'i', reloaded_analyzers: ['searching'] }]);
  expect(await terms('big dog')).toEqual(['big', 'hound', 'dog']);
});

test('rules that cannot be read leave the old ones in force', async () => {
  rules('a => b => c');
  const { status } = await node.call('POST', '/i/_reload_search_analyzers');
  expect(status).toBe(400);
  expect(await terms('dog')).toEqual(['hound', 'dog']);
});

test('an updateable filter is refused for documents', async () => {
  rules('big, large');
  const { status, body } = await node.call('PUT', '/j', {
    settings: { analysis },
    mappings: { properties: { f: { type: 'text', analyzer: 'searching' } } },
  });
  expect(status).toBe(400);
  expect((body.error as { reason: string }).reason).toContain(
    'analyzer [searching] contains filters [syns] that are not allowed to run in index time mode.',
  );
});
