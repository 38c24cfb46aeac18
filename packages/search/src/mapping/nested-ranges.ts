import { JsonReader, Token } from '../json/json-reader.ts';
import { type Mapper, ObjectMapper } from './mapper.ts';

/** A nested object of a document: its bytes and the objects that lead to it, itself last. */
export interface NestedRange {
  readonly start: number;
  readonly end: number;
  readonly objects: readonly ObjectMapper[];
  /**
   * Under a dotted name, `n.a.b`, the nested object is not there itself: the bytes are the value of
   * these names below it.
   */
  readonly below?: readonly string[];
}

/**
 * The nested objects directly below an object, in the order of the document. Their rows come before
 * the object's own, so they have to be known before its fields are read.
 */
export function nestedRanges(bytes: Uint8Array, range: NestedRange): NestedRange[] {
  const { start, end, objects, below } = range;
  const reader = new JsonReader(bytes, start, end);
  const ranges: NestedRange[] = [];
  reader.next();
  if (below !== undefined) member(reader, objects, below, ranges);
  else if (reader.token === Token.StartObject) walk(reader, objects, ranges);
  return ranges;
}

function walk(reader: JsonReader, objects: readonly ObjectMapper[], ranges: NestedRange[]): void {
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    reader.next();
    member(reader, objects, name.split('.'), ranges);
  }
}

/** Follows names to the value at the reader; stops at the first that is nested. */
function member(
  reader: JsonReader,
  from: readonly ObjectMapper[],
  names: readonly string[],
  ranges: NestedRange[],
): void {
  const objects = [...from];
  for (const [i, name] of names.entries()) {
    const parent = objects[objects.length - 1] as ObjectMapper;
    const child: Mapper | undefined =
      parent.subobjects === false ? undefined : parent.children.get(name);
    if (!(child instanceof ObjectMapper)) {
      reader.skipChildren();
      return;
    }
    objects.push(child);
    if (child.isNested && i < names.length - 1) {
      const { start } = reader;
      reader.skipChildren();
      ranges.push({ start, end: reader.end, objects, below: names.slice(i + 1) });
      return;
    }
  }
  visit(reader, objects, ranges);
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
