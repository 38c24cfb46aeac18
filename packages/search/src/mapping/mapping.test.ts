import { describe, expect, test } from 'bun:test';
import { mergeMappings } from './merge.ts';
import { complaints, printed, testMapping } from './testing.ts';

const field = (definition: unknown) => ({ properties: { f: definition } });

describe('what was given is printed back, defaults left out', () => {
  const cases: [string, unknown, unknown][] = [
    ['text', { type: 'text', index: true, norms: true }, { type: 'text' }],
    ['no norms', { type: 'text', norms: 'false' }, { type: 'text', norms: false }],
    ['coerce is explicit', { type: 'long', coerce: true }, { type: 'long', coerce: true }],
    [
      'search_analyzer shows the other',
      { type: 'text', search_analyzer: 'simple' },
      { type: 'text', analyzer: 'default', search_analyzer: 'simple' },
    ],
    [
      'multi-fields',
      { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } },
      { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } },
    ],
    ['copy_to', { type: 'keyword', copy_to: 'all' }, { type: 'keyword', copy_to: ['all'] }],
    ['object', { properties: {} }, { type: 'object' }],
    ['nested', { type: 'nested', dynamic: false }, { type: 'nested', dynamic: 'false' }],
    [
      'date format',
      { type: 'date', format: 'yyyy-MM-dd||epoch_second' },
      { type: 'date', format: 'yyyy-MM-dd||epoch_second' },
    ],
    [
      'scaled_float',
      { type: 'scaled_float', scaling_factor: 100 },
      { type: 'scaled_float', scaling_factor: 100 },
    ],
    [
      'vectors are indexed',
      { type: 'dense_vector', dims: 5 },
      { type: 'dense_vector', dims: 5, index: true, similarity: 'cosine' },
    ],
    [
      'vectors are not indexed',
      { type: 'dense_vector', dims: 5, index: false },
      { type: 'dense_vector', dims: 5, index: false },
    ],
  ];
  for (const [name, given, shown] of cases) {
    test(name, () => expect(printed(testMapping(field(given)))).toEqual(field(shown)));
  }

  test('vectors that are not indexed are not compared', () => {
    for (const [name, value] of Object.entries({
      similarity: 'cosine',
      index_options: { type: 'hnsw', m: 16, ef_construction: 100 },
    })) {
      const given = { type: 'dense_vector', dims: 5, index: false, [name]: value };
      expect(() => testMapping(field(given))).toThrow(
        `Field [${name}] can only be specified for a field of type [dense_vector] when it is indexed`,
      );
    }
  });

  test('root options stand before properties, children in order of name', () => {
    const mapping = testMapping({
      properties: { b: { type: 'long' }, 'a.c': { type: 'text' } },
      _source: { enabled: false },
      _meta: { version: 1 },
      dynamic: 'strict',
      date_detection: false,
      _routing: { required: true },
    });
    const shown = printed(mapping) as { properties: object };
    expect(Object.keys(shown)).toEqual([
      'dynamic',
      'date_detection',
      '_meta',
      '_routing',
      '_source',
      'properties',
    ]);
    expect(shown.properties).toEqual({
      a: { properties: { c: { type: 'text' } } },
      b: { type: 'long' },
    });
  });
});

describe('wrong mappings are refused', () => {
  const cases: [string, unknown, string][] = [
    [
      'unknown parameter',
      field({ type: 'text', foo: 1 }),
      'unknown parameter [foo] on mapper [f] of type [text]',
    ],
    [
      'unknown type',
      field({ type: 'string' }),
      'The mapper type [string] declared on field [f] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.',
    ],
    ['no type', field({ analyzer: 'x' }), 'No type specified for field [f]'],
    [
      'null',
      field({ type: 'text', index: null }),
      '[index] on mapper [f] of type [text] must not have a [null] value',
    ],
    [
      'unknown analyzer',
      field({ type: 'text', analyzer: 'nope' }),
      'analyzer [nope] has not been configured in mappings',
    ],
    [
      'not a boolean',
      field({ type: 'text', index: 'yes' }),
      'Could not convert [index] to boolean',
    ],
    [
      'root',
      { foo: { type: 'text' } },
      'Root mapping definition has unsupported parameters:  [foo : {type=text}]',
    ],
    [
      'scaling factor',
      field({ type: 'scaled_float' }),
      'Field [f] misses required parameter [scaling_factor]',
    ],
    [
      'empty name',
      { properties: { '': { type: 'keyword' } } },
      'field name cannot be an empty string',
    ],
  ];
  for (const [name, mapping, reason] of cases) {
    test(name, () => {
      expect(complaints(() => testMapping(mapping))[0]).toBe(
        `mapper_parsing_exception: Failed to parse mapping: ${reason}`,
      );
    });
  }
});

describe('updates', () => {
  const merge = (a: unknown, b: unknown, settings = {}) =>
    mergeMappings(testMapping(a, settings), testMapping(b, settings));

  test('new fields and multi-fields are added, free parameters change', () => {
    const merged = merge(
      { properties: { a: { type: 'keyword', ignore_above: 5 }, o: { properties: {} } } },
      {
        properties: {
          a: { type: 'keyword', ignore_above: 9, fields: { t: { type: 'text' } } },
          'o.x': { type: 'long' },
        },
      },
    );
    expect(printed(merged)).toEqual({
      properties: {
        a: { type: 'keyword', ignore_above: 9, fields: { t: { type: 'text' } } },
        o: { properties: { x: { type: 'long' } } },
      },
    });
  });

  const conflicts: [string, unknown, unknown, string][] = [
    [
      'type',
      field({ type: 'long' }),
      field({ type: 'text' }),
      'mapper [f] cannot be changed from type [long] to [text]',
    ],
    [
      'analyzer',
      field({ type: 'text', analyzer: 'simple' }),
      field({ type: 'text' }),
      'Mapper for [f] conflicts with existing mapper:\n\tCannot update parameter [analyzer] from [simple] to [default]',
    ],
    [
      'two parameters',
      field({ type: 'keyword' }),
      field({ type: 'keyword', index: false, store: true }),
      'Mapper for [f] conflicts with existing mapper:\n\tCannot update parameter [index] from [true] to [false]\n\tCannot update parameter [store] from [false] to [true]',
    ],
    [
      'object to field',
      field({ properties: {} }),
      field({ type: 'long' }),
      "can't merge a non object mapping [f] with an object mapping",
    ],
  ];
  for (const [name, a, b, reason] of conflicts) {
    test(`conflict: ${name}`, () => {
      expect(complaints(() => merge(a, b))).toEqual([`illegal_argument_exception: ${reason}`]);
    });
  }

  test('norms can be switched off, not on', () => {
    const on = field({ type: 'text' });
    const off = field({ type: 'text', norms: false });
    expect(printed(merge(on, off))).toEqual(off);
    expect(complaints(() => merge(off, on))[0]).toContain(
      'Cannot update parameter [norms] from [false] to [true]',
    );
  });

  test('aliases and copies must lead somewhere', () => {
    expect(complaints(() => merge({}, field({ type: 'alias', path: 'x' })))[0]).toBe(
      'mapper_parsing_exception: Invalid [path] value [x] for field alias [f]: an alias must refer to an existing field in the mappings.',
    );
    const multi = { type: 'text', copy_to: 'f.k', fields: { k: { type: 'keyword' } } };
    expect(complaints(() => merge({}, field(multi)))[0]).toBe(
      'illegal_argument_exception: [copy_to] may not be used to copy to a multi-field: [f.k]',
    );
  });

  test('limits', () => {
    const limited = { 'mapping.total_fields.limit': 2 };
    const two = { properties: { a: { type: 'long' }, b: { type: 'long' } } };
    expect(complaints(() => merge(two, field({ type: 'long' }), limited))).toEqual([
      'illegal_argument_exception: Limit of total fields [2] has been exceeded',
    ]);
    const deep = { properties: { 'a.b.c': { type: 'long' } } };
    expect(complaints(() => merge({}, deep, { 'mapping.depth.limit': 2 }))).toEqual([
      'illegal_argument_exception: Limit of mapping depth [2] has been exceeded due to object field [a.b]',
    ]);
  });
});
