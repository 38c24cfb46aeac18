import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { WriteBuffer } from '../index/buffer/write-buffer.ts';
import { runToEnd } from '../index/run-to-end.ts';
import { bitmapWords, setBit } from '../index/segment/bitmap.ts';
import { TEXT_OPTIONS } from '../index/segment/postings-format.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { Searcher } from './searcher.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('two frequent words: the same documents and frequencies as by looking at the words', () => {
  const random = seededRandom('dense pair');
  const texts = Array.from({ length: 5000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
      random() < 0.03 ? 'b' : random() < 0.3 ? 'a' : 'x',
    ),
  );
  const buffer = new WriteBuffer();
  for (const [seqNo, words] of texts.entries()) {
    const field = buffer.tokens('body', TEXT_OPTIONS);
    for (const [i, word] of words.entries()) field.token(bytes(word), 0, 1, i, 0, 0);
    const head = { seqNo, primaryTerm: 1, version: 1, source: bytes('') };
    buffer.endDocument({ ...head, id: bytes(String(seqNo)) });
  }
  const view = { segment: runToEnd(buffer.toSegment('s')), live: undefined };
  const searcher = new Searcher([view]);
  const accept = new Int32Array(bitmapWords(texts.length));
  for (let doc = 0; doc < texts.length; doc += 1) if (random() < 0.7) setBit(accept, doc);
  for (const [first, second, gap] of [
    ['a', 'b', 1],
    ['b', 'a', 1],
    ['a', 'x', 1],
    ['x', 'x', 1],
    ['x', 'a', 3],
  ] as const) {
    for (const accepted of [undefined, accept]) {
      const wanted = texts.flatMap((words, doc) => {
        const freq = words.filter((word, i) => word === first && words[i + gap] === second).length;
        const isIn =
          accepted === undefined || (((accepted[doc >> 5] as number) >>> (doc & 31)) & 1) === 1;
        return freq > 0 && isIn ? [`${doc}:${freq}`] : [];
      });
      const cursors = [first, second].map((word, i) => {
        const scores = searcher.scores('body', [bytes(word)], 1)!;
        const cursor = searcher.cursor(view, 'body', bytes(word), scores)!;
        return { cursor, position: i * gap };
      });
      const matcher = new PhraseMatcher(cursors);
      const pair = matcher.pair()!;
      const found: string[] = [];
      const { lead } = matcher;
      for (let block = lead.firstBlock; block < lead.endBlock; block += 1) {
        const n = pair.matchBlock(block, accepted);
        for (let i = 0; i < n; i += 1) found.push(`${pair.docs[i]}:${pair.freqs[i]}`);
      }
      expect(found).toEqual(wanted);
    }
  }
});
