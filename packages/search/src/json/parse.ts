/** Whole JSON texts as values. */
import { JsonReader, Token } from './json-reader.ts';
import type { Json, JsonObject } from './values.ts';

/** The one value of a JSON text; throws JsonParseError, also for text after the value. */
export function parseJson(source: Uint8Array | string): Json {
  const reader = new JsonReader(typeof source === 'string' ? Buffer.from(source) : source);
  reader.next();
  const value = readValue(reader);
  reader.next();
  return value;
}

/** The value that starts at the reader's current token; leaves the reader on its last token. */
export function readValue(reader: JsonReader): Json {
  switch (reader.token) {
    case Token.StartObject:
      return readObject(reader);
    case Token.StartArray: {
      const items: Json[] = [];
      while (reader.next() !== Token.EndArray) items.push(readValue(reader));
      return items;
    }
    case Token.String:
      return reader.text();
    case Token.Integer:
    case Token.Float:
      return reader.number();
    case Token.True:
      return true;
    case Token.False:
      return false;
    default:
      return null;
  }
}

/** The object whose StartObject is the reader's current token. */
export function readObject(reader: JsonReader): JsonObject {
  const object: JsonObject = new Map();
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    reader.next();
    object.set(name, readValue(reader));
  }
  return object;
}
