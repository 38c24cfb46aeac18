import { describe, expect, test } from 'bun:test';
import { mergeMappings } from './merge.ts';
import { complaints, parseDocument, testMapping } from './testing.ts';

const field = (definition: unknown) => testMapping({ properties: { f: definition } });

describe('values become tokens and columns', () => {
  const cases: [string, unknown, string, Record<string, unknown[]>][] = [
    ['text', { type: 'text' }, '{"f":"The quick"}', { f: ['the@0', 'quick@1'] }],
    ['text, two values', { type: 'text' }, '{"f":["a","b"]}', { f: ['a@0', 'b@101'] }],
    ['keyword', { type: 'keyword' }, '{"f":"A b"}', { f: ['A b@0'], 'f:keyword': ['A b'] }],
    [
      'number as keyword',
      { type: 'keyword' },
      '{"f":1.10}',
      { f: ['1.10@0'], 'f:keyword': ['1.10'] },
    ],
    [
      'normalizer',
      { type: 'keyword', normalizer: 'lowercase' },
      '{"f":"ABC"}',
      { f: ['abc@0'], 'f:keyword': ['abc'] },
    ],
    [
      'ignore_above',
      { type: 'keyword', ignore_above: 2 },
      '{"f":"abc"}',
      { _ignored: ['f@0'], '_ignored:keyword': ['f'] },
    ],
    [
      'null_value',
      { type: 'keyword', null_value: 'N' },
      '{"f":null}',
      { f: ['N@0'], 'f:keyword': ['N'] },
    ],
    ['long', { type: 'long' }, '{"f":[1,"2",3.7]}', { 'f:long': [1, 2, 3] }],
    [
      'long beyond 2^53',
      { type: 'long' },
      '{"f":9007199254740993}',
      { 'f:long': [9007199254740993n] },
    ],
    [
      'integer null_value',
      { type: 'integer', null_value: 7 },
      '{"f":[null,""]}',
      { 'f:long': [7, 7] },
    ],
    ['double', { type: 'double' }, '{"f":[1,"1.5"]}', { 'f:double': [1, 1.5] }],
    ['float', { type: 'float' }, '{"f":0.1}', { 'f:double': [Math.fround(0.1)] }],
    ['half_float', { type: 'half_float' }, '{"f":0.1}', { 'f:double': [0.0999755859375] }],
    [
      'scaled_float',
      { type: 'scaled_float', scaling_factor: 100 },
      '{"f":1.239}',
      { 'f:double': [1.24] },
    ],
    [
      'unsigned_long',
      { type: 'unsigned_long' },
      '{"f":18446744073709551615}',
      { 'f:long': [9223372036854775807n] },
    ],
    ['boolean', { type: 'boolean' }, '{"f":[true,"false",""]}', { 'f:long': [1, 0, 0] }],
    [
      'date',
      { type: 'date' },
      '{"f":["1970-01-02","1970-01-01T00:00:01+01:00",5,"1970"]}',
      { 'f:long': [86400000, -3599000, 5, 0] },
    ],
    [
      'date_nanos',
      { type: 'date_nanos' },
      '{"f":"2018-10-29T12:12:12.123456789Z"}',
      { 'f:long': [1540815132123456789n] },
    ],
    ['not indexed', { type: 'text', index: false }, '{"f":"x"}', {}],
    [
      'ignore_malformed',
      { type: 'integer', ignore_malformed: true },
      '{"f":["x",1]}',
      { 'f:long': [1], _ignored: ['f@0'], '_ignored:keyword': ['f'] },
    ],
    [
      'multi-field',
      { type: 'text', fields: { k: { type: 'keyword' } } },
      '{"f":"A"}',
      { f: ['a@0'], 'f.k': ['A@0'], 'f.k:keyword': ['A'] },
    ],
  ];
  for (const [name, definition, source, row] of cases) {
    test(name, () => {
      expect(parseDocument(field(definition), source)).toEqual({ rows: [row], update: undefined });
    });
  }

  test('copy_to fills the other field after its own values', () => {
    const mapping = testMapping({
      properties: { a: { type: 'text', copy_to: 'all' }, all: { type: 'text' } },
    });
    expect(parseDocument(mapping, { all: 'x', a: 'y' }).rows).toEqual([
      { all: ['x@0', 'y@101'], a: ['y@0'] },
    ]);
  });

  test('without subobjects names keep their dots', () => {
    const source = { time: 1, 'time.max': 2, host: { name: 'a' } };
    const { rows, update } = parseDocument(testMapping({ subobjects: false }), source);
    expect(rows[0]).toMatchObject({ 'time:long': [1], 'time.max:long': [2] });
    expect(update?.subobjects).toBe(false);
    expect(Object.keys(update?.properties as object)).toEqual(['time', 'time.max', 'host.name']);
    const below = testMapping({ properties: { m: { type: 'object', subobjects: false } } });
    const { update: inner } = parseDocument(below, { m: source });
    const merged = mergeMappings(below, testMapping(inner));
    expect([...merged.fields.keys()]).toContain('m.time.max');
  });

  test('a dotted name through a nested object makes a row of it', () => {
    const mapping = testMapping({
      properties: {
        n: {
          type: 'nested',
          properties: {
            x: { type: 'long' },
            o: { properties: { y: { type: 'long' } } },
            m: { type: 'nested', properties: { z: { type: 'long' } } },
          },
        },
        p: { properties: { q: { type: 'nested', include_in_root: true } } },
      },
    });
    expect(parseDocument(mapping, { 'n.x': [1, 2], 'n.o.y': 3 }).rows).toEqual([
      { 'n.x:long': [1, 2], _nested_path: ['n@0'] },
      { 'n.o.y:long': [3], _nested_path: ['n@0'] },
      {},
    ]);
    expect(parseDocument(mapping, { 'n.m.z': 4 }).rows).toEqual([
      { 'n.m.z:long': [4], _nested_path: ['n.m@0'] },
      { _nested_path: ['n@0'] },
      {},
    ]);
    expect(parseDocument(mapping, { n: { 'm.z': 5 } }).rows).toEqual([
      { 'n.m.z:long': [5], _nested_path: ['n.m@0'] },
      { _nested_path: ['n@0'] },
      {},
    ]);
    expect(parseDocument(mapping, { p: { 'q.new': 6 } }).rows).toEqual([
      { 'p.q.new:long': [6], _nested_path: ['p.q@0'] },
      { 'p.q.new:long': [6] },
    ]);
  });

  test('nested objects are rows before the root', () => {
    const mapping = testMapping({
      properties: {
        n: {
          type: 'nested',
          properties: {
            x: { type: 'long' },
            m: { type: 'nested', properties: { y: { type: 'long' } } },
          },
        },
        r: { type: 'long' },
      },
    });
    const source = { r: 1, n: [{ x: 2, m: { y: 3 } }, { x: 4 }] };
    expect(parseDocument(mapping, source).rows).toEqual([
      { 'n.m.y:long': [3], _nested_path: ['n.m@0'] },
      { 'n.x:long': [2], _nested_path: ['n@0'] },
      { 'n.x:long': [4], _nested_path: ['n@0'] },
      { 'r:long': [1] },
    ]);
  });
});

describe('documents that do not fit are refused', () => {
  const preview = (type: string, value: string, at = '1:6') =>
    `document_parsing_exception: [${at}] failed to parse field [f] of type [${type}] in document with id '1'. Preview of field's value: '${value}'`;
  const cases: [string, string, string[]][] = [
    [
      'long',
      '{"f":"abc"}',
      [preview('long', 'abc'), 'illegal_argument_exception: For input string: "abc"'],
    ],
    [
      'integer',
      '{"f":"abc"}',
      [preview('integer', 'abc'), 'number_format_exception: For input string: "abc"'],
    ],
    [
      'byte',
      '{"f":"1000"}',
      [
        preview('byte', '1000'),
        'illegal_argument_exception: Value [1000] is out of range for a byte',
      ],
    ],
    [
      'keyword',
      '{"f":{"bar":"hello world"}}',
      [
        preview('keyword', '{bar=hello world}'),
        "illegal_state_exception: Can't get text on a START_OBJECT at 1:6",
      ],
    ],
    [
      'boolean',
      '{"f":"yes"}',
      [
        preview('boolean', 'yes'),
        'illegal_argument_exception: Failed to parse value [yes] as only [true] or [false] are allowed.',
      ],
    ],
    [
      'date',
      '{\n "f": "abc"}',
      [
        preview('date', 'abc', '2:7'),
        'illegal_argument_exception: failed to parse date field [abc] with format [strict_date_optional_time||epoch_millis]',
        'date_time_parse_exception: Failed to parse with all enclosed parsers',
      ],
    ],
    [
      'object',
      '{"f":1}',
      [
        'document_parsing_exception: [1:6] object mapping for [f] tried to parse field [f] as object, but found a concrete value',
      ],
    ],
  ];
  for (const [type, source, expected] of cases) {
    test(`${type} ${source}`, () => {
      expect(complaints(() => parseDocument(field({ type }), source))).toEqual(expected);
    });
  }

  test('without coerce', () => {
    const mapping = field({ type: 'integer', coerce: false });
    expect(complaints(() => parseDocument(mapping, '{"f":"1"}'))[1]).toBe(
      'illegal_argument_exception: Integer value passed as String',
    );
    expect(complaints(() => parseDocument(mapping, '{"f":1.5}'))[1]).toBe(
      'illegal_argument_exception: 1.5 cannot be converted to Integer without data loss',
    );
  });

  test('metadata fields', () => {
    expect(complaints(() => parseDocument(testMapping({}), '{"_id":1}'))).toEqual([
      'document_parsing_exception: [1:2] Field [_id] is a metadata field and cannot be added inside a document. Use the index API request parameters.',
    ]);
  });
});

describe('dynamic mapping', () => {
  test('kinds of values', () => {
    const source =
      '{"s":"x y","l":1,"d":1.5,"b":true,"t":"2020-01-01","o":{"p.q":2},"e":[],"n":null,"a":[null,"z"]}';
    const text = {
      type: 'text',
      fields: { keyword: { type: 'keyword', ignore_above: 256 } },
    };
    expect(parseDocument(testMapping({}), source).update).toEqual({
      properties: {
        s: text,
        l: { type: 'long' },
        d: { type: 'float' },
        b: { type: 'boolean' },
        t: { type: 'date' },
        o: {
          type: 'object',
          properties: { p: { type: 'object', properties: { q: { type: 'long' } } } },
        },
        a: text,
      },
    });
  });

  test('the values of new fields are indexed at once', () => {
    expect(parseDocument(testMapping({}), '{"l":[1,2]}').rows).toEqual([{ 'l:long': [1, 2] }]);
  });

  test('false, strict, runtime', () => {
    expect(parseDocument(testMapping({ dynamic: false }), '{"x":{"y":1}}')).toEqual({
      rows: [{}],
      update: undefined,
    });
    expect(complaints(() => parseDocument(testMapping({ dynamic: 'strict' }), '{"x":1}'))).toEqual([
      'strict_dynamic_mapping_exception: [1:6] mapping set to strict, dynamic introduction of [x] within [_doc] is not allowed',
    ]);
    expect(
      parseDocument(testMapping({ dynamic: 'runtime' }), '{"x":"y","o":{"l":1}}').update,
    ).toEqual({
      runtime: { x: { type: 'keyword' }, 'o.l': { type: 'long' } },
    });
  });

  test('documents of a data stream have one timestamp', () => {
    const mapping = testMapping({
      _data_stream_timestamp: { enabled: true },
      properties: { '@timestamp': { type: 'date' } },
    });
    expect(parseDocument(mapping, { '@timestamp': 1 }).rows).toHaveLength(1);
    expect(complaints(() => parseDocument(mapping, '{}'))[1]).toBe(
      'illegal_argument_exception: data stream timestamp field [@timestamp] is missing',
    );
    expect(complaints(() => parseDocument(mapping, '{"@timestamp":[1,2]}'))[1]).toBe(
      'illegal_argument_exception: data stream timestamp field [@timestamp] encountered multiple values',
    );
  });

  test('more fields than the index allows', () => {
    const mapping = testMapping(
      { properties: { a: { type: 'long' } } },
      { 'mapping.total_fields.limit': 2 },
    );
    expect(complaints(() => parseDocument(mapping, '{"b":1,"c":2}'))).toEqual([
      'document_parsing_exception: [1:12] failed to parse: Limit of total fields [2] has been exceeded while adding new fields [2]',
      'illegal_argument_exception: Limit of total fields [2] has been exceeded while adding new fields [2]',
    ]);
  });

  test('long arrays of floats are vectors', () => {
    const source = { v: Array.from({ length: 128 }, (_, i) => i + 0.5), w: [1.5, 2.5] };
    expect(parseDocument(testMapping({}), source).update?.properties).toEqual({
      v: { type: 'dense_vector', dims: 128, index: true, similarity: 'cosine' },
      w: { type: 'float' },
    });
  });

  test('templates, numeric and date detection', () => {
    const mapping = testMapping({
      numeric_detection: true,
      dynamic_date_formats: ['dd.MM.yyyy'],
      dynamic_templates: [
        {
          codes: { match: '*_code', match_mapping_type: 'string', mapping: { type: 'keyword' } },
        },
        { rest: { path_match: 'raw.*', mapping: { type: '{dynamic_type}', store: true } } },
      ],
    });
    const source = '{"a_code":"x","n":"1.5","w":"7","d":"01-1","raw":{"l":3}}';
    expect(parseDocument(mapping, source).update?.properties).toEqual({
      a_code: { type: 'keyword' },
      n: { type: 'float' },
      w: { type: 'long' },
      d: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
      raw: { type: 'object', properties: { l: { type: 'long', store: true } } },
    });
  });
});
