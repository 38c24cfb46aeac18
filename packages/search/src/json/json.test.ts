import { describe, expect, test } from 'bun:test';
import { JsonReader, Token } from './json-reader.ts';
import { jsonText, writeJson } from './json-writer.ts';
import { LineSplitter } from './ndjson.ts';
import { doubleText, floatText } from './number-text.ts';
import { parseJson } from './parse.ts';
import { JsonParseError } from './parse-error.ts';
import { Double, Float32, RawJson } from './values.ts';
import { yamlText } from './yaml-writer.ts';

const SOURCE = '[Source: (org.elasticsearch.common.io.stream.ByteBufferStreamInput)';

function complaint(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonParseError);
    return (error as JsonParseError).located;
  }
  throw new Error(`accepted ${text}`);
}

describe('numbers keep their kind', () => {
  const texts = ['1', '-1', '0', '1.0', '-0.0', '1.5', '9007199254740993', '-9223372036854775808'];
  for (const text of texts) {
    test(`${text} comes back as ${text}`, () => expect(jsonText(parseJson(text))).toBe(text));
  }

  test('doubles are printed in the notation of Java', () => {
    const cases: [number, string][] = [
      [1e7, '1.0E7'],
      [9999999.5, '9999999.5'],
      [1.5e-4, '1.5E-4'],
      [0.001, '0.001'],
      [1e21, '1.0E21'],
      [1.7976931348623157e308, '1.7976931348623157E308'],
    ];
    for (const [value, text] of cases) expect(doubleText(value)).toBe(text);
    expect(jsonText(new Double(Number.NaN))).toBe('"NaN"');
    expect(jsonText(parseJson('1e400'))).toBe('"Infinity"');
  });

  test('floats are printed with the digits of a float', () => {
    expect(floatText(0.2876821)).toBe('0.2876821');
    expect(floatText(Math.fround(0.1))).toBe('0.1');
    expect(floatText(1)).toBe('1.0');
    expect(floatText(3.4028235e38)).toBe('3.4028235E38');
    expect(jsonText({ _score: new Float32(Math.fround(13.8)) })).toBe('{"_score":13.8}');
  });
});

describe('values', () => {
  test('objects keep the order of their names', () => {
    const text = '{"b":1,"10":2,"9":[true,false,null,"x"],"__proto__":{}}';
    expect(jsonText(parseJson(text))).toBe(text);
  });

  test('strings decode escapes and UTF-8', () => {
    expect(parseJson('"a\\u00e9\\n\\"\\ud83d\\ude00 中文"')).toBe('aé\n"😀 中文');
    expect(jsonText('a\u0001\n"\\/é中😀')).toBe('"a\\u0001\\n\\"\\\\/é中😀"');
    expect(jsonText('\u001f')).toBe('"\\u001F"');
  });

  test('comments are space', () => {
    expect(jsonText(parseJson('/* a */ {"a": // b\n 1}'))).toBe('{"a":1}');
  });

  test('long and non-ASCII strings survive the writer', () => {
    const text = `${'x'.repeat(5000)}"é${'中'.repeat(3000)}`;
    expect(JSON.parse(jsonText([text, text]))).toEqual([text, text]);
  });
});

describe('a wrong text is answered as by the reference', () => {
  const cases: [string, string][] = [
    [
      'SELECT 1',
      `[1:8] Unrecognized token 'SELECT': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at ${SOURCE}; line: 1, column: 8]`,
    ],
    [
      '\n{content:"x"}',
      `[2:3] Unexpected character ('c' (code 99)): was expecting double-quote to start field name\n at ${SOURCE}; line: 2, column: 3]`,
    ],
    ['{"a":1,"a":2}', `[1:11] Duplicate field 'a'\n at ${SOURCE}; line: 1, column: 11]`],
    [
      '{"a" 1}',
      `[1:7] Unexpected character ('1' (code 49)): was expecting a colon to separate field name and value\n at ${SOURCE}; line: 1, column: 7]`,
    ],
    [
      '{"a":1 "b":2}',
      `[1:9] Unexpected character ('"' (code 34)): was expecting comma to separate Object entries\n at ${SOURCE}; line: 1, column: 9]`,
    ],
    [
      '{"a":1',
      `[1:7] Unexpected end-of-input: expected close marker for Object (start marker at ${SOURCE}; line: 1, column: 1])\n at ${SOURCE}; line: 1, column: 7]`,
    ],
    [
      '"a\nb"',
      `[1:4] Illegal unquoted character ((CTRL-CHAR, code 10)): has to be escaped using backslash to be included in string value\n at ${SOURCE}; line: 1, column: 4]`,
    ],
    [
      '"\\x"',
      `[1:4] Unrecognized character escape 'x' (code 120)\n at ${SOURCE}; line: 1, column: 4]`,
    ],
    [
      '01',
      `[1:3] Invalid numeric value: Leading zeroes not allowed\n at ${SOURCE}; line: 1, column: 3]`,
    ],
  ];
  for (const [text, message] of cases) {
    test(JSON.stringify(text), () => expect(complaint(text)).toBe(message));
  }

  test('nesting has an end', () => {
    expect(complaint('['.repeat(1001))).toContain(
      'Depth (1001) exceeds the maximum allowed nesting depth (1000)',
    );
    expect(() => parseJson('['.repeat(1000) + ']'.repeat(1000))).not.toThrow();
  });

  test('many names in one object', () => {
    const names = Array.from({ length: 50 }, (_, i) => `"n${i}":${i}`);
    expect(() => parseJson(`{${names.join()}}`)).not.toThrow();
    expect(complaint(`{${names.join()},"n7":1}`)).toContain("Duplicate field 'n7'");
  });

  test('whatever JSON.parse refuses is refused', () => {
    for (const text of [
      '',
      '{',
      '[1,]',
      '{"a":}',
      '{,}',
      '1 2',
      'nul',
      'truex',
      '-',
      '1.',
      '1e',
      '"\\u12g4"',
      '"abc',
      ']',
      '{]',
    ]) {
      if (text === '') continue;
      expect(() => parseJson(text), text).toThrow(JsonParseError);
    }
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      'Invalid UTF-8 start byte 0xff',
    );
  });
});

describe('the pull reader', () => {
  test('gives the bytes of a value as they were sent', () => {
    const text = '{ "index" : 1.10, "doc" : { "a" :  [1.0,2 ] , "b":"\\u0041"} }';
    const reader = new JsonReader(Buffer.from(text));
    const raw: string[] = [];
    reader.next();
    while (reader.next() !== Token.EndObject) {
      reader.next();
      raw.push(reader.rawValue().toString());
    }
    expect(raw).toEqual(['1.10', '{ "a" :  [1.0,2 ] , "b":"\\u0041"}']);
    expect(reader.next()).toBe(Token.End);
  });

  test('knows where a token stands', () => {
    const reader = new JsonReader(Buffer.from('{\n  "query" : {\r\n "x": 1}}'));
    const seen: string[] = [];
    while (reader.next() !== Token.End) {
      const { line, column } = reader.location();
      seen.push(`${line}:${column}`);
    }
    expect(seen).toEqual(['1:1', '2:3', '2:13', '3:2', '3:7', '3:8', '3:9']);
  });
});

describe('writers', () => {
  const value = {
    name: 'n',
    empty: {},
    none: [],
    left: undefined,
    list: [1, { a: true }],
    raw: new RawJson(Buffer.from('{"z": 1.0}')),
  };

  test('compact', () => {
    expect(jsonText(value)).toBe(
      '{"name":"n","empty":{},"none":[],"list":[1,{"a":true}],"raw":{"z": 1.0}}',
    );
  });

  test('pretty', () => {
    expect(jsonText(value, { pretty: true })).toBe(
      '{\n  "name" : "n",\n  "empty" : { },\n  "none" : [ ],\n  "list" : [\n    1,\n    {\n      "a" : true\n    }\n  ],\n  "raw" : {\n    "z" : 1.0\n  }\n}\n',
    );
  });

  test('YAML', () => {
    expect(yamlText(value)).toBe(
      '---\nname: "n"\nempty: {}\nnone: []\nlist:\n- 1\n- a: true\nraw:\n  z: 1.0\n',
    );
    expect(yamlText({ 'a b': { '1': 'x\n"', true: [[1, 2], [], [{ q: null }]] } })).toBe(
      '---\na b:\n  "1": "x\\n\\""\n  "true":\n  - - 1\n    - 2\n  - []\n  - - q: null\n',
    );
    expect(yamlText([])).toBe('--- []\n');
  });

  test('a writer and a reader agree on random values', () => {
    const text = JSON.stringify(
      Array.from({ length: 300 }, (_, i) => ({
        [`k${i}`]: [i * 1.37, `s${'é'.repeat(i % 40)}`, i % 2 === 0],
      })),
    );
    expect(writeJson(parseJson(text)).toString()).toBe(text);
  });
});

test('lines are split across chunks', () => {
  const text = '{"index":{}}\n{"a":1}\r\n\n{"é":2}\n{"last":1}';
  for (const size of [1, 2, 3, 7, 100]) {
    const splitter = new LineSplitter();
    const lines: string[] = [];
    const bytes = Buffer.from(text);
    for (let i = 0; i < bytes.length; i += size) {
      for (const line of splitter.push(bytes.subarray(i, i + size)))
        lines.push(Buffer.from(line).toString());
    }
    const last = splitter.last();
    if (last) lines.push(Buffer.from(last).toString());
    expect(lines).toEqual(['{"index":{}}', '{"a":1}', '', '{"é":2}', '{"last":1}']);
  }
});
