import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNode, type TestNode } from '../../testing.ts';

interface Option {
  text: string;
  score?: number;
  freq?: number;
  _id?: string;
  _score?: number;
  _source?: unknown;
  highlighted?: string;
  contexts?: unknown;
}
interface Entry {
  text: string;
  offset: number;
  length: number;
  options: Option[];
}

let node: TestNode;
const path = mkdtempSync(join(tmpdir(), 'suggest-'));
beforeAll(async () => {
  node = await startTestNode(path, { 'discovery.type': 'single-node' });
  const shingles = { type: 'shingle', min_shingle_size: 2, max_shingle_size: 2 };
  await node.call('PUT', '/music', {
    settings: { number_of_shards: 2 },
    mappings: {
      properties: {
        name: { type: 'completion' },
        tagged: { type: 'completion', contexts: [{ name: 'genre', type: 'category' }] },
      },
    },
  });
  await node.call('PUT', '/titles', {
    settings: {
      number_of_shards: 1,
      analysis: {
        filter: { pairs: shingles },
        analyzer: { pairs: { tokenizer: 'standard', filter: ['lowercase', 'pairs'] } },
      },
    },
    mappings: {
      properties: {
        title: { type: 'text', fields: { pairs: { type: 'text', analyzer: 'pairs' } } },
      },
    },
  });
  const docs: object[] = [
    { name: { input: ['Nirvana', 'Nevermind'], weight: 34 }, title: 'Bleach' },
    { name: { input: 'Nine Inch Nails', weight: 50 } },
    { name: ['Night "Moves"'], title: 'Moves' },
    { name: { input: 'Nine Inch Nails', weight: 7 } },
    { tagged: { input: 'Blur', contexts: { genre: ['pop', 'rock'] }, weight: 2 } },
    { tagged: { input: 'Black Sabbath', contexts: { genre: 'metal' }, weight: 9 } },
  ];
  for (const [i, doc] of docs.entries()) await node.call('PUT', `/music/_doc/${i}`, doc);
  for (const title of ['the noble prize', 'the nobel prize', 'a nobel prize winner']) {
    await node.call('POST', '/titles/_doc?refresh=true', { title });
  }
  await node.call('PUT', '/music/_doc/gone', { name: { input: 'Nickelback', weight: 999 } });
  await node.call('POST', '/music/_refresh');
  await node.call('DELETE', '/music/_doc/gone?refresh=true');
});
afterAll(async () => {
  await node.node.stop();
  rmSync(path, { recursive: true, force: true });
});

async function suggest(one: object, index = 'music'): Promise<Entry[]> {
  const { status, body } = await node.call('POST', `/${index}/_search`, {
    suggest: { one },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return (body.suggest as Record<string, Entry[]>).one as Entry[];
}

const texts = (entries: Entry[]) => entries[0]?.options.map(({ text }) => text);

async function refusal(suggestion: object, index = 'music'): Promise<string> {
  const { status, body } = await node.call('POST', `/${index}/_search`, { suggest: suggestion });
  expect(status).toBe(400);
  return JSON.stringify(body.error);
}

describe('completion', () => {
  test('the heaviest come first, a document once, a deleted one never', async () => {
    const [entry] = await suggest({ prefix: 'Ni', completion: { field: 'name' } });
    expect(entry).toMatchObject({ text: 'Ni', offset: 0, length: 2 });
    expect(entry?.options.map(({ _id, text, _score }) => [_id, text, _score])).toEqual([
      ['1', 'Nine Inch Nails', 50],
      ['0', 'Nirvana', 34],
      ['3', 'Nine Inch Nails', 7],
      ['2', 'Night "Moves"', 1],
    ]);
    expect(entry?.options[3]?._source).toEqual({
      name: ['Night "Moves"'],
      title: 'Moves',
    });
    const both = await suggest({ prefix: 'n', completion: { field: 'name', size: 2 } });
    expect(texts(both)).toEqual(['Nine Inch Nails', 'Nevermind']);
  });

  test('duplicates, words, fuzziness, expressions', async () => {
    const once = { field: 'name', skip_duplicates: true };
    expect(texts(await suggest({ prefix: 'nin', completion: once }))).toEqual(['Nine Inch Nails']);
    expect(texts(await suggest({ prefix: 'nine in', completion: once }))).toHaveLength(1);
    expect(texts(await suggest({ prefix: 'ninein', completion: once }))).toEqual([]);
    const fuzzy = { field: 'name', fuzzy: { fuzziness: 2 } };
    expect(texts(await suggest({ prefix: 'nirvnaa', completion: fuzzy }))).toEqual(['Nirvana']);
    expect(texts(await suggest({ regex: 'n[ev|i]r', completion: { field: 'name' } }))).toEqual([
      'Nirvana',
    ]);
  });

  test('what is shown of documents', async () => {
    const one = { prefix: 'nir', completion: { field: 'name' } };
    const { body } = await node.call('POST', '/music/_search?typed_keys=true', {
      _source: 'title',
      suggest: { one },
    });
    const { 'completion#one': entries } = body.suggest as Record<string, Entry[]>;
    expect(entries?.[0]?.options[0]?._source).toEqual({ title: 'Bleach' });
    expect(body.hits).toEqual({
      total: { value: 0, relation: 'eq' },
      max_score: null,
      hits: [],
    });
  });

  test('contexts choose and boost', async () => {
    const ask = (contexts: object) =>
      suggest({ prefix: 'bl', completion: { field: 'tagged', contexts } });
    expect(texts(await ask({ genre: 'rock' }))).toEqual(['Blur']);
    const [entry] = await ask({ genre: [{ context: 'po', prefix: true, boost: 9 }, 'metal'] });
    expect(entry?.options.map(({ text, _score }) => [text, _score])).toEqual([
      ['Blur', 18],
      ['Black Sabbath', 9],
    ]);
    expect(entry?.options[0]?.contexts).toEqual({ genre: ['pop'] });
    const bare = { prefix: 'bl', completion: { field: 'tagged' } };
    expect(await refusal({ one: bare })).toContain('Missing mandatory contexts in context query');
    const { status } = await node.call('PUT', '/music/_doc/x', { tagged: 'no context' });
    expect(status).toBe(400);
  });
});

describe('term', () => {
  test('words of the index for every word of the text', async () => {
    const entries = await suggest({ text: 'the nobell prise', term: { field: 'title' } }, 'titles');
    expect(entries.map(({ text, offset, length }) => [text, offset, length])).toEqual([
      ['the', 0, 3],
      ['nobell', 4, 6],
      ['prise', 11, 5],
    ]);
    expect(entries[1]?.options.map(({ text, freq }) => [text, freq])).toEqual([
      ['nobel', 2],
      ['noble', 1],
    ]);
    expect(entries[2]?.options[0]?.score).toBeCloseTo(0.8, 5);
    expect(entries[0]?.options).toEqual([]);
  });

  test('modes and the address', async () => {
    const ask = async (mode: string) => {
      const term = { field: 'title', suggest_mode: mode, max_term_freq: 5 };
      return texts(await suggest({ text: 'noble', term }, 'titles'));
    };
    expect(await ask('missing')).toEqual([]);
    expect(await ask('popular')).toEqual(['nobel']);
    const { body } = await node.call(
      'GET',
      '/titles/_search?size=0&suggest_field=title&suggest_text=prise',
    );
    const found = body.suggest as Record<string, Entry[]>;
    expect(texts(found.title as Entry[])).toEqual(['prize']);
  });
});

test('phrases are mended as a whole, and marked', async () => {
  const phrase = {
    field: 'title.pairs',
    max_errors: 2,
    highlight: { pre_tag: '<em>', post_tag: '</em>' },
    direct_generator: [{ field: 'title', suggest_mode: 'always', max_term_freq: 5 }],
  };
  const [entry] = await suggest({ text: 'nobell prise', phrase }, 'titles');
  expect(entry?.options[0]).toMatchObject({
    text: 'nobel prize',
    highlighted: '<em>nobel prize</em>',
  });
  for (const smoothing of [{ laplace: { alpha: 0.7 } }, { stupid_backoff: {} }]) {
    const asked = { ...phrase, smoothing };
    expect(texts(await suggest({ text: 'nobell prise', phrase: asked }, 'titles'))?.[0]).toBe(
      'nobel prize',
    );
  }
});

test('what is wrong is said', async () => {
  const cases: [object, string][] = [
    [{ one: { text: 'a', nonsense: {} } }, 'nonsense'],
    [{ one: { text: 'a', field: 'x' } }, 'suggestion does not support [field]'],
    [{ one: { term: { field: 'title' } } }, 'The required text option is missing'],
    [{ one: { text: 'a', term: { field: 'none' } } }, 'no mapping found for field [none]'],
    [{ one: { text: 'a', term: { field: 'title', x: 1 } } }, "doesn't support field [x]"],
    [{ one: { text: 'a', term: { field: 'title', max_edits: 9 } } }, 'max_edits'],
    [{ one: { prefix: 'a', completion: { field: 'title' } } }, 'is not a completion suggest field'],
    [{ one: { prefix: 'a', completion: {} } }, 'field option is missing'],
    [{ one: { prefix: 'a', completion: { field: 'name', size: 0 } } }, 'size'],
    [{ one: { regex: '(', completion: { field: 'name' } } }, ''],
    [{ one: { text: 'a', phrase: { field: 'title', collate: {} } } }, 'script_lang'],
    [{ one: { text: 'a', phrase: { field: 'title', smoothing: { x: {} } } } }, 'x'],
    [{ one: 'text' }, 'one'],
  ];
  for (const [suggestion, reason] of cases) expect(await refusal(suggestion)).toContain(reason);
});
