/**
 * Where in a request something stands. Parsers work on values, which know no place; only when
 * something is wrong is the text read again, along the way that leads to the value.
 */
import { JsonReader, Token } from '../../json/json-reader.ts';
import type { Location } from '../../json/parse-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';

export type Part = 'name' | 'value' | 'end';
type Container = JsonObject | Json[];

const NOWHERE: Location = { line: -1, column: -1 };

/** The place of a member of `container` (or of itself, without a key) in the text of `root`. */
export function placeOf(
  root: Json,
  bytes: Uint8Array,
  container: Container | undefined,
  key: string | number | undefined,
  part: Part,
): Location {
  const path = container === undefined ? undefined : pathTo(root, container);
  if (path === undefined) return NOWHERE;
  const reader = new JsonReader(bytes);
  reader.next();
  for (const step of path) enter(reader, step);
  if (key !== undefined) {
    const name = enter(reader, key);
    if (part === 'name') return reader.location(name);
  }
  if (part === 'end') reader.skipChildren();
  return reader.location(part === 'end' ? reader.end - 1 : reader.start);
}

function pathTo(root: Json, wanted: Container): (string | number)[] | undefined {
  if (root === wanted) return [];
  if (!isJsonObject(root) && !Array.isArray(root)) return undefined;
  for (const [key, value] of root.entries()) {
    const rest = pathTo(value as Json, wanted);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** From the start of a container to the value of one member; returns where its name starts. */
function enter(reader: JsonReader, key: string | number): number {
  if (typeof key === 'number') {
    for (let i = 0; reader.next() !== Token.EndArray && i < key; i += 1) reader.skipChildren();
    return reader.start;
  }
  while (reader.next() === Token.Name) {
    const { start } = reader;
    const isIt = reader.name() === key;
    reader.next();
    if (isIt) return start;
    reader.skipChildren();
  }
  return reader.start;
}
