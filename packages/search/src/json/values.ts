/**
 * The values of JSON as the engine holds them. JavaScript has one kind of number, the reference has
 * several and prints each its own way, so the kinds that a plain `number` would lose have a class:
 *
 *   integer up to 2^53       number (Number.isInteger)
 *   integer beyond           bigint
 *   double with a fraction   number (not Number.isInteger)
 *   double without           Double: 1.0 must not come back as 1
 *   float                    Float32: printed with the digits that tell floats apart (scores)
 *
 * Objects read from outside are Maps: they keep the order of integer-like keys and know no
 * `__proto__`. Objects we make ourselves may be plain literals; the writers take both.
 */

/** A double that happens to have no fraction. */
export class Double {
  constructor(readonly value: number) {}
}

/** A single-precision number, to be printed as one. */
export class Float32 {
  constructor(readonly value: number) {}
}

/** Bytes that are already JSON text, `_source` above all; written as they are. */
export class RawJson {
  constructor(readonly bytes: Uint8Array) {}
}

export type JsonObject = Map<string, Json>;
/** What the reader returns. */
export type Json = null | boolean | number | bigint | string | Double | Json[] | JsonObject;

/** What the writers accept; a property that is undefined is left out. */
export type Writable =
  | Json
  | Float32
  | RawJson
  | readonly Writable[]
  | ReadonlyMap<string, Writable>
  | { readonly [name: string]: Writable | undefined };

export function isJsonObject(value: unknown): value is JsonObject {
  return value instanceof Map;
}

/** True for every number, however it is held. */
export function isJsonNumber(value: unknown): value is number | bigint | Double {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;
}

/** The number nearest to a JSON number, where its kind does not matter. */
export function toNumber(value: number | bigint | Double | Float32): number {
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(value) : value.value;
}

/** The entries of any object a writer accepts, without the undefined ones. */
export function* entriesOf(
  object: ReadonlyMap<string, Writable> | { readonly [name: string]: Writable | undefined },
): Generator<[string, Writable]> {
  if (object instanceof Map) {
    yield* object as Map<string, Writable>;
    return;
  }
  for (const name in object) {
    const value = (object as Record<string, Writable | undefined>)[name];
    if (value !== undefined) yield [name, value];
  }
}
