import { JsonReader, Token } from '../json/json-reader.ts';
import { type Mapper, ObjectMapper } from './mapper.ts';

/** A nested object of a document: its bytes and the objects that lead to it, itself last. */
export interface NestedRange {
  readonly start: number;
  readonly end: number;
  readonly objects: readonly ObjectMapper[];
}

/**
 * The nested objects directly below an object, in the order of the document. Their rows come before
 * the object's own, so they have to be known before its fields are read.
 */
export function nestedRanges(
  bytes: Uint8Array,
  start: number,
  end: number,
  objects: readonly ObjectMapper[],
): NestedRange[] {
  const reader = new JsonReader(bytes, start, end);
  const ranges: NestedRange[] = [];
  if (reader.next() === Token.StartObject) walk(reader, objects, ranges);
  return ranges;
}

function walk(reader: JsonReader, objects: readonly ObjectMapper[], ranges: NestedRange[]): void {
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    reader.next();
    const path = follow(objects, name);
    if (path === undefined) reader.skipChildren();
    else visit(reader, path, ranges);
  }
}

function visit(reader: JsonReader, objects: readonly ObjectMapper[], ranges: NestedRange[]): void {
  if (reader.token === Token.StartArray) {
    while (reader.next() !== Token.EndArray) visit(reader, objects, ranges);
    return;
  }
  if (reader.token !== Token.StartObject) return;
  const object = objects[objects.length - 1] as ObjectMapper;
  if (object.enabled === false) reader.skipChildren();
  else if (object.isNested) {
    const { start } = reader;
    reader.skipChildren();
    ranges.push({ start, end: reader.end, objects });
  } else walk(reader, objects, ranges);
}

/** The objects a name leads to, dots included; undefined when it does not end at an object. */
function follow(
  objects: readonly ObjectMapper[],
  name: string,
): readonly ObjectMapper[] | undefined {
  const path = [...objects];
  for (const part of name.split('.')) {
    const child: Mapper | undefined = (path[path.length - 1] as ObjectMapper).children.get(part);
    if (!(child instanceof ObjectMapper)) return undefined;
    path.push(child);
  }
  return path;
}
