/**
 * The built-in components that the reference's documentation lists, with their parameters and defaults: each can be
 * made, and naming every default changes nothing.
 */
import { describe, expect, test } from 'bun:test';
import { createRegistry } from './builtin.ts';
import type { SettingMap } from './core/settings.ts';
import { show } from './testing.ts';

const registry = createRegistry();
const TEXT = "The 2 QUICK Brown-Foxes jumped over l'été dog's bone. Big big x@y.z 日本";

type Row = readonly [type: string, defaults?: SettingMap, required?: SettingMap];

const ANALYZERS: readonly Row[] = [
  ['fingerprint', { separator: ' ', max_output_size: 255, stopwords: '_none_' }],
  ['keyword'],
  ['pattern', { pattern: '\\W+', lowercase: true, stopwords: '_none_' }],
  ['simple'],
  ['standard', { max_token_length: 255, stopwords: '_none_' }],
  ['stop', { stopwords: '_english_' }],
  ['whitespace'],
  ...`arabic armenian basque bengali brazilian bulgarian catalan cjk czech danish dutch english estonian finnish french
    galician german greek hindi hungarian indonesian irish italian latvian lithuanian norwegian persian portuguese
    romanian russian sorani spanish swedish turkish thai`
    .split(/\s+/)
    .map((language): Row => [language, { stopwords: `_${language}_`, stem_exclusion: [] }]),
];

const TOKENIZERS: readonly Row[] = [
  ['char_group', { max_token_length: 255 }, { tokenize_on_chars: ['whitespace', '-'] }],
  ['classic', { max_token_length: 255 }],
  ['edge_ngram', { min_gram: 1, max_gram: 2, token_chars: [] }],
  ['keyword', { buffer_size: 256 }],
  ['letter'],
  ['lowercase'],
  ['ngram', { min_gram: 1, max_gram: 2, token_chars: [] }],
  ['path_hierarchy', { delimiter: '/', buffer_size: 1024, reverse: false, skip: 0 }],
  ['pattern', { pattern: '\\W+', group: -1 }],
  ['simple_pattern', { pattern: '' }],
  ['simple_pattern_split', { pattern: '' }],
  ['standard', { max_token_length: 255 }],
  ['thai'],
  ['uax_url_email', { max_token_length: 255 }],
  ['whitespace', { max_token_length: 255 }],
];

const CHAR_FILTERS: readonly Row[] = [
  ['html_strip', { escaped_tags: [] }],
  ['mapping', {}, { mappings: ['a => b'] }],
  ['pattern_replace', { replacement: '' }, { pattern: '\\d' }],
];

const DELIMITER = {
  catenate_all: false,
  catenate_numbers: false,
  catenate_words: false,
  generate_number_parts: true,
  generate_word_parts: true,
  preserve_original: false,
  protected_words: [],
  split_on_case_change: true,
  split_on_numerics: true,
  stem_english_possessive: true,
};
const SUBWORDS = {
  max_subword_size: 15,
  min_subword_size: 2,
  min_word_size: 5,
  only_longest_match: false,
};

const FILTERS: readonly Row[] = [
  ['apostrophe'],
  ['asciifolding', { preserve_original: false }],
  ['cjk_bigram', { ignored_scripts: [], output_unigrams: false }],
  ['cjk_width'],
  ['classic'],
  ['common_grams', { ignore_case: false, query_mode: false }, { common_words: ['The'] }],
  ['decimal_digit'],
  ['delimited_payload', { delimiter: '|', encoding: 'float' }],
  ['dictionary_decompounder', SUBWORDS, { word_list: ['fox', 'jump'] }],
  ['edge_ngram', { max_gram: 2, min_gram: 1, preserve_original: false, side: 'front' }],
  ['elision', { articles_case: false }, { articles: ['l'] }],
  ['fingerprint', { max_output_size: 255, separator: ' ' }],
  ['flatten_graph'],
  ['keep_types', { mode: 'include' }, { types: ['<NUM>'] }],
  ['keep', { keep_words_case: false }, { keep_words: ['dog', 'Big'] }],
  ['keyword_marker', { ignore_case: false }, { keywords: ['jumped'] }],
  ['keyword_repeat'],
  ['kstem'],
  ['length', { max: 2147483647, min: 0 }],
  ['limit', { max_token_count: 1, consume_all_tokens: false }],
  ['lowercase'],
  ['min_hash', { bucket_count: 512, hash_count: 1, hash_set_size: 1, with_rotation: true }],
  ['multiplexer', { preserve_original: true }, { filters: ['lowercase', 'uppercase, reverse'] }],
  ['ngram', { max_gram: 2, min_gram: 1, preserve_original: false }],
  ...`arabic bengali german hindi indic sorani persian scandinavian serbian`
    .split(' ')
    .map((language): Row => [`${language}_normalization`]),
  ['scandinavian_folding'],
  ['pattern_capture', { preserve_original: true }, { patterns: ['(\\w)o'] }],
  ['pattern_replace', { all: true, replacement: '' }, { pattern: 'o' }],
  ['porter_stem'],
  ['remove_duplicates'],
  ['reverse'],
  [
    'shingle',
    {
      max_shingle_size: 2,
      min_shingle_size: 2,
      output_unigrams: true,
      output_unigrams_if_no_shingles: false,
      token_separator: ' ',
      filler_token: '_',
    },
  ],
  ['snowball', { language: 'English' }],
  ['stemmer', { language: 'english' }],
  ['stemmer_override', {}, { rules: ['jumped, jump => jump'] }],
  ['stop', { stopwords: '_english_', ignore_case: false, remove_trailing: true }],
  ...['synonym', 'synonym_graph'].map(
    (type): Row => [
      type,
      { expand: true, lenient: false, format: 'solr', updateable: false },
      { synonyms: ['Big, large', 'dog => hound'] },
    ],
  ),
  ['trim'],
  ['truncate', { length: 10 }],
  ['type_as_payload'],
  ['unique', { only_on_same_position: false }],
  ['uppercase'],
  ['word_delimiter', DELIMITER],
  ['word_delimiter_graph', { ...DELIMITER, adjust_offsets: true, ignore_keywords: false }],
];

const STEMMERS =
  `arabic armenian basque bengali brazilian bulgarian catalan czech danish dutch english light_english
  lovins minimal_english porter2 possessive_english estonian finnish light_finnish light_french french minimal_french
  galician minimal_galician light_german german german2 minimal_german greek hindi hungarian light_hungarian indonesian
  irish light_italian italian sorani latvian lithuanian norwegian light_norwegian minimal_norwegian light_nynorsk
  minimal_nynorsk light_portuguese minimal_portuguese portuguese portuguese_rslp romanian russian light_russian
  light_spanish spanish spanish_plural swedish light_swedish turkish`.split(/\s+/);

function tokens(kind: string, type: string, settings: SettingMap): string {
  const component = { [kind]: { x: { type, ...settings } } };
  const chain = {
    analyzer: {},
    tokenizer: { a: { tokenizer: 'x' } },
    filter: { a: { tokenizer: 'standard', filter: ['x'] } },
    char_filter: { a: { tokenizer: 'standard', char_filter: ['x'] } },
  }[kind];
  const analysis = registry.forIndex(
    kind === 'analyzer' ? component : { ...component, analyzer: chain as SettingMap },
  );
  const analyzer = analysis.analyzer(kind === 'analyzer' ? 'x' : 'a');
  return analyzer === undefined ? 'none' : show(analyzer, TEXT);
}

const TABLE = {
  analyzer: ANALYZERS,
  tokenizer: TOKENIZERS,
  char_filter: CHAR_FILTERS,
  filter: FILTERS,
};
for (const [kind, rows] of Object.entries(TABLE)) {
  describe(`every documented ${kind}`, () => {
    for (const [type, defaults, required = {}] of rows) {
      test(type, () => {
        const bare = tokens(kind, type, required);
        expect(tokens(kind, type, { ...required, ...defaults })).toBe(bare);
      });
    }
  });
}

test('every documented language of the stemmer', () => {
  for (const language of STEMMERS) {
    expect(tokens('filter', 'stemmer', { language })).toContain('|');
  }
});

test('by its bare name, what needs no settings can be used', () => {
  for (const [type, , required] of FILTERS) {
    const found = registry.global.filter(type);
    expect([type, found === undefined]).toEqual([
      type,
      required !== undefined && type !== 'elision',
    ]);
  }
});
