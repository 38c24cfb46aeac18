import { describe, expect, test } from 'bun:test';
import { complaints, parseDocument, printed, testMapping } from '../testing.ts';
import { decodePoint, encodePoint, parsePoint } from './geo-point.ts';
import { cidrRange, ipText, parseIp } from './ip-address.ts';

const field = (definition: unknown) => testMapping({ properties: { f: definition } });
const rows = (definition: unknown, source: unknown) =>
  parseDocument(field(definition), source).rows;

describe('addresses', () => {
  const cases: [string, string][] = [
    ['192.168.0.1', '192.168.0.1'],
    ['::1', '::1'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::', '::'],
  ];
  for (const [given, shown] of cases) {
    test(given, () => expect(ipText(parseIp(given))).toBe(shown));
  }
  test('what is none', () => {
    for (const text of [
      '',
      '1.2.3',
      '256.1.1.1',
      '01.1.1.1',
      ':::',
      '1::2::3',
      'g::1',
      '1:2:3:4:5:6:7',
    ]) {
      expect(() => parseIp(text), text).toThrow(`'${text}' is not an IP string literal.`);
    }
  });
  test('networks', () => {
    expect(cidrRange('10.1.2.3/8').map(ipText)).toEqual(['10.0.0.0', '10.255.255.255']);
  });
});

describe('points', () => {
  const at = { lat: 41.12, lon: -71.34 };
  const cases: [string, string][] = [
    ['object', '{"lat":41.12,"lon":-71.34}'],
    ['text', '"41.12,-71.34"'],
    ['list', '[-71.34,41.12]'],
    ['WKT', '"POINT (-71.34 41.12)"'],
    ['GeoJSON', '{"type":"Point","coordinates":[-71.34,41.12]}'],
  ];
  for (const [name, json] of cases) {
    test(name, () => {
      const [row] = rows({ type: 'geo_point' }, `{"f":${json}}`);
      const value = row?.['f:long']?.[0] as bigint;
      const point = decodePoint(value);
      expect(point.lat).toBeCloseTo(at.lat, 6);
      expect(point.lon).toBeCloseTo(at.lon, 6);
    });
  }
  test('geohash, edges and lists of points', () => {
    expect(parsePoint('drm3btev3e86').lat).toBeCloseTo(41.12, 6);
    expect(decodePoint(encodePoint({ lat: 90, lon: 180 })).lat).toBeCloseTo(90, 6);
    const [row] = rows({ type: 'geo_point' }, '{"f":["1,2",{"lat":3,"lon":4}]}');
    expect(row?.['f:long']).toHaveLength(2);
  });
  test('out of the world', () => {
    expect(complaints(() => rows({ type: 'geo_point' }, '{"f":"91,0"}'))[1]).toBe(
      'illegal_argument_exception: illegal latitude value [91] for f',
    );
  });
});

describe('other types', () => {
  const cases: [string, object, unknown, Record<string, unknown[]>][] = [
    ['ip', { type: 'ip', index: false }, '0.0.0.1', { 'f:keyword': [expect.any(String)] }],
    ['binary', { type: 'binary', doc_values: true }, 'YWJj', { 'f:keyword': ['abc'] }],
    ['wildcard', { type: 'wildcard' }, 'A b', { f: ['A b@0'], 'f:keyword': ['A b'] }],
    ['token_count', { type: 'token_count', analyzer: 'standard' }, 'a b c', { 'f:long': [3] }],
    ['rank_feature', { type: 'rank_feature' }, 2, { 'f:double': [2] }],
    [
      'rank_features',
      { type: 'rank_features' },
      { a: 1, b: 0.5 },
      { 'f.a:double': [1], 'f.b:double': [0.5] },
    ],
    [
      'flattened',
      { type: 'flattened', doc_values: false },
      { a: { b: ['x', 1] } },
      { f: ['x@0', '1@0'], 'f._keyed': ['a.b\0x@0', 'a.b\u00001@0'] },
    ],
    [
      'integer_range',
      { type: 'integer_range' },
      { gte: 1, lt: 3 },
      { 'f:keyword': [expect.any(String)] },
    ],
    ['constant_keyword', { type: 'constant_keyword', value: 'x' }, 'x', {}],
    [
      'join',
      { type: 'join', relations: { question: ['answer'] } },
      'question',
      {
        'f#question': ['1@0'],
        'f#question:keyword': ['1'],
        f: ['question@0'],
        'f:keyword': ['question'],
      },
    ],
    [
      'search_as_you_type',
      { type: 'search_as_you_type', max_shingle_size: 2 },
      'ab c',
      {
        f: ['ab@0', 'c@1'],
        'f._2gram': ['ab c@0'],
        'f._index_prefix': ['a@0', 'ab@0', 'ab @0', 'ab c@0', 'c@1'],
      },
    ],
    [
      'completion',
      { type: 'completion' },
      { input: ['Nirvana Up'], weight: 3 },
      { f: ['nirvana\u001fup\0\0\0\0\u0003Nirvana Up\0@0'] },
    ],
    [
      'dense_vector',
      { type: 'dense_vector', element_type: 'byte', dims: 3, index: true, similarity: 'cosine' },
      [97, 98, 99],
      { 'f:keyword': ['abc'] },
    ],
  ];
  for (const [name, definition, value, row] of cases) {
    test(name, () => {
      expect(rows(definition, { f: value })).toEqual([row]);
      expect(printed(field(definition))).toEqual({ properties: { f: definition } } as object);
    });
  }

  const wrong: [object, unknown, string][] = [
    [{ type: 'ip' }, 'abc', "illegal_argument_exception: 'abc' is not an IP string literal."],
    [
      { type: 'constant_keyword', value: 'x' },
      'y',
      'illegal_argument_exception: [constant_keyword] field [f] only accepts values that are equal to the value defined in the mappings [x], but got [y]',
    ],
    [
      { type: 'join', relations: { a: 'b' } },
      'c',
      'illegal_argument_exception: unknown join name [c] for field [f]',
    ],
    [
      { type: 'alias', path: 'x' },
      'c',
      'illegal_argument_exception: Cannot write to a field alias [f].',
    ],
  ];
  for (const [definition, value, reason] of wrong) {
    test(reason, () => expect(complaints(() => rows(definition, { f: value }))[1]).toBe(reason));
  }

  test('a dotted name whose head is a field gives the field an object', () => {
    const flattened = { type: 'flattened', doc_values: false };
    expect(rows(flattened, { 'f.a.b': 'x' })).toEqual([{ f: ['x@0'], 'f._keyed': ['a.b\0x@0'] }]);
    expect(complaints(() => rows({ type: 'long' }, { 'f.a': 1 }))[1]).toBe(
      'illegal_argument_exception: Cannot parse object as number',
    );
  });

  test('a constant is learnt from the first document', () => {
    const mapping = field({ type: 'constant_keyword' });
    expect(parseDocument(mapping, { f: 'x' }).update).toEqual({
      properties: { f: { type: 'constant_keyword', value: 'x' } },
    });
  });
});
