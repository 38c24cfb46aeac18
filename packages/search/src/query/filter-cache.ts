import type { Bitmap } from '../index/segment/bitmap.ts';
import type { Segment } from '../index/segment/segment.ts';

const DEFAULT_BYTES = 16 * 1024 * 1024;

interface CachedFilter {
  uses: number;
  bits: Bitmap | undefined;
}

/**
 * Matches of filters, by segment: kept from the second use on, the least recently used dropped first.
 * Segments never change, and deletions are applied apart from filters.
 */
export class FilterCache {
  private readonly entries = new Map<string, CachedFilter>();
  private bytes = 0;

  constructor(private readonly maxBytes = DEFAULT_BYTES) {}

  /** The kept bitmap; not to be changed. */
  get(segment: Segment, key: string): Bitmap | undefined {
    const full = `${segment.name}:${key}`;
    const entry = this.entries.get(full);
    if (entry?.bits === undefined) return undefined;
    this.entries.delete(full);
    this.entries.set(full, entry);
    return entry.bits;
  }

  /** Notes a use; keeps `bits` when it is not the first. */
  note(segment: Segment, key: string, bits: Bitmap): void {
    const full = `${segment.name}:${key}`;
    const entry = this.entries.get(full) ?? { uses: 0, bits: undefined };
    entry.uses += 1;
    if (entry.uses > 1 && entry.bits === undefined) {
      entry.bits = bits;
      this.bytes += bits.byteLength;
    }
    this.entries.set(full, entry);
    for (const [name, { bits: old }] of this.entries) {
      if (this.bytes <= this.maxBytes && this.entries.size < 10_000) break;
      this.entries.delete(name);
      this.bytes -= old?.byteLength ?? 0;
    }
  }
}
