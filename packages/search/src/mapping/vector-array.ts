import { JsonReader, Token } from '../json/json-reader.ts';

const MIN_DIMS = 128;
const MAX_DIMS = 2048;

/** How many floats the array at a byte has, if so many that it becomes a dense_vector; else 0. */
export function vectorLength(bytes: Uint8Array, start: number): number {
  const reader = new JsonReader(bytes, start);
  let count = 0;
  let hasFloat = false;
  reader.next();
  while (reader.next() !== Token.EndArray) {
    if (reader.token !== Token.Float && reader.token !== Token.Integer) return 0;
    hasFloat ||= reader.token === Token.Float;
    // An array that starts with a whole number has been mapped as long by then.
    if (!hasFloat) return 0;
    count += 1;
    if (count > MAX_DIMS) return 0;
  }
  return count >= MIN_DIMS ? count : 0;
}
