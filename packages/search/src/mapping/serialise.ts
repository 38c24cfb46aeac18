/** From the tree of a mapping back to the JSON that `GET _mapping` prints: defaults left out. */
import type { Json, JsonObject } from '../json/values.ts';
import { FieldMapper, type Mapper, type ObjectMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { METADATA_FIELDS } from './metadata-fields.ts';
import { sameJson } from './parameter.ts';

/** The whole mapping, without a name around it. */
export function mappingJson({ root, options }: Mapping): JsonObject {
  const json: JsonObject = new Map();
  objectHead(root, json);
  const put = (name: string, value: Json | undefined) => {
    if (value !== undefined) json.set(name, value);
  };
  put('dynamic_date_formats', options.dynamicDateFormats as Json[] | undefined);
  put(
    'dynamic_templates',
    options.dynamicTemplates?.map(({ name, definition }) => new Map([[name, definition as Json]])),
  );
  put('date_detection', options.dateDetection);
  put('numeric_detection', options.numericDetection);
  if (options.runtime !== undefined && options.runtime.size > 0) put('runtime', options.runtime);
  put('_meta', options.meta);
  for (const { name, fixed } of METADATA_FIELDS) {
    const given = options.metadata.get(name);
    if (given === undefined) continue;
    const shown = new Map([...given].filter(([key, value]) => !sameJson(fixed[key], value)));
    if (shown.size > 0) put(name, shown);
  }
  putChildren(root, json);
  return json;
}

function objectHead(object: ObjectMapper, json: JsonObject): void {
  if (object.dynamic !== undefined) json.set('dynamic', object.dynamic);
  if (object.enabled === false) json.set('enabled', false);
  if (object.subobjects !== undefined) json.set('subobjects', object.subobjects);
}

function putChildren(object: ObjectMapper, json: JsonObject): void {
  if (object.children.size === 0) return;
  const names = [...object.children.keys()].sort();
  json.set(
    'properties',
    new Map(names.map((name) => [name, mapperJson(object.children.get(name) as Mapper)])),
  );
}

/** One field or object. With `defaults`, all parameters that have a value. */
export function mapperJson(mapper: Mapper, defaults = false): JsonObject {
  if (mapper instanceof FieldMapper) return fieldJson(mapper, defaults);
  const json: JsonObject = new Map();
  if (mapper.isNested) {
    json.set('type', 'nested');
    if (mapper.includeInParent) json.set('include_in_parent', true);
    if (mapper.includeInRoot) json.set('include_in_root', true);
  } else if (mapper.children.size === 0) json.set('type', 'object');
  objectHead(mapper, json);
  putChildren(mapper, json);
  return json;
}

function fieldJson(field: FieldMapper, defaults: boolean): JsonObject {
  const json: JsonObject = new Map([['type', field.type.name as Json]]);
  for (const { name, fallback, explicit, isPrinted } of field.type.parameters) {
    const given = field.given.get(name);
    const shown = given !== undefined && given !== null;
    if (shown && (explicit === true || !sameJson(given, fallback))) json.set(name, given);
    else if (name === 'analyzer' && (defaults || differsFromSearch(field))) {
      json.set(name, given ?? 'default');
    } else if (fallback !== undefined && (defaults || isPrinted?.((key) => field.value(key)))) {
      json.set(name, fallback);
    }
  }
  if (field.fields.size > 0) {
    const names = [...field.fields.keys()].sort();
    json.set(
      'fields',
      new Map(
        names.map((name) => [name, mapperJson(field.fields.get(name) as FieldMapper, defaults)]),
      ),
    );
  }
  if (field.copyTo.length > 0) json.set('copy_to', [...field.copyTo]);
  return json;
}

/** A field that is searched with another analyzer shows the one it indexes with. */
function differsFromSearch(field: FieldMapper): boolean {
  return field.given.has('search_analyzer') || field.given.has('search_quote_analyzer');
}
