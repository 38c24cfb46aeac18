/**
 * Hashes as the commands see them, whichever way one is held: a listpack of field, value, field,
 * value ... in the order of their first HSET (reported as "listpack"), or a LargeHash ("hashtable").
 * A hash that outgrew hash-max-listpack-entries or -value never goes back.
 *
 * A Hash is a handle: `open` points it at a key's record, and it stays valid until something else
 * changes the database. Handles are reused, so that a command makes no object. `find` remembers the
 * field it found for the methods named ...Found.
 */
import type { Args } from '../../resp/args.ts';
import { bulkElement } from '../../resp/elements.ts';
import type { Writer } from '../../resp/writer.ts';
import { addressOf } from '../../structures/libc.ts';
import {
  LP_EMPTY_BYTES,
  LP_TEXT,
  lpEntryBytes,
  lpFind,
  lpFirst,
  lpIntText,
  lpNext,
  lpStringLength,
  lpStringOffset,
  lpText,
  lpTextLength,
} from '../../structures/listpack.ts';
import { type ListpackEditor, LP_SAFE_BYTES } from '../../structures/listpack-editor.ts';
import type { Records } from '../../structures/record.ts';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { LARGE, PACKED } from '../value.ts';
import { LargeHash } from './large-hash.ts';

/** The directives that decide how a hash is held. */
export interface HashLimits {
  readonly hashMaxListpackEntries: number;
  readonly hashMaxListpackValue: number;
}

/** Below this many bytes the writer's loop beats the call into libc. */
const LOOP_MAX = 16;
const intTextAddress = addressOf(LP_TEXT);

export class Hash {
  large: LargeHash | null = null;
  packedAt = 0;
  private db: Database | null = null;
  private store: Store | null = null;
  /** The key's record; 0 for a hash that is not in a database (yet). */
  private record = 0;
  /** The field last found: the listpack entry of its value, or its record. */
  private found = 0;

  /** Points the handle at the hash of a record. */
  open(db: Database, record: number): this {
    this.store = db.store;
    this.db = db;
    this.record = record;
    if (db.encoding(record) === PACKED) {
      this.packedAt = db.ref(record);
      this.large = null;
    } else this.large = db.object(record) as LargeHash;
    return this;
  }

  /**
   * Makes an empty hash outside any database, with room for a listpack of `bytes`; `addCollection`
   * takes its encoding and reference.
   */
  create(store: Store, bytes = LP_EMPTY_BYTES): this {
    this.store = store;
    this.db = null;
    this.record = 0;
    this.large = null;
    this.packedAt = this.editor.create(bytes);
    return this;
  }

  get editor(): ListpackEditor {
    return (this.store as Store).listpacks;
  }

  get records(): Records {
    return (this.store as Store).records;
  }

  get encoding(): number {
    return this.large === null ? PACKED : LARGE;
  }

  /** The reference of a hash made by `create`, for the key that takes it. */
  takeReference(): number {
    return this.large === null ? this.packedAt : (this.store as Store).objects.add(this.large);
  }

  /** Gives up a hash made by `create` that no key refers to. */
  discard(): void {
    if (this.large !== null) this.large.free();
    else (this.store as Store).arena.free(this.packedAt);
  }

  get size(): number {
    return this.large !== null ? this.large.size : this.editor.count(this.packedAt) >>> 1;
  }

  // ---- one field ----------------------------------------------------------------------------

  /** Looks a field up and remembers it. */
  find(buf: Uint8Array, off: number, len: number): boolean {
    if (this.large !== null) {
      this.found = this.large.find(buf, off, len);
      return this.found !== 0;
    }
    const p = this.findPacked(buf, off, len);
    if (p < 0) return false;
    this.found = p + lpEntryBytes(this.editor.bytes(this.packedAt), p);
    return true;
  }

  private findPacked(buf: Uint8Array, off: number, len: number): number {
    const b = this.editor.bytes(this.packedAt);
    return lpFind(b, lpFirst(b, this.editor.offset(this.packedAt)), buf, off, len, 1);
  }

  /** Appends the value of the field just found as a bulk string. */
  replyFound(out: Writer): void {
    if (this.large !== null) replyValue(out, this.large.records, this.found);
    else
      bulkElement(
        out,
        this.editor.bytes(this.packedAt),
        this.editor.base(this.packedAt),
        this.found,
      );
  }

  foundLength(): number {
    return this.large !== null
      ? this.large.records.valueLength(this.found)
      : lpTextLength(this.editor.bytes(this.packedAt), this.found);
  }

  foundText(): string {
    return this.large !== null
      ? this.large.records.value(this.found)
      : lpText(this.editor.bytes(this.packedAt), this.found);
  }

  /** A field's value as a binary string, null when there is no such field; for rare paths. */
  get(field: string): string | null {
    const buf = (this.store as Store).scratch(field);
    return this.find(buf, 0, field.length) ? this.foundText() : null;
  }

  // ---- changes ------------------------------------------------------------------------------

  /** Leaves the packed form if the arguments from `from` on (fields and values) outgrow it. */
  expect(a: Args, from: number, limits: HashLimits): void {
    if (this.large !== null) return;
    const pairs = (a.n - from) >>> 1;
    if (pairs > limits.hashMaxListpackEntries) {
      this.makeLarge(pairs);
      return;
    }
    let sum = this.editor.size(this.packedAt);
    for (let i = from; i < a.n; i++) {
      const len = a.len[i] as number;
      if (len > limits.hashMaxListpackValue) {
        this.makeLarge();
        return;
      }
      sum += len;
    }
    if (sum > LP_SAFE_BYTES) this.makeLarge();
  }

  /** Sets a field; true when it is a new one. Field and value come with their buffers' addresses. */
  set(
    field: Uint8Array,
    fieldAddress: number,
    fieldOff: number,
    fieldLen: number,
    value: Uint8Array,
    address: number,
    off: number,
    len: number,
    limits: HashLimits,
  ): boolean {
    if (
      this.large === null &&
      (fieldLen > limits.hashMaxListpackValue || len > limits.hashMaxListpackValue)
    )
      this.makeLarge();
    if (this.large !== null)
      return this.large.set(field, fieldOff, fieldLen, value, address, off, len);
    const ed = this.editor;
    let at = this.packedAt;
    const p = this.findPacked(field, fieldOff, fieldLen);
    if (p >= 0) {
      at = ed.replace(at, p + lpEntryBytes(ed.bytes(at), p), value, address, off, len);
      this.movedTo(at);
      // The limit may have been lowered since the hash was filled.
      if (this.size > limits.hashMaxListpackEntries) this.makeLarge();
      return false;
    }
    at = ed.append(at, field, fieldAddress, fieldOff, fieldLen);
    at = ed.append(at, value, address, off, len);
    this.movedTo(at);
    if (this.size > limits.hashMaxListpackEntries) this.makeLarge();
    return true;
  }

  /** Deletes a field; false when there was none. */
  remove(buf: Uint8Array, off: number, len: number): boolean {
    if (this.large !== null) return this.large.remove(buf, off, len);
    const p = this.findPacked(buf, off, len);
    if (p < 0) return false;
    this.movedTo(this.editor.deleteFrom(this.packedAt, p, 2));
    return true;
  }

  private movedTo(at: number): void {
    if (at === this.packedAt) return;
    this.packedAt = at;
    if (this.record !== 0) (this.db as Database).setRef(this.record, at);
  }

  private makeLarge(capacity = 0): void {
    const store = this.store as Store;
    const large = new LargeHash(store.records);
    large.fields.reserve(Math.max(capacity, this.size));
    const ed = this.editor;
    const at = this.packedAt;
    const b = ed.bytes(at);
    for (let p = lpFirst(b, ed.offset(at)); p >= 0; ) {
      const q = p + lpEntryBytes(b, p);
      // The text of an integer field is in the shared scratch, which its value may need too.
      const n = lpStringLength(b, p);
      const field = n < 0 ? Buffer.from(LP_TEXT.subarray(0, lpIntText(b, p))) : b;
      const fieldOff = n < 0 ? 0 : lpStringOffset(b, p);
      const fieldLen = n < 0 ? field.length : n;
      const m = lpStringLength(b, q);
      if (m < 0) large.set(field, fieldOff, fieldLen, LP_TEXT, intTextAddress, 0, lpIntText(b, q));
      else large.set(field, fieldOff, fieldLen, b, ed.base(at), lpStringOffset(b, q), m);
      p = lpNext(b, q);
    }
    store.arena.free(at);
    this.large = large;
    if (this.record !== 0) (this.db as Database).makeLarge(this.record, large);
  }

  // ---- all fields ---------------------------------------------------------------------------

  /** Appends all fields, values or both as bulk strings. */
  replyAll(out: Writer, fields: boolean, values: boolean): void {
    if (this.large !== null) {
      const { records } = this.large;
      this.large.fields.forEach((r) => {
        if (fields) replyField(out, records, r);
        if (values) replyValue(out, records, r);
      });
      return;
    }
    const b = this.editor.bytes(this.packedAt);
    const base = this.editor.base(this.packedAt);
    for (let p = lpFirst(b, this.editor.offset(this.packedAt)); p >= 0; ) {
      if (fields) bulkElement(out, b, base, p);
      p += lpEntryBytes(b, p);
      if (values) bulkElement(out, b, base, p);
      p = lpNext(b, p);
    }
  }

  /** Calls `visit` with every pair as binary strings; the hash must not change meanwhile. */
  forEach(visit: (field: string, value: string) => void): void {
    if (this.large !== null) {
      const { records } = this.large;
      this.large.fields.forEach((r) => {
        visit(records.key(r), records.value(r));
      });
      return;
    }
    const b = this.editor.bytes(this.packedAt);
    for (let p = lpFirst(b, this.editor.offset(this.packedAt)); p >= 0; ) {
      const q = p + lpEntryBytes(b, p);
      visit(lpText(b, p), lpText(b, q));
      p = lpNext(b, q);
    }
  }

  /** Where each pair is, for `replyPlace`: entries of the listpack, or records. */
  places(): Uint32Array {
    if (this.large !== null) return this.large.fields.addresses();
    const b = this.editor.bytes(this.packedAt);
    const all = new Uint32Array(this.size);
    let n = 0;
    for (let p = lpFirst(b, this.editor.offset(this.packedAt)); p >= 0; ) {
      all[n++] = p;
      p = lpNext(b, p + lpEntryBytes(b, p));
    }
    return all;
  }

  /** Appends the field at a place (of `places`, or a record of a large hash), or its value. */
  replyPlace(out: Writer, place: number, value: boolean): void {
    if (this.large !== null) {
      if (value) replyValue(out, this.large.records, place);
      else replyField(out, this.large.records, place);
      return;
    }
    const b = this.editor.bytes(this.packedAt);
    bulkElement(
      out,
      b,
      this.editor.base(this.packedAt),
      value ? place + lpEntryBytes(b, place) : place,
    );
  }
}

function replyField(out: Writer, records: Records, r: number): void {
  out.bulk(records.bytes(r), records.keyOffset(r), records.keyLength(r));
}

function replyValue(out: Writer, records: Records, r: number): void {
  const n = records.valueLength(r);
  if (n < LOOP_MAX) out.bulk(records.bytes(r), records.valueOffset(r), n);
  else out.bulkAt(records.valueAddress(r), n);
}
