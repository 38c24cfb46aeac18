import { crc32 } from 'node:zlib';
import { CorruptIndexError } from '../corrupt-index-error.ts';
import type { SectionFile } from './section-file.ts';

/**
 * Compares every array of a stored container with its checksum; throws a CorruptIndexError that names
 * the first one that differs. The file is read piece by piece, not where it is mapped: a check must
 * not make a large index resident. Yields after every piece.
 */
export function* checkSections(file: SectionFile, pieces: Iterable<Uint8Array>): Generator<void> {
  const ranges = file.ranges();
  let next = 0;
  let crc = 0;
  let at = 0;
  for (const piece of pieces) {
    const end = at + piece.length;
    for (let range = ranges[next]; range !== undefined && range.start < end; range = ranges[next]) {
      const from = Math.max(range.start, at) - at;
      crc = crc32(piece.subarray(from, Math.min(range.end, end) - at), crc);
      if (range.end > end) break;
      if (crc !== range.crc) {
        throw new CorruptIndexError(file.name, `checksum of ${range.name} differs`);
      }
      crc = 0;
      next += 1;
    }
    at = end;
    yield;
  }
  const missing = ranges[next];
  if (missing !== undefined && missing.start < missing.end) {
    throw new CorruptIndexError(file.name, `${missing.name} is cut off`);
  }
}
