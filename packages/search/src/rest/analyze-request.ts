/** The body of `_analyze`: fields by kind, refused as the reference's object parsers refuse them. */
import {
  type AnalyzeRequest,
  isNameOrDefinition,
  type NameOrDefinition,
} from '../analysis/analyze.ts';
import type { SettingValue } from '../analysis/core/settings.ts';
import { illegalArgument, SearchError, validationError } from '../errors/search-error.ts';
import { Double, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { javaText } from '../mapping/parameter.ts';
import { didYouMean, type Scope } from '../search/dsl/scope.ts';

export interface ParsedRequest extends AnalyzeRequest {
  readonly field: string | undefined;
}

type TokenKind =
  | 'START_OBJECT'
  | 'START_ARRAY'
  | 'VALUE_STRING'
  | 'VALUE_NUMBER'
  | 'VALUE_BOOLEAN'
  | 'VALUE_NULL';

const STRING: readonly TokenKind[] = ['VALUE_STRING'];
const STRINGS: readonly TokenKind[] = ['START_ARRAY', 'VALUE_STRING'];
const COMPONENT: readonly TokenKind[] = ['START_OBJECT', 'VALUE_STRING'];
const COMPONENTS: readonly TokenKind[] = ['START_OBJECT', 'START_ARRAY', 'VALUE_STRING'];

/** What each field may start with. */
const FIELDS: Readonly<Record<string, readonly TokenKind[]>> = {
  analyzer: STRING,
  text: STRINGS,
  field: STRING,
  tokenizer: COMPONENT,
  filter: COMPONENTS,
  char_filter: COMPONENTS,
  explain: ['VALUE_BOOLEAN', 'VALUE_STRING'],
  attributes: STRINGS,
  normalizer: STRING,
};

function kindOf(value: Json): TokenKind {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return isJsonNumber(value) ? 'VALUE_NUMBER' : 'VALUE_STRING';
}

export function parseAnalyzeRequest(body: JsonObject, scope: Scope): ParsedRequest {
  for (const [name, value] of body) {
    const kinds = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (kinds === undefined) {
      const hint = didYouMean(name, Object.keys(FIELDS));
      const reason = `[analyze] unknown field [${name}]${hint}`;
      throw scope.contentError(reason, body, name, undefined, 'name');
    }
    const kind = kindOf(value);
    if (kinds.includes(kind)) continue;
    const reason = `[analyze] ${name} doesn't support values of type: ${kind}`;
    throw scope.contentError(reason, body, name);
  }
  const parse = <T>(name: string, read: (value: Json) => T): T | undefined => {
    const value = body.get(name);
    if (value === undefined) return undefined;
    try {
      return read(value);
    } catch (cause) {
      if (!(cause instanceof SearchError)) throw cause;
      const reason = `[analyze] failed to parse field [${name}]`;
      throw scope.contentError(reason, body, name, cause);
    }
  };
  return {
    text: parse('text', texts) ?? [],
    analyzer: parse('analyzer', String),
    normalizer: parse('normalizer', String),
    field: parse('field', String),
    tokenizer: parse('tokenizer', component),
    filter: parse('filter', components) ?? [],
    charFilter: parse('char_filter', components) ?? [],
    explain: parse('explain', flag) ?? false,
    attributes: parse('attributes', texts) ?? [],
  };
}

/** What goes together and what does not, all complaints at once. */
export function checkAnalyzeRequest(request: ParsedRequest, index: string | undefined): void {
  const complaints: string[] = [];
  const extra = (request.filter?.length ?? 0) + (request.charFilter?.length ?? 0) > 0;
  if (request.text.length === 0) complaints.push('text is missing');
  if (index === undefined && request.normalizer !== undefined) {
    complaints.push('index is required if normalizer is specified');
  }
  if (
    request.normalizer !== undefined &&
    (request.tokenizer !== undefined || request.analyzer !== undefined)
  ) {
    complaints.push('tokenizer/analyze should be null if normalizer is specified');
  }
  if (request.analyzer !== undefined && (request.tokenizer !== undefined || extra)) {
    complaints.push('cannot define extra components on a named analyzer');
  }
  if (request.normalizer !== undefined && extra) {
    complaints.push('cannot define extra components on a named normalizer');
  }
  if (request.field !== undefined && (request.tokenizer !== undefined || extra)) {
    complaints.push('cannot define extra components on a field-specific analyzer');
  }
  if (complaints.length > 0) throw validationError(complaints);
}

function texts(value: Json): string[] {
  return (Array.isArray(value) ? value : [value]).map((entry) => {
    if (entry === null || typeof entry === 'object') {
      if (!(entry instanceof Double)) {
        throw new SearchError('illegal_state_exception', `Can't get text on a ${kindOf(entry)}`);
      }
    }
    return javaText(entry);
  });
}

function flag(value: Json): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(
    `Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`,
  );
}

function components(value: Json): NameOrDefinition[] {
  return (Array.isArray(value) ? value : [value]).map(component);
}

function component(value: Json): NameOrDefinition {
  const definition = plain(value);
  if (isNameOrDefinition(definition)) return definition;
  throw new SearchError(
    'x_content_parse_exception',
    `Expected [VALUE_STRING] or [START_OBJECT], got ${kindOf(value)}`,
  );
}

/** JSON as the settings of analysis take it. */
function plain(value: Json): SettingValue {
  if (value instanceof Double) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries([...value].map(([name, entry]) => [name, plain(entry)]));
}
