import { bitmapWords, setBit } from './bitmap.ts';
import { type ColumnKind, type ColumnMeta, columnSection, ZONE_SHIFT } from './column-format.ts';
import type { SectionFileWriter } from './section-file.ts';
import { sortPermutation } from './sort-permutation.ts';

/** The values of one column, gathered; `starts` has one more entry than there are documents. */
export interface ColumnInput {
  readonly field: string;
  readonly kind: ColumnKind;
  readonly documents: number;
  readonly starts: Uint32Array;
  /** In document order; longs beyond 2^53 make it a BigInt64Array; keywords are term numbers. */
  readonly values: Float64Array | BigInt64Array | Uint32Array;
  readonly terms?: { readonly bytes: Uint8Array; readonly offsets: Uint32Array };
  /** Whether ranges and sorting will be asked of it; internal columns say no. */
  readonly isSorted: boolean;
}

/** Writes one column in the layout of column-format.ts; yields between its parts. */
export function* writeColumn(
  input: ColumnInput,
  sections: SectionFileWriter,
): Generator<void, ColumnMeta> {
  const { field, kind, documents, starts, values } = input;
  const present = new Int32Array(bitmapWords(documents));
  let docCount = 0;
  let isMulti = false;
  for (let doc = 0; doc < documents; doc += 1) {
    const count = (starts[doc + 1] as number) - (starts[doc] as number);
    if (count === 0) continue;
    setBit(present, doc);
    docCount += 1;
    if (count > 1) isMulti = true;
  }
  const add = (section: string) => columnSection(field, section);
  if (docCount < documents) sections.add(add('present'), 'i32', present);
  if (isMulti) sections.add(add('starts'), 'u32', starts);
  const slots = isMulti || docCount === documents ? values : spread(values, starts, documents);
  const isSorted = input.isSorted && kind !== 'keyword';
  yield;
  const encoding =
    values instanceof Uint32Array
      ? writeOrdinals(add('values'), slots as Uint32Array, sections)
      : writeNumbers(add('values'), values, slots, kind, sections);
  if (values instanceof Uint32Array) {
    const { bytes, offsets } = input.terms as NonNullable<ColumnInput['terms']>;
    sections.add(add('terms'), 'u8', bytes);
    sections.add(add('termOffsets'), 'u32', offsets);
  } else if (isSorted) {
    yield* writeOrder(input, slots as Float64Array | BigInt64Array, isMulti, docCount, sections);
    writeZones(input, values, sections);
  }
  return { kind, values: values.length, docCount, isMulti, isSorted, ...encoding };
}

/** One slot for every document: absent ones hold zero. */
function spread<T extends ColumnInput['values']>(
  values: T,
  starts: Uint32Array,
  documents: number,
): T {
  const slots = new (values.constructor as new (length: number) => T)(documents);
  for (let doc = 0; doc < documents; doc += 1) {
    const at = starts[doc] as number;
    if (starts[doc + 1] !== at) slots[doc] = values[at] as number & bigint;
  }
  return slots;
}

function writeOrdinals(name: string, ordinals: Uint32Array, sections: SectionFileWriter) {
  let largest = 0;
  for (let i = 0; i < ordinals.length; i += 1) largest = Math.max(largest, ordinals[i] as number);
  if (largest < 256) sections.add(name, 'u8', Uint8Array.from(ordinals));
  else if (largest < 65536) sections.add(name, 'u16', Uint16Array.from(ordinals));
  else sections.add(name, 'u32', ordinals);
  return { base: 0, isConstant: false };
}

function writeNumbers(
  name: string,
  values: Float64Array | BigInt64Array,
  slots: ColumnInput['values'],
  kind: ColumnKind,
  sections: SectionFileWriter,
) {
  if (values instanceof BigInt64Array) {
    sections.add(name, 'i64', slots as BigInt64Array);
    return { base: 0, isConstant: false };
  }
  if (kind === 'double') {
    sections.add(name, 'f64', slots as Float64Array);
    return { base: 0, isConstant: false };
  }
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (values.length === 0) return { base: 0, isConstant: true };
  if (lowest === highest) return { base: lowest, isConstant: true };
  if (highest - lowest > 2 ** 31 - 1) {
    sections.add(name, 'f64', slots as Float64Array);
    return { base: 0, isConstant: false };
  }
  const narrow = new Int32Array(slots.length);
  for (let i = 0; i < slots.length; i += 1) {
    // An unused slot wraps to some number that nobody reads.
    narrow[i] = (slots[i] as number) - lowest;
  }
  sections.add(name, 'i32', narrow);
  return { base: lowest, isConstant: false };
}

function* writeOrder(
  input: ColumnInput,
  slots: Float64Array | BigInt64Array,
  isMulti: boolean,
  docCount: number,
  sections: SectionFileWriter,
): Generator<void> {
  const { field, documents, starts } = input;
  const indexes = new Uint32Array(isMulti ? slots.length : docCount);
  let n = 0;
  if (isMulti) for (; n < slots.length; n += 1) indexes[n] = n;
  for (let doc = 0; !isMulti && doc < documents; doc += 1) {
    if (starts[doc] !== starts[doc + 1]) indexes[n++] = doc;
  }
  const order = yield* sortPermutation(slots, indexes);
  const isAscending = docCount === documents && order.every((index, i) => index === i);
  if (!isAscending || isMulti) sections.add(columnSection(field, 'order'), 'u32', order);
  if (!isMulti) return;
  const valueDoc = new Uint32Array(slots.length);
  for (let doc = 0; doc < documents; doc += 1) {
    valueDoc.fill(doc, starts[doc], starts[doc + 1]);
  }
  sections.add(columnSection(field, 'valueDoc'), 'u32', valueDoc);
}

function writeZones(
  input: ColumnInput,
  values: Float64Array | BigInt64Array,
  sections: SectionFileWriter,
): void {
  const { field, documents, starts } = input;
  const zones = Math.ceil(documents / 2 ** ZONE_SHIFT);
  const minimum = new Float64Array(zones).fill(Number.POSITIVE_INFINITY);
  const maximum = new Float64Array(zones).fill(Number.NEGATIVE_INFINITY);
  for (let zone = 0; zone < zones; zone += 1) {
    const first = starts[zone << ZONE_SHIFT] as number;
    const end = starts[Math.min(documents, (zone + 1) << ZONE_SHIFT)] as number;
    for (let i = first; i < end; i += 1) {
      // A long beyond 2^53 rounds to the nearest double: readers of such a column do not prune by it.
      const value = Number(values[i]);
      if (value < (minimum[zone] as number)) minimum[zone] = value;
      if (value > (maximum[zone] as number)) maximum[zone] = value;
    }
  }
  sections.add(columnSection(field, 'minimum'), 'f64', minimum);
  sections.add(columnSection(field, 'maximum'), 'f64', maximum);
}
