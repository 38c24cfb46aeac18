import type { RowSink } from '../buffer/row-sink.ts';
import { WriteBuffer } from '../buffer/write-buffer.ts';
import type { Directory, FileWriter } from '../directory/directory.ts';
import { releaseMemory } from '../release-memory.ts';
import { runInSlices } from '../run-to-end.ts';
import type { Bitmap } from '../segment/bitmap.ts';
import { PRIMARY_TERM, ROUTING, SEQ_NO, Segment, VERSION } from '../segment/segment.ts';
import { segmentFile } from './manifest.ts';
import type { DeleteOperation, IndexOperation } from './operation.ts';
import { ShardSegment } from './shard-segment.ts';
import type { KnownVersion } from './version-check.ts';

/** How long a deleted id is remembered for version checks (`index.gc_deletes`). */
const TOMBSTONE_MS = 60_000;

/** Writes an operation's fields; must not throw once it has called the sink for a bad document. */
export type FillRows = (operation: IndexOperation, rows: RowSink) => void;

/** A stored document with what the shard knows of it. */
export interface StoredDocument {
  readonly source: Uint8Array;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly routing: string | undefined;
}

/** A segment and its deletions at one moment. */
export interface SegmentState {
  readonly entry: ShardSegment;
  readonly live: Bitmap | undefined;
}

/** What a search runs on: it does not change under it. */
export interface SearchView {
  readonly segment: Segment;
  readonly live: Bitmap | undefined;
}

type Place = { readonly home: WriteBuffer | ShardSegment; readonly doc: number };

interface Tombstone extends KnownVersion {
  readonly at: number;
}

/**
 * The documents of a shard, in memory and in segments, without durability: an id is in at most one
 * place. Places, newest first: the active buffer, the frozen one that is becoming a segment, the
 * segments from the last to the first.
 */
export class Documents {
  segments: readonly ShardSegment[] = [];
  nextSegment = 0;
  /** Names of segments that are being written: their files are nobody's to delete. */
  readonly unfinished = new Set<string>();
  private active = new WriteBuffer();
  private frozen: WriteBuffer | undefined;
  private readonly tombstones = new Map<string, Tombstone>();
  private views: readonly SearchView[] = [];

  constructor(
    private readonly fill: FillRows,
    private readonly now: () => number,
  ) {}

  /** Bytes of documents that are in no segment. */
  get bufferMemory(): number {
    return this.active.memory + (this.frozen?.memory ?? 0);
  }

  get activeMemory(): number {
    return this.active.memory;
  }

  get hasBuffered(): boolean {
    return this.active.documents > 0;
  }

  known(id: string): KnownVersion | undefined {
    const place = this.find(id);
    if (place !== undefined) return { ...headOf(place), isDeleted: false };
    const tombstone = this.tombstones.get(id);
    return tombstone !== undefined && this.now() - tombstone.at < TOMBSTONE_MS
      ? tombstone
      : undefined;
  }

  /** The newest state of a document, searchable or not. */
  get(id: string): StoredDocument | undefined {
    const place = this.find(id);
    return place === undefined ? undefined : storedAt(place);
  }

  /** The document as searches see it. */
  getVisible(id: string): StoredDocument | undefined {
    const bytes = Buffer.from(id);
    for (let i = this.segments.length - 1; i >= 0; i -= 1) {
      const entry = this.segments[i] as ShardSegment;
      const doc = entry.isVisible ? entry.segment.ids.find(bytes) : -1;
      if (doc >= 0 && entry.isSeen(doc)) return storedAt({ home: entry, doc });
    }
    return undefined;
  }

  /** Applies an index operation; throws what `fill` throws, and then nothing has changed. */
  index(operation: IndexOperation, isNewId: boolean): void {
    const old = isNewId ? undefined : this.find(operation.id);
    const { active } = this;
    const first = active.documents;
    try {
      this.fill(operation, active);
    } catch (error) {
      active.abandon(first);
      throw error;
    }
    active.endDocument({ ...operation, id: Buffer.from(operation.id) });
    if (old !== undefined) old.home.delete(old.doc);
    this.tombstones.delete(operation.id);
  }

  /** Applies a delete operation; a document that is not there leaves a tombstone all the same. */
  delete({ id, seqNo, primaryTerm, version }: DeleteOperation): void {
    const old = this.find(id);
    if (old !== undefined) old.home.delete(old.doc);
    this.tombstones.set(id, { seqNo, primaryTerm, version, isDeleted: true, at: this.now() });
  }

  /**
   * Turns the buffer into a segment, not visible yet, in slices of time; returns all segments with
   * their deletions as they were at the call. `atFreeze` runs at that very moment. With a directory
   * the segment goes there, synced by default, else it stays in memory. One at a time.
   */
  async flushBuffer(
    directory?: Directory,
    { atFreeze, isSynced = true }: { atFreeze?: () => void; isSynced?: boolean } = {},
  ): Promise<readonly SegmentState[]> {
    const states = this.segments.map((entry) => ({ entry, live: entry.snapshot() }));
    atFreeze?.();
    const buffer = this.active;
    if (buffer.documents === 0) return states;
    this.frozen = buffer;
    this.active = new WriteBuffer();
    const live = buffer.liveCopy();
    const deletedThen = buffer.deleted;
    const size = buffer.memory;
    const name = this.newSegmentName();
    const { segment, file } =
      directory === undefined
        ? { segment: await runInSlices(buffer.toSegment(name)), file: undefined }
        : await this.writeSegment(buffer, name, directory, isSynced);
    const latest = buffer.deleted > deletedThen ? buffer.liveCopy() : live;
    const entry = new ShardSegment(segment, live, latest);
    entry.isOnDisk = directory !== undefined && isSynced;
    entry.unsynced = file;
    this.frozen = undefined;
    this.segments = [...this.segments, entry];
    releaseMemory(size);
    return [...states, { entry, live }];
  }

  private async writeSegment(
    buffer: WriteBuffer,
    name: string,
    directory: Directory,
    isSynced: boolean,
  ): Promise<{ segment: Segment; file: FileWriter | undefined }> {
    const fileName = segmentFile(name);
    const file = directory.create(fileName);
    await runInSlices(buffer.write(file));
    const segment = () => new Segment(name, directory.read(fileName));
    if (!isSynced) return { segment: segment(), file };
    await file.sync();
    file.close();
    return { segment: segment(), file: undefined };
  }

  /**
   * Shows searches everything up to the call. A buffer of more than `memoryBytes` becomes a file, which
   * is synced only by the next commit: until then it is the system's to keep in memory or not.
   */
  async refresh(directory: Directory, memoryBytes: number): Promise<void> {
    const isLarge = this.active.memory > memoryBytes;
    const states = await this.flushBuffer(isLarge ? directory : undefined, { isSynced: false });
    for (const { entry, live } of states) {
      entry.live = live;
      entry.isVisible = true;
    }
    this.updateViews();
    this.forgetOldTombstones();
  }

  /** What searches see now. */
  searchViews(): readonly SearchView[] {
    return this.views;
  }

  /** Puts `merged` (or nothing) in the place of segments that were merged into it. */
  replace(old: readonly ShardSegment[], merged: ShardSegment | undefined): void {
    const at = this.segments.indexOf(old[0] as ShardSegment);
    const kept = this.segments.filter((entry) => !old.includes(entry));
    for (const entry of old) entry.forgetFile();
    if (merged !== undefined) kept.splice(at, 0, merged);
    this.segments = kept;
    this.updateViews();
  }

  newSegmentName(): string {
    const number = this.nextSegment++;
    return `segment-${number}`;
  }

  updateViews(): void {
    this.views = this.segments
      .filter(({ isVisible }) => isVisible)
      .map(({ segment, live }) => ({ segment, live }));
  }

  private find(id: string): Place | undefined {
    const bytes = Buffer.from(id);
    for (const buffer of [this.active, this.frozen]) {
      const doc = buffer === undefined ? -1 : buffer.ids.find(bytes);
      if (buffer !== undefined && doc >= 0 && buffer.isLive(doc)) return { home: buffer, doc };
    }
    for (let i = this.segments.length - 1; i >= 0; i -= 1) {
      const entry = this.segments[i] as ShardSegment;
      const doc = entry.segment.ids.find(bytes);
      if (doc >= 0 && entry.isLive(doc)) return { home: entry, doc };
    }
    return undefined;
  }

  private forgetOldTombstones(): void {
    const before = this.now() - TOMBSTONE_MS;
    for (const [id, { at }] of this.tombstones) if (at < before) this.tombstones.delete(id);
  }
}

function headOf({ home, doc }: Place): Omit<KnownVersion, 'isDeleted'> {
  if (home instanceof WriteBuffer) {
    const [seqNo, primaryTerm] = [home.seqNo(doc), home.primaryTerm(doc)];
    return { seqNo, primaryTerm, version: home.version(doc) };
  }
  const { segment } = home;
  return {
    seqNo: segment.internal(SEQ_NO, doc),
    primaryTerm: segment.internal(PRIMARY_TERM, doc),
    version: segment.internal(VERSION, doc),
  };
}

function storedAt(place: Place): StoredDocument {
  const { home, doc } = place;
  const head = headOf(place);
  if (home instanceof WriteBuffer) {
    return { ...head, source: home.sourceOf(doc), routing: home.routingOf(doc) };
  }
  const { segment } = home;
  const column = segment.keyword(ROUTING);
  const routing = column?.hasValue(doc)
    ? Buffer.from(column.termBytes(column.ordinals[column.firstValue(doc)] as number)).toString()
    : undefined;
  return { ...head, source: segment.source.read(doc), routing };
}
