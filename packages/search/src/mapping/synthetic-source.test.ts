import { describe, expect, test } from 'bun:test';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { checkSynthetic, syntheticSource } from './synthetic-source.ts';
import { complaints, testMapping } from './testing.ts';

const made = (properties: unknown, source: string) =>
  jsonText(syntheticSource(testMapping({ properties }), parseJson(source) as JsonObject));

test('values are sorted and in the form of their type, names with dots are objects', () => {
  const properties = {
    k: { type: 'keyword', ignore_above: 4 },
    n: { type: 'integer' },
    f: { type: 'float' },
    d: { type: 'date' },
    i: { type: 'ip', ignore_malformed: true },
    b: { type: 'boolean' },
    o: { properties: { k: { type: 'keyword' } } },
    x: { type: 'flattened' },
  };
  expect(made(properties, '{"k":["b","a","b","too long"]}')).toBe('{"k":["a","b","too long"]}');
  expect(made(properties, '{"n":["3",1,1],"f":1,"unknown":7}')).toBe('{"f":1.0,"n":[1,1,3]}');
  expect(made(properties, '{"d":["2020-01-02","2020-01-01"]}')).toBe(
    '{"d":["2020-01-01T00:00:00.000Z","2020-01-02T00:00:00.000Z"]}',
  );
  expect(made(properties, '{"i":["10.0.0.2","10.0.0.1","x"]}')).toBe(
    '{"i":["10.0.0.1","10.0.0.2","x"]}',
  );
  expect(made(properties, '{"o.k":"v","b":"true"}')).toBe('{"b":true,"o":{"k":"v"}}');
  expect(made(properties, '{"o":[{"k":"b"},{"k":"a"}]}')).toBe('{"o":{"k":["a","b"]}}');
  expect(made(properties, '{"x":{"a":[2,"1",2],"b":{"c":true}}}')).toBe(
    '{"x":{"a":["1","2"],"b":{"c":"true"}}}',
  );
});

describe('fields that keep too little are refused', () => {
  const rows = [
    [
      { type: 'text' },
      'unless it is stored or has a sub-field of type [keyword] with doc values or stored and without a normalizer',
    ],
    [{ type: 'flattened', doc_values: false }, "because it doesn't have doc values"],
    [{ type: 'keyword', doc_values: false }, "because it doesn't have doc values and isn't stored"],
  ] as const;
  for (const [field, why] of rows) {
    test(JSON.stringify(field), () => {
      const mapping = testMapping({ properties: { a: field } });
      expect(complaints(() => checkSynthetic(mapping))).toEqual([
        `illegal_argument_exception: field [a] of type [${field.type}] doesn't support synthetic source ${why}`,
      ]);
    });
  }

  test('a text with a keyword beside it is not', () => {
    const fields = { k: { type: 'keyword' } };
    checkSynthetic(testMapping({ properties: { a: { type: 'text', fields } } }));
  });
});
