/** Ways through a parsed source: by path, through arrays and names with dots. */
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';

/** Values at a path, arrays as they stand. */
export function rawAt(value: Json, path: string): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => rawAt(item, path));
  if (!isJsonObject(value)) return [];
  const found: Json[] = [];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const inner = value.get(path.slice(0, dot));
    if (inner !== undefined) found.push(...rawAt(inner, path.slice(dot + 1)));
  }
  const own = value.get(path);
  if (own !== undefined) found.push(own);
  return found;
}

/** Each value by itself, nulls included. */
export function flat(values: readonly Json[]): Json[] {
  return values.flatMap((value) => (Array.isArray(value) ? flat(value) : [value]));
}

/** Objects at a path. */
export function objectsAt(value: Json, path: string): JsonObject[] {
  return flat(rawAt(value, path)).filter(isJsonObject);
}

/** Paths of the leaves of an object with their values; `enters` says which objects are walked. */
export function leaves(
  object: JsonObject,
  enters: (path: string) => boolean,
  prefix = '',
  found = new Map<string, Json[]>(),
): Map<string, Json[]> {
  for (const [name, value] of object) {
    const path = prefix + name;
    if (!enters(path)) continue;
    for (const item of flat([value])) {
      if (isJsonObject(item)) leaves(item, enters, `${path}.`, found);
      else if (item !== null) found.set(path, [...(found.get(path) ?? []), item]);
    }
  }
  return found;
}
