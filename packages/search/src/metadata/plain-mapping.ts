/** A mapping as plain JSON: merged by name, with the one conflict that needs no field types. */
import { illegalArgument } from '../errors/search-error.ts';
import { isJsonObject, type JsonObject } from '../json/values.ts';
import { type IndexMapping, mergeJson, type ParseMapping } from './mapping-port.ts';

class PlainMapping implements IndexMapping {
  constructor(private readonly body: JsonObject) {}

  merge(body: JsonObject): IndexMapping {
    checkTypes(this.body, body, '');
    return new PlainMapping(mergeJson(this.body, body));
  }

  toJson(): JsonObject {
    return this.body;
  }
}

export const parsePlainMapping: ParseMapping = (body) => {
  checkTypes(new Map(), body, '');
  return new PlainMapping(body);
};

function checkTypes(known: JsonObject, added: JsonObject, prefix: string): void {
  const before = known.get('properties');
  const after = added.get('properties');
  if (!isJsonObject(after)) return;
  for (const [name, field] of after) {
    if (name === '') throw illegalArgument('field name cannot be an empty string');
    const old = isJsonObject(before) ? before.get(name) : undefined;
    if (!isJsonObject(field)) continue;
    const full = `${prefix}${name}`;
    const was = isJsonObject(old) ? typeOf(old) : undefined;
    const is = typeOf(field);
    if (was !== undefined && was !== is) {
      throw illegalArgument(`mapper [${full}] cannot be changed from type [${was}] to [${is}]`);
    }
    checkTypes(isJsonObject(old) ? old : new Map(), field, `${full}.`);
  }
}

function typeOf(field: JsonObject): string {
  return String(field.get('type') ?? 'object');
}
