import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { MemoryDirectory } from '../index/directory/memory-directory.ts';
import { runToEnd } from '../index/run-to-end.ts';
import { KEYWORD_OPTIONS } from '../index/segment/postings-format.ts';
import type { FillRows } from '../index/shard/documents.ts';
import { openShard } from '../index/shard/open-shard.ts';
import type { Query } from './query.ts';
import { Searcher } from './searcher.ts';
import type { SortField, SortValue } from './sort-key.ts';
import { sortedSearch } from './sorted-search.ts';

interface Doc {
  word: string;
  num: number;
  some: number[];
  tags: string[];
}

const bytes = (text: string) => new TextEncoder().encode(text);

const fill: FillRows = ({ source }, rows) => {
  const doc = JSON.parse(Buffer.from(source).toString()) as Doc;
  rows.tokens('word', KEYWORD_OPTIONS).token(bytes(doc.word), 0, doc.word.length, 0, 0, 0);
  rows.long('num', doc.num);
  for (const value of doc.some) rows.double('some', value);
  for (const tag of doc.tags) rows.keyword('tags', bytes(tag), 0, tag.length);
};

/** Documents in index order, and their shard of three segments. */
async function randomShard(label: string) {
  const random = seededRandom(label);
  const shard = await openShard({ directory: new MemoryDirectory(), fill });
  const docs: Doc[] = [];
  for (let i = 0; i < 3000; i += 1) {
    const some = Array.from(
      { length: Math.floor(random() * 3) },
      () => Math.floor(random() * 40) / 4,
    );
    const tags = Array.from(
      { length: Math.floor(random() * 3) },
      () => `k${Math.floor(random() * 30)}`,
    );
    docs.push({
      word: `w${Math.floor(random() * 4)}`,
      num: Math.floor(random() * 500),
      some,
      tags,
    });
    shard.index({ id: String(i), source: bytes(JSON.stringify(docs[i])) });
    if (i % 1100 === 1000) await shard.refresh();
  }
  await shard.refresh();
  return { shard, docs, searcher: new Searcher(shard.searchViews()) };
}

const word = (value: string): Query => ({ kind: 'term', field: 'word', term: bytes(value) });

function sortValue(doc: Doc, { field, order }: SortField): SortValue {
  if (field === 'num') return doc.num;
  if (field === 'none') return null;
  const values: (number | string)[] = field === 'some' ? doc.some : doc.tags;
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return (order === 'asc' ? sorted[0] : sorted.at(-1)) ?? null;
}

function wanted(docs: Doc[], matches: (doc: Doc) => boolean, sort: SortField[]) {
  return docs
    .map((doc, number) => ({ doc: number, values: sort.map((field) => sortValue(doc, field)) }))
    .filter(({ doc }) => matches(docs[doc]!))
    .sort((a, b) => {
      for (const [i, { order, missing }] of sort.entries()) {
        const [x, y] = [a.values[i]!, b.values[i]!];
        if (x === y) continue;
        if (x === null || y === null) return (x === null) === (missing === '_first') ? -1 : 1;
        return x < y === (order === 'asc') ? -1 : 1;
      }
      return a.doc - b.doc;
    });
}

const sorts: SortField[][] = [
  [{ field: 'num', order: 'asc' }],
  [{ field: 'num', order: 'desc' }],
  [
    { field: 'some', order: 'asc' },
    { field: 'num', order: 'desc' },
  ],
  [{ field: 'some', order: 'desc', missing: '_first' }],
  [
    { field: 'tags', order: 'desc' },
    { field: 'num', order: 'asc' },
  ],
  [
    { field: 'none', order: 'asc' },
    { field: 'num', order: 'asc' },
  ],
];

test('hits come in the order of their fields, equal ones by document', async () => {
  const { shard, docs, searcher } = await randomShard('sort');
  for (const sort of sorts) {
    for (const [query, matches] of [
      [{ kind: 'match_all' }, () => true],
      [word('w1'), (doc: Doc) => doc.word === 'w1'],
    ] as [Query, (doc: Doc) => boolean][]) {
      const all = wanted(docs, matches, sort);
      const found = runToEnd(sortedSearch(searcher, query, { k: 25, sort }));
      expect(found.total).toBe(all.length);
      expect(found.hits).toEqual(all.slice(0, 25));
    }
  }
  await shard.close();
});

test('search_after goes on where a page ended', async () => {
  const { shard, docs, searcher } = await randomShard('after');
  // The document number as last field makes values unique, as a tiebreaker does.
  const sort: SortField[] = [
    { field: 'tags', order: 'asc' },
    { field: 'num', order: 'desc' },
    { field: '_seq_no', order: 'asc' },
  ];
  const seen: number[] = [];
  let after: readonly SortValue[] | undefined;
  for (;;) {
    const options = after === undefined ? { k: 400, sort } : { k: 400, sort, after };
    const page = runToEnd(sortedSearch(searcher, { kind: 'match_all' }, options));
    expect(page.total).toBe(docs.length);
    if (page.hits.length === 0) break;
    seen.push(...page.hits.map(({ doc }) => doc));
    after = page.hits.at(-1)!.values;
  }
  expect(seen).toEqual(wanted(docs, () => true, sort.slice(0, 2)).map(({ doc }) => doc));
  await shard.close();
});

test('in the order of documents pages follow each other, and each counts all', async () => {
  const { shard, docs, searcher } = await randomShard('documents');
  const sort: SortField[] = [{ field: '_doc', order: 'asc', offset: 2 ** 32 }];
  const seen: number[] = [];
  let after: readonly SortValue[] | undefined;
  const matching = docs.flatMap((doc, number) => (doc.word === 'w1' ? [number] : []));
  for (;;) {
    const options = after === undefined ? { k: 100, sort } : { k: 100, sort, after };
    const page = runToEnd(sortedSearch(searcher, word('w1'), options));
    expect(page.total).toBe(matching.length);
    if (page.hits.length === 0) break;
    expect(page.hits.every(({ doc, values: [value] }) => value === doc + 2 ** 32)).toBe(true);
    seen.push(...page.hits.map(({ doc }) => doc));
    after = page.hits.at(-1)!.values;
  }
  expect(seen).toEqual(matching);
  await shard.close();
});
