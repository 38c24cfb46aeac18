// A table: _analyze with every component that is built in, with all that it takes.
import { type Sample, sample } from './request.ts';

const TEXT = "The QUICK-brown fox's 10 naïve 犬 https://example.com/a?b foo_bar 😀";

const ANALYZERS: readonly (string | object)[] = [
  ...['standard', 'simple', 'whitespace', 'keyword', 'stop', 'fingerprint', 'snowball'],
  ...['arabic', 'brazilian', 'cjk', 'english', 'french', 'greek', 'persian', 'russian', 'thai'],
];

const TOKENIZERS: readonly (string | object)[] = [
  ...['uax_url_email', 'classic', 'letter', 'lowercase', 'keyword', 'thai'],
  { type: 'standard', max_token_length: 5 },
  { type: 'whitespace', max_token_length: 5 },
  {
    type: 'ngram',
    min_gram: 1,
    max_gram: 2,
    token_chars: ['letter', 'custom'],
    custom_token_chars: '_',
  },
  { type: 'edge_ngram', min_gram: 1, max_gram: 3 },
  {
    type: 'path_hierarchy',
    delimiter: '/',
    replacement: '-',
    reverse: true,
    skip: 1,
    buffer_size: 9,
  },
  { type: 'pattern', pattern: '(\\w+)-', group: 1, flags: 'CASE_INSENSITIVE|COMMENTS' },
  { type: 'simple_pattern', pattern: '[a-z]{3}' },
  { type: 'simple_pattern_split', pattern: '_' },
  { type: 'char_group', tokenize_on_chars: ['whitespace', '-'], max_token_length: 7 },
];

const FILTERS: readonly (string | object)[] = [
  ...['lowercase', 'uppercase', 'trim', 'reverse', 'apostrophe', 'decimal_digit', 'cjk_width'],
  ...['german_normalization', 'hindi_normalization', 'scandinavian_folding', 'classic'],
  ...['type_as_payload', 'remove_duplicates', 'flatten_graph', 'porter_stem', 'kstem'],
  ...['arabic_stem', 'keyword_repeat'],
  { type: 'asciifolding', preserve_original: true },
  { type: 'truncate', length: 3 },
  { type: 'elision', articles: ['l'], articles_case: true },
  { type: 'pattern_replace', pattern: '(a)b', replacement: '$1', all: false, flags: 'DOTALL' },
  { type: 'delimited_payload', delimiter: '|', encoding: 'float' },
  { type: 'stop', stopwords: '_english_', ignore_case: true, remove_trailing: false },
  { type: 'keep', keep_words: ['fox'], keep_words_case: true },
  { type: 'keep_types', types: ['<NUM>'], mode: 'exclude' },
  { type: 'length', min: 2, max: 5 },
  { type: 'limit', max_token_count: 3, consume_all_tokens: true },
  { type: 'unique', only_on_same_position: true },
  { type: 'fingerprint', separator: '+', max_output_size: 100 },
  { type: 'ngram', min_gram: 1, max_gram: 2, preserve_original: true },
  { type: 'edge_ngram', min_gram: 1, max_gram: 2, side: 'back' },
  {
    type: 'shingle',
    min_shingle_size: 2,
    max_shingle_size: 3,
    output_unigrams: false,
    output_unigrams_if_no_shingles: true,
    token_separator: '+',
    filler_token: '_',
  },
  { type: 'common_grams', common_words: ['the'], ignore_case: true, query_mode: true },
  {
    type: 'dictionary_decompounder',
    word_list: ['fox'],
    min_subword_size: 2,
    only_longest_match: true,
  },
  { type: 'pattern_capture', patterns: ['(\\d+)'], preserve_original: true },
  { type: 'min_hash', hash_count: 1, bucket_count: 8, hash_set_size: 1, with_rotation: true },
  { type: 'cjk_bigram', ignored_scripts: ['han'], output_unigrams: true },
  {
    type: 'synonym',
    synonyms: ['fox, dog => animal'],
    expand: true,
    lenient: false,
    format: 'solr',
  },
  { type: 'synonym_graph', synonyms: ['quick brown => fast', 'a, b c'], updateable: false },
  {
    type: 'word_delimiter_graph',
    preserve_original: true,
    catenate_all: true,
    split_on_numerics: true,
    protected_words: ['x'],
    type_table: ['$ => DIGIT'],
    adjust_offsets: true,
  },
  { type: 'word_delimiter', generate_word_parts: false, stem_english_possessive: true },
  { type: 'multiplexer', filters: ['lowercase', 'lowercase, reverse'], preserve_original: true },
  { type: 'condition', filter: ['lowercase'], script: { source: 'token.length > 1' } },
  { type: 'predicate_token_filter', script: { source: 'true' } },
  { type: 'stemmer', language: 'light_german' },
  { type: 'snowball', language: 'English' },
  { type: 'keyword_marker', keywords: ['fox'], ignore_case: true },
  { type: 'keyword_marker', keywords_pattern: 'f.*' },
  { type: 'stemmer_override', rules: ['foxes => fox'] },
  { type: 'hunspell', locale: 'en_US', dedup: true },
  { type: 'hyphenation_decompounder', hyphenation_patterns_path: 'x.xml', word_list: ['a'] },
];

const CHAR_FILTERS: readonly (string | object)[] = [
  { type: 'html_strip', escaped_tags: ['b'] },
  { type: 'mapping', mappings: ['fox => dog', '\\u0020 => _'] },
  { type: 'pattern_replace', pattern: '(\\d+)-(?=\\d)', replacement: '$1_', flags: 'UNICODE_CASE' },
];

const analyze = (body: object, path = '/_analyze'): Sample => sample('GET', path, body);

export const ANALYSES: readonly Sample[] = [
  ...ANALYZERS.map((analyzer) => analyze({ analyzer, text: TEXT })),
  ...TOKENIZERS.map((tokenizer) => analyze({ tokenizer, text: [TEXT, 'b'] })),
  ...FILTERS.map((filter) => analyze({ tokenizer: 'standard', filter: [filter], text: TEXT })),
  ...CHAR_FILTERS.map((one) => analyze({ tokenizer: 'keyword', char_filter: [one], text: TEXT })),
  analyze(
    { field: 'title', text: TEXT, explain: true, attributes: ['keyword'] },
    '/samples/_analyze',
  ),
  analyze({ normalizer: 'lowercase', text: TEXT }, '/samples/_analyze'),
];
