import { describe, expect, test } from 'bun:test';
import { createRegistry } from './builtin.ts';
import { Analyzer } from './core/analyzer.ts';
import { cannotRead } from './core/config-files.ts';
import { AnalysisError } from './core/errors.ts';
import type { SettingMap } from './core/settings.ts';
import { show } from './testing.ts';
import { KeywordTokenizer } from './tokenizers/simple.ts';

const registry = createRegistry({
  text(path, setting) {
    if (path === 'stop.txt') return '# a comment\nfoo\n';
    throw cannotRead(setting, path);
  },
});

function refusal(analysis: SettingMap): string {
  try {
    registry.forIndex(analysis);
  } catch (error) {
    if (error instanceof AnalysisError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('registry', () => {
  test('every preconfigured component can be made', () => {
    const { global } = registry;
    for (const [name, type] of registry.filters) {
      if (type.preconfigured) expect(global.filter(name)?.name).toBe(name);
    }
    for (const [name, type] of registry.tokenizers) {
      if (type.preconfigured) expect(global.tokenizer(name)?.name).toBe(name);
    }
  });

  test.each([
    [{ analyzer: { a: {} } }, 'analyzer [a] must specify either an analyzer type, or a tokenizer'],
    [{ analyzer: { a: { type: 'x' } } }, 'Unknown analyzer type [x] for [a]'],
    [{ tokenizer: { t: { type: 'x' } } }, 'Unknown tokenizer type [x] for [t]'],
    [{ filter: { f: { type: 'x' } } }, 'Unknown filter type [x] for [f]'],
    [{ char_filter: { c: { type: 'x' } } }, 'Unknown char_filter type [x] for [c]'],
    [
      { analyzer: { _a: { type: 'standard' } } },
      'analyzer name must not start with \'_\'. got: "_a"',
    ],
    [
      { analyzer: { a: { type: 'custom' } } },
      'Custom Analyzer [a] must be configured with a tokenizer',
    ],
    [
      { analyzer: { a: { tokenizer: 'x' } } },
      'Custom Analyzer [a] failed to find tokenizer under name [x]',
    ],
    [
      { analyzer: { a: { tokenizer: 'standard', filter: 'x' } } },
      'Custom Analyzer [a] failed to find filter under name [x]',
    ],
    [
      { analyzer: { a: { tokenizer: 'standard', char_filter: ['x'] } } },
      'Custom Analyzer [a] failed to find char_filter under name [x]',
    ],
    [
      { normalizer: { n: { tokenizer: 'standard' } } },
      'Custom normalizer [n] cannot configure a tokenizer',
    ],
    [
      { normalizer: { n: { filter: ['stop'] } } },
      'Custom normalizer [n] may not use filter [stop]',
    ],
    [{ tokenizer: { t: { type: 'pattern', pattern: '(a' } } }, 'Unclosed group near index 2\n(a'],
    [
      { char_filter: { c: { type: 'pattern_replace', pattern: 'a**' } } },
      "Dangling meta character '*' near index 2\na**\n  ^",
    ],
    [
      { filter: { f: { type: 'pattern_capture', patterns: ['[z-a]'] } } },
      'Illegal character range near index 3\n[z-a]\n   ^',
    ],
    [
      { filter: { f: { type: 'elision' } } },
      'elision filter requires [articles] or [articles_path] setting',
    ],
    [
      { filter: { f: { type: 'keep' } } },
      'keep requires either `keep_words` or `keep_words_path` to be configured',
    ],
    [
      { filter: { f: { type: 'stop', stopwords_path: 'none' } } },
      'IOException while reading stopwords_path: none',
    ],
    [
      { filter: { f: { type: 'shingle', max_shingle_size: 6 } } },
      'In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [3] but was [5]. This limit can be set by changing the [index.max_shingle_diff] index level setting.',
    ],
    [
      { tokenizer: { t: { type: 'ngram', min_gram: 1, max_gram: 5 } } },
      'The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [1] but was [4]. This limit can be set by changing the [index.max_ngram_diff] index level setting.',
    ],
    [
      { filter: { f: { type: 'length', min: 'x' } } },
      'Failed to parse int setting [min] with value [x]',
    ],
    [
      { filter: { f: { type: 'unique', only_on_same_position: 'maybe' } } },
      'Failed to parse value [maybe] as only [true] or [false] are allowed.',
    ],
  ] as [SettingMap, string][])('refuses %p', (analysis, message) => {
    expect(refusal(analysis)).toBe(message);
  });

  test('a custom analyzer takes one filter or a list, files, and a position gap', () => {
    const analysis = registry.forIndex({
      analyzer: {
        one: { tokenizer: 'standard', filter: 'lowercase' },
        list: {
          type: 'custom',
          tokenizer: 'standard',
          filter: ['lowercase', 's'],
          position_increment_gap: 5,
        },
      },
      filter: { s: { type: 'stop', stopwords_path: 'stop.txt' } },
    });
    expect(show(analysis.analyzer('one') as Analyzer, 'A')).toBe('a:0-1<ALPHANUM> |1');
    expect(show(analysis.analyzer('list') as Analyzer, 'Foo b')).toBe('b:4-5<ALPHANUM>+2 |5');
    expect(analysis.analyzer('list')?.positionIncrementGap).toBe(5);
  });

  test('a plug-in adds components of every kind', () => {
    const own = createRegistry();
    own.register({
      tokenizers: {
        whole: {
          preconfigured: true,
          make: (name) => ({ name, create: () => new KeywordTokenizer() }),
        },
      },
      analyzers: {
        plugged: {
          preconfigured: true,
          make: (name) =>
            new Analyzer({ name, tokenizer: { name: 'k', create: () => new KeywordTokenizer() } }),
        },
      },
    });
    expect(show(own.global.analyzer('plugged') as Analyzer, 'a b')).toBe('a b:0-3 |3');
    expect(own.forIndex({ analyzer: { a: { tokenizer: 'whole' } } }).analyzer('a')).toBeDefined();
    expect(() =>
      own.register({
        tokenizers: {
          whole: {
            preconfigured: true,
            make: (name) => ({ name, create: () => new KeywordTokenizer() }),
          },
        },
      }),
    ).toThrow('tokenizer [whole] already registered');
  });
});
