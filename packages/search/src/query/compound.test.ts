import { describe, expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { WriteBuffer } from '../index/buffer/write-buffer.ts';
import { runToEnd } from '../index/run-to-end.ts';
import { hasBit } from '../index/segment/bitmap.ts';
import { KEYWORD_OPTIONS, TEXT_OPTIONS } from '../index/segment/postings-format.ts';
import { compile } from './compile.ts';
import { scoreOf } from './iterate.ts';
import { matches } from './matches.ts';
import type { NestedScoreMode, Query } from './query.ts';
import { search } from './search.ts';
import { Searcher } from './searcher.ts';
import { TopDocs } from './top-docs.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const term = (word: string): Query => ({ kind: 'term', field: 'body', term: bytes(word) });
const { fround } = Math;

function addWords(buffer: WriteBuffer, words: readonly string[]): void {
  const field = buffer.tokens('body', TEXT_OPTIONS);
  for (const [position, word] of words.entries()) {
    field.token(bytes(word), 0, word.length, position, 0, 0);
  }
}

function endDocument(buffer: WriteBuffer): void {
  const seqNo = buffer.roots;
  const head = { seqNo, primaryTerm: 1, version: 1, source: bytes('') };
  buffer.endDocument({ ...head, id: bytes(String(seqNo)) });
}

const searcherOf = (buffer: WriteBuffer) =>
  new Searcher([{ segment: runToEnd(buffer.toSegment('s')), live: undefined }]);

/** `a,b@0 c@1`: terms of the places and where they belong. */
const places = (text: string) =>
  text.split(' ').map((place) => {
    const [terms = '', position] = place.split('@');
    return { terms: terms.split(',').map(bytes), position: Number(position) };
  });
const spread = (slop: number, text: string): Query => ({
  kind: 'spread_phrase',
  field: 'body',
  places: places(text),
  slop,
});

describe('scores are those of Lucene 8.7, recorded', () => {
  const texts = [
    ...['a b c', 'b a c', 'a x b x c', 'c b a', 'a a b b', 'a b a b c a', 'x a x x b'],
    ...['a c b a', 'b', 'a b', 'a x x x x b', 'c a b a c b'],
  ];
  const buffer = new WriteBuffer();
  for (const text of texts) {
    addWords(buffer, text.split(' '));
    endDocument(buffer);
  }
  const searcher = searcherOf(buffer);
  const synonym: Query = { kind: 'synonym', field: 'body', terms: [bytes('a'), bytes('c')] };
  const queries = [term('a'), term('b'), term('c')];
  const best: Query = { kind: 'dis_max', tieBreaker: 0.3, queries };
  /** Documents from the best to the worst, with their scores. */
  const recorded: [string, Query, string][] = [
    [
      'slop',
      spread(1, 'a@0 b@1'),
      '9:0.09247031 5:0.08867015 0:0.08193571 11:0.07705858 4:0.073555924 7:0.04759501 2:0.04203195',
    ],
    [
      'turned round',
      spread(3, 'b@0 a@1'),
      '1:0.08193571 3:0.08193571 5:0.07705858 7:0.073555924 11:0.061065286 9:0.0497917 0:0.041228794 4:0.035178915 2:0.024152696',
    ],
    [
      'three words',
      spread(4, 'a@0 b@1 c@2'),
      '0:0.36044016 11:0.32885268 5:0.3181539 1:0.181368 7:0.15475422 2:0.13495153 3:0.12116927',
    ],
    [
      'a gap',
      spread(2, 'a@0 c@2'),
      '0:0.3405816 5:0.25382966 11:0.25382966 1:0.2280165 7:0.19783783 2:0.12751633',
    ],
    ['a word twice', spread(2, 'a@0 a@1'), '4:0.11145665 5:0.08228342 11:0.05702433 7:0.053305358'],
    [
      'a word twice and one between',
      spread(5, 'a@0 b@1 a@2'),
      '5:0.13544063 11:0.10733031 7:0.08365451 4:0.061831594',
    ],
    [
      'several words at a place',
      spread(2, 'a,b@0 c@1'),
      '7:0.3746681 0:0.36044016 1:0.36044016 11:0.35772327 5:0.3181539 2:0.18490112 3:0.181368',
    ],
    [
      'places that share a word',
      spread(3, 'a@0 b,c@1 a@2'),
      '5:0.45724472 11:0.37294823 7:0.24543285 4:0.18140692',
    ],
    [
      'synonyms',
      synonym,
      '7:0.08757308 5:0.0867981 11:0.0867981 0:0.08242173 1:0.08242173 3:0.08242173 4:0.07662645 2:0.0715926 9:0.07005847 6:0.050557658 10:0.04626502',
    ],
    [
      'dis_max',
      best,
      '11:0.32799628 0:0.30308518 1:0.30308518 3:0.30308518 7:0.27835727 2:0.24684256 5:0.23774135 4:0.08398034 9:0.076782025 6:0.055409703 10:0.0507051 8:0.025718499',
    ],
  ];
  for (const [name, query, wanted] of recorded) {
    test(name, () => {
      const { hits } = runToEnd(search(searcher, query, { k: 100 }));
      const pairs = wanted.split(' ').map((pair) => pair.split(':').map(Number));
      expect(hits.map(({ doc }) => doc)).toEqual(pairs.map(([doc]) => doc as number));
      for (const [i, { score }] of hits.entries()) {
        // The reference has the factor k1 + 1 in its scores, Lucene's own BM25 has not.
        expect(score / 2.2).toBeCloseTo(pairs[i]?.[1] as number, 6);
      }
    });
  }
});

describe('compound queries', () => {
  const random = seededRandom('compound');
  const vocabulary = ['red', 'green', 'blue', 'grey', 'pink', 'rose', 'gold'];
  const word = () => vocabulary[Math.floor(random() * random() * vocabulary.length)] as string;
  const buffer = new WriteBuffer();
  /** Rows of each document, its nested ones first. */
  const documents: number[][] = [];
  for (let i = 0; i < 2000; i += 1) {
    const rows: number[] = [];
    for (let child = Math.floor(random() * 4); child > 0; child -= 1) {
      rows.push(buffer.documents);
      addWords(buffer, Array.from({ length: 1 + Math.floor(random() * 5) }, word));
      buffer.tokens('_path', KEYWORD_OPTIONS).token(bytes('child'), 0, 5, 0, 0, 0);
      buffer.endRow();
    }
    rows.push(buffer.documents);
    addWords(buffer, Array.from({ length: 1 + Math.floor(random() * 8) }, word));
    endDocument(buffer);
    documents.push(rows);
  }
  const searcher = searcherOf(buffer);
  const [view] = searcher.views as [(typeof searcher.views)[number]];
  const children: Query = { kind: 'term', field: '_path', term: bytes('child') };
  const nested = (query: Query, scoreMode: NestedScoreMode): Query => ({
    kind: 'nested',
    children,
    parents: undefined,
    query,
    scoreMode,
  });

  const combine: Record<NestedScoreMode, (scores: number[]) => number> = {
    none: () => 0,
    sum: (scores) => scores.reduce((sum, score) => sum + score, 0),
    avg: (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length,
    min: (scores) => Math.min(...scores),
    max: (scores) => Math.max(...scores),
  };
  for (const mode of ['none', 'sum', 'avg', 'min', 'max'] as const) {
    test(`nested rows lend their ${mode} to the document`, () => {
      const inner: Query = { kind: 'bool', should: [term('green'), term('gold')] };
      const { hits, total } = runToEnd(search(searcher, nested(inner, mode), { k: 5000 }));
      const wanted: { doc: number; score: number }[] = [];
      for (const rows of documents) {
        const scores = rows
          .slice(0, -1)
          .map((row) => scoreOf(searcher, view, inner, row))
          .filter((score) => score !== undefined);
        if (scores.length === 0) continue;
        wanted.push({ doc: rows.at(-1) as number, score: fround(combine[mode](scores)) });
      }
      wanted.sort((a, b) => b.score - a.score || a.doc - b.doc);
      expect(total).toBe(wanted.length);
      expect(hits).toEqual(wanted);
    });
  }

  const all: Record<string, Query> = {
    'slop phrase': spread(3, 'red@0 green@1'),
    'phrase with places of several words': spread(0, 'red,pink@0 green,gold@1'),
    synonym: { kind: 'synonym', field: 'body', terms: [bytes('rose'), bytes('gold')] },
    dis_max: { kind: 'dis_max', queries: [term('rose'), term('blue')], tieBreaker: 0.5 },
    boosting: {
      kind: 'boosting',
      positive: term('blue'),
      negative: term('rose'),
      negativeBoost: 0.25,
    },
    nested: nested(term('pink'), 'avg'),
    pattern: {
      kind: 'term_pattern',
      field: 'body',
      prefix: bytes('g'),
      accepts: (found) => found.at(-1) === 'y'.charCodeAt(0),
    },
    mixed: {
      kind: 'bool',
      must: [
        { kind: 'dis_max', queries: [term('red'), spread(2, 'blue@0 grey@1')], tieBreaker: 0 },
      ],
      should: [nested(term('gold'), 'max')],
      mustNot: [term('rose')],
    },
  };
  for (const [name, query] of Object.entries(all)) {
    test(`${name}: the same in parts, in all, as a bitmap and row by row`, () => {
      const whole = runToEnd(search(searcher, query, { k: 5000 }));
      expect(whole.hits.length).toBeGreaterThan(20);
      const { scorer } = compile(searcher, view, query) as { scorer: import('./scorer.ts').Scorer };
      const top = new TopDocs(5000);
      for (let end = 7; end < view.segment.documents + 61; end += 61) scorer.score(top, end);
      expect(top.hits()).toEqual([...whole.hits]);
      const bits = matches(searcher, view, query);
      const byRow = new Map(whole.hits.map(({ doc, score }) => [doc, score]));
      for (const rows of documents) {
        const root = rows.at(-1) as number;
        expect(hasBit(bits, root)).toBe(byRow.has(root));
        expect(scoreOf(searcher, view, query, root)).toBe(byRow.get(root) as number);
      }
    });
  }
});
