import type { Directory, FileWriter } from '../directory/directory.ts';
import { type Bitmap, clearBit, countBits, fullBitmap, hasBit } from '../segment/bitmap.ts';
import { SectionFile, SectionFileWriter } from '../segment/section-file.ts';
import { Segment } from '../segment/segment.ts';
import { segmentFile } from './manifest.ts';

const COPY_BYTES = 4 * 1024 * 1024;

/**
 * A segment in its shard, with its deletions. Searches see `live` as the last refresh left it;
 * writes delete in `latest`, which is copied before the first change after anyone took it.
 */
export class ShardSegment {
  segment: Segment;
  /** Whether a refresh has shown it to searches. */
  isVisible = false;
  live: Bitmap | undefined;
  latest: Bitmap | undefined;
  /** Whether its file is whole and synced. */
  isOnDisk = false;
  /** The file, still open, where it is written but not synced. */
  unsynced: FileWriter | undefined;
  /** Live file of the last commit and the bitmap it holds. */
  committedLive: { readonly file: string; readonly bits: Bitmap } | undefined;
  private isShared = true;

  /** `latest`: where more has been deleted than searches may see yet. */
  constructor(segment: Segment, live: Bitmap | undefined, latest = live) {
    this.segment = segment;
    this.live = live;
    this.latest = latest;
  }

  get name(): string {
    return this.segment.name;
  }

  isLive(doc: number): boolean {
    return this.latest === undefined || hasBit(this.latest, doc);
  }

  /** The same as searches see it. */
  isSeen(doc: number): boolean {
    return this.live === undefined || hasBit(this.live, doc);
  }

  /** Deletes a document with its nested rows; visible after the next refresh. */
  delete(root: number): void {
    if (this.latest === undefined) this.latest = fullBitmap(this.segment.documents);
    else if (this.isShared) this.latest = this.latest.slice();
    this.isShared = false;
    for (let row = this.firstRow(root); row <= root; row += 1) clearBit(this.latest, row);
  }

  /** The deletions as they are now; later ones do not change what is returned. */
  snapshot(): Bitmap | undefined {
    this.isShared = true;
    return this.latest;
  }

  /** Rows that searches see. */
  seenRows(): number {
    return this.live === undefined ? this.segment.documents : countBits(this.live);
  }

  get hasDeleted(): boolean {
    return this.live !== undefined && this.seenRows() < this.segment.documents;
  }

  /** Puts the segment's bytes on disk, synced, and reads them from there from now on. */
  async writeOut(directory: Directory): Promise<void> {
    if (this.isOnDisk) return;
    if (this.unsynced !== undefined) {
      await this.unsynced.sync();
      this.forgetFile();
      this.isOnDisk = true;
      return;
    }
    const name = segmentFile(this.name);
    const file = directory.create(name);
    const { bytes } = this.segment.file;
    for (let at = 0; at < bytes.length; at += COPY_BYTES) {
      file.append(bytes.subarray(at, at + COPY_BYTES));
    }
    await file.sync();
    file.close();
    this.segment = new Segment(this.name, directory.read(name));
    this.isOnDisk = true;
  }

  /** Closes a file that was not synced. */
  forgetFile(): void {
    this.unsynced?.close();
    this.unsynced = undefined;
  }

  private firstRow(root: number): number {
    const { roots } = this.segment;
    let first = root;
    while (roots !== undefined && first > 0 && !hasBit(roots, first - 1)) first -= 1;
    return first;
  }
}

/** Stores which documents live, as a container with the one array `live`. */
export async function writeLive(directory: Directory, name: string, bits: Bitmap): Promise<void> {
  const file = directory.create(name);
  const sections = new SectionFileWriter(file);
  sections.add('live', 'i32', bits);
  sections.finish({});
  await file.sync();
  file.close();
}

/** Throws a CorruptIndexError when the file is damaged. */
export function readLive(directory: Directory, name: string): Bitmap {
  const file = new SectionFile(name, directory.read(name));
  file.verify();
  return file.get('live', 'i32').slice();
}
