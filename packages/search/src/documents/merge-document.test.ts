import { expect, test } from 'bun:test';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { mergeDocument } from './merge-document.ts';

test('objects are merged, all else replaced, and no change is told', () => {
  const rows = [
    ['{"a":1}', '{"a":1}', false, '{"a":1}'],
    ['{"a":1}', '{"a":1.0}', true, '{"a":1.0}'],
    ['{"a":{"b":1,"c":2}}', '{"a":{"b":3}}', true, '{"a":{"b":3,"c":2}}'],
    [
      '{"a":{"b":[1,{"x":null}]}}',
      '{"a":{"b":[1,{"x":null}]}}',
      false,
      '{"a":{"b":[1,{"x":null}]}}',
    ],
    ['{"a":[1,2]}', '{"a":[2]}', true, '{"a":[2]}'],
    ['{"a":1}', '{"b":null}', true, '{"a":1,"b":null}'],
  ] as const;
  for (const [target, doc, changed, result] of rows) {
    const document = parseJson(target) as JsonObject;
    expect(mergeDocument(document, parseJson(doc) as JsonObject)).toBe(changed);
    expect(jsonText(document)).toBe(result);
  }
});
