/** `stored_fields`: fields with `store: true`, in the form their type keeps them. */
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../json/values.ts';
import type { FieldMapper } from '../mapping/mapper.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { typedValue } from '../mapping/typed-value.ts';
import { patternTest } from '../metadata/index-names.ts';

/** Undefined when the document has none of them. */
export function storedFields(
  mapping: Mapping,
  source: Uint8Array,
  names: readonly string[],
): Map<string, Writable> | undefined {
  const fields = names.flatMap((name) => storedNamed(mapping, name));
  if (fields.length === 0) return undefined;
  const document = parseJson(source) as JsonObject;
  const found = new Map<string, Writable>();
  for (const field of fields) {
    const values = valuesAt(document, valuePath(mapping, field)).flatMap((value) => {
      const typed = typedValue(field, value);
      return typed === undefined ? [] : [typed.shown];
    });
    if (values.length > 0) found.set(field.path, values);
  }
  return found.size === 0 ? undefined : found;
}

function storedNamed(mapping: Mapping, name: string): FieldMapper[] {
  const test = patternTest(name);
  const matched = name.includes('*')
    ? [...mapping.fields.values()].filter(({ path }) => test(path))
    : [mapping.field(name)];
  return matched.filter((field): field is FieldMapper => field?.value('store') === true);
}

/** A multi-field has the values of the field around it. */
function valuePath(mapping: Mapping, field: FieldMapper): string {
  const parent = field.path.slice(0, Math.max(0, field.path.lastIndexOf('.')));
  return mapping.fields.has(parent) ? parent : field.path;
}

/** The values at a path, through arrays, and through names with dots in them. */
export function valuesAt(value: Json, path: string): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  if (!isJsonObject(value)) return [];
  const own = value.get(path);
  const found = own === undefined ? [] : leaves(own);
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const inner = value.get(path.slice(0, dot));
    if (inner !== undefined) found.push(...valuesAt(inner, path.slice(dot + 1)));
  }
  return found;
}

function leaves(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return value === null ? [] : [value];
}
