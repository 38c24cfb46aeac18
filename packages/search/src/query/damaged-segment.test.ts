import { expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { WriteBuffer } from '../index/buffer/write-buffer.ts';
import { runToEnd } from '../index/run-to-end.ts';
import { KEYWORD_OPTIONS, TEXT_OPTIONS } from '../index/segment/postings-format.ts';
import { Segment } from '../index/segment/segment.ts';
import type { Query } from './query.ts';
import { search } from './search.ts';
import { Searcher } from './searcher.ts';
import { sortedSearch } from './sorted-search.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const DOCUMENTS = 3000;

/**
 * Checksums of arrays are compared on the side, so that a damaged one may be searched before it is
 * found out: whatever it says, a search ends, with an answer or an error.
 */
test('searches in damaged arrays end', () => {
  const random = seededRandom('damaged');
  const vocabulary = Array.from({ length: 60 }, (_, i) => `w${i}`);
  const word = () => vocabulary[Math.floor(random() ** 3 * vocabulary.length)] as string;
  const buffer = new WriteBuffer();
  for (let seqNo = 0; seqNo < DOCUMENTS; seqNo += 1) {
    const field = buffer.tokens('body', TEXT_OPTIONS);
    const words = Array.from({ length: 1 + Math.floor(random() * 12) }, word);
    for (const [i, text] of words.entries()) field.token(bytes(text), 0, text.length, i, 0, 0);
    const tag = bytes(word());
    buffer.tokens('tag', KEYWORD_OPTIONS).token(tag, 0, tag.length, 0, 0, 0);
    buffer.keyword('tag', tag, 0, tag.length);
    buffer.long('num', Math.floor(random() * 1000));
    const head = { seqNo, primaryTerm: 1, version: 1, source: bytes(words.join(' ')) };
    buffer.endDocument({ ...head, id: bytes(`d${seqNo}`) });
  }
  const whole = runToEnd(buffer.toSegment('whole'));
  const ranges = whole.file.ranges();

  const term = (text: string): Query => ({ kind: 'term', field: 'body', term: bytes(text) });
  const terms = (...texts: string[]) => texts.map(term);
  const phrase = (...texts: string[]): Query => ({
    kind: 'phrase',
    field: 'body',
    terms: texts.map((text, position) => ({ term: bytes(text), position })),
  });
  const place = (text: string, position: number) => ({ terms: [bytes(text)], position });
  const queries: Query[] = [
    ...terms('w0', 'w20', 'w59'),
    { kind: 'bool', should: terms('w0', 'w5', 'w40') },
    { kind: 'bool', must: terms('w1', 'w2', 'w30') },
    { kind: 'bool', must: terms('w20', 'w3'), should: terms('w4'), mustNot: terms('w50') },
    { kind: 'bool', should: terms('w1', 'w2', 'w3'), minimumShouldMatch: 2 },
    phrase('w0', 'w1'),
    phrase('w20', 'w3', 'w1'),
    { kind: 'spread_phrase', field: 'body', places: [place('w0', 0), place('w9', 1)], slop: 3 },
    { kind: 'dis_max', queries: [term('w7'), phrase('w1', 'w0')], tieBreaker: 0.3 },
    { kind: 'prefix', field: 'body', prefix: bytes('w3') },
    {
      kind: 'bool',
      must: terms('w0'),
      filter: [{ kind: 'range', field: 'num', low: 10, high: 500 }],
    },
    { kind: 'ids', ids: ['d7', 'd2999', 'none'] },
    { kind: 'exists', field: 'tag' },
  ];
  let failed = 0;
  for (let round = 0; round < rounds(150, 5000); round += 1) {
    const damaged = whole.file.bytes.slice();
    for (let flip = Math.floor(random() * 3); flip >= 0; flip -= 1) {
      const { start, end } = ranges[Math.floor(random() * ranges.length)]!;
      damaged[start + Math.floor(random() * (end - start))] = Math.floor(random() * 256);
    }
    const segment = new Segment('damaged', damaged);
    const searcher = new Searcher([{ segment, live: undefined }]);
    for (const query of queries) {
      try {
        runToEnd(search(searcher, query, { k: 10 }));
        runToEnd(sortedSearch(searcher, query, { k: 10, sort: [{ field: 'num', order: 'asc' }] }));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        failed += 1;
      }
    }
    try {
      segment.source.read(Math.floor(random() * DOCUMENTS));
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  }
  expect(failed).toBeGreaterThanOrEqual(0);
}, 120_000);
