import { expect, test } from 'bun:test';
import { HtmlStripFilter } from './char-filters/html-strip.ts';
import { show, type TestChain, testAnalyzer } from './testing.ts';

// Expected tokens were taken from Lucene, for the chain on the left.
const CASES: readonly (readonly [TestChain, string, string])[] = [
  [
    {
      char_filter: [{ type: 'pattern_replace', pattern: '(\\d+)-(?=\\d)', replacement: '$1_' }],
      tokenizer: { type: 'standard' },
    },
    'My credit card is 123-456-789',
    'My:0-2<ALPHANUM> credit:3-9<ALPHANUM> card:10-14<ALPHANUM> is:15-17<ALPHANUM> 123_456_789:18-29<NUM> |29',
  ],
  [
    {
      char_filter: [{ type: 'pattern_replace', pattern: 'a', replacement: 'bbb' }],
      tokenizer: { type: 'whitespace' },
    },
    'xaax ya a z',
    'xbbbbbbx:0-4 ybbb:5-7 bbb:8-9 z:10-11 |11',
  ],
  [
    {
      char_filter: [{ type: 'pattern_replace', pattern: 'aa', replacement: '' }],
      tokenizer: { type: 'whitespace' },
    },
    'xaax yaa aaz',
    'xx:0-4 y:5-8 z:11-12 |12',
  ],
  [
    { char_filter: [{ type: 'html_strip' }], tokenizer: { type: 'standard' } },
    '<p>I&apos;m so <b>happy</b>!</p> a&nbsp;b &lt;x&gt; <!-- c --> <script>alert("x")</script>y<br/>z &eacute;&#233;&#xe9; <a href="x>y">q</a> a<b c<d> 1 < 2 &foo; &amp <![CDATA[ hi ]]> <style>p{}</style>w <?php x ?>v',
    "I'm:3-11<ALPHANUM> so:12-14<ALPHANUM> happy:18-27<ALPHANUM> a:33-34<ALPHANUM> b:40-41<ALPHANUM> x:46-47<ALPHANUM> y:90-91<ALPHANUM> z:96-97<ALPHANUM> ééé:98-118<ALPHANUM> y:130-131<ALPHANUM> q:133-138<ALPHANUM> a:139-140<ALPHANUM> b:141-142<ALPHANUM> c:143-144<ALPHANUM> 1:148-149<NUM> 2:152-153<NUM> foo:155-158<ALPHANUM> amp:161-164<ALPHANUM> hi:175-177<ALPHANUM> w:200-201<ALPHANUM> v:212-213<ALPHANUM> |213",
  ],
  [
    { char_filter: [{ type: 'html_strip', escaped_tags: 'b' }], tokenizer: { type: 'keyword' } },
    '<p>I&apos;m so <b>happy</b>!</p>',
    "\nI'm so <b>happy</b>!\n:0-32 |32",
  ],
  [
    { char_filter: [{ type: 'html_strip' }], tokenizer: { type: 'keyword' } },
    '<p>I&apos;m so <b>happy</b>!</p>',
    "\nI'm so happy!\n:0-32 |32",
  ],
  [
    { char_filter: [{ type: 'html_strip' }], tokenizer: { type: 'keyword' } },
    'a<br>b<span>c</span>d<div>e</div>f<td>g</td><h1>h</h1>i<li>j<img src=x>k<foo>l</foo>m',
    'a\nbcd\ne\nf\ng\n\nh\ni\njk\nl\nm:0-85 |85',
  ],
];

for (const [chain, text, expected] of CASES) {
  test(`char filter: ${JSON.stringify(chain).slice(0, 80)} on ${text.slice(0, 40)}`, () => {
    expect(show(testAnalyzer(chain), text)).toBe(expected);
  });
}

test('a mapping cannot fill the memory', () => {
  const mappings = [`a => ${'b'.repeat(10_000)}`];
  const chain = { char_filter: [{ type: 'mapping', mappings }], tokenizer: { type: 'keyword' } };
  const analyzer = testAnalyzer(chain);
  expect(() => show(analyzer, 'a'.repeat(100_000))).toThrow('must not make a text longer');
});

test('html_strip leaves comments without an end, and many of them take no longer than their text', () => {
  const filter = new HtmlStripFilter([]);
  const text = `--> ${'<!-- <? '.repeat(50_000)}<b>x</b>`;
  expect(filter.filter(text, null).text).toBe(text.replace('<b>x</b>', 'x'));
});
