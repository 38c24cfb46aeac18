/** Figures that are read off segments: fields, files, vectors, uninverted text. */
import type { Segment } from '../../index/segment/segment.ts';
import { uninvertedBytes } from '../../search/aggregations/values/ordinal-column.ts';
import type { NumberTree } from './number-tree.ts';

export function vectors(segment: Segment, typeOf: (field: string) => string | undefined): number {
  return Object.entries(segment.meta.columns)
    .filter(([field]) => typeOf(field) === 'dense_vector')
    .reduce((sum, [, column]) => sum + column.docCount, 0);
}

export interface Fielddata {
  bytes: number;
  time: number;
  values: number;
}

/** What searches have made ready of fields without columns, and keep as long as the segments. */
export function fielddataOf(segments: readonly Segment[]): Map<string, Fielddata> {
  const uses = new Map<string, Fielddata>();
  for (const segment of segments) {
    for (const [field, bytes] of uninvertedBytes(segment)) {
      const known = uses.get(field) ?? { bytes: 0, time: 0, values: 0 };
      const values = segment.field(field)?.meta.terms ?? 0;
      uses.set(field, {
        bytes: known.bytes + bytes,
        time: 0,
        values: Math.max(known.values, values),
      });
    }
  }
  return uses;
}

/** Bytes of the sections that hold a field's terms and values. */
export function fieldSizes(segment: Segment): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const name of segment.file.names()) {
    const field = /^(?:postings|column)\/(.*)\/[^/]+$/.exec(name)?.[1];
    if (field === undefined) continue;
    sizes.set(field, (sizes.get(field) ?? 0) + segment.file.byteLength(name));
  }
  return sizes;
}

/** What a section holds, as the extension that a file of its own would have in the reference. */
const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/^stored\//, 'fdt'],
  [/^column\//, 'dvd'],
  [/^postings\/.*\/norms$/, 'nvd'],
  [/^postings\/.*\/(positions|offsets)/i, 'pos'],
  [/^postings\/.*\/(terms|term)/i, 'tim'],
  [/^postings\//, 'doc'],
  [/^ids\//, 'tip'],
];

/** One file holds a segment; its parts are listed by kind, and what describes it as `si`. */
export function fileSizesOf(segments: readonly Segment[]): NumberTree {
  const sizes: NumberTree = {};
  for (const { file, bytes } of segments) {
    const parts = new Map<string, number>();
    let rest = bytes;
    for (const name of file.names()) {
      const extension = EXTENSIONS.find(([test]) => test.test(name))?.[1] ?? 'si';
      const length = file.byteLength(name);
      rest -= length;
      parts.set(extension, (parts.get(extension) ?? 0) + length);
    }
    parts.set('si', (parts.get('si') ?? 0) + rest);
    for (const [extension, length] of parts) {
      const known = sizes[extension] as Record<string, number> | undefined;
      const count = (known?.count ?? 0) + 1;
      const total = (known?.size_in_bytes ?? 0) + length;
      sizes[extension] = {
        size_in_bytes: total,
        min_size_in_bytes: Math.min(known?.min_size_in_bytes ?? length, length),
        max_size_in_bytes: Math.max(known?.max_size_in_bytes ?? length, length),
        average_size_in_bytes: Math.floor(total / count),
        count,
      };
    }
  }
  return sizes;
}
