import { expect, test } from 'bun:test';
import { show, type TestChain, testAnalyzer } from './testing.ts';

// Expected tokens were taken from Lucene, for the chain on the left.
const CASES: readonly (readonly [TestChain, string, string])[] = [
  [
    { tokenizer: { type: 'standard' } },
    "The 2 QUICK Brown-Foxes jumped over the lazy dog's bone. can't U.S.A. 12.5 1,000 a_b __ x:y",
    "The:0-3<ALPHANUM> 2:4-5<NUM> QUICK:6-11<ALPHANUM> Brown:12-17<ALPHANUM> Foxes:18-23<ALPHANUM> jumped:24-30<ALPHANUM> over:31-35<ALPHANUM> the:36-39<ALPHANUM> lazy:40-44<ALPHANUM> dog's:45-50<ALPHANUM> bone:51-55<ALPHANUM> can't:57-62<ALPHANUM> U.S.A:63-68<ALPHANUM> 12.5:70-74<NUM> 1,000:75-80<NUM> a_b:81-84<ALPHANUM> x:y:88-91<ALPHANUM> |91",
  ],
  [
    { tokenizer: { type: 'standard' } },
    '💩 คำ ภาษาไทย 日本語 カタカナ ひらがな 한국어 👩‍👩‍👧 1️⃣ 🇩🇪🇫🇷 © ☺︎ 👍🏽 ❤️‍🔥',
    '💩:0-2<EMOJI> คำ:3-5<SOUTHEAST_ASIAN> ภาษาไทย:6-13<SOUTHEAST_ASIAN> 日:14-15<IDEOGRAPHIC> 本:15-16<IDEOGRAPHIC> 語:16-17<IDEOGRAPHIC> カタカナ:18-22<KATAKANA> ひ:23-24<HIRAGANA> ら:24-25<HIRAGANA> が:25-26<HIRAGANA> な:26-27<HIRAGANA> 한국어:28-31<HANGUL> 👩‍👩‍👧:32-40<EMOJI> 1️⃣:41-44<EMOJI> 🇩🇪:45-49<EMOJI> 🇫🇷:49-53<EMOJI> ©:54-55<EMOJI> ☺:56-57<EMOJI> 👍🏽:59-63<EMOJI> ❤️‍🔥:64-69<EMOJI> |69',
  ],
  [
    { tokenizer: { type: 'standard' } },
    'א"ב א\' ア_イ 한.국 _1_ 3.14.15 é́x ａｂｃ１２３',
    'א"ב:0-3<ALPHANUM> א\':4-6<ALPHANUM> ア_イ:7-10<ALPHANUM> 한.국:11-14<ALPHANUM> _1_:15-18<NUM> 3.14.15:19-26<NUM> é́x:27-30<ALPHANUM> ａｂｃ１２３:31-37<ALPHANUM> |37',
  ],
  [
    { tokenizer: { type: 'standard', max_token_length: 4 } },
    'abcdefghij ab.cd',
    'abcd:0-4<ALPHANUM> efgh:4-8<ALPHANUM> ij:8-10<ALPHANUM> ab.c:11-15<ALPHANUM> d:15-16<ALPHANUM> |16',
  ],
  [
    { tokenizer: { type: 'letter' } },
    "Don't x1y é-ß 日本",
    'Don:0-3 t:4-5 x:6-7 y:8-9 é:10-11 ß:12-13 日本:14-16 |16',
  ],
  [{ tokenizer: { type: 'whitespace' } }, 'a b c　d  e f', 'a b:0-3 c:4-5 d:6-7 e f:9-12 |12'],
  [
    { tokenizer: { type: 'ngram', min_gram: 1, max_gram: 2 } },
    'ab 😀c',
    'a:0-1 ab:0-2 b:1-2 b :1-3  :2-3  😀:2-5 😀:3-5 😀c:3-6 c:5-6 |6',
  ],
  [{ tokenizer: { type: 'pattern', pattern: ',' } }, 'a,b,,c', 'a:0-1 b:2-3 c:5-6 |6'],
  [
    { tokenizer: { type: 'pattern', pattern: "'([^']+)'", group: 1 } },
    "aaa 'bbb' 'ccc'",
    'bbb:5-8 ccc:11-14 |15',
  ],
  [
    { tokenizer: { type: 'simple_pattern', pattern: '[0123456789]{3}' } },
    'fd-786-335-514-x',
    '786:3-6 335:7-10 514:11-14 |16',
  ],
  [
    { tokenizer: { type: 'simple_pattern_split', pattern: '_' } },
    'an_underscored__phrase',
    'an:0-2 underscored:3-14 phrase:16-22 |22',
  ],
  [{ tokenizer: { type: 'path_hierarchy' } }, '/a/b/c', '/a:0-2 /a/b:0-4+0 /a/b/c:0-6+0 |6'],
  [{ tokenizer: { type: 'path_hierarchy', skip: 1 } }, '/a/b/c', '/b:2-4 /b/c:2-6+0 |6'],
  [{ tokenizer: { type: 'path_hierarchy', skip: 2 } }, 'a/b/c/d', '/c:3-5 /c/d:3-7+0 |7'],
  [
    { tokenizer: { type: 'path_hierarchy' } },
    'a/b/c/',
    'a:0-1 a/b:0-3+0 a/b/c:0-5+0 a/b/c/:0-6+0 |6',
  ],
  [{ tokenizer: { type: 'path_hierarchy' } }, 'a', 'a:0-1 |1'],
  [{ tokenizer: { type: 'path_hierarchy' } }, '/', '/:0-1 |1'],
  [{ tokenizer: { type: 'path_hierarchy' } }, '//', '/:0-1 //:0-2+0 |2'],
  [{ tokenizer: { type: 'path_hierarchy', skip: 1 } }, '/', '|1'],
  [{ tokenizer: { type: 'path_hierarchy', skip: 3 } }, '/a', '|2'],
  [
    { tokenizer: { type: 'path_hierarchy', reverse: true } },
    '/a/b/c',
    '/a/b/c:0-6 a/b/c:1-6+0 b/c:3-6+0 c:5-6+0 |6',
  ],
  [
    { tokenizer: { type: 'path_hierarchy', reverse: true } },
    'a/b/c/',
    'a/b/c/:0-6 b/c/:2-6+0 c/:4-6+0 |6',
  ],
  [
    { tokenizer: { type: 'path_hierarchy', reverse: true, skip: 1 } },
    '/a/b/c',
    '/a/b/:0-5 a/b/:1-5+0 b/:3-5+0 |6',
  ],
  [
    { tokenizer: { type: 'path_hierarchy', reverse: true, skip: 1 } },
    'a/b/c',
    'a/b/:0-4 b/:2-4+0 |5',
  ],
  [
    { tokenizer: { type: 'path_hierarchy', reverse: true, skip: 1 } },
    'a/b/c/',
    'a/b/:0-4 b/:2-4+0 |6',
  ],
  [{ tokenizer: { type: 'path_hierarchy', reverse: true, skip: 2 } }, 'a/b/c', 'a/:0-2 |5'],
  [{ tokenizer: { type: 'path_hierarchy', reverse: true, skip: 4 } }, 'a/b/c', '|5'],
  [{ tokenizer: { type: 'path_hierarchy', reverse: true } }, '/', '/:0-1 |1'],
  [{ tokenizer: { type: 'path_hierarchy', reverse: true } }, '//', '//:0-2 /:1-2+0 |2'],
  [{ tokenizer: { type: 'path_hierarchy' } }, '', '|0'],
  [{ tokenizer: { type: 'path_hierarchy', reverse: true } }, '', '|0'],
  [{ tokenizer: { type: 'keyword' } }, '', ':0-0 |0'],
  [
    { tokenizer: { type: 'classic' } },
    "I.B.M. foo@bar.com O'Reilly's AT&T www.x.org 192.168.1.1 日本 a-b-1 wi-fi Excite@Home a_b 3.14 foo-bar",
    "I.B.M.:0-6<ACRONYM> foo@bar.com:7-18<EMAIL> O'Reilly's:19-29<APOSTROPHE> AT&T:30-34<COMPANY> www.x.org:35-44<HOST> 192.168.1.1:45-56<HOST> 日:57-58<CJ> 本:58-59<CJ> a:60-61<ALPHANUM> b-1:62-65<NUM> wi:66-68<ALPHANUM> fi:69-71<ALPHANUM> Excite@Home:72-83<COMPANY> a:84-85<ALPHANUM> b:86-87<ALPHANUM> 3.14:88-92<HOST> foo:93-96<ALPHANUM> bar:97-100<ALPHANUM> |100",
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'été/big/me@x.org',
    'été:0-3<ALPHANUM> /big/me@x.org:3-16<EMAIL> |16',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'see http://a.b.com/x?y=z#q mailto:joe@x.org, www.foo.com foo.co.uk ftp://x/y file:///etc a.b 日本 https://[::1]/ 1.2.3.4 x@y https://example.com. (http://foo.com/) foo.bar example.museum/path http://localhost:9200/_search',
    'see:0-3<ALPHANUM> http://a.b.com/x?y=z#q:4-26<URL> mailto:27-33<ALPHANUM> joe@x.org:34-43<EMAIL> www.foo.com:45-56<URL> foo.co.uk:57-66<URL> ftp://x/y:67-76<URL> file:///etc:77-88<URL> a.b:89-92<ALPHANUM> 日:93-94<IDEOGRAPHIC> 本:94-95<IDEOGRAPHIC> https://[::1]/:96-110<URL> 1.2.3.4:111-118<URL> x:119-120<ALPHANUM> y:121-122<ALPHANUM> https://example.com:123-142<URL> http://foo.com/:145-160<URL> foo.bar:162-169<URL> example.museum/path:170-189<URL> http://localhost:9200/_search:190-219<URL> |219',
  ],
  [{ tokenizer: { type: 'edge_ngram', min_gram: 1, max_gram: 2 } }, 'abc def', 'a:0-1 ab:0-2 |7'],
  [
    { tokenizer: { type: 'ngram', min_gram: 1, max_gram: 2 } },
    'ab 😀c',
    'a:0-1 ab:0-2 b:1-2 b :1-3  :2-3  😀:2-5 😀:3-5 😀c:3-6 c:5-6 |6',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'joe.x@a-b.co joe@foo.notatld joe@localhost a.b.c.d.com foo.comx foo.com:80/x?y=1&z=(a)b) HTTP://FOO.COM www.x foo.com. x.com\'s _a@b.com "q"@x.org a@[1.2.3.4] http://user:pw@host/x http://a/é mailto:x@y.com ftp.x.org git://x.org/y é@x.com é.com 中.com foo.com/中',
    'joe.x@a-b.co:0-12<EMAIL> joe@foo.no:13-23<EMAIL> tatld:23-28<ALPHANUM> joe:29-32<ALPHANUM> localhost:33-42<ALPHANUM> a.b.c.d.com:43-54<URL> foo.comx:55-63<ALPHANUM> foo.com:80/x?y=1&z=(a)b):64-88<URL> HTTP://FOO.COM:89-103<URL> www.x:104-109<ALPHANUM> foo.com.:110-118<URL> x.com\'s:119-126<ALPHANUM> _a@b.com:127-135<EMAIL> "q"@x.org:136-145<EMAIL> a@[1.2.3.4]:146-157<EMAIL> http://user:pw@host/x:158-179<URL> http://a/:180-189<URL> é:189-190<ALPHANUM> mailto:191-197<ALPHANUM> x@y.com:198-205<EMAIL> ftp.x.org:206-215<URL> git:216-219<ALPHANUM> x.org/y:222-229<URL> é:230-231<ALPHANUM> x.com:232-237<URL> é.com:238-243<ALPHANUM> 中:244-245<IDEOGRAPHIC> com:246-249<ALPHANUM> foo.com/:250-258<URL> 中:258-259<IDEOGRAPHIC> |259',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'http://foo.com/) x',
    'http://foo.com/:0-15<URL> x:17-18<ALPHANUM> |18',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'http://foo.com/a)b) x',
    'http://foo.com/a:0-16<URL> b:17-18<ALPHANUM> x:20-21<ALPHANUM> |21',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    "http://foo.com/a,b;c!d$e'f*g+h=i:j@k, x",
    "http://foo.com/a:0-16<URL> b:17-18<ALPHANUM> c:19-20<ALPHANUM> d:21-22<ALPHANUM> e'f:23-26<ALPHANUM> g:27-28<ALPHANUM> h:29-30<ALPHANUM> i:j:31-34<ALPHANUM> k:35-36<ALPHANUM> x:38-39<ALPHANUM> |39",
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'http://foo.com/a. http://foo.com/a? http://foo.com/a?b. http://foo.com/a?b#c. http://foo.com, ',
    'http://foo.com/a.:0-17<URL> http://foo.com/a?:18-35<URL> http://foo.com/a?b.:36-55<URL> http://foo.com/a?b#c.:56-77<URL> http://foo.com:78-92<URL> |94',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'foo.com/a, foo.com/a) foo.com?x=) foo.com#a) http://foo.com#a! http://foo.com?a!',
    'foo.com/a:0-9<URL> foo.com/a:11-20<URL> foo.com?x=):22-33<URL> foo.com#a):34-44<URL> http://foo.com#a!:45-62<URL> http://foo.com?a!:63-80<URL> |80',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    'http://foo http://foo_bar.com http://1.2.3.4:80/ file:///a/b) http://-a.com http://a..b',
    'http://foo:0-10<URL> http://foo:11-21<URL> _bar.com:21-29<ALPHANUM> http://1.2.3.4:80/:30-48<URL> file:///a/b:49-60<URL> http:62-66<ALPHANUM> a.com:70-75<URL> http://a:76-84<URL> b:86-87<ALPHANUM> |87',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    "a.b@c.com. a..b@c.com .a@c.com a+b@c.com a!b@c.com (a@c.com) <a@c.com> a@c.com's a@c.com:80 a@1.2.3.4 a@c a@c.com.",
    'a.b@c.com.:0-10<EMAIL> a..b@c.com:11-21<EMAIL> .a@c.com:22-30<EMAIL> a+b@c.com:31-40<EMAIL> a!b@c.com:41-50<EMAIL> a@c.com:52-59<EMAIL> a@c.com:62-69<EMAIL> a@c.com:71-78<EMAIL> s:79-80<ALPHANUM> a@c.com:81-88<EMAIL> 80:89-91<NUM> a:92-93<ALPHANUM> 1.2.3.4:94-101<URL> a:102-103<ALPHANUM> c:104-105<ALPHANUM> a@c.com.:106-114<EMAIL> |114',
  ],
  [
    { tokenizer: { type: 'uax_url_email' } },
    '1.2.3.4/x 1.2.3.4:80 1.2.3.4.5 1.2.3.400 a.co a.com.com-x x-y.com x_y.com y.com_ ',
    '1.2.3.4/x:0-9<URL> 1.2.3.4:80:10-20<URL> 1.2.3.4.5:21-30<NUM> 1.2.3.400:31-40<NUM> a.co:41-45<URL> a.com.com:46-55<ALPHANUM> x:56-57<ALPHANUM> x-y.com:58-65<URL> x_y.com:66-73<ALPHANUM> y.com_:74-80<ALPHANUM> |81',
  ],
];

for (const [chain, text, expected] of CASES) {
  test(`tokenizer: ${JSON.stringify(chain).slice(0, 80)} on ${text.slice(0, 40)}`, () => {
    expect(show(testAnalyzer(chain), text)).toBe(expected);
  });
}
