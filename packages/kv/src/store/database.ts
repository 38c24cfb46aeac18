/**
 * One numbered database: the keys, their values and their expiry. It knows nothing of clients or
 * replies; what an expired or deleted key means to others goes out through `events`.
 *
 * A record found here stays at its address until the key is written through this class again;
 * `setExpire` and `setString` may move it and return the new address.
 */
import type { Args } from '../resp/args.ts';
import { Dict } from '../structures/dict.ts';
import { addressOf } from '../structures/libc.ts';
import { MAX_RECORD_BYTES, type Records, SLOT } from '../structures/record.ts';
import { hashBytes } from '../structures/siphash.ts';
import { lfuInitial } from './access-clock.ts';
import type { DatabaseEvents } from './database-events.ts';
import { DetachedKeys } from './detached-keys.ts';
import type { Store } from './store.ts';
import { LAZY_FREE_ABOVE } from './store.ts';
import { stringEncoding } from './string-encoding.ts';
import {
  ENC_MASK,
  HUGE,
  HugeString,
  holdsReference,
  INTSET,
  LARGE,
  type LargeValue,
  PACKED,
  RAW,
  TYPE,
  TYPE_MASK,
  type TypeId,
} from './value.ts';

/** What becomes of a key's expiry when its value is replaced; a positive number is a new expiry. */
export const DROP_TTL = 0;
export const KEEP_TTL = -1;
/** Lets a string's bytes decide on its encoding. */
const BEST_ENCODING = -1;

export class Database {
  keys: Dict;
  /** The keys with an expiry: the same records, indexed a second time. */
  expires: Dict;
  /** Where the active expire cycle goes on, and the average TTL it saw. */
  expireCursor = 0;
  averageTtl = 0;
  private readonly records: Records;

  constructor(
    public index: number,
    readonly store: Store,
    private readonly events: DatabaseEvents,
  ) {
    this.records = store.records;
    this.keys = new Dict(store.records);
    this.expires = new Dict(store.records);
  }

  // ---- lookups ------------------------------------------------------------------------------

  /** The record of key a[i] for a read, 0 when there is none: counts hit or miss, touches its clock. */
  read(a: Args, i: number): number {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    const r = this.live(a.buf, off, len);
    if (r === 0) {
      this.events.miss(this, a.buf, off, len);
      return 0;
    }
    this.events.hit();
    this.touch(r);
    return r;
  }

  /** As read, but the key does not count as used: for commands that only ask about it. */
  readQuietly(a: Args, i: number): number {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    const r = this.live(a.buf, off, len);
    if (r === 0) this.events.miss(this, a.buf, off, len);
    else this.events.hit();
    return r;
  }

  /** As readQuietly, without telling of a miss: for commands that look into a value's holding. */
  readSilently(a: Args, i: number): number {
    const r = this.live(a.buf, a.off[i] as number, a.len[i] as number);
    if (r !== 0) this.events.hit();
    return r;
  }

  /** As read, for a write: no statistics. */
  write(a: Args, i: number): number {
    const r = this.live(a.buf, a.off[i] as number, a.len[i] as number);
    if (r !== 0) this.touch(r);
    return r;
  }

  readKey(key: string): number {
    const buf = this.store.scratch(key);
    const r = this.live(buf, 0, key.length);
    if (r === 0) {
      this.events.miss(this, this.store.scratch(key), 0, key.length);
      return 0;
    }
    this.events.hit();
    this.touch(r);
    return r;
  }

  writeKey(key: string): number {
    const r = this.live(this.store.scratch(key), 0, key.length);
    if (r !== 0) this.touch(r);
    return r;
  }

  /** The record of a key without side effects: no touch, no statistics, expired keys count as absent. */
  peek(key: string): number {
    const r = this.keys.find(this.store.scratch(key), 0, key.length);
    return r !== 0 && this.isExpired(r) ? 0 : r;
  }

  /** The record of key a[i] even when it has expired, without side effects. */
  find(a: Args, i: number): number {
    return this.keys.find(a.buf, a.off[i] as number, a.len[i] as number);
  }

  /** The record of a key even when it has expired. */
  rawFind(key: string): number {
    return this.keys.find(this.store.scratch(key), 0, key.length);
  }

  private live(buf: Uint8Array, off: number, len: number): number {
    const r = this.keys.find(buf, off, len);
    if (r === 0 || (this.records.tag(r) & SLOT) === 0) return r;
    return this.expireIfDue(r) ? 0 : r;
  }

  /** Deletes a key whose time is over, where that is allowed; true when the key counts as absent. */
  expireIfDue(r: number): boolean {
    if (!this.isExpired(r)) return false;
    const key = this.records.key(r);
    if (this.events.mayExpire(this, key)) this.expire(key);
    return true;
  }

  /** Deletes an expired key and tells. */
  expire(key: string): void {
    this.removeKey(key, this.events.freesExpiredLazily);
    this.events.expired(this, key);
  }

  isExpired(r: number): boolean {
    return (this.records.tag(r) & SLOT) !== 0 && this.records.slot(r) < this.store.now;
  }

  /** Marks a record as just used. */
  touch(r: number): void {
    const store = this.store;
    if (store.noTouch) return;
    if (store.lfu) store.touchLfu(r);
    else this.records.setClock(r, store.lruClock);
  }

  // ---- what a record holds ------------------------------------------------------------------

  type(r: number): TypeId {
    return (this.records.tag(r) & TYPE_MASK) as TypeId;
  }

  encoding(r: number): number {
    return this.records.tag(r) & ENC_MASK;
  }

  /** The u32 a collection's or huge string's record holds: a block's address or an object's id. */
  ref(r: number): number {
    const s = this.records.bytes(r);
    const at = this.records.valueOffset(r);
    return (
      ((s[at] as number) |
        ((s[at + 1] as number) << 8) |
        ((s[at + 2] as number) << 16) |
        ((s[at + 3] as number) << 24)) >>>
      0
    );
  }

  setRef(r: number, ref: number): void {
    const s = this.records.bytes(r);
    const at = this.records.valueOffset(r);
    s[at] = ref;
    s[at + 1] = ref >>> 8;
    s[at + 2] = ref >>> 16;
    s[at + 3] = ref >>> 24;
  }

  /** The large object behind a record (encoding LARGE or HUGE). */
  object(r: number): LargeValue {
    return this.store.objects.get(this.ref(r));
  }

  /** Changes a collection's encoding together with its reference. */
  setCollection(r: number, encoding: number, ref: number): void {
    const tag = this.records.tag(r);
    this.records.setTag(r, (tag & ~ENC_MASK) | encoding);
    this.setRef(r, ref);
  }

  /** Replaces a packed value by a large object: returns the object's id. */
  makeLarge(r: number, value: LargeValue): void {
    this.setCollection(r, LARGE, this.store.objects.add(value));
  }

  // ---- writing ------------------------------------------------------------------------------

  /** Adds a key known to be absent, with a collection value. Returns its record. */
  addCollection(a: Args, i: number, type: TypeId, encoding: number, ref: number): number {
    return this.add(a.buf, a.off[i] as number, a.len[i] as number, type | encoding, ref);
  }

  /** Makes key a[i] a collection, whatever it was before, without expiry. Returns its record. */
  putCollection(a: Args, i: number, type: TypeId, encoding: number, ref: number): number {
    const off = a.off[i] as number;
    const len = a.len[i] as number;
    const hash = hashBytes(a.buf, off, len);
    const found = this.keys.findHashed(hash, a.buf, off, len);
    const r = this.place(found, hash, a.buf, off, len, type | encoding, 4, DROP_TTL);
    this.setRef(r, ref);
    return r;
  }

  addCollectionKey(key: string, type: TypeId, encoding: number, ref: number): number {
    return this.add(this.store.scratch(key), 0, key.length, type | encoding, ref);
  }

  addCollectionBytes(
    key: Uint8Array,
    off: number,
    len: number,
    type: TypeId,
    encoding: number,
    ref: number,
  ): number {
    return this.add(key, off, len, type | encoding, ref);
  }

  private add(buf: Uint8Array, off: number, len: number, tag: number, ref: number): number {
    const r = this.records.create(tag, buf, off, len, 4);
    this.setRef(r, ref);
    this.initClock(r);
    this.keys.insert(hashBytes(buf, off, len), r);
    if (this.events.watchesNewKeys) this.events.added(this, r);
    return r;
  }

  private initClock(r: number): void {
    this.records.setClock(r, this.store.lfu ? lfuInitial(this.store.now) : this.store.lruClock);
  }

  /** Sets key a[k] to the string a[v]; `ttl` is DROP_TTL, KEEP_TTL or the expiry. Returns the record. */
  setString(a: Args, k: number, v: number, ttl = DROP_TTL): number {
    return this.putString(
      a.buf,
      a.off[k] as number,
      a.len[k] as number,
      a.buf,
      a.address,
      a.off[v] as number,
      a.len[v] as number,
      ttl,
    );
  }

  /** As setString, from binary strings. */
  setStringKey(key: string, value: string, ttl = DROP_TTL, encoding = BEST_ENCODING): number {
    const bytes = Buffer.allocUnsafeSlow(Math.max(8, key.length + value.length));
    bytes.latin1Write(key, 0);
    bytes.latin1Write(value, key.length);
    const at = addressOf(bytes);
    return this.putString(bytes, 0, key.length, bytes, at, key.length, value.length, ttl, encoding);
  }

  /** The one place a string value is stored. */
  putString(
    key: Uint8Array,
    keyOff: number,
    keyLen: number,
    value: Uint8Array,
    valueAddress: number,
    off: number,
    len: number,
    ttl = DROP_TTL,
    encoding = BEST_ENCODING,
  ): number {
    const records = this.records;
    const hash = hashBytes(key, keyOff, keyLen);
    let r = this.keys.findHashed(hash, key, keyOff, keyLen);
    if (r !== 0 && (records.tag(r) & SLOT) !== 0 && this.expireIfDue(r))
      r = this.keys.findHashed(hash, key, keyOff, keyLen);
    if (keyLen + len <= MAX_RECORD_BYTES) {
      const enc = encoding === BEST_ENCODING ? stringEncoding(value, off, len) : encoding;
      const tag = TYPE.string | enc;
      r = this.place(r, hash, key, keyOff, keyLen, tag, len, ttl);
      records.writeValue(r, value, valueAddress, off, len);
      return r;
    }
    const bytes = Buffer.allocUnsafeSlow(len);
    bytes.set(value.subarray(off, off + len));
    const id = this.store.objects.add(new HugeString(bytes, len, this.store.arena));
    r = this.place(r, hash, key, keyOff, keyLen, TYPE.string | HUGE, 4, ttl);
    this.setRef(r, id);
    return r;
  }

  /**
   * Makes the record of a key (just found at r, or 0 for none) ready for a value of this tag and
   * length: the old value is gone, the expiry as `ttl` says, the new bytes are the caller's.
   */
  private place(
    found: number,
    hash: number,
    key: Uint8Array,
    keyOff: number,
    keyLen: number,
    tag: number,
    len: number,
    ttl: number,
  ): number {
    const records = this.records;
    let r = found;
    if (r === 0) {
      r = records.create(ttl > 0 ? tag | SLOT : tag, key, keyOff, keyLen, len);
      this.initClock(r);
      this.keys.insert(hash, r);
      if (ttl > 0) {
        records.setSlot(r, ttl);
        this.expires.insert(hash, r);
      }
      if (this.events.watchesNewKeys) this.events.added(this, r);
      return r;
    }
    const old = records.tag(r);
    if (holdsReference(old)) this.dropValue(r, this.events.freesReplacedLazily);
    const slot = ttl > 0 ? SLOT : ttl === KEEP_TTL ? old & SLOT : 0;
    if (old & SLOT && slot === 0) this.expires.removeEntry(hash, r);
    if ((old & SLOT) === slot && records.canResize(r, len)) {
      records.setTag(r, (old & ~(TYPE_MASK | ENC_MASK)) | tag);
      records.setValueLength(r, len);
    } else {
      const moved = records.rebuildEmpty(r, tag | slot, len);
      this.keys.setFound(moved);
      if (slot !== 0) {
        if (old & SLOT) this.expires.relocate(hash, r, moved);
        else this.expires.insert(hash, moved);
      }
      r = moved;
    }
    if (ttl > 0) records.setSlot(r, ttl);
    this.touch(r);
    return r;
  }

  /**
   * Gives the string at r this length in place of its old one, bytes beyond the old length zero;
   * the encoding becomes raw. Returns the record, which may have moved. For APPEND, SETRANGE, SETBIT.
   */
  resizeString(r: number, len: number): number {
    const records = this.records;
    const tag = records.tag(r);
    if ((tag & ENC_MASK) === HUGE) {
      (this.object(r) as HugeString).resize(len);
      return r;
    }
    const oldLen = records.valueLength(r);
    const keyLen = records.keyLength(r);
    const keyBytes = records.bytes(r);
    if (keyLen + len > MAX_RECORD_BYTES) {
      const from = records.valueOffset(r);
      const bytes = Buffer.alloc(len);
      keyBytes.copy(bytes, 0, from, from + Math.min(oldLen, len));
      const moved = records.rebuildEmpty(r, (tag & SLOT) | TYPE.string | HUGE, 4);
      this.setRef(moved, this.store.objects.add(new HugeString(bytes, len, this.store.arena)));
      this.moved(r, moved);
      return moved;
    }
    let at = r;
    const newTag = (tag & ~ENC_MASK) | RAW;
    if (records.canResize(r, len)) {
      records.setTag(r, newTag);
      records.setValueLength(r, len);
    } else {
      at = records.rebuild(r, newTag, len);
      this.moved(r, at);
    }
    if (len > oldLen) {
      const from = records.valueOffset(at);
      records.bytes(at).fill(0, from + oldLen, from + len);
    }
    return at;
  }

  /** Points the indexes at a record's new address. */
  private moved(from: number, to: number): void {
    const { records } = this;
    const hash = hashBytes(records.bytes(to), records.keyOffset(to), records.keyLength(to));
    this.keys.relocate(hash, from, to);
    if (records.tag(to) & SLOT) this.expires.relocate(hash, from, to);
  }

  // ---- strings out --------------------------------------------------------------------------

  /** Where a string value's bytes are: [buffer, offset, length]. Valid until the next write. */
  stringBytes(r: number): [Buffer, number, number] {
    if (this.encoding(r) === HUGE) {
      const huge = this.object(r) as HugeString;
      return [huge.bytes, 0, huge.length];
    }
    return [this.records.bytes(r), this.records.valueOffset(r), this.records.valueLength(r)];
  }

  stringValue(r: number): string {
    const [buf, off, len] = this.stringBytes(r);
    return buf.latin1Slice(off, off + len);
  }

  stringLength(r: number): number {
    return this.encoding(r) === HUGE
      ? (this.object(r) as HugeString).length
      : this.records.valueLength(r);
  }

  // ---- expiry -------------------------------------------------------------------------------

  /** A key's expiry in ms since the epoch, or -1. */
  expireAt(r: number): number {
    return this.records.tag(r) & SLOT ? this.records.slot(r) : -1;
  }

  /** Sets a key's expiry; returns the record, which may have moved. */
  setExpire(r: number, at: number): number {
    const records = this.records;
    const tag = records.tag(r);
    if (tag & SLOT) {
      records.setSlot(r, at);
      return r;
    }
    const hash = hashBytes(records.bytes(r), records.keyOffset(r), records.keyLength(r));
    const moved = records.rebuild(r, tag | SLOT, records.valueLength(r));
    records.setSlot(moved, at);
    this.keys.relocate(hash, r, moved);
    this.expires.insert(hash, moved);
    return moved;
  }

  /** Makes a key persistent; returns the record, which may have moved. */
  removeExpire(r: number): number {
    const records = this.records;
    const tag = records.tag(r);
    if (!(tag & SLOT)) return r;
    const hash = hashBytes(records.bytes(r), records.keyOffset(r), records.keyLength(r));
    this.expires.removeEntry(hash, r);
    const moved = records.rebuild(r, tag & ~SLOT, records.valueLength(r));
    this.keys.relocate(hash, r, moved);
    return moved;
  }

  // ---- deleting -----------------------------------------------------------------------------

  /** Deletes key a[i] and its value; false when there was none. */
  remove(a: Args, i: number, lazy = false): boolean {
    return this.delete(a.buf, a.off[i] as number, a.len[i] as number, lazy);
  }

  removeKey(key: string, lazy = false): boolean {
    return this.delete(this.store.scratch(key), 0, key.length, lazy);
  }

  /** Deletes the key of a record found before. */
  removeRecord(r: number, lazy = false): void {
    const records = this.records;
    this.delete(records.bytes(r), records.keyOffset(r), records.keyLength(r), lazy);
  }

  private delete(buf: Uint8Array, off: number, len: number, lazy: boolean): boolean {
    const hash = hashBytes(buf, off, len);
    const r = this.keys.findHashed(hash, buf, off, len);
    if (r === 0) return false;
    const tag = this.records.tag(r);
    this.keys.removeEntry(hash, r);
    if (tag & SLOT) this.expires.removeEntry(hash, r);
    if (holdsReference(tag)) this.dropValue(r, lazy);
    this.store.arena.free(r);
    return true;
  }

  /** Frees a value that something else replaces or that nothing refers to any more. */
  private dropValue(r: number, lazy = false): void {
    if (this.events.watchesNewKeys) this.events.removed(this, this.records.key(r), this.type(r));
    this.freeValue(r, lazy);
  }

  /** Adds a record made elsewhere (its key absent here), in every index it belongs to. */
  adopt(r: number): void {
    const { records } = this;
    const hash = hashBytes(records.bytes(r), records.keyOffset(r), records.keyLength(r));
    this.initClock(r);
    this.keys.insert(hash, r);
    if (records.tag(r) & SLOT) this.expires.insert(hash, r);
    if (this.events.watchesNewKeys) this.events.added(this, r);
  }

  /** Takes a key out without freeing what its record refers to: that lives on elsewhere. */
  release(r: number): void {
    const { records } = this;
    const hash = hashBytes(records.bytes(r), records.keyOffset(r), records.keyLength(r));
    this.keys.removeEntry(hash, r);
    if (records.tag(r) & SLOT) this.expires.removeEntry(hash, r);
    if (this.events.watchesNewKeys) this.events.removed(this, records.key(r), this.type(r));
    this.store.arena.free(r);
  }

  /** Exchanges all keys with another database; clients stay where they are. */
  swapWith(other: Database): void {
    [this.keys, other.keys] = [other.keys, this.keys];
    [this.expires, other.expires] = [other.expires, this.expires];
    [this.expireCursor, other.expireCursor] = [other.expireCursor, this.expireCursor];
    [this.averageTtl, other.averageTtl] = [other.averageTtl, this.averageTtl];
  }

  /** Gives back what a record's reference points at; the record itself stays. */
  private freeValue(r: number, lazy = false): void {
    const tag = this.records.tag(r);
    const enc = tag & ENC_MASK;
    const isObject = (tag & TYPE_MASK) === TYPE.string ? enc === HUGE : enc === LARGE;
    if (isObject) {
      const value = this.store.objects.take(this.ref(r));
      if (lazy && value.size > LAZY_FREE_ABOVE) this.store.freeLater(value);
      else value.free();
    } else if (enc === PACKED || enc === INTSET) this.store.arena.free(this.ref(r));
  }

  /** Empties the database; returns how many keys it had. */
  clear(lazy = false): number {
    const n = this.keys.size;
    if (n === 0) return 0;
    if (lazy) {
      this.store.freeLater(new DetachedKeys(this.keys.detach(), this), n);
      this.expires.clear();
    } else {
      this.keys.forEach((r) => {
        this.freeRecord(r);
      });
      this.keys.clear();
      this.expires.clear();
    }
    this.averageTtl = 0;
    this.expireCursor = 0;
    return n;
  }

  /** Frees a record that is in no index any more, and its value. */
  freeRecord(r: number): void {
    if (holdsReference(this.records.tag(r))) this.freeValue(r);
    this.store.arena.free(r);
  }

  get size(): number {
    return this.keys.size;
  }

  /** Moves a few buckets of tables that are being resized. */
  rehash(buckets: number): void {
    if (this.keys.rehashing) this.keys.rehashSome(buckets);
    if (this.expires.rehashing) this.expires.rehashSome(buckets);
  }

  /** Moves a part of the keys' table to a huge page; false when there is none left to move. */
  collapseOne(): boolean {
    return this.keys.collapseOne();
  }

  key(r: number): string {
    return this.records.key(r);
  }

  randomKey(): number {
    return this.keys.random();
  }
}
