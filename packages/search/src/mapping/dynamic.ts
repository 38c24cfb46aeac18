/** What a field that no mapping knows becomes. */
import { Token } from '../json/json-reader.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { DateFormat } from './date/date-format.ts';
import { documentError } from './document-errors.ts';
import type { MatchType } from './dynamic-template.ts';
import type { SourceValue } from './field-type.ts';
import type { Mapping } from './mapping.ts';

export interface DynamicField {
  readonly definition: JsonObject;
  readonly isRuntime: boolean;
}

const DATE_FORMATS = ['strict_date_optional_time', 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'];
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const KEYWORD_LIMIT = 256;

function object(entries: Record<string, Json>): JsonObject {
  return new Map(Object.entries(entries));
}

/** The kind of a value and the definition it gets when no template wants it. */
function detect(mapping: Mapping, value: SourceValue): { type: MatchType; definition: JsonObject } {
  switch (value.token) {
    case Token.StartObject:
      return { type: 'object', definition: object({ type: 'object' }) };
    case Token.True:
    case Token.False:
      return { type: 'boolean', definition: object({ type: 'boolean' }) };
    case Token.Integer:
      return { type: 'long', definition: object({ type: 'long' }) };
    case Token.Float:
      return { type: 'double', definition: object({ type: 'float' }) };
    default:
      return detectString(mapping, value.text());
  }
}

function detectString(
  { options }: Mapping,
  text: string,
): { type: MatchType; definition: JsonObject } {
  if (options.numericDetection === true && NUMBER.test(text)) {
    return /^[+-]?\d+$/.test(text)
      ? { type: 'long', definition: object({ type: 'long' }) }
      : { type: 'double', definition: object({ type: 'float' }) };
  }
  // Formats without a colon, dash or slash in the text could only be numbers or words.
  if (options.dateDetection !== false && /[:\-/]/.test(text) && /\d/.test(text)) {
    for (const pattern of options.dynamicDateFormats ?? DATE_FORMATS) {
      if (DateFormat.of(pattern).tryParse(text) === undefined) continue;
      const definition = object({ type: 'date' });
      if (options.dynamicDateFormats !== undefined || pattern !== 'strict_date_optional_time') {
        definition.set('format', pattern);
      }
      return { type: 'date', definition };
    }
  }
  const keyword = object({ type: 'keyword', ignore_above: KEYWORD_LIMIT });
  return {
    type: 'string',
    definition: object({ type: 'text', fields: object({ keyword }) }),
  };
}

/** The definition for an unknown field, by templates first; `wanted`: the template a request names. */
export function dynamicDefinition(
  mapping: Mapping,
  path: string,
  name: string,
  value: SourceValue,
  isRuntime: boolean,
  wanted?: string | undefined,
): DynamicField {
  const { type, definition } = detect(mapping, value);
  const { dynamicTemplates } = mapping.options;
  const template =
    wanted === undefined
      ? dynamicTemplates?.find((one) => one.matches(path, name, type))
      : dynamicTemplates?.find((one) => one.name === wanted);
  if (wanted !== undefined && template === undefined) {
    throw documentError(
      value.place(),
      `Can't find dynamic template for dynamic template name [${wanted}] of field [${path}]`,
    );
  }
  if (template !== undefined) {
    return { definition: template.mappingFor(name, type), isRuntime: template.isRuntime };
  }
  if (!isRuntime || type === 'object') return { definition, isRuntime: false };
  const runtimeType = type === 'string' ? 'keyword' : type;
  const runtime = object({ type: runtimeType });
  const format = definition.get('format');
  if (format !== undefined) runtime.set('format', format);
  return { definition: runtime, isRuntime: true };
}
