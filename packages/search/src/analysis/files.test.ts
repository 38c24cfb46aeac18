/** Components whose words, rules and patterns stand in files of the configuration directory. */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { createRegistry } from './builtin.ts';
import type { Analyzer } from './core/analyzer.ts';
import { DirectoryFiles } from './core/config-files.ts';
import type { SettingMap } from './core/settings.ts';
import { show } from './testing.ts';

const directory = tempDir('config');
const put = (name: string, text: string) => writeFileSync(join(directory, name), text);
put('words.txt', '# kept words\nkaffee\ntasse\n');
put('synonyms.txt', '# rules\nbig, large\ndog => hound\n');
put('wordnet.pl', "s(1,1,'big',a,1,0).\ns(1,2,'large',a,1,0).\n");
put('overrides.txt', 'mice => mouse\n');
put('mappings.txt', 'ä => ae\n');
put('types.txt', '$ => DIGIT\n');
put(
  'patterns.xml',
  `<?xml version="1.0" encoding="utf-8"?>
  <hyphenation-info>
    <classes>aA bB cC dD eE fF gG hH iI kK lL nN oO rR sS tT uU</classes>
    <exceptions>haus-tür un-sinn</exceptions>
    <patterns>e1t f1f 2sse .ta2s n1s s1ku</patterns>
  </hyphenation-info>`,
);

const registry = createRegistry(new DirectoryFiles(directory));

function analyzer(parts: SettingMap, chain: SettingMap): Analyzer {
  const analysis = registry.forIndex({
    ...parts,
    analyzer: { a: { tokenizer: 'standard', ...chain } },
  });
  return analysis.analyzer('a') as Analyzer;
}
const terms = (filter: SettingMap, text: string) =>
  analyzer({ filter: { f: filter } }, { filter: ['f'] })
    .terms(text)
    .join(' ');

test('word lists leave comments and empty lines out', () => {
  expect(terms({ type: 'keep', keep_words_path: 'words.txt' }, 'kaffee # tasse kept')).toBe(
    'kaffee tasse',
  );
  expect(terms({ type: 'stop', stopwords_path: 'words.txt' }, 'kaffee and tasse')).toBe('and');
  expect(terms({ type: 'common_grams', common_words_path: 'words.txt' }, 'my kaffee')).toBe(
    'my my_kaffee kaffee',
  );
  expect(
    terms({ type: 'dictionary_decompounder', word_list_path: 'words.txt' }, 'kaffeetasse'),
  ).toBe('kaffeetasse kaffee tasse');
});

test('rules of synonyms, stems, mappings and character types', () => {
  for (const [path, format] of [
    ['synonyms.txt', 'solr'],
    ['wordnet.pl', 'wordnet'],
  ]) {
    const filter = { type: 'synonym', synonyms_path: path, format };
    expect(terms(filter, 'big')).toBe('big large');
  }
  expect(terms({ type: 'stemmer_override', rules_path: 'overrides.txt' }, 'mice')).toBe('mouse');
  expect(
    analyzer(
      { char_filter: { c: { type: 'mapping', mappings_path: 'mappings.txt' } } },
      { char_filter: 'c' },
    ).terms('bär'),
  ).toEqual(['baer']);
  expect(
    analyzer(
      { filter: { f: { type: 'word_delimiter_graph', type_table_path: 'types.txt' } } },
      { tokenizer: 'whitespace', filter: 'f' },
    ).terms('5$ a-b'),
  ).toEqual(['5$', 'a', 'b']);
});

const hyphenation = (more: SettingMap) => ({
  type: 'hyphenation_decompounder',
  hyphenation_patterns_path: 'patterns.xml',
  ...more,
});

test('compounds come apart where patterns allow a break', () => {
  const filter = hyphenation({ word_list: ['Kaffee', 'tasse', 'tass'] });
  expect(terms(filter, 'Kaffeetasse')).toBe('Kaffeetasse Kaffee tasse');
  const shown = show(analyzer({ filter: { f: filter } }, { filter: ['f'] }), 'Kaffeetasse');
  expect(shown).toBe(
    'Kaffeetasse:0-11<ALPHANUM> Kaffee:0-11<ALPHANUM>+0 tasse:0-11<ALPHANUM>+0 |11',
  );
});

test('without a word list every part is one; exceptions and sizes hold', () => {
  expect(terms(hyphenation({}), 'unsinn')).toBe('unsinn un unsinn sinn');
  expect(terms(hyphenation({ min_subword_size: 4, max_subword_size: 5 }), 'unsinn')).toBe(
    'unsinn sinn',
  );
  expect(terms(hyphenation({ only_longest_match: true }), 'unsinn')).toBe('unsinn unsinn sinn');
  expect(terms(hyphenation({ min_word_size: 10 }), 'unsinn')).toBe('unsinn');
  // A part that is a word but for the s that joins it.
  expect(terms(hyphenation({ word_list: ['un', 'sinn'] }), 'uns')).toBe('uns');
});

test('a file that nothing uses need not be there; one that is used must', () => {
  const filter = { f: { type: 'synonym', synonyms_path: 'none.txt' } };
  expect(() => registry.forIndex({ filter })).not.toThrow();
  expect(() => analyzer({ filter }, { filter: 'f' })).toThrow(
    `IOException while reading synonyms_path: ${directory}/none.txt`,
  );
  expect(() =>
    registry.forIndex({
      filter: {
        f: { type: 'hyphenation_decompounder', hyphenation_patterns_path: 'words.txt' },
      },
    }),
  ).toThrow('Exception while reading hyphenation_patterns_path.');
});

test('updateable filters keep their chain from documents', () => {
  const chain = analyzer(
    { filter: { f: { type: 'synonym', synonyms_path: 'synonyms.txt', updateable: true } } },
    { filter: ['lowercase', 'f'] },
  );
  expect(chain.updateableFilters).toEqual(['f']);
  expect(() =>
    analyzer({ filter: { f: { type: 'synonym', synonyms_set: 's' } } }, { filter: 'f' }),
  ).toThrow("Can't apply [synonyms_set]!");
  expect(() =>
    analyzer(
      { filter: { f: { type: 'synonym', synonyms_set: 's', updateable: true } } },
      { filter: 'f' },
    ),
  ).toThrow('synonyms set [s] not found');
});
