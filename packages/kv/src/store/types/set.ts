/**
 * Sets as the commands see them, whichever way one is held: an intset while all members are integers,
 * a listpack while it is small, a LargeSet ("hashtable") beyond. When the encoding changes follows
 * the reference; it changes in that direction only.
 *
 * A SetValue is a handle: `open` points it at a key's record, and it stays valid until something else
 * changes the database. Handles are reused, so that a command makes no object.
 *
 * Members are reached by their places (`places`, `randomPlace`): an index, a listpack entry or a
 * record. `locate` makes the bytes of the member at a place readable; both are good until this set
 * changes, other sets do not matter.
 */
import type { Writer } from '../../resp/writer.ts';
import { int64FromText, integerText } from '../../structures/int64.ts';
import { type IntsetEditor, intsetFind, intsetText, intsetValue } from '../../structures/intset.ts';
import { addressOf } from '../../structures/libc.ts';
import {
  lpBigInt,
  lpFind,
  lpFirst,
  lpInt,
  lpNext,
  lpSeek,
  lpStringLength,
  lpStringOffset,
} from '../../structures/listpack.ts';
import { type ListpackEditor, LP_SAFE_BYTES } from '../../structures/listpack-editor.ts';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { INTSET, LARGE, PACKED } from '../value.ts';
import { LargeSet } from './large-set.ts';

/** The directives that decide how a set is held. */
export interface SetLimits {
  readonly setMaxIntsetEntries: number;
  readonly setMaxListpackEntries: number;
  readonly setMaxListpackValue: number;
}

/** Whatever the directive says, an intset has no more elements. */
const INTSET_MAX = 1 << 30;
/** The longest listpack entry of an integer. */
const INT_ENTRY_MAX = 10;
/** Below this many bytes the writer's loop beats the call into libc. */
const LOOP_MAX = 16;
const NO_PLACES = new Uint32Array(0);

export class SetValue {
  /** INTSET, PACKED or LARGE. */
  encoding = INTSET;
  large: LargeSet | null = null;
  /** The member last located: its bytes and the memory address of `bytes`. */
  bytes: Buffer = Buffer.alloc(0);
  base = 0;
  off = 0;
  len = 0;
  record = 0;
  private db: Database | null = null;
  private store: Store | null = null;
  private packedAt = 0;
  /** The text of a located integer; each handle has its own, so that sets may be read side by side. */
  private readonly text = Buffer.allocUnsafeSlow(24);
  private readonly textAddress = addressOf(this.text);

  /** Points the handle at the set of a record. */
  open(db: Database, record: number): this {
    this.store = db.store;
    this.db = db;
    this.record = record;
    this.encoding = db.encoding(record);
    if (this.encoding === LARGE) this.large = db.object(record) as LargeSet;
    else {
      this.large = null;
      this.packedAt = db.ref(record);
    }
    return this;
  }

  /** Makes an empty set outside any database; `addCollection` takes its encoding and reference. */
  create(store: Store, encoding: number): this {
    this.store = store;
    this.db = null;
    this.record = 0;
    this.encoding = encoding;
    this.large = encoding === LARGE ? new LargeSet(store.records) : null;
    if (encoding === INTSET) this.packedAt = this.intset.create();
    else if (encoding === PACKED) this.packedAt = this.listpack.create();
    return this;
  }

  /** As create, in the encoding that the first of `count` members to come suggests. */
  createFor(
    store: Store,
    buf: Uint8Array,
    off: number,
    len: number,
    count: number,
    limits: SetLimits,
  ): this {
    if (count <= limits.setMaxIntsetEntries && int64FromText(buf, off, len))
      return this.create(store, INTSET);
    if (count <= limits.setMaxListpackEntries) return this.create(store, PACKED);
    this.create(store, LARGE);
    (this.large as LargeSet | null)?.members.reserve(count);
    return this;
  }

  private get listpack(): ListpackEditor {
    return (this.store as Store).listpacks;
  }

  private get intset(): IntsetEditor {
    return (this.store as Store).intsets;
  }

  /** The reference of a set made by `create`, for the key that takes it. */
  takeReference(): number {
    return this.large === null ? this.packedAt : (this.store as Store).objects.add(this.large);
  }

  /** Gives up a set made by `create` that no key refers to. */
  discard(): void {
    if (this.large !== null) this.large.free();
    else (this.store as Store).arena.free(this.packedAt);
  }

  /** Puts a set made by `create` in the place of this one, whose members are freed. */
  replaceBy(other: SetValue): void {
    const { objects, arena } = this.store as Store;
    const db = this.db as Database;
    if (this.large !== null) objects.take(db.ref(this.record)).free();
    else arena.free(this.packedAt);
    db.setCollection(this.record, other.encoding, other.takeReference());
    this.open(db, this.record);
  }

  get size(): number {
    if (this.large !== null) return this.large.size;
    return this.encoding === INTSET
      ? this.intset.length(this.packedAt)
      : this.listpack.count(this.packedAt);
  }

  // ---- one member ---------------------------------------------------------------------------

  has(buf: Uint8Array, off: number, len: number): boolean {
    if (this.large !== null) return this.large.has(buf, off, len);
    return this.encoding === INTSET
      ? int64FromText(buf, off, len) && this.findInt() >= 0
      : this.findPacked(buf, off, len) >= 0;
  }

  private findInt(): number {
    return intsetFind(this.intset.bytes(this.packedAt), this.intset.offset(this.packedAt));
  }

  private findPacked(buf: Uint8Array, off: number, len: number): number {
    const b = this.listpack.bytes(this.packedAt);
    return lpFind(b, lpFirst(b, this.listpack.offset(this.packedAt)), buf, off, len);
  }

  /** Adds a member; false when it is there already. `address` is the memory address of buf. */
  add(buf: Uint8Array, address: number, off: number, len: number, limits: SetLimits): boolean {
    if (this.large !== null) return this.large.add(buf, off, len);
    if (this.encoding === INTSET) {
      if (int64FromText(buf, off, len)) return this.addInt(limits);
      this.leaveIntset(len, limits);
    } else if (this.findPacked(buf, off, len) >= 0) return false;
    if (this.encoding === PACKED) {
      const lp = this.listpack;
      const size = lp.size(this.packedAt) + len;
      if (
        lp.count(this.packedAt) < limits.setMaxListpackEntries &&
        len <= limits.setMaxListpackValue &&
        size <= LP_SAFE_BYTES
      ) {
        this.movedTo(lp.append(this.packedAt, buf, address, off, len));
        return true;
      }
      this.makeLarge(this.size + 1);
    }
    return (this.large as LargeSet | null)?.add(buf, off, len) === true;
  }

  private addInt(limits: SetLimits): boolean {
    const place = this.findInt();
    if (place >= 0) return false;
    this.movedTo(this.intset.add(this.packedAt, place));
    if (this.size > Math.min(limits.setMaxIntsetEntries, INTSET_MAX)) this.makeLarge(this.size);
    return true;
  }

  /** A member of this length, no integer, is to come: the intset becomes a listpack if that will do. */
  private leaveIntset(len: number, limits: SetLimits): void {
    const n = this.size;
    const longest = n === 0 ? 0 : Math.max(this.intLength(0), this.intLength(n - 1));
    if (
      n < limits.setMaxListpackEntries &&
      len <= limits.setMaxListpackValue &&
      longest <= limits.setMaxListpackValue &&
      n * INT_ENTRY_MAX + len <= LP_SAFE_BYTES
    )
      this.makePacked();
    else this.makeLarge(n + 1);
  }

  private intLength(index: number): number {
    const { intset, packedAt } = this;
    return intsetText(intset.bytes(packedAt), intset.offset(packedAt), index, this.text);
  }

  /** Removes a member; false when there was none. */
  remove(buf: Uint8Array, off: number, len: number): boolean {
    if (this.large !== null) return this.large.remove(buf, off, len);
    if (this.encoding === INTSET) {
      const place = int64FromText(buf, off, len) ? this.findInt() : -1;
      if (place < 0) return false;
      this.movedTo(this.intset.remove(this.packedAt, place));
      return true;
    }
    const p = this.findPacked(buf, off, len);
    if (p < 0) return false;
    this.movedTo(this.listpack.delete(this.packedAt, p));
    return true;
  }

  // ---- encodings ----------------------------------------------------------------------------

  private movedTo(at: number): void {
    if (at === this.packedAt) return;
    this.packedAt = at;
    if (this.record !== 0) (this.db as Database).setRef(this.record, at);
  }

  /** Becomes large at once if so many members are about to be added. */
  expect(count: number, limits: SetLimits): void {
    if (
      (this.encoding === PACKED && count > limits.setMaxListpackEntries) ||
      (this.encoding === INTSET && count > limits.setMaxIntsetEntries)
    )
      this.makeLarge(count);
  }

  private makePacked(): void {
    const { intset, listpack, packedAt } = this;
    const b = intset.bytes(packedAt);
    const at = intset.offset(packedAt);
    let lp = listpack.create();
    for (let i = 0; i < this.size; i++) lp = listpack.appendInt(lp, intsetValue(b, at, i));
    this.becomes(PACKED, lp);
  }

  private makeLarge(capacity: number): void {
    const { records } = this.store as Store;
    const large = new LargeSet(records);
    large.members.reserve(Math.max(capacity, this.size));
    for (const place of this.places()) {
      this.locate(place);
      large.add(this.bytes, this.off, this.len);
    }
    this.large = large;
    this.becomes(LARGE, 0);
  }

  /** Turns a set made by `create`, all of whose members are integers, into an intset if it is short. */
  packIntegers(limits: SetLimits): void {
    if (this.encoding === INTSET) return;
    if (this.size > Math.min(limits.setMaxIntsetEntries, INTSET_MAX)) return;
    const { intset, large } = this;
    let to = intset.create();
    for (const place of this.places()) {
      this.locate(place);
      int64FromText(this.bytes, this.off, this.len);
      to = intset.add(to, intsetFind(intset.bytes(to), intset.offset(to)));
    }
    if (large !== null) {
      large.free();
      this.large = null;
      this.encoding = INTSET;
      this.packedAt = to;
    } else this.becomes(INTSET, to);
  }

  /** Gives up the packed block for another one, or for `large`. */
  private becomes(encoding: number, packedAt: number): void {
    const store = this.store as Store;
    store.arena.free(this.packedAt);
    this.encoding = encoding;
    this.packedAt = packedAt;
    if (this.record === 0) return;
    const db = this.db as Database;
    if (this.large !== null) db.makeLarge(this.record, this.large);
    else db.setCollection(this.record, encoding, packedAt);
  }

  // ---- all members --------------------------------------------------------------------------

  /** Where the members are, in the order they are held in. */
  places(): Uint32Array {
    if (this.large !== null) return this.large.members.addresses();
    const n = this.size;
    if (n === 0) return NO_PLACES;
    const all = new Uint32Array(n);
    if (this.encoding === INTSET) for (let i = 0; i < n; i++) all[i] = i;
    else {
      const b = this.listpack.bytes(this.packedAt);
      let p = lpFirst(b, this.listpack.offset(this.packedAt));
      for (let i = 0; p >= 0; i++) {
        all[i] = p;
        p = lpNext(b, p);
      }
    }
    return all;
  }

  /** A place chosen at random, all equally likely; the set must not be empty. */
  randomPlace(): number {
    if (this.large !== null) return this.large.members.random();
    const index = Math.floor(Math.random() * this.size);
    if (this.encoding === INTSET) return index;
    return lpSeek(this.listpack.bytes(this.packedAt), this.listpack.offset(this.packedAt), index);
  }

  /** Fills bytes, base, off and len with the member at a place. */
  locate(place: number): void {
    if (this.large !== null) {
      const { records } = this.large;
      this.bytes = records.bytes(place);
      this.off = records.keyOffset(place);
      this.len = records.keyLength(place);
      this.base = records.valueAddress(place) - this.off - this.len;
      return;
    }
    if (this.encoding === PACKED) {
      const b = this.listpack.bytes(this.packedAt);
      const n = lpStringLength(b, place);
      if (n >= 0) {
        this.bytes = b;
        this.off = lpStringOffset(b, place);
        this.len = n;
        this.base = this.listpack.base(this.packedAt);
        return;
      }
      const v = lpInt(b, place);
      this.len = Number.isSafeInteger(v)
        ? integerText(v, this.text)
        : this.text.latin1Write(String(lpBigInt(b, place)), 0);
    } else this.len = this.intLength(place);
    this.bytes = this.text;
    this.off = 0;
    this.base = this.textAddress;
  }

  /** The member at a place as a binary string. */
  memberAt(place: number): string {
    this.locate(place);
    return this.bytes.latin1Slice(this.off, this.off + this.len);
  }

  /** Appends the member at a place as a bulk string. */
  replyPlace(out: Writer, place: number): void {
    this.locate(place);
    if (this.len < LOOP_MAX) out.bulk(this.bytes, this.off, this.len);
    else out.bulkAt(this.base + this.off, this.len);
  }

  removePlace(place: number): void {
    if (this.large !== null) {
      this.locate(place);
      this.large.remove(this.bytes, this.off, this.len);
    } else if (this.encoding === INTSET) this.movedTo(this.intset.remove(this.packedAt, place));
    else this.movedTo(this.listpack.delete(this.packedAt, place));
  }

  /** Appends all members as bulk strings. */
  replyAll(out: Writer): void {
    if (this.large !== null)
      this.large.members.forEach((r) => {
        this.replyPlace(out, r);
      });
    else for (const place of this.places()) this.replyPlace(out, place);
  }

  /** Calls `visit` with every member as a binary string; the set must not change meanwhile. */
  forEach(visit: (member: string) => void): void {
    for (const place of this.places()) visit(this.memberAt(place));
  }
}
