import type { Json, JsonObject } from '../json/values.ts';
import type { ObjectMapper } from './mapper.ts';

/** Collects what a document adds to its mapping, as the JSON of a mapping update. */
export class MappingUpdate {
  private json: JsonObject | undefined;

  /** Undefined when nothing was added. */
  result(): JsonObject | undefined {
    return this.json;
  }

  clear(): void {
    this.json = undefined;
  }

  /** Adds a child to the innermost of the objects, which lead there from the root. */
  add(objects: readonly ObjectMapper[], name: string, definition: JsonObject): void {
    let node = this.root();
    // Without it the dots of the names below would be taken for objects.
    if (objects[0]?.subobjects === false) node.set('subobjects', false);
    for (const object of objects.slice(1)) {
      const properties = member(node, 'properties');
      let next = properties.get(object.name) as JsonObject | undefined;
      if (next === undefined) {
        next = new Map<string, Json>([['type', object.isNested ? 'nested' : 'object']]);
        if (object.includeInParent) next.set('include_in_parent', true);
        if (object.includeInRoot) next.set('include_in_root', true);
        if (object.subobjects === false) next.set('subobjects', false);
        properties.set(object.name, next);
      }
      node = next;
    }
    const properties = member(node, 'properties');
    const known = properties.get(name) as JsonObject | undefined;
    properties.set(name, known === undefined ? definition : new Map([...known, ...definition]));
  }

  addRuntime(path: string, definition: JsonObject): void {
    member(this.root(), 'runtime').set(path, definition);
  }

  private root(): JsonObject {
    this.json ??= new Map();
    return this.json;
  }
}

function member(node: JsonObject, name: string): JsonObject {
  let value = node.get(name) as JsonObject | undefined;
  if (value === undefined) {
    value = new Map();
    node.set(name, value);
  }
  return value;
}
