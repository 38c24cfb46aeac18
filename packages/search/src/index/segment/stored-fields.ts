/**
 * One stored byte string a document (its `_source`), in compressed blocks. Sections `stored/<name>/…`:
 *   data         u8   zstd frames, one after the other
 *   dataOffsets  f64  where the frame of block b starts; one more entry for the end
 *   firstDoc     u32  first document of block b; one more entry for the document count
 *   docOffsets   u32  where a document's bytes start in its uncompressed block
 *   rawLength    u32  uncompressed length of block b
 * A block is closed when it holds 64 KiB; a larger document has a block of its own.
 */
import { SectionBuilder, type TemporaryFiles } from './section-builder.ts';
import type { SectionFile, SectionFileWriter } from './section-file.ts';
import { compress, decompress } from './zstd.ts';

const BLOCK_BYTES = 64 * 1024;
const CACHED_BLOCKS = 16;
const EMPTY = new Uint8Array(0);

const sectionName = (name: string, section: string) => `stored/${name}/${section}`;

/** Takes documents in order; what was added can be read back before it is written. */
export class StoredFieldsWriter {
  private raw = new Uint8Array(BLOCK_BYTES * 2);
  private rawLength = 0;
  private documents = 0;
  private readonly data: SectionBuilder<'u8'>;
  private readonly dataOffsets: SectionBuilder<'f64'>;
  private readonly firstDoc: SectionBuilder<'u32'>;
  private readonly docOffsets: SectionBuilder<'u32'>;
  private readonly rawLengths: SectionBuilder<'u32'>;

  constructor(name: string, temporary?: TemporaryFiles) {
    this.data = new SectionBuilder(sectionName(name, 'data'), 'u8', temporary);
    this.dataOffsets = new SectionBuilder(sectionName(name, 'dataOffsets'), 'f64');
    this.firstDoc = new SectionBuilder(sectionName(name, 'firstDoc'), 'u32');
    this.docOffsets = new SectionBuilder(sectionName(name, 'docOffsets'), 'u32');
    this.rawLengths = new SectionBuilder(sectionName(name, 'rawLength'), 'u32');
    this.dataOffsets.push(0);
    this.firstDoc.push(0);
  }

  /** Bytes held in memory. */
  get memory(): number {
    return this.raw.length + this.data.array.length + this.docOffsets.array.byteLength;
  }

  add(bytes: Uint8Array): void {
    const needed = this.rawLength + bytes.length;
    if (needed > this.raw.length) {
      const larger = new Uint8Array(needed * 2);
      larger.set(this.raw.subarray(0, this.rawLength));
      this.raw = larger;
    }
    this.docOffsets.push(this.rawLength);
    this.raw.set(bytes, this.rawLength);
    this.rawLength = needed;
    this.documents += 1;
    if (this.rawLength >= BLOCK_BYTES) this.closeBlock();
  }

  /** Takes over a whole block of another segment as it is. */
  copyBlock(block: StoredBlock): void {
    if (this.rawLength > 0 || this.docOffsets.length > this.lastFirstDoc()) this.closeBlock();
    this.docOffsets.pushAll(block.docOffsets);
    this.documents += block.docOffsets.length;
    this.endBlock(block.frame, block.rawLength);
  }

  /** The bytes of a document added earlier; only without temporary files. */
  read(doc: number): Uint8Array {
    const blocks = this.rawLengths.length;
    const openFrom = this.firstDoc.array[blocks] as number;
    const offsets = this.docOffsets.array;
    if (doc >= openFrom) {
      const end = doc + 1 < this.documents ? (offsets[doc + 1] as number) : this.rawLength;
      return this.raw.slice(offsets[doc] as number, end);
    }
    const block = blockOf(this.firstDoc.array, blocks, doc);
    const raw = decompress(
      this.data.array.subarray(this.dataOffsets.array[block], this.dataOffsets.array[block + 1]),
    );
    const isLast = doc + 1 === this.firstDoc.array[block + 1];
    return raw.subarray(offsets[doc], isLast ? raw.length : offsets[doc + 1]);
  }

  /** Yields where there is much to write. */
  *finish(sections: SectionFileWriter): Generator<void> {
    if (this.documents > this.lastFirstDoc()) this.closeBlock();
    for (const builder of [
      this.data,
      this.dataOffsets,
      this.firstDoc,
      this.docOffsets,
      this.rawLengths,
    ]) {
      yield* (builder as SectionBuilder<'u8'>).writeTo(sections);
    }
  }

  private lastFirstDoc(): number {
    return this.firstDoc.array[this.firstDoc.n - 1] as number;
  }

  private closeBlock(): void {
    this.endBlock(compress(this.raw.subarray(0, this.rawLength)), this.rawLength);
    this.rawLength = 0;
  }

  private endBlock(frame: Uint8Array, rawLength: number): void {
    this.data.pushAll(frame);
    this.dataOffsets.push(this.data.length);
    this.rawLengths.push(rawLength);
    this.firstDoc.push(this.documents);
  }
}

/** A block as it is stored: its frame, and where its documents start in it. */
export interface StoredBlock {
  readonly firstDoc: number;
  readonly endDoc: number;
  readonly frame: Uint8Array;
  readonly docOffsets: Uint32Array;
  readonly rawLength: number;
}

function blockOf(firstDoc: Uint32Array, blocks: number, doc: number): number {
  let low = 0;
  let high = blocks - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((firstDoc[middle] as number) <= doc) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Reads stored documents; keeps the blocks used last uncompressed. */
export class StoredFields {
  private readonly data: Uint8Array;
  private readonly dataOffsets: Float64Array;
  private readonly firstDoc: Uint32Array;
  private readonly docOffsets: Uint32Array;
  private readonly rawLength: Uint32Array;
  /** In order of use, the latest last. */
  private readonly cache = new Map<number, Uint8Array>();

  constructor(file: SectionFile, name: string) {
    this.data = file.get(sectionName(name, 'data'), 'u8');
    this.dataOffsets = file.get(sectionName(name, 'dataOffsets'), 'f64');
    this.firstDoc = file.get(sectionName(name, 'firstDoc'), 'u32');
    this.docOffsets = file.get(sectionName(name, 'docOffsets'), 'u32');
    this.rawLength = file.get(sectionName(name, 'rawLength'), 'u32');
  }

  /** All blocks in order, compressed. */
  *blocks(): Generator<StoredBlock> {
    for (let block = 0; block + 1 < this.firstDoc.length; block += 1) {
      const firstDoc = this.firstDoc[block] as number;
      const endDoc = this.firstDoc[block + 1] as number;
      yield {
        firstDoc,
        endDoc,
        frame: this.data.subarray(this.dataOffsets[block], this.dataOffsets[block + 1]),
        docOffsets: this.docOffsets.subarray(firstDoc, endDoc),
        rawLength: this.rawLength[block] as number,
      };
    }
  }

  /** The document's bytes; valid while the caller holds them. */
  read(doc: number): Uint8Array {
    if (this.firstDoc.length === 1) return EMPTY;
    const block = blockOf(this.firstDoc, this.firstDoc.length - 1, doc);
    const raw = this.block(block);
    const isLast = doc + 1 === this.firstDoc[block + 1];
    return raw.subarray(this.docOffsets[doc], isLast ? raw.length : this.docOffsets[doc + 1]);
  }

  private block(block: number): Uint8Array {
    const cached = this.cache.get(block);
    if (cached !== undefined) {
      this.cache.delete(block);
      this.cache.set(block, cached);
      return cached;
    }
    const frame = this.data.subarray(this.dataOffsets[block], this.dataOffsets[block + 1]);
    const raw = decompress(frame);
    this.cache.set(block, raw);
    if (this.cache.size > CACHED_BLOCKS) {
      for (const oldest of this.cache.keys()) {
        this.cache.delete(oldest);
        break;
      }
    }
    return raw;
  }
}
