import { expect, test } from 'bun:test';
import { show, type TestChain, testAnalyzer } from './testing.ts';

// Expected tokens were taken from Lucene, for the chain on the left.
const CASES: readonly (readonly [TestChain, string, string])[] = [
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'sorani_normalization' }] },
    'وخص',
    'وخص:0-3 |3',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_normalization' }] },
    'æää',
    'æææ:0-3 |3',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'arabic_normalization' }] },
    'یؤۅ٪٣ٙ',
    'یؤۅ٪٣ٙ:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    '౫லദೖউ઒૊',
    '౫லദೖউ઒૊:0-7 |7',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] },
    '্ঁড়ৃ৯',
    '্রৃ৯:0-5 |5',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    '౪਱ൔ౴',
    '౪਱ൔ౴:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'aØÅx',
    'aOAx:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    'ेक़१ॅ',
    'ेक१े:0-4 |4',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] }, 'ॅ॔ॼऺ', 'ॅ॔ॼऺ:0-4 |4'],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'sorani_normalization' }] }, '١', '١:0-1 |1'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'sorani_normalization' }] },
    '٥كٽٺ',
    '٥کٽٺ:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_normalization' }] },
    'å',
    'å:0-1 |1',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    'छकथॅकए५',
    'छकथेकए५:0-7 |7',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] }, 'ञ्े', 'ञ्े:0-3 |3'],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'german_normalization' }] }, 'y', 'y:0-1 |1'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_normalization' }] },
    'AOEøÆæ',
    'ÅEøÆæ:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'OåAÅAÖæ',
    'OaAAAOa:0-7 |7',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    'ऀख़ड़',
    'ऀखड:0-3 |3',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'OÄoå',
    'OAoa:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'arabic_normalization' }] },
    '۩ٍػ',
    '۩ػ:0-3 |3',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] },
    'ো঄',
    'ো঄:0-2 |2',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'aoÆx',
    'aAx:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'persian_normalization' }] },
    'مؼ؞ڇ',
    'مؼ؞ڇ:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'Æe',
    'Ae:0-2 |2',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'persian_normalization' }] },
    'ٯڧ؊',
    'ٯڧ؊:0-3 |3',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] },
    'ৼভবৌ৭',
    'ৼভবৌ৭:0-5 |5',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] },
    'ঢ়হঊ৤',
    'রহঊ৤:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    'এૌफઑ೏ଜ',
    'এૌफઑ೏ଜ:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    '़सइन',
    'सइन:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] },
    'ৎঙছব',
    'তংছব:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] },
    'ঔ',
    'ঔ:0-1 |1',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'german_normalization' }] },
    'ußx',
    'ussx:0-3 |3',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_normalization' }] },
    'xaÆö',
    'xaÆø:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    '॓२।ॏऌेअ',
    '॓२।ॏऌेअ:0-7 |7',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'lowercase', language: 'turkish' }] },
    'bíbḃ',
    'bíbḃ:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'EAxøx',
    'EAxox:0-5 |5',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'arabic_normalization' }] }, '٩', '٩:0-1 |1'],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'cjk_width' }] }, 'Ｙ', 'Y:0-1 |1'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'serbian_normalization' }] },
    'дддвА',
    'dddvА:0-5 |5',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'bengali_normalization' }] }, '়্', '়্:0-2 |2'],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] }, '঺', '঺:0-1 |1'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    '॰ଐೄజ',
    '॰ଐೄజ:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'åÖxæoÅÖ',
    'aOxaoAO:0-7 |7',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    'ୁല୿ଠ',
    'ୁല୿ଠ:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'ÅaA',
    'Aa:0-3 |3',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'cjk_width' }] }, 'ﾄ｀ﾊＣ', 'ト`ハC:0-4 |4'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'persian_normalization' }] },
    'ڒيكْ',
    'ڒيكْ:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    'ॼनॽछमव',
    'ॼनॽछमव:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'lowercase', language: 'turkish' }] },
    'ıIiÍ',
    'ııiı́:0-5 |5',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    '্৕॔ௌ౺',
    '্৕॔ௌ౺:0-5 |5',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    '೘ਫ൑யગ‌',
    '೘ਫ൑யગ‌:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'arabic_normalization' }] },
    'ۺٿڷڙپ؝',
    'ۺٿڷڙپ؝:0-6 |6',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    '঎৵ৡঞ',
    '঎৵ৡঞ:0-4 |4',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    'ॅपक््',
    'ॅपक््:0-5 |5',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'cjk_width' }] }, 'ｑ', 'q:0-1 |1'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] },
    'ॴमतलब१ज़',
    'ॴमतलब१ज:0-7 |7',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'indic_normalization' }] },
    'য௺',
    'য௺:0-2 |2',
  ],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'scandinavian_folding' }] },
    'Åo',
    'Ao:0-2 |2',
  ],
  [{ tokenizer: { type: 'keyword' }, filter: [{ type: 'hindi_normalization' }] }, 'स', 'स:0-1 |1'],
  [
    { tokenizer: { type: 'keyword' }, filter: [{ type: 'arabic_normalization' }] },
    'ڟۛرۋ',
    'ڟۛرۋ:0-4 |4',
  ],
];

for (const [chain, text, expected] of CASES) {
  test(`normalization: ${JSON.stringify(chain).slice(0, 80)} on ${text.slice(0, 40)}`, () => {
    expect(show(testAnalyzer(chain), text)).toBe(expected);
  });
}
