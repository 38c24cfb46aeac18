import { describe, expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { MemoryDirectory } from '../index/directory/memory-directory.ts';
import { runToEnd } from '../index/run-to-end.ts';
import { decodeLength, encodeLength } from '../index/segment/length-norm.ts';
import { KEYWORD_OPTIONS, TEXT_OPTIONS } from '../index/segment/postings-format.ts';
import type { FillRows } from '../index/shard/documents.ts';
import { openShard } from '../index/shard/open-shard.ts';
import type { Shard } from '../index/shard/shard.ts';
import type { Query } from './query.ts';
import { countAll, search } from './search.ts';
import { Searcher } from './searcher.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const { fround } = Math;

interface Doc {
  id: string;
  words: string[];
  num: number;
  tag: string;
}

const fill: FillRows = ({ source }, rows) => {
  const { words, num, tag } = JSON.parse(Buffer.from(source).toString()) as Doc;
  for (const [position, word] of words.entries()) {
    const encoded = bytes(word);
    rows.tokens('body', TEXT_OPTIONS).token(encoded, 0, encoded.length, position, 0, 0);
  }
  rows.long('num', num);
  rows.tokens('tag', KEYWORD_OPTIONS).token(bytes(tag), 0, tag.length, 0, 0, 0);
  rows.keyword('tag', bytes(tag), 0, tag.length);
};

const term = (word: string, boost?: number): Query => ({
  kind: 'term',
  field: 'body',
  term: bytes(word),
  ...(boost === undefined ? {} : { boost }),
});
const phrase = (...words: string[]): Query => ({
  kind: 'phrase',
  field: 'body',
  terms: words.map((word, position) => ({ term: bytes(word), position })),
});

/** The same search over plain objects: every document, every clause, no index. */
class Model {
  /** Live documents in index order; statistics count `all`, deleted ones included. */
  constructor(
    readonly live: Doc[],
    readonly all: Doc[],
  ) {}

  private readonly idfs = new Map<string, number>();
  private average = 0;

  private idf(word: string): number {
    const known = this.idfs.get(word);
    if (known !== undefined) return known;
    const df = this.all.filter(({ words }) => words.includes(word)).length;
    const docCount = this.all.filter(({ words }) => words.length > 0).length;
    const tokens = this.all.reduce((sum, { words }) => sum + words.length, 0);
    this.average = fround(tokens / docCount);
    const idf = fround(Math.log(1 + (docCount - df + 0.5) / (df + 0.5)));
    this.idfs.set(word, idf);
    return idf;
  }

  private bm25(doc: Doc, freq: number, idf: number, boost: number): number {
    const { average } = this;
    const length = decodeLength(encodeLength(doc.words.length));
    const relative = fround(fround(0.75 * length) / average);
    const inverse = fround(1 / fround(fround(1.2) * fround(0.25 + relative)));
    const weight = fround(fround(fround(boost) * fround(1 + fround(1.2))) * idf);
    return fround(weight - fround(weight / fround(1 + fround(freq * inverse))));
  }

  /** The score, undefined when the document does not match. */
  score(doc: Doc, query: Query, boost = 1): number | undefined {
    const own = boost * ('boost' in query ? (query.boost ?? 1) : 1);
    const constant = (matches: boolean) => (matches ? fround(own) : undefined);
    const text = (key: Uint8Array) => Buffer.from(key).toString();
    switch (query.kind) {
      case 'term': {
        const word = text(query.term);
        if (query.field === 'tag') return constant(doc.tag === word);
        const freq = doc.words.filter((other) => other === word).length;
        return freq === 0 ? undefined : this.bm25(doc, freq, this.idf(word), own);
      }
      case 'phrase': {
        const words = query.terms.map((entry) => text(entry.term));
        const freq = doc.words.filter((_, at) =>
          words.every((word, i) => doc.words[at + i] === word),
        ).length;
        const sum = fround(words.reduce((total, word) => total + this.idf(word), 0));
        return freq === 0 ? undefined : this.bm25(doc, freq, sum, own);
      }
      case 'range':
        return constant(doc.num >= Number(query.low) && doc.num <= Number(query.high));
      case 'prefix':
        return constant(doc.words.some((word) => word.startsWith(text(query.prefix))));
      case 'terms':
        return constant(query.terms.some((key) => doc.words.includes(text(key))));
      case 'match_all':
        return constant(true);
      case 'exists':
        return constant(query.field === 'body' ? doc.words.length > 0 : query.field !== 'none');
      case 'ids':
        return constant(query.ids.includes(doc.id));
      case 'constant':
        return constant(this.score(doc, query.filter) !== undefined);
      case 'bool':
        return this.bool(doc, query, own);
      default:
        return undefined;
    }
  }

  private bool(doc: Doc, query: Extract<Query, { kind: 'bool' }>, boost: number) {
    const { must = [], should = [], filter = [], mustNot = [] } = query;
    if (mustNot.some((clause) => this.score(doc, clause) !== undefined)) return undefined;
    if (filter.some((clause) => this.score(doc, clause) === undefined)) return undefined;
    const required = must.map((clause) => this.score(doc, clause, boost));
    if (required.includes(undefined)) return undefined;
    const optional = should
      .map((clause) => this.score(doc, clause, boost))
      .filter((score) => score !== undefined);
    const fallback = should.length > 0 && must.length + filter.length === 0 ? 1 : 0;
    if (optional.length < (query.minimumShouldMatch ?? fallback)) return undefined;
    // Required and optional clauses are rounded apart, then added, as the reference does.
    const sum = (scores: readonly (number | undefined)[]) =>
      fround(scores.reduce<number>((total, score) => total + (score as number), 0));
    const isOptional = (query.minimumShouldMatch ?? fallback) === 0;
    return isOptional
      ? fround(sum(required) + sum(optional))
      : sum([...required, ...(optional.length > 0 ? [sum(optional)] : [])]);
  }

  search(query: Query, k: number): { hits: { id: string; score: number }[]; total: number } {
    const scored = this.live
      .map((doc) => ({ id: doc.id, score: this.score(doc, query) }))
      .filter((hit): hit is { id: string; score: number } => hit.score !== undefined);
    const total = scored.length;
    return { hits: scored.sort((a, b) => b.score - a.score).slice(0, k), total };
  }
}

async function randomShard(label: string, documents: number, segments: number, deletes: number) {
  const random = seededRandom(label);
  const shard = await openShard({ directory: new MemoryDirectory(), fill });
  const all: Doc[] = [];
  for (let i = 0; i < documents; i += 1) {
    const words = Array.from(
      { length: random() < 0.05 ? 0 : 1 + Math.floor(random() ** 3 * 60) },
      () => `w${Math.floor(random() ** 3 * 300)}`,
    );
    const tag = `t${Math.floor(random() * 5)}`;
    const doc = { id: `d${i}`, words, num: Math.floor(random() * 1000), tag };
    all.push(doc);
    shard.index({ id: doc.id, source: bytes(JSON.stringify(doc)) });
    if (i % Math.ceil(documents / segments) === 0) await shard.refresh();
  }
  await shard.refresh();
  const gone = new Set<string>();
  for (let i = 0; i < deletes; i += 1) {
    const id = `d${Math.floor(random() * documents)}`;
    shard.delete({ id });
    gone.add(id);
  }
  await shard.refresh();
  return {
    shard,
    model: new Model(
      all.filter(({ id }) => !gone.has(id)),
      all,
    ),
    random,
  };
}

function run(shard: Shard, query: Query, k: number, countUpTo?: number) {
  const views = shard.searchViews();
  const searcher = new Searcher(views);
  const options = countUpTo === undefined ? { k } : { k, countUpTo };
  const result = runToEnd(search(searcher, query, options));
  const hits = result.hits.map(({ doc, score }) => {
    const view = searcher.bases.findLastIndex((base) => base <= doc);
    const { segment } = views[view]!;
    return { id: Buffer.from(segment.ids.idOf(doc - searcher.bases[view]!)).toString(), score };
  });
  return { ...result, hits, counted: runToEnd(countAll(searcher, query)) };
}

function randomQuery(random: () => number): Query {
  const word = () => `w${Math.floor(random() ** 3 * 300)}`;
  const some = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => term(word()));
  const range = (): Query => {
    const low = Math.floor(random() * 1000);
    return { kind: 'range', field: 'num', low, high: low + Math.floor(random() * 600) };
  };
  const tag = (): Query => ({
    kind: 'term',
    field: 'tag',
    term: bytes(`t${Math.floor(random() * 5)}`),
  });
  const kinds: (() => Query)[] = [
    () => term(word(), 1 + random()),
    () => ({ kind: 'bool', should: some(4) }),
    () => ({ kind: 'bool', must: some(3) }),
    () => phrase(word(), word()),
    () => phrase('w0', 'w1', 'w0'),
    () => ({ kind: 'bool', must: [term(word())], filter: [range()] }),
    () => ({ kind: 'bool', must: [term(word())], filter: [tag(), range()], mustNot: [term('w7')] }),
    () => ({ kind: 'bool', should: some(3), filter: [range()], minimumShouldMatch: 1 }),
    () => ({ kind: 'bool', must: some(2), filter: [tag()] }),
    () => ({ kind: 'bool', should: some(4), minimumShouldMatch: 2 }),
    () => ({ kind: 'bool', must: [term(word())], should: [...some(2), range()], mustNot: [tag()] }),
    () => ({ kind: 'bool', must: [{ kind: 'bool', should: some(3) }, range()], boost: 2 }),
    () => ({ kind: 'bool', should: [phrase(word(), 'w0'), term(word())] }),
    () => ({ kind: 'constant', filter: { kind: 'bool', should: some(3) }, boost: 3 }),
    () => ({ kind: 'prefix', field: 'body', prefix: bytes(`w${Math.floor(random() * 30)}`) }),
    () => ({ kind: 'terms', field: 'body', terms: [bytes(word()), bytes(word())] }),
    range,
    () => ({ kind: 'match_all' }),
    () => ({ kind: 'exists', field: 'body' }),
    () => ({ kind: 'ids', ids: ['d1', 'd77', 'none'] }),
    () => ({ kind: 'bool', filter: [range()] }),
    () => ({ kind: 'bool', mustNot: [range()] }),
  ];
  return kinds[Math.floor(random() * kinds.length)]!();
}

describe('a search equals the same search without an index', () => {
  for (const [documents, segments, deletes] of [
    [9000, 1, 0],
    [1500, 4, 0],
    [2000, 3, 300],
  ] as const) {
    test(`${documents} documents, ${segments} segments, ${deletes} deletions`, async () => {
      const { shard, model, random } = await randomShard(
        `search ${segments}`,
        documents,
        segments,
        deletes,
      );
      for (let round = 0; round < rounds(60, 1000); round += 1) {
        const query = randomQuery(random);
        const k = [1, 10, 150][round % 3]!;
        const wanted = model.search(query, k);
        const found = run(shard, query, k);
        const shown = JSON.stringify(query, (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString() : value,
        );
        expect(found.total, shown).toBe(wanted.total);
        expect(found.counted, shown).toBe(wanted.total);
        expect(found.hits, shown).toEqual(wanted.hits);
      }
      await shard.close();
    }, 60_000);
  }
});

test('counting stops where it may', async () => {
  const { shard, model } = await randomShard('threshold', 1200, 2, 0);
  const query: Query = { kind: 'bool', must: [term('w0'), term('w1')] };
  const exact = model.search(query, 5);
  const found = run(shard, query, 5, 3);
  expect(found.hits).toEqual(exact.hits);
  expect(found).toMatchObject({ total: 3, isLowerBound: true });
  expect(run(shard, query, 5, exact.total)).toMatchObject({
    total: exact.total,
    isLowerBound: false,
  });
  await shard.close();
});

test('pages behind each other hold every hit once', async () => {
  const { shard, model } = await randomShard('pages', 700, 3, 50);
  const query: Query = { kind: 'bool', should: [term('w0'), term('w3'), term('w9')] };
  const searcher = new Searcher(shard.searchViews());
  const docs: number[] = [];
  let after: { doc: number; score: number } | undefined;
  for (;;) {
    const page = runToEnd(
      search(searcher, query, after === undefined ? { k: 7 } : { k: 7, after }),
    );
    if (page.hits.length === 0) break;
    docs.push(...page.hits.map(({ doc }) => doc));
    after = page.hits.at(-1);
  }
  const all = runToEnd(search(searcher, query, { k: 700 }));
  expect(docs).toEqual(all.hits.map(({ doc }) => doc));
  expect(docs).toHaveLength(model.search(query, 1000).total);
  await shard.close();
});

test('scores are those the reference prints', async () => {
  const shard = await openShard({ directory: new MemoryDirectory(), fill });
  const add = (id: string, text: string) => {
    const doc = { id, words: text.split(' '), num: 1, tag: 't' };
    shard.index({ id, source: bytes(JSON.stringify(doc)) });
  };
  add('1', 'foo');
  await shard.refresh();
  expect(run(shard, term('foo'), 1).hits).toEqual([{ id: '1', score: fround(0.2876821) }]);
  await shard.close();
});
