import { describe, expect, test } from 'bun:test';
import { jsonText } from '../../json/json-writer.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonObject } from '../../json/values.ts';
import type { Query } from '../../query/query.ts';
import { TestIndex } from '../aggregations/testing.ts';
import type { HitContext } from '../context.ts';
import { parseHighlight } from './highlight.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const term = (word: string, field = 't'): Query => ({ kind: 'term', field, term: bytes(word) });
const any = (...words: string[]): Query => ({
  kind: 'bool',
  should: words.map((word) => term(word)),
});
const phrase = (...words: string[]): Query => ({
  kind: 'phrase',
  field: 't',
  terms: words.map((word, position) => ({ term: bytes(word), position })),
});

const MAPPING = {
  t: { type: 'text', fields: { fvh: { type: 'text', term_vector: 'with_positions_offsets' } } },
  k: { type: 'keyword', ignore_above: 5 },
  n: { type: 'long' },
};

async function highlight(source: unknown, query: Query, body: unknown): Promise<unknown> {
  const index = await (await TestIndex.create(MAPPING)).add([source]);
  const [shard] = index.contexts(query);
  const text = JSON.stringify(source);
  const hit: HitContext = {
    shard: shard!,
    view: shard!.searcher.views[0]!,
    doc: 0,
    id: 'd0',
    score: 1,
    source: bytes(text),
    json: () => parseJson(text) as JsonObject,
  };
  const phase = parseHighlight(parseJson(JSON.stringify(body)) as JsonObject, {
    query: () => () => query,
  });
  const shown = phase(hit);
  return shown === undefined ? undefined : JSON.parse(jsonText(shown));
}

const FOX = 'The quick brown fox is brown.';
const LONG = Array.from({ length: 40 }, (_, i) => (i % 10 === 3 ? 'needle' : `word${i}`)).join(' ');

describe('plain', () => {
  const plain = (source: string | string[], query: Query, field: object = {}) =>
    highlight({ t: source }, query, { fields: { t: { type: 'plain', ...field } } });

  test('words, and words of phrases only where the phrase stands', async () => {
    expect(await plain(FOX, any('quick', 'brown'))).toEqual({
      t: ['The <em>quick</em> <em>brown</em> fox is <em>brown</em>.'],
    });
    expect(await plain(FOX, phrase('brown', 'fox'))).toEqual({
      t: ['The quick <em>brown</em> <em>fox</em> is brown.'],
    });
    expect(await plain(FOX, term('none'))).toBeUndefined();
  });

  test('fragments of a size, the best first, the rest left out', async () => {
    const found = (await plain(LONG, term('needle'), { fragment_size: 50 })) as { t: string[] };
    expect(found.t).toHaveLength(4);
    for (const fragment of found.t) expect(fragment).toContain('<em>needle</em>');
    expect(
      await plain(LONG, term('needle'), { fragment_size: 50, number_of_fragments: 1 }),
    ).toEqual({
      t: ['word0 word1 word2 <em>needle</em> word4 word5 word6 word7'],
    });
    const whole = (await plain(LONG, term('needle'), { number_of_fragments: 0 })) as {
      t: string[];
    };
    expect(whole.t[0]!.replaceAll(/<\/?em>/g, '')).toBe(LONG);
  });

  test('several values, tags, and markup of the text itself', async () => {
    expect(
      await highlight({ t: ['a <b>', 'c', 'a/d'] }, any('a'), {
        pre_tags: ['['],
        post_tags: [']'],
        encoder: 'html',
        fields: { t: { type: 'plain' } },
      }),
    ).toEqual({ t: ['[a] &lt;b&gt;', '[a]&#x2F;d'] });
  });

  test('the start of a text without a match', async () => {
    expect(await plain(FOX, term('none'), { no_match_size: 12 })).toEqual({ t: ['The quick'] });
  });
});

describe('unified', () => {
  const unified = (source: string | string[], query: Query, field: object = {}) =>
    highlight({ t: source }, query, { fields: { t: field } });

  test('phrases are one match', async () => {
    expect(await unified(FOX, phrase('quick', 'brown', 'fox'))).toEqual({
      t: ['The <em>quick brown fox</em> is brown.'],
    });
    expect(await unified(FOX, any('quick', 'brown'))).toEqual({
      t: ['The <em>quick</em> <em>brown</em> fox is <em>brown</em>.'],
    });
  });

  test('sentences with matches, short ones joined', async () => {
    const text = 'One fox runs. Two dogs sleep. Nothing at all. A fox again.';
    expect(await unified(text, term('fox'), { fragment_size: 20 })).toEqual({
      t: ['One <em>fox</em> runs.', 'A <em>fox</em> again.'],
    });
    expect(await unified(text, term('fox'))).toEqual({
      t: ['One <em>fox</em> runs. Two dogs sleep. Nothing at all. A <em>fox</em> again.'],
    });
  });

  test('a long sentence is cut at words', async () => {
    const found = (await unified(LONG, term('needle'), { fragment_size: 30 })) as { t: string[] };
    expect(found.t.length).toBeGreaterThan(1);
    for (const fragment of found.t) {
      expect(fragment.replaceAll(/<\/?em>/g, '').length).toBeLessThan(45);
      expect(LONG).toContain(fragment.replaceAll(/<\/?em>/g, ''));
    }
  });

  test('values are never joined', async () => {
    expect(
      await unified(['a fox', 'no', 'fox b'], term('fox'), { number_of_fragments: 0 }),
    ).toEqual({
      t: ['a <em>fox</em>', '<em>fox</em> b'],
    });
    expect(await unified('Some text here', term('none'), { no_match_size: 6 })).toEqual({
      t: ['Some text'],
    });
  });
});

describe('fields', () => {
  test('patterns find text, a field only shows its own matches unless told', async () => {
    const source = { t: 'fox', k: 'fox', n: 1 };
    expect(await highlight(source, any('fox'), { fields: { '*': {} } })).toEqual({
      t: ['<em>fox</em>'],
    });
    expect(
      await highlight(source, any('fox'), {
        require_field_match: false,
        fields: [{ k: {} }, { t: {} }],
      }),
    ).toEqual({ k: ['<em>fox</em>'], t: ['<em>fox</em>'] });
  });

  test('values that were too long to be indexed are not shown', async () => {
    const query: Query = { kind: 'prefix', field: 'k', prefix: bytes('f') };
    expect(await highlight({ k: ['foxes and more', 'fox'] }, query, { fields: { k: {} } })).toEqual(
      {
        k: ['<em>fox</em>'],
      },
    );
  });

  test('fvh needs vectors and marks phrases whole', async () => {
    const query: Query = { ...phrase('quick', 'brown'), field: 't.fvh' } as Query;
    expect(await highlight({ t: FOX }, query, { type: 'fvh', fields: { 't.fvh': {} } })).toEqual({
      't.fvh': ['The <em>quick brown</em> fox is brown.'],
    });
    expect(highlight({ t: FOX }, query, { type: 'fvh', fields: { t: {} } })).rejects.toThrow(
      'the field [t] should be indexed with term vector with position offsets to be used with fast vector highlighter',
    );
  });

  test('what is refused', async () => {
    for (const [body, reason] of [
      [{ fields: { t: { type: 'nope' } } }, 'unknown highlighter type [nope] for the field [t]'],
      [{ fields: { t: { x: 1 } } }, '[highlight_field] unknown field [x]'],
      [{ fields: [1] }, '[fields] can be a single object'],
      [
        { max_analyzed_offset: -1, fields: { t: {} } },
        '[highlight] failed to parse field [max_analyzed_offset]',
      ],
    ] as const) {
      expect(highlight({ t: FOX }, any('fox'), body)).rejects.toThrow(reason);
    }
  });
});
