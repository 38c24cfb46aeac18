/**
 * From `_id` to document. Sections:
 *   ids/bytes    u8   the ids of all documents, one after the other (a nested row has none)
 *   ids/offsets  u32  where the id of a document starts; one more entry for the end
 *   ids/slots    u32  hash table: document + 1, or 0; a power of two, at most two thirds used
 *   ids/tags     u8   top byte of the hash of each used slot
 * A search starts at slot hash & (slots - 1) and goes on until an empty slot. Equal hashes are told
 * apart by the stored id itself.
 */
import type { SectionFile, SectionFileWriter } from './section-file.ts';

/** A 32-bit hash of bytes; part of the format, since stored tables depend on it. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i += 1) {
    hash = Math.imul(hash ^ (bytes[i] as number), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

const tagOf = (hash: number) => hash >>> 24;

/** How many slots a table for `count` ids has. */
function slotCount(count: number): number {
  let slots = 16;
  while (slots * 2 < count * 3) slots *= 2;
  return slots;
}

/** Ids while documents are added; also answers which document has an id. */
export class IdTable {
  bytes = new Uint8Array(1024);
  offsets = new Uint32Array(64);
  documents = 0;
  private slots: Uint32Array;
  private tags: Uint8Array;
  private used = 0;

  /** `expected`: about how many ids are to come; a table that need not grow is built faster. */
  constructor(expected = 0) {
    this.slots = new Uint32Array(slotCount(expected));
    this.tags = new Uint8Array(this.slots.length);
  }

  get memory(): number {
    return this.bytes.length + this.offsets.byteLength + this.slots.length * 5;
  }

  /** Adds the next document; a later one of the same id takes the id over. */
  add(id: Uint8Array): void {
    const start = this.offsets[this.documents] as number;
    const end = start + id.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(end * 2);
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
    }
    this.bytes.set(id, start);
    if (this.documents + 2 > this.offsets.length) {
      const larger = new Uint32Array(this.offsets.length * 2);
      larger.set(this.offsets);
      this.offsets = larger;
    }
    this.offsets[this.documents + 1] = end;
    const doc = this.documents++;
    if (id.length === 0) return;
    if ((this.used + 1) * 3 > this.slots.length * 2) this.grow();
    this.insert(doc);
  }

  /** The latest document with the id, or -1. */
  find(id: Uint8Array): number {
    return findId(this.slots, this.tags, this.bytes, this.offsets, id);
  }

  write(sections: SectionFileWriter): void {
    // The table doubles as it grows: what is stored for good need not be so roomy.
    if (slotCount(this.used) < this.slots.length)
      this.rebuild(slotCount(this.used), this.documents);
    sections.add('ids/bytes', 'u8', this.bytes.subarray(0, this.offsets[this.documents]));
    sections.add('ids/offsets', 'u32', this.offsets.subarray(0, this.documents + 1));
    sections.add('ids/slots', 'u32', this.slots);
    sections.add('ids/tags', 'u8', this.tags);
  }

  private insert(doc: number): void {
    const { slots, tags, bytes, offsets } = this;
    const start = offsets[doc] as number;
    const end = offsets[doc + 1] as number;
    const hash = hashBytes(bytes, start, end);
    const mask = slots.length - 1;
    const tag = tagOf(hash);
    let slot = hash & mask;
    for (;;) {
      const other = slots[slot] as number;
      if (other === 0) break;
      if (tags[slot] === tag && this.sameId(other - 1, start, end)) {
        // Growing inserts again in document order: here, too, the later document wins.
        slots[slot] = doc + 1;
        return;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = doc + 1;
    tags[slot] = tag;
    this.used += 1;
  }

  private sameId(doc: number, start: number, end: number): boolean {
    const other = this.offsets[doc] as number;
    if ((this.offsets[doc + 1] as number) - other !== end - start) return false;
    for (let i = 0; i < end - start; i += 1) {
      if (this.bytes[other + i] !== this.bytes[start + i]) return false;
    }
    return true;
  }

  private grow(): void {
    this.rebuild(slotCount((this.used + 1) * 2), this.documents - 1);
  }

  private rebuild(size: number, documents: number): void {
    this.slots = new Uint32Array(size);
    this.tags = new Uint8Array(size);
    this.used = 0;
    for (let doc = 0; doc < documents; doc += 1) {
      if (this.offsets[doc] !== this.offsets[doc + 1]) this.insert(doc);
    }
  }
}

function findId(
  slots: Uint32Array,
  tags: Uint8Array,
  bytes: Uint8Array,
  offsets: Uint32Array,
  id: Uint8Array,
): number {
  const hash = hashBytes(id, 0, id.length);
  const mask = slots.length - 1;
  const tag = tagOf(hash);
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot] as number;
    if (entry === 0) return -1;
    if (tags[slot] !== tag) continue;
    const start = offsets[entry - 1] as number;
    if ((offsets[entry] as number) - start !== id.length) continue;
    let i = 0;
    while (i < id.length && bytes[start + i] === id[i]) i += 1;
    if (i === id.length) return entry - 1;
  }
}

/** The stored table. */
export class IdIndex {
  private readonly bytes: Uint8Array;
  private readonly offsets: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly tags: Uint8Array;

  constructor(file: SectionFile) {
    this.bytes = file.get('ids/bytes', 'u8');
    this.offsets = file.get('ids/offsets', 'u32');
    this.slots = file.get('ids/slots', 'u32');
    this.tags = file.get('ids/tags', 'u8');
  }

  /** The document with the id, deleted or not, or -1. */
  find(id: Uint8Array): number {
    return findId(this.slots, this.tags, this.bytes, this.offsets, id);
  }

  idOf(doc: number): Uint8Array {
    return this.bytes.subarray(this.offsets[doc], this.offsets[doc + 1]);
  }
}
