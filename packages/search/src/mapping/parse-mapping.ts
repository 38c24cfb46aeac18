/** From the JSON of a mapping to its tree. */
import { AnalysisError } from '../analysis/core/errors.ts';
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { fromAnalysisError } from './analysis-error.ts';
import { DateFormat } from './date/date-format.ts';
import { parseDynamicTemplates } from './dynamic-template.ts';
import type { FieldType } from './field-type.ts';
import { FIELD_TYPES } from './field-types.ts';
import {
  childPath,
  type Dynamic,
  FieldMapper,
  type Mapper,
  type MappingContext,
  ObjectMapper,
} from './mapper.ts';
import { Mapping } from './mapping.ts';
import { METADATA_FIELDS } from './metadata-fields.ts';
import { booleanValue, javaClass, javaText, mapperParsing, type Place } from './parameter.ts';

/** Parses a mapping; every failure comes as mapper_parsing_exception "Failed to parse mapping: …". */
export function parseMapping(json: JsonObject, context: MappingContext): Mapping {
  try {
    return parseRoot(json, context);
  } catch (error) {
    const cause = asSearchError(error);
    throw mapperParsing(`Failed to parse mapping: ${cause.reason}`, cause);
  }
}

function asSearchError(error: unknown): SearchError {
  if (error instanceof SearchError) return error;
  if (error instanceof AnalysisError) return fromAnalysisError(error);
  throw error;
}

function parseRoot(json: JsonObject, context: MappingContext): Mapping {
  const rest = new Map(json);
  const take = (name: string): Json | undefined => {
    const value = rest.get(name);
    rest.delete(name);
    return value ?? undefined;
  };
  const flag = (name: string) => {
    const value = take(name);
    return value === undefined ? undefined : booleanValue(value, name);
  };
  const metadata = new Map<string, JsonObject>();
  for (const field of METADATA_FIELDS) {
    const value = take(field.name);
    if (value === undefined) continue;
    if (!isJsonObject(value)) {
      throw illegalArgument(`[${field.name}] config must be an object`);
    }
    metadata.set(field.name, field.parse(value));
  }
  const meta = take('_meta');
  const formats = take('dynamic_date_formats') ?? take('date_formats');
  const templates = take('dynamic_templates');
  const runtime = take('runtime');
  const options = {
    metadata,
    meta: isJsonObject(meta) ? meta : undefined,
    dateDetection: flag('date_detection'),
    numericDetection: flag('numeric_detection'),
    dynamicDateFormats: formats === undefined ? undefined : dateFormats(formats),
    dynamicTemplates: templates === undefined ? undefined : parseDynamicTemplates(templates),
    runtime: isJsonObject(runtime) ? checkRuntime(runtime) : undefined,
  };
  const root = parseObject('_doc', '', rest, context);
  return new Mapping(root, options, context);
}

function dateFormats(value: Json): string[] {
  const formats = Array.isArray(value) ? value.map(javaText) : [javaText(value)];
  if (formats.length === 1 && formats[0] === 'none') return [];
  for (const format of formats) {
    if (format.startsWith('epoch_')) {
      throw mapperParsing(`Epoch [${format}] is not supported as dynamic date format`);
    }
    DateFormat.of(format);
  }
  return formats;
}

const RUNTIME_TYPES = [
  'boolean',
  'composite',
  'date',
  'double',
  'geo_point',
  'ip',
  'keyword',
  'long',
  'lookup',
];

function checkRuntime(runtime: JsonObject): JsonObject {
  for (const [name, definition] of runtime) {
    if (definition === null) continue;
    if (!isJsonObject(definition)) {
      throw mapperParsing(
        `Expected map for runtime field [${name}] definition but got a ${javaClass(definition)}`,
      );
    }
    const type = definition.get('type');
    if (type === undefined) throw mapperParsing(`No type specified for runtime field [${name}]`);
    if (!RUNTIME_TYPES.includes(javaText(type)))
      throw noSuchType(javaText(type), name, 'runtime field');
  }
  return runtime;
}

function noSuchType(type: string, name: string, what = 'field'): SearchError {
  return mapperParsing(
    `The mapper type [${type}] declared on ${what} [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
  );
}

function parseDynamic(value: Json): Dynamic {
  const text = javaText(value).toLowerCase();
  if (text === 'strict' || text === 'runtime') return text;
  return booleanValue(text, 'dynamic') ? 'true' : 'false';
}

/** An object, nested object or root from its definition. */
export function parseObject(
  name: string,
  path: string,
  definition: JsonObject,
  context: MappingContext,
): ObjectMapper {
  const rest = new Map(definition);
  const take = (key: string): Json | undefined => {
    const value = rest.get(key);
    rest.delete(key);
    return value;
  };
  const flag = (key: string) => {
    const value = take(key);
    return value === undefined ? undefined : booleanValue(value, `${name}.${key}`);
  };
  const isNested = take('type') === 'nested';
  const dynamic = take('dynamic');
  const subobjects = isNested ? undefined : flag('subobjects');
  const parts = {
    name,
    path,
    isNested,
    dynamic: dynamic === undefined ? undefined : parseDynamic(dynamic),
    enabled: flag('enabled'),
    subobjects,
    includeInParent: isNested && flag('include_in_parent') === true,
    includeInRoot: isNested && flag('include_in_root') === true,
  };
  const properties = take('properties');
  if (properties !== undefined && !isJsonObject(properties)) {
    if (!(Array.isArray(properties) && properties.length === 0)) {
      throw new SearchError('parse_exception', 'properties must be a map type');
    }
  }
  const children = isJsonObject(properties)
    ? parseProperties(path, properties, context, subobjects !== false)
    : new Map<string, Mapper>();
  if (rest.size > 0) throw unsupported(name, path, rest);
  return new ObjectMapper({ ...parts, children });
}

function unsupported(name: string, path: string, rest: JsonObject): SearchError {
  const list = [...rest].map(([key, value]) => ` [${key} : ${javaText(value)}]`).join('');
  return mapperParsing(
    path === ''
      ? `Root mapping definition has unsupported parameters: ${list}`
      : `Mapping definition for [${name}] has unsupported parameters: ${list}`,
  );
}

function parseProperties(
  parent: string,
  properties: JsonObject,
  context: MappingContext,
  subobjects: boolean,
): Map<string, Mapper> {
  const children = new Map<string, Mapper>();
  for (const [name, definition] of properties) {
    if (name.trim() === '') throw illegalArgument('field name cannot be an empty string');
    if (Array.isArray(definition) && definition.length === 0) continue;
    if (!isJsonObject(definition)) {
      throw mapperParsing(
        `Expected map for property [fields] on field [${name}] but got a class ${javaClass(definition)}`,
      );
    }
    addDotted(
      children,
      parent,
      subobjects ? splitName(name) : [name],
      definition,
      context,
      subobjects,
    );
  }
  return children;
}

function splitName(name: string): string[] {
  const parts = name.split('.');
  if (parts.some((part) => part === '')) {
    throw illegalArgument(`name cannot be empty string`);
  }
  return parts;
}

/** `a.b` in properties is an object `a` with a child `b`. */
function addDotted(
  children: Map<string, Mapper>,
  parent: string,
  names: readonly string[],
  definition: JsonObject,
  context: MappingContext,
  subobjects: boolean,
): void {
  const [name, ...deeper] = names as [string, ...string[]];
  const path = childPath(parent, name);
  if (deeper.length === 0) {
    const mapper = parseMapper(name, path, definition, context);
    if (!subobjects && mapper.kind === 'object') {
      throw mapperParsing(
        `Tried to add subobject [${name}] to object [${parent === '' ? '_doc' : parent}] which does not support subobjects`,
      );
    }
    const existing = children.get(name);
    if (existing instanceof ObjectMapper && mapper instanceof ObjectMapper) {
      children.set(name, mapper.withChildren(new Map([...existing.children, ...mapper.children])));
    } else children.set(name, mapper);
    return;
  }
  const existing = children.get(name);
  if (existing instanceof FieldMapper) {
    throw mapperParsing(`Field [${path}] cannot be both a field and an object`);
  }
  const inner = new Map(existing?.children);
  addDotted(inner, path, deeper, definition, context, subobjects);
  children.set(
    name,
    existing?.withChildren(inner) ?? new ObjectMapper({ name, path, children: inner }),
  );
}

const OBJECT_KEYS = ['properties', 'dynamic', 'enabled', 'subobjects'];

/** A field or object from its definition. */
export function parseMapper(
  name: string,
  path: string,
  definition: JsonObject,
  context: MappingContext,
): Mapper {
  const type = definition.get('type');
  if (type === undefined || type === null) {
    if (definition.size === 0 || OBJECT_KEYS.some((key) => definition.has(key))) {
      return parseObject(name, path, definition, context);
    }
    throw mapperParsing(`No type specified for field [${name}]`);
  }
  const typeName = javaText(type);
  if (typeName === 'object' || typeName === 'nested') {
    return parseObject(name, path, definition, context);
  }
  const fieldType = FIELD_TYPES.get(typeName);
  if (fieldType === undefined) throw noSuchType(typeName, name);
  return parseField(name, path, fieldType, definition, context, false);
}

function parseField(
  name: string,
  path: string,
  type: FieldType,
  definition: JsonObject,
  context: MappingContext,
  isMultiField: boolean,
): FieldMapper {
  const place: Place = { field: name, type: type.name, analysis: context.analysis };
  const given = new Map<string, Json>();
  let fields: ReadonlyMap<string, FieldMapper> = new Map();
  let copyTo: readonly string[] = [];
  for (const [key, value] of definition) {
    if (key === 'type') continue;
    if (key === 'fields' && type.isBare !== true) {
      fields = parseMultiFields(name, path, value, context, isMultiField);
    } else if (key === 'copy_to' && type.isBare !== true) {
      if (isMultiField) {
        throw mapperParsing(
          `copy_to in multi fields is not allowed. Found the copy_to in field [${name}] which is within a multi field.`,
        );
      }
      copyTo = copyTargets(value, name);
    } else {
      const parameter = type.parameters.find((one) => one.name === key);
      if (parameter === undefined) {
        throw mapperParsing(
          `unknown parameter [${key}] on mapper [${name}] of type [${type.name}]`,
        );
      }
      if (value === null && parameter.nullable !== true) {
        throw mapperParsing(
          `[${key}] on mapper [${name}] of type [${type.name}] must not have a [null] value`,
        );
      }
      given.set(key, parameter.parse(value, place));
    }
  }
  return new FieldMapper({ name, path, type, given, fields, copyTo }, context);
}

function copyTargets(value: Json, name: string): string[] {
  const list = Array.isArray(value) ? value.map(javaText) : [javaText(value)];
  for (const target of list) {
    if (target.includes('*')) {
      throw mapperParsing(
        `[copy_to] may not be used to copy to a wildcard [${target}] on [${name}]`,
      );
    }
  }
  return list;
}

function parseMultiFields(
  name: string,
  path: string,
  value: Json,
  context: MappingContext,
  isMultiField: boolean,
): Map<string, FieldMapper> {
  if (Array.isArray(value) && value.length === 0) return new Map();
  if (!isJsonObject(value)) {
    throw mapperParsing(
      `expected map for property [fields] on field [${name}] or [fields] but got a class ${javaClass(value)}`,
    );
  }
  if (isMultiField) {
    throw mapperParsing(
      `Encountered a multi-field [${name}] which itself contains a multi-field. Defining chained multi-fields is not supported.`,
    );
  }
  const fields = new Map<string, FieldMapper>();
  for (const [sub, definition] of value) {
    if (sub.includes('.')) {
      throw mapperParsing(
        `Field name [${sub}] which is a multi field of [${name}] cannot contain '.'`,
      );
    }
    if (!isJsonObject(definition)) {
      throw mapperParsing(`illegal field [${sub}], only fields can be specified inside fields`);
    }
    const typeName = definition.get('type');
    if (typeName === undefined) throw mapperParsing(`no type specified for property [${sub}]`);
    const text = javaText(typeName);
    if (text === 'object' || text === 'nested' || text === 'alias') {
      throw mapperParsing(`Type [${text}] cannot be used in multi field`);
    }
    const type = FIELD_TYPES.get(text);
    if (type === undefined)
      throw mapperParsing(`no handler for type [${text}] declared on field [${sub}]`);
    fields.set(sub, parseField(sub, childPath(path, sub), type, definition, context, true));
  }
  return fields;
}
