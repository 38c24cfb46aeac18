/** The `doc` of an update put into a document. */
import { Double, isJsonObject, type Json, type JsonObject } from '../json/values.ts';

/** Changes `target`: objects are merged, all else is replaced. Returns whether anything differs. */
export function mergeDocument(target: JsonObject, doc: JsonObject): boolean {
  let changed = false;
  for (const [name, value] of doc) {
    const known = target.get(name);
    if (isJsonObject(known) && isJsonObject(value)) {
      changed = mergeDocument(known, value) || changed;
    } else if (known === undefined || !sameJson(known, value)) {
      target.set(name, value);
      changed = true;
    }
  }
  return changed;
}

/** Equal as the reference compares: numbers of different kinds are different. */
function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (a instanceof Double) return b instanceof Double && Object.is(a.value, b.value);
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameJson(item, b[i] as Json))
    );
  }
  if (!isJsonObject(a) || !isJsonObject(b) || a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !sameJson(value, other)) return false;
  }
  return true;
}
