import { expect, test } from 'bun:test';
import { show, type TestChain, testAnalyzer } from './testing.ts';

// Expected tokens were taken from Lucene, for the chain on the left.
const SYNONYMS = [
  'guinea pig,cavy',
  'automatic teller machine,atm,cash point',
  'wtf,what the fudge',
  'a b c,x',
  'a b,y z',
  'car,auto,motor car',
  'dog => canine,hound',
  'i-pod, i pod => ipod',
  'foo bar => baz',
  'q => r s t',
];
const CASES: readonly (readonly [TestChain, string, string])[] = [
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'shingle' }] },
    'a b c d',
    'a:0-1 a b:0-3shingle+0*2 b:2-3 b c:2-5shingle+0*2 c:4-5 c d:4-7shingle+0*2 d:6-7 |7',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'shingle', min_shingle_size: 2, max_shingle_size: 3 }],
    },
    'a b c d',
    'a:0-1 a b:0-3shingle+0*2 a b c:0-5shingle+0*3 b:2-3 b c:2-5shingle+0*2 b c d:2-7shingle+0*3 c:4-5 c d:4-7shingle+0*2 d:6-7 |7',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3, output_unigrams: false },
      ],
    },
    'a b c d',
    'a b:0-3shingle a b c:0-5shingle+0*2 b c:2-5shingle b c d:2-7shingle+0*2 c d:4-7shingle |7',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'shingle', min_shingle_size: 3, max_shingle_size: 4, output_unigrams: false },
      ],
    },
    'a b c d e',
    'a b c:0-5shingle a b c d:0-7shingle+0*2 b c d:2-7shingle b c d e:2-9shingle+0*2 c d e:4-9shingle |9',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'shingle', min_shingle_size: 3, max_shingle_size: 4, output_unigrams: true },
      ],
    },
    'a b c d e',
    'a:0-1 a b c:0-5shingle+0*3 a b c d:0-7shingle+0*4 b:2-3 b c d:2-7shingle+0*3 b c d e:2-9shingle+0*4 c:4-5 c d e:4-9shingle+0*3 d:6-7 e:8-9 |9',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'stop' }, { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3 }],
    },
    'a the b the c d the the e the',
    '_ _ b:6-7shingle*3 _ b:6-7shingle*2 _ b _:6-12shingle+0*3 b:6-7 b _:6-12shingle+0*2 b _ c:6-13shingle+0*3 _ c:12-13shingle*2 _ c d:12-15shingle+0*3 c:12-13 c d:12-15shingle+0*2 c d _:12-24shingle+0*3 d:14-15 d _:14-24shingle+0*2 d _ _:14-24shingle+0*3 _ _ e:24-25shingle*3 _ e:24-25shingle*2 _ e _:24-29shingle+0*3 e:24-25 e _:24-29shingle+0*2 |29+1',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'stop' },
        { type: 'shingle', min_shingle_size: 2, max_shingle_size: 2, output_unigrams: false },
      ],
    },
    'the the a the b the the the c',
    '_ b:14-15shingle b _:14-28shingle _ c:28-29shingle |29',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'stop' },
        { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3, output_unigrams: false },
      ],
    },
    'the the a the b the the the c the',
    '_ _ b:14-15shingle*2 _ b:14-15shingle _ b _:14-28shingle+0*2 b _:14-28shingle b _ _:14-28shingle+0*2 _ _ c:28-29shingle*2 _ c:28-29shingle _ c _:28-33shingle+0*2 c _:28-33shingle |33+1',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        {
          type: 'shingle',
          min_shingle_size: 2,
          max_shingle_size: 2,
          output_unigrams: false,
          output_unigrams_if_no_shingles: true,
        },
      ],
    },
    'a',
    'a:0-1 |1',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        {
          type: 'shingle',
          min_shingle_size: 3,
          max_shingle_size: 3,
          output_unigrams: false,
          output_unigrams_if_no_shingles: true,
        },
      ],
    },
    'a b',
    'a:0-1 b:2-3 |3',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'ngram', min_gram: 2, max_gram: 3 }] },
    'abcd e fg',
    'ab:0-4 abc:0-4+0 bc:0-4+0 bcd:0-4+0 cd:0-4+0 fg:7-9+2 |9',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'ngram', min_gram: 2, max_gram: 3, preserve_original: true }],
    },
    'abcd e fg',
    'ab:0-4 abc:0-4+0 bc:0-4+0 bcd:0-4+0 cd:0-4+0 abcd:0-4+0 e:5-6 fg:7-9 |9',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'edge_ngram', min_gram: 2, max_gram: 3, preserve_original: true }],
    },
    'abcd e fg',
    'ab:0-4 abc:0-4+0 abcd:0-4+0 e:5-6 fg:7-9 |9',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'edge_ngram', min_gram: 2, max_gram: 3 }],
    },
    'abcd e fg h',
    'ab:0-4 abc:0-4+0 fg:7-9+2 |11+1',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'common_grams', common_words: ['the', 'a', 'is'] }],
    },
    'the quick is a brown fox the',
    'the:0-3 the_quick:0-9gram+0*2 quick:4-9 quick_is:4-12gram+0*2 is:10-12 is_a:10-14gram+0*2 a:13-14 a_brown:13-20gram+0*2 brown:15-20 fox:21-24 fox_the:21-28gram+0*2 the:25-28 |28',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'common_grams', query_mode: true, common_words: ['the', 'a', 'is'] }],
    },
    'the quick is a brown fox the',
    'the_quick:0-9gram quick_is:4-12gram is_a:10-14gram a_brown:13-20gram brown:15-20 fox_the:21-28gram |28',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'common_grams', common_words: ['the', 'a', 'is'] }],
    },
    'a',
    'a:0-1 |1',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'common_grams', query_mode: true, common_words: ['the', 'a', 'is'] }],
    },
    'quick brown a the',
    'quick:0-5 brown_a:6-13gram a_the:12-17gram |17',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'stop' }, { type: 'common_grams', common_words: ['the', 'a', 'is'] }],
    },
    'the quick is the brown fox the',
    'quick:4-9+2 brown:17-22+3 fox:23-26 |30+1',
  ],
  [
    { tokenizer: { type: 'standard' }, filter: [{ type: 'cjk_bigram' }] },
    '多くの学生が試験に落ちた。 abc 한국 xyz 日 アイウ',
    '多く:0-2<DOUBLE> くの:1-3<DOUBLE> の学:2-4<DOUBLE> 学生:3-5<DOUBLE> 生が:4-6<DOUBLE> が試:5-7<DOUBLE> 試験:6-8<DOUBLE> 験に:7-9<DOUBLE> に落:8-10<DOUBLE> 落ち:9-11<DOUBLE> ちた:10-12<DOUBLE> abc:14-17<ALPHANUM> 한국:18-20<DOUBLE> xyz:21-24<ALPHANUM> 日:25-26<SINGLE> アイ:27-29<DOUBLE> イウ:28-30<DOUBLE> |30',
  ],
  [
    { tokenizer: { type: 'standard' }, filter: [{ type: 'cjk_bigram', output_unigrams: true }] },
    '多くの学生が。 abc 한국 xyz 日',
    '多:0-1<SINGLE> 多く:0-2<DOUBLE>+0*2 く:1-2<SINGLE> くの:1-3<DOUBLE>+0*2 の:2-3<SINGLE> の学:2-4<DOUBLE>+0*2 学:3-4<SINGLE> 学生:3-5<DOUBLE>+0*2 生:4-5<SINGLE> 生が:4-6<DOUBLE>+0*2 が:5-6<SINGLE> abc:8-11<ALPHANUM> 한:12-13<SINGLE> 한국:12-14<DOUBLE>+0*2 국:13-14<SINGLE> xyz:15-18<ALPHANUM> 日:19-20<SINGLE> |20',
  ],
  [
    {
      tokenizer: { type: 'standard' },
      filter: [{ type: 'cjk_bigram', ignored_scripts: ['hiragana', 'katakana', 'hangul'] }],
    },
    '多くの学生が試験に落ちた。',
    '多:0-1<SINGLE> く:1-2<HIRAGANA> の:2-3<HIRAGANA> 学生:3-5<DOUBLE> が:5-6<HIRAGANA> 試験:6-8<DOUBLE> に:8-9<HIRAGANA> 落:9-10<SINGLE> ち:10-11<HIRAGANA> た:11-12<HIRAGANA> |13',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'fingerprint' }] },
    'b a c a',
    'a b c:0-7fingerprint |7+1',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'fingerprint', max_output_size: 3 }] },
    'bb aa c',
    '|7+1',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        {
          type: 'dictionary_decompounder',
          only_longest_match: true,
          word_list: ['donau', 'dampf', 'schiff', 'dampfschiff'],
        },
      ],
    },
    'Donaudampfschiff abc dampf',
    'Donaudampfschiff:0-16 dampfschiff:0-16+0 schiff:0-16+0 abc:17-20 dampf:21-26 dampf:21-26+0 |26',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        {
          type: 'dictionary_decompounder',
          only_longest_match: true,
          word_list: ['donau', 'dampf', 'schiff', 'dampfschiff'],
        },
      ],
    },
    'Donaudampfschiff abc dampf',
    'Donaudampfschiff:0-16 dampfschiff:0-16+0 schiff:0-16+0 abc:17-20 dampf:21-26 dampf:21-26+0 |26',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'pattern_capture', preserve_original: true, patterns: ['(\\d+)([a-z]+)'] }],
    },
    'abc123def456 x',
    'abc123def456:0-12 123:0-12+0 def:0-12+0 x:13-14 |14',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'delimited_payload', encoding: 'float' }],
    },
    'the|0 brown|2.5 fox',
    'the:0-5 brown:6-15 fox:16-19 |19',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'limit', max_token_count: 2 }] },
    'a b c d',
    'a:0-1 b:2-3 |3',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'limit', max_token_count: 2, consume_all_tokens: true }],
    },
    'a b c d',
    'a:0-1 b:2-3 |7',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        {
          type: 'word_delimiter',
          preserve_original: true,
          catenate_words: true,
          catenate_numbers: true,
        },
      ],
    },
    'aéB -11_😀-é',
    'aéB:0-3 aé:0-2+0 aéB:0-3+0 B:2-3 -11_😀-é:4-12 11:5-7+0 11😀:5-10+0 😀:8-10 é:11-12 |12',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'remove_duplicates' }] },
    'a a b',
    'a:0-1 a:2-3 b:4-5 |5',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'keyword_repeat' }, { type: 'porter_stem' }, { type: 'remove_duplicates' }],
    },
    'running jump',
    'running:0-7! run:0-7+0 jump:8-12! |12',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'lowercase', language: 'turkish' }] },
    'IĞDIR İstanbul İx',
    'ığdır:0-5 istanbul:6-14 ix:15-18 |18',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'lowercase', language: 'irish' }] },
    'nAthair tUISCE tEst',
    'n-athair:0-7 t-uisce:8-14 t-est:15-19 |19',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'lowercase', language: 'greek' }] },
    'ΆΡΙΣΤΟΣ Σίσυφος ΰ',
    'αριστοσ:0-7 σισυφοσ:8-15 υ:16-17 |17',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'cjk_width' }] },
    'Ｔｅｓｔ １２３４ ｶﾞｷﾞ ﾊﾟ ｳﾞ ｱﾞ ･ ｰ ﾞ',
    'Test:0-4 1234:5-9 ガギ:10-14 パ:15-17 ヴ:18-20 ア゙:21-23 ・:24-25 ー:26-27 ゙:28-29 |29',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'decimal_digit' }] },
    '١٢٣ ६७८ 𝟘𝟡 １２ ᪀᪙',
    '123:0-3 678:4-7 09:8-12 12:13-15 09:16-18 |18',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'word_delimiter_graph' }] },
    "Wi-Fi PowerShot500's Neil's-Super-Duper-XL500--42-AutoCoder's a -- 's x's's O'Neil'S iPhone SD500",
    'Wi:0-2 Fi:3-5 Power:6-11 Shot:11-15 500:15-18 s:19-20 Neil:21-25 Super:28-33 Duper:34-39 XL:40-42 500:42-45 42:47-49 Auto:50-54 Coder:54-59 a:62-63 s:68-69+2 x:70-71 s:74-75 O:76-77 Neil:78-82 i:85-86 Phone:86-91 SD:92-94 500:94-97 |97',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter_graph', catenate_all: true }],
    },
    'Wi-Fi 4000 PowerShot500 500-42 a-b1-2',
    'WiFi:0-5*2 Wi:0-2+0 Fi:3-5 4000:6-10 PowerShot500:11-23*3 Power:11-16+0 Shot:16-20 500:20-23 50042:24-30*2 500:24-27+0 42:28-30 ab12:31-37*4 a:31-32+0 b:33-34 1:34-35 2:36-37 |37',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter_graph', catenate_words: true, catenate_numbers: true }],
    },
    'Wi-Fi PowerShot500 500-42 a-b1-2 abc',
    'WiFi:0-5*2 Wi:0-2+0 Fi:3-5 PowerShot:6-15*2 Power:6-11+0 Shot:11-15 500:15-18 50042:19-25*2 500:19-22+0 42:23-25 ab:26-29*2 a:26-27+0 b:28-29 12:29-32*2 1:29-30+0 2:31-32 abc:33-36 |36',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter_graph', catenate_words: true, preserve_original: true }],
    },
    'Wi-Fi PowerShot500 500-42 -- abc -x-',
    'Wi-Fi:0-5*2 WiFi:0-5+0*2 Wi:0-2+0 Fi:3-5 PowerShot500:6-18*3 PowerShot:6-15+0*2 Power:6-11+0 Shot:11-15 500:15-18 500-42:19-25*2 500:19-22+0 42:23-25 --:26-28 abc:29-32 -x-:33-36 x:34-35+0 |36',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter_graph', generate_word_parts: false, catenate_words: true }],
    },
    'Wi-Fi PowerShot500 500-42 abc',
    'WiFi:0-5 PowerShot:6-15 500:15-18 500:19-22 42:23-25 abc:26-29 |29',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        {
          type: 'word_delimiter_graph',
          generate_word_parts: false,
          generate_number_parts: false,
          catenate_all: true,
          preserve_original: true,
        },
      ],
    },
    'Wi-Fi PowerShot500 500-42 abc',
    'Wi-Fi:0-5 WiFi:0-5+0 PowerShot500:6-18 PowerShot500:6-18+0 500-42:19-25 50042:19-25+0 abc:26-29 |29',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'word_delimiter' }] },
    "Wi-Fi PowerShot500's a -- 's x's's O'Neil'S iPhone SD500",
    'Wi:0-2 Fi:3-5 Power:6-11 Shot:11-15 500:15-18 s:19-20 a:21-22 s:27-28 x:29-30 s:33-34 O:35-36 Neil:37-41 i:44-45 Phone:45-50 SD:51-53 500:53-56 |56',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'word_delimiter', catenate_all: true }] },
    'Wi-Fi 4000 PowerShot500 500-42 a-b1-2',
    'Wi:0-2 WiFi:0-5+0 Fi:3-5 4000:6-10 Power:11-16 PowerShot500:11-23+0 Shot:16-20 500:20-23 500:24-27 50042:24-30+0 42:28-30 a:31-32 ab12:31-37+0 b:33-34 1:34-35 2:36-37 |37',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter', catenate_words: true, catenate_numbers: true }],
    },
    'Wi-Fi PowerShot500 500-42 a-b1-2 abc',
    'Wi:0-2 WiFi:0-5+0 Fi:3-5 Power:6-11 PowerShot:6-15+0 Shot:11-15 500:15-18 500:19-22 50042:19-25+0 42:23-25 a:26-27 ab:26-29+0 b:28-29 1:29-30 12:29-32+0 2:31-32 abc:33-36 |36',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter', catenate_words: true, preserve_original: true }],
    },
    'Wi-Fi PowerShot500 500-42 -- abc -x-',
    'Wi-Fi:0-5 Wi:0-2+0 WiFi:0-5+0 Fi:3-5 PowerShot500:6-18 Power:6-11+0 PowerShot:6-15+0 Shot:11-15 500:15-18 500-42:19-25 500:19-22+0 42:23-25 --:26-28 abc:29-32 -x-:33-36 x:34-35+0 |36',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'word_delimiter', generate_word_parts: false, catenate_words: true }],
    },
    'Wi-Fi PowerShot500 500-42 abc -- de-f',
    'WiFi:0-5 PowerShot:6-15 500:15-18 500:19-22 42:23-25 abc:26-29 def:33-37 |37',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'stop' },
        { type: 'word_delimiter', catenate_words: true, preserve_original: true },
      ],
    },
    'the Wi-Fi the -- the abc',
    'Wi-Fi:4-9+2 Wi:4-6+0 WiFi:4-9+0 Fi:7-9 --:14-16+2 abc:21-24+2 |24',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [
        { type: 'stop' },
        { type: 'word_delimiter_graph', catenate_words: true, preserve_original: true },
      ],
    },
    'the Wi-Fi the -- the abc',
    'Wi-Fi:4-9+2*2 WiFi:4-9+0*2 Wi:4-6+0 Fi:7-9 --:14-16+2 abc:21-24+2 |24',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym_graph', synonyms: SYNONYMS }] },
    'my guinea pig snores',
    'my:0-2 cavy:3-13SYNONYM*2 guinea:3-9+0 pig:10-13 snores:14-20 |20',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym_graph', synonyms: SYNONYMS }] },
    'this automatic teller machine is down',
    'this:0-4 atm:5-29SYNONYM*4 cash:5-29SYNONYM+0 automatic:5-14+0*2 point:5-29SYNONYM*3 teller:15-21 machine:22-29 is:30-32 down:33-37 |37',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym_graph', synonyms: SYNONYMS }] },
    'a b c a b d car dog foo bar q x y z',
    'x:0-5SYNONYM*3 a:0-1+0 b:2-3 c:4-5 y:6-9SYNONYM a:6-7+0*2 z:6-9SYNONYM*2 b:8-9 d:10-11 auto:12-15SYNONYM*2 motor:12-15SYNONYM+0 car:12-15+0*2 car:12-15SYNONYM canine:16-19SYNONYM hound:16-19SYNONYM+0 baz:20-27SYNONYM r:28-29SYNONYM s:28-29SYNONYM t:28-29SYNONYM a:30-31SYNONYM x:30-31+0*3 b:30-31SYNONYM c:30-31SYNONYM a:32-35SYNONYM y:32-33+0*2 b:32-35SYNONYM*2 z:34-35 |35',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'synonym_graph', synonyms: SYNONYMS }, { type: 'flatten_graph' }],
    },
    'a b c a b d car dog foo bar q x y z',
    'x:0-5SYNONYM*3 a:0-1+0 b:2-3 c:4-5 y:6-7SYNONYM a:6-7+0 z:8-9SYNONYM b:8-9+0 d:10-11 auto:12-15SYNONYM*2 motor:12-15SYNONYM+0 car:12-15+0*2 car:12-15SYNONYM canine:16-19SYNONYM hound:16-19SYNONYM+0 baz:20-27SYNONYM r:28-29SYNONYM s:28-29SYNONYM t:28-29SYNONYM a:30-31SYNONYM x:30-31+0*3 b:30-31SYNONYM c:30-31SYNONYM a:32-33SYNONYM y:32-33+0 b:34-35SYNONYM z:34-35+0 |35',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'synonym_graph', synonyms: SYNONYMS }, { type: 'flatten_graph' }],
    },
    'this automatic teller machine is down',
    'this:0-4 atm:5-29SYNONYM*3 cash:5-14SYNONYM+0 automatic:5-14+0 point:15-29SYNONYM*2 teller:15-21+0 machine:22-29 is:30-32 down:33-37 |37',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'my guinea pig snores',
    'my:0-2 guinea:3-9 cavy:3-13SYNONYM+0*2 pig:10-13 snores:14-20 |20',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'this automatic teller machine is down',
    'this:0-4 automatic:5-14 atm:5-29SYNONYM+0*3 cash:5-14SYNONYM+0 teller:15-21 point:15-21SYNONYM+0 machine:22-29 is:30-32 down:33-37 |37',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'a b c a b d car dog foo bar q x y z',
    'a:0-1 x:0-5SYNONYM+0*3 b:2-3 c:4-5 a:6-7 y:6-7SYNONYM+0 b:8-9 z:8-9SYNONYM+0 d:10-11 car:12-15 auto:12-15SYNONYM+0 motor:12-15SYNONYM+0 car:16-19SYNONYM canine:16-19SYNONYM+0 hound:16-19SYNONYM+0 baz:20-27SYNONYM r:28-29SYNONYM x:30-31 s:30-31SYNONYM+0 a:30-31SYNONYM+0 y:32-33 t:32-33SYNONYM+0 b:32-33SYNONYM+0 a:32-33SYNONYM+0 z:34-35 c:34-35SYNONYM+0 b:34-35SYNONYM+0 |35',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'say what the fudge dude',
    'say:0-3 what:4-8 wtf:4-18SYNONYM+0*3 the:9-12 fudge:13-18 dude:19-23 |23',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'wtf',
    'wtf:0-3 what:0-3SYNONYM+0 the:0-3SYNONYM fudge:0-3SYNONYM |3',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'atm x cavy',
    'atm:0-3 automatic:0-3SYNONYM+0 cash:0-3SYNONYM+0 x:4-5 teller:4-5SYNONYM+0 point:4-5SYNONYM+0 a:4-5SYNONYM+0 cavy:6-10 machine:6-10SYNONYM+0 b:6-10SYNONYM+0 guinea:6-10SYNONYM+0 c:6-10SYNONYM pig:6-10SYNONYM+0 |10',
  ],
  [
    { tokenizer: { type: 'whitespace' }, filter: [{ type: 'synonym', synonyms: SYNONYMS }] },
    'a b c d e q f',
    'a:0-1 x:0-5SYNONYM+0*3 b:2-3 c:4-5 d:6-7 e:8-9 r:10-11SYNONYM f:12-13 s:12-13SYNONYM+0 t:12-13SYNONYM |13',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'synonym', synonyms: SYNONYMS, expand: false }],
    },
    'car auto motor car atm',
    'car:0-3SYNONYM car:4-8SYNONYM car:9-18SYNONYM automatic:19-22SYNONYM teller:19-22SYNONYM machine:19-22SYNONYM |22',
  ],
  [
    {
      tokenizer: { type: 'whitespace' },
      filter: [{ type: 'synonym_graph', synonyms: SYNONYMS, expand: false }],
    },
    'car auto motor car atm',
    'car:0-3SYNONYM car:4-8SYNONYM car:9-18SYNONYM automatic:19-22SYNONYM teller:19-22SYNONYM machine:19-22SYNONYM |22',
  ],
];

for (const [chain, text, expected] of CASES) {
  test(`filter: ${JSON.stringify(chain).slice(0, 80)} on ${text.slice(0, 40)}`, () => {
    expect(show(testAnalyzer(chain), text)).toBe(expected);
  });
}

test('a row of many equal words costs no more than its words', () => {
  const words = Array.from({ length: 3000 }, (_, i) => `w${i}`);
  const filter = { type: 'synonym', synonyms: [words.join(', ')] };
  const shown = show(testAnalyzer({ tokenizer: { type: 'whitespace' }, filter: [filter] }), 'w7');
  expect(shown.split('SYNONYM').length).toBe(3000);
});
