/** Synonyms of several words in queries: each way through the text counts, and all weigh alike. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../../testing.ts';

const TEXTS = [
  'a ny minute',
  'in new york city now',
  'york is new',
  'nylon',
  'new yorker',
  'ny city',
];

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('synonym-graph'), { 'discovery.type': 'single-node' });
  await node.call('PUT', '/i', {
    settings: {
      number_of_shards: 1,
      analysis: {
        filter: { syns: { type: 'synonym_graph', synonyms: ['ny, new york', 'now, just now'] } },
        analyzer: { syns: { tokenizer: 'standard', filter: ['lowercase', 'syns'] } },
      },
    },
    mappings: {
      properties: { f: { type: 'text', analyzer: 'standard', search_analyzer: 'syns' } },
    },
  });
  for (const [id, f] of TEXTS.entries()) await node.call('PUT', `/i/_doc/${id}`, { f });
  await node.call('POST', '/i/_refresh');
});
afterAll(() => node.node.stop());

async function hits(query: object): Promise<string[]> {
  const { body } = await node.call('POST', '/i/_search', { query });
  const { hits: found } = body.hits as { hits: { _id: string; _score: number }[] };
  return found.map(({ _id }) => _id);
}
const sorted = async (query: object) => (await hits(query)).sort().join(' ');

describe('synonyms of several words', () => {
  test.each([
    ['a phrase takes each way', { match_phrase: { f: 'new york city' } }, '1 5'],
    ['words take each way as a phrase', { match: { f: 'ny' } }, '0 1 5'],
    [
      'or as words that must all be there',
      { match: { f: { query: 'ny', auto_generate_synonyms_phrase_query: false } } },
      '0 1 2 5',
    ],
    ['all words of a query', { match: { f: { query: 'ny city', operator: 'and' } } }, '1 5'],
    ['the end of a phrase may be a beginning', { match_phrase_prefix: { f: 'ny' } }, '0 1 3 4 5'],
    ['a phrase with slop', { match_phrase: { f: { query: 'ny now', slop: 1 } } }, '1'],
    ['query_string', { query_string: { query: '"ny city"', default_field: 'f' } }, '1 5'],
  ])('%s', async (_, query, expected) => {
    expect(await sorted(query)).toBe(expected);
  });

  test('the shorter text comes first, whichever way it matched', async () => {
    expect(await hits({ match_phrase_prefix: { f: 'ny' } })).toEqual(['3', '4', '5', '0', '1']);
  });
});
