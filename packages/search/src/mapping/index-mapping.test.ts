import { describe, expect, test } from 'bun:test';
import { createRegistry } from '../analysis/builtin.ts';
import { WriteBuffer } from '../index/buffer/write-buffer.ts';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { FieldMapping } from './index-mapping.ts';
import { complaints } from './testing.ts';

const registry = createRegistry();
const json = (text: string) => parseJson(text) as JsonObject;
const settings = new Map<string, string | string[]>([
  ['index.analysis.analyzer.my.tokenizer', 'whitespace'],
  ['index.analysis.analyzer.my.filter', ['uppercase']],
  ['index.mapping.total_fields.limit', '4'],
]);

describe('the mapping of an index', () => {
  const body = json('{"properties":{"a":{"type":"text","analyzer":"my"}}}');
  const mapping = FieldMapping.parse(body, settings, registry);

  test('knows the analyzers of the index settings', () => {
    expect(jsonText(mapping.toJson())).toBe(jsonText(body));
    expect(mapping.analysis.analyzer('my')?.terms('x y')).toEqual(['X', 'Y']);
  });

  test('fills a write buffer and returns the mapping a document needs', () => {
    const buffer = new WriteBuffer();
    const source = Buffer.from('{"a":"x y","n":1}');
    const next = mapping.fillRows({ id: '1', source }, buffer);
    expect(jsonText(next?.toJson() ?? null)).toBe(
      '{"properties":{"a":{"type":"text","analyzer":"my"},"n":{"type":"long"}}}',
    );
    expect(next?.fillRows({ id: '1', source }, buffer)).toBeUndefined();
  });

  test('documents cannot add more fields than the index allows', () => {
    const source = Buffer.from('{"b":"x","c":"y"}');
    expect(complaints(() => mapping.preview({ id: '1', source }))).toEqual([
      'illegal_argument_exception: Limit of total fields [4] has been exceeded',
    ]);
  });

  test('a nested field from a template takes a second look', () => {
    const dynamic = FieldMapping.parse(
      json('{"dynamic_templates":[{"t":{"match":"n","mapping":{"type":"nested"}}}]}'),
      new Map(),
      registry,
    );
    const source = Buffer.from('{"n":{"x":1}}');
    const needed = dynamic.preview({ id: '1', source });
    expect(needed.mapping.hasNested).toBe(true);
  });
});
