import { describe, expect, test } from 'bun:test';
import { createRegistry } from '../builtin.ts';
import { globalAnalyzer } from '../testing.ts';
import { FieldTokens } from './field-tokens.ts';

interface Seen {
  readonly term: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

function collect(feed: (sink: Parameters<FieldTokens['add']>[1]) => void): Seen[] {
  const seen: Seen[] = [];
  feed({
    token(bytes, from, to, position, start, end) {
      seen.push({ term: new TextDecoder().decode(bytes.slice(from, to)), position, start, end });
    },
  });
  return seen;
}

function viaStream(name: string, text: string): Seen[] {
  const stream = globalAnalyzer(name).stream(text);
  const seen: Seen[] = [];
  let position = -1;
  while (stream.next()) {
    const { term, start, end, positionIncrement } = stream.token;
    position += positionIncrement;
    seen.push({ term, position, start, end });
  }
  return seen;
}

/** A fixed sequence of pseudo-random numbers. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    yield state / 0x7fffffff;
  }
}

describe('field tokens', () => {
  test('the byte path and the stream give the same tokens on random ASCII', () => {
    const alphabet = 'aB1_.,:;\'" -Zz9#*\n';
    const random = numbers(7);
    const tokens = new FieldTokens(globalAnalyzer('standard'));
    for (let round = 0; round < 3000; round++) {
      let text = '';
      const length = Math.floor((random.next().value as number) * 24);
      for (let i = 0; i < length; i++) {
        text += alphabet[Math.floor((random.next().value as number) * alphabet.length)] ?? '';
      }
      tokens.begin();
      const got = collect((sink) => tokens.add(text, sink));
      expect({ text, got }).toEqual({ text, got: viaStream('standard', text) });
      tokens.begin();
      const bytes = new TextEncoder().encode(`xx${text}`);
      expect(collect((sink) => tokens.addUtf8(bytes, 2, bytes.length, sink))).toEqual(got);
    }
  });

  test('the path for UTF-8 and the stream give the same tokens on random text', () => {
    // Letters of many alphabets, cased and not, small forms of other widths, marks, middles, what is left to the stream.
    const alphabet = [
      ...'aZ9_.,:\'"- #*éÉßŒЖжΣςİıȺⱥKÅ漢字かナーㇰ한글ｱﾊﾟａＡ０９ｌ\u0301\u200d\u00ad\u30fc\u3099\u20e3\ufe0f',
      '·’‧．',
      'אב"',
      'ไทย',
      '😀',
      '🇩🇪',
      '𠀀',
      '©',
      'Ⓜ',
      '\ud800',
    ];
    const random = numbers(11);
    const pick = () => random.next().value as number;
    const tokens = new FieldTokens(globalAnalyzer('standard'));
    for (let round = 0; round < 20_000; round++) {
      // Most texts have nothing of the end of the list, so that the byte path is taken.
      const choice = pick() < 0.8 ? alphabet.length - 9 : alphabet.length;
      let text = 'é';
      const length = Math.floor(pick() * 16);
      for (let i = 0; i < length; i++) text += alphabet[Math.floor(pick() * choice)] ?? '';
      tokens.begin();
      const got = collect((sink) => tokens.add(text, sink));
      expect({ text, got }).toEqual({ text, got: viaStream('standard', text) });
      tokens.begin();
      const bytes = new TextEncoder().encode(`xx${text}`);
      expect(collect((sink) => tokens.addUtf8(bytes, 2, bytes.length, sink))).toEqual(got);
    }
  });

  test('broken UTF-8 is read as the stream reads it', () => {
    for (const bytes of [
      [0xc3],
      [0x61, 0xe6, 0xbc],
      [0xc0, 0x80, 0x62],
      [0xed, 0xa0, 0x80, 0x63],
      [0x64, 0xff],
    ]) {
      const tokens = new FieldTokens(globalAnalyzer('standard'));
      const got = collect((sink) => tokens.addUtf8(Uint8Array.from(bytes), 0, bytes.length, sink));
      const text = new TextDecoder().decode(Uint8Array.from(bytes));
      expect(got).toEqual(viaStream('standard', text));
    }
  });

  test('text beyond ASCII and words beyond the limit take the stream', () => {
    for (const text of ['Été 日本 x', `${'a'.repeat(600)} b`, `${'é'.repeat(600)} b`]) {
      const tokens = new FieldTokens(globalAnalyzer('standard'));
      expect(collect((sink) => tokens.add(text, sink))).toEqual(viaStream('standard', text));
    }
  });

  test('long texts are the same in pieces', () => {
    const words = ['Été', 'plain', '漢字', "l'eau", '😀', 'x_y', 'the'];
    const long = Array.from(
      { length: 40_000 },
      (_, i) => words[i % 7 === 4 && i < 9000 ? 0 : i % 7],
    );
    for (const text of [
      long.join(' '),
      'é'.repeat(200_000),
      `${'a'.repeat(70_000)} b ${'c '.repeat(70_000)}`,
    ]) {
      const tokens = new FieldTokens(globalAnalyzer('standard'));
      const expected = viaStream('standard', text);
      expect(collect((sink) => tokens.add(text, sink))).toEqual(expected);
      tokens.begin();
      const bytes = new TextEncoder().encode(text);
      expect(collect((sink) => tokens.addUtf8(bytes, 0, bytes.length, sink))).toEqual(expected);
    }
  });

  test('every language analyzer gives the same tokens by either way', () => {
    const registry = createRegistry();
    const words =
      "The running cats' l'équipe Größen HAÜSER während étaient niños canções ångström čeština ελληνικά ΣΊΣΥΦΟΣ русские كتاب हिन्दी Kedi'nin ﬁne can't and or de la und of 42 x_y".split(
        ' ',
      );
    const random = numbers(5);
    const pick = () => words[Math.floor((random.next().value as number) * words.length)] ?? '';
    for (const [name, type] of registry.analyzers) {
      if (!type.preconfigured) continue;
      const analyzer = registry.global.analyzer(name) as ReturnType<typeof globalAnalyzer>;
      const tokens = new FieldTokens(analyzer);
      for (let round = 0; round < 40; round++) {
        const text = Array.from({ length: 30 }, pick).join(round % 9 === 0 ? ' 😀 ' : ' ');
        tokens.begin();
        const got = collect((sink) => tokens.add(text, sink));
        expect({ name, got }).toEqual({ name, got: viaStream(name, text) });
      }
    }
  });

  test('what is remembered of terms is bounded, and right after it starts anew', () => {
    const analyzer = globalAnalyzer('english');
    const tokens = new FieldTokens(analyzer);
    for (let round = 0; round < 6; round++) {
      const text = Array.from({ length: 9000 }, (_, i) => `w${(i * 7 + round * 5000) % 40000}ings`);
      text.push('y'.repeat(100), 'running', 'the', 'Dogs');
      tokens.begin();
      const got = collect((sink) => tokens.add(text.join(' '), sink));
      expect(got).toEqual(viaStream('english', text.join(' ')));
    }
  });

  test('stop words leave a gap', () => {
    const analysis = createRegistry().forIndex({
      analyzer: { s: { type: 'standard', stopwords: '_english_' } },
    });
    const tokens = new FieldTokens(analysis.analyzer('s') as ReturnType<typeof globalAnalyzer>);
    expect(collect((sink) => tokens.add('The cat and THE dog', sink))).toEqual([
      { term: 'cat', position: 1, start: 4, end: 7 },
      { term: 'dog', position: 4, start: 16, end: 19 },
    ]);
  });

  test('values of one field stand a gap of positions apart', () => {
    const tokens = new FieldTokens(globalAnalyzer('standard'));
    tokens.begin();
    const seen = collect((sink) => {
      tokens.add('a b', sink);
      tokens.add('ç', sink);
      tokens.add('d', sink);
    });
    expect(seen).toEqual([
      { term: 'a', position: 0, start: 0, end: 1 },
      { term: 'b', position: 1, start: 2, end: 3 },
      { term: 'ç', position: 102, start: 4, end: 5 },
      { term: 'd', position: 203, start: 6, end: 7 },
    ]);
  });
});
