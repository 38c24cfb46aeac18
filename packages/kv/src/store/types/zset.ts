/**
 * Sorted sets as the commands see them, whichever way one is held: packed in a listpack (reported as
 * "listpack") or as LargeZset ("skiplist"). A Zset is a handle: `open` points it at a key's record,
 * and it stays valid until something else changes the database. Handles are reused, so that a command
 * makes no object.
 *
 * Members come as (buf, address of buf, off, len). `find` remembers the member it found for the
 * methods named ...Found.
 */

import { bulkElement } from '../../resp/elements.ts';
import type { Writer } from '../../resp/writer.ts';
import { TreeCursor } from '../../structures/btree-cursor.ts';
import { addressOf } from '../../structures/libc.ts';
import {
  LP_TEXT,
  lpBytesFor,
  lpEntryBytes,
  lpIntText,
  lpStringLength,
  lpStringOffset,
  lpText,
} from '../../structures/listpack.ts';
import { LP_SAFE_BYTES } from '../../structures/listpack-editor.ts';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { LARGE, PACKED } from '../value.ts';
import { LargeZset } from './large-zset.ts';
import { PackedZset, packedScore } from './packed-zset.ts';

/** The directives that decide how a sorted set is held. */
export interface ZsetLimits {
  readonly zsetMaxListpackEntries: number;
  readonly zsetMaxListpackValue: number;
}

/** The longest entry a score makes. */
const SCORE_ENTRY_MAX = 32;
/** Below this many bytes the writer's loop beats the call into libc. */
const LOOP_MAX = 16;
/** Text of an integer member under a cursor; not LP_TEXT, which edits of a listpack use. */
const cursorText = Buffer.allocUnsafeSlow(24);
const cursorTextAddress = addressOf(cursorText);

export class Zset {
  store: Store | null = null;
  private db: Database | null = null;
  /** The key's record; 0 for a sorted set that is not in a database (yet). */
  record = 0;
  large: LargeZset | null = null;
  packedAt = 0;
  private packed: PackedZset | null = null;
  /** The member last found: its listpack entry or its record. */
  private found = 0;

  /** Points the handle at the sorted set of a record. */
  open(db: Database, record: number): this {
    this.use(db.store);
    this.db = db;
    this.record = record;
    if (db.encoding(record) === PACKED) {
      this.packedAt = db.ref(record);
      this.large = null;
    } else this.large = db.object(record) as LargeZset;
    return this;
  }

  /** Makes an empty sorted set outside any database, in the encoding that the hints suggest. */
  create(store: Store, limits: ZsetLimits, sizeHint: number, memberHint: number): this {
    this.use(store);
    this.db = null;
    this.record = 0;
    this.large = null;
    if (sizeHint <= limits.zsetMaxListpackEntries && memberHint <= limits.zsetMaxListpackValue)
      this.packedAt = (this.packed as PackedZset).editor.create();
    else {
      this.large = new LargeZset(store.records);
      if (Number.isFinite(sizeHint)) this.large.members.reserve(sizeHint);
    }
    return this;
  }

  private use(store: Store): void {
    if (this.store === store) return;
    this.store = store;
    this.packed = new PackedZset(store.arena);
  }

  /** The encoding and reference under which `addCollection` stores a set made by `create`. */
  get encoding(): number {
    return this.large === null ? PACKED : LARGE;
  }

  takeReference(): number {
    return this.large === null ? this.packedAt : (this.store as Store).objects.add(this.large);
  }

  /** Gives up a set made by `create` that no key refers to. */
  discard(): void {
    if (this.large !== null) this.large.free();
    else (this.store as Store).arena.free(this.packedAt);
  }

  get size(): number {
    return this.large !== null ? this.large.size : (this.packed as PackedZset).size(this.packedAt);
  }

  /** Looks a member up and remembers it; its score, or NaN when it is not there. */
  find(buf: Uint8Array, off: number, len: number): number {
    if (this.large !== null) {
      this.found = this.large.find(buf, off, len);
      return this.found === 0 ? Number.NaN : this.large.score(this.found);
    }
    const packed = this.packed as PackedZset;
    this.found = packed.find(this.packedAt, buf, off, len);
    return this.found < 0 ? Number.NaN : packed.score(this.packedAt, this.found);
  }

  /** Gives the member just found another score. The bytes must be those given to find. */
  setFound(buf: Uint8Array, address: number, off: number, len: number, score: number): void {
    if (this.large !== null) {
      this.large.setScore(this.found, score);
      return;
    }
    const packed = this.packed as PackedZset;
    const a = packed.remove(this.packedAt, this.found);
    this.movedTo(packed.insert(a, buf, address, off, len, score));
  }

  /** Adds a member that find did not find; the set becomes large when it outgrows the limits. */
  add(
    buf: Uint8Array,
    address: number,
    off: number,
    len: number,
    score: number,
    limits: ZsetLimits,
  ): void {
    if (this.large === null) {
      const packed = this.packed as PackedZset;
      const size = packed.size(this.packedAt);
      if (
        size < limits.zsetMaxListpackEntries &&
        len <= limits.zsetMaxListpackValue &&
        packed.editor.size(this.packedAt) + lpBytesFor(buf, off, len) + SCORE_ENTRY_MAX <=
          LP_SAFE_BYTES
      ) {
        this.movedTo(packed.insert(this.packedAt, buf, address, off, len, score));
        return;
      }
      this.makeLarge(size + 1);
    }
    (this.large as unknown as LargeZset).add(buf, off, len, score);
  }

  removeFound(): void {
    if (this.large !== null) this.large.remove(this.found);
    else this.movedTo((this.packed as PackedZset).remove(this.packedAt, this.found));
  }

  rankOfFound(): number {
    return this.large !== null
      ? this.large.rank(this.found)
      : (this.packed as PackedZset).rank(this.packedAt, this.found);
  }

  /** The number of members with a score below `score`, or up to it when `inclusive`. */
  countBelow(score: number, inclusive: boolean): number {
    return this.large !== null
      ? this.large.tree.countBelow(score, inclusive)
      : (this.packed as PackedZset).countBelow(this.packedAt, score, inclusive);
  }

  /** The number of members before the bytes at this memory address, or up to them. */
  countBelowMember(address: number, len: number, inclusive: boolean): number {
    return this.large !== null
      ? this.large.tree.countBelowMember(address, len, inclusive)
      : (this.packed as PackedZset).countBelowMember(this.packedAt, address, len, inclusive);
  }

  removeRange(rank: number, count: number): void {
    if (this.large !== null) this.large.removeRange(rank, count);
    else this.movedTo((this.packed as PackedZset).removeRange(this.packedAt, rank, count));
  }

  /** Leaves the packed form when this many entries are about to be added at once. */
  expect(entries: number, limits: ZsetLimits): void {
    if (this.large === null && entries > limits.zsetMaxListpackEntries) this.makeLarge(entries);
  }

  makeLarge(capacity: number): void {
    const store = this.store as Store;
    const large = new LargeZset(store.records);
    large.members.reserve(Math.max(capacity, this.size));
    const cursor = new ZsetCursor();
    if (cursor.seek(this, 0))
      do {
        cursor.locate();
        large.add(cursor.bytes, cursor.off, cursor.len, cursor.score);
      } while (cursor.next());
    store.arena.free(this.packedAt);
    this.large = large;
    if (this.record !== 0) (this.db as Database).makeLarge(this.record, large);
  }

  /** Packs a large set that is not in a database if it is within the limits. */
  packIfSmall(limits: ZsetLimits): void {
    const { large } = this;
    if (large === null || large.size > limits.zsetMaxListpackEntries) return;
    const cursor = new ZsetCursor();
    let total = 0;
    if (cursor.seek(this, 0))
      do {
        cursor.locate();
        if (cursor.len > limits.zsetMaxListpackValue) return;
        total += lpBytesFor(cursor.bytes, cursor.off, cursor.len) + SCORE_ENTRY_MAX;
        if (total > LP_SAFE_BYTES - SCORE_ENTRY_MAX) return;
      } while (cursor.next());
    const packed = this.packed as PackedZset;
    let a = packed.editor.create();
    if (cursor.seek(this, 0))
      do {
        cursor.locate();
        a = packed.insert(a, cursor.bytes, cursor.base, cursor.off, cursor.len, cursor.score);
      } while (cursor.next());
    large.free();
    this.large = null;
    this.packedAt = a;
  }

  private movedTo(a: number): void {
    if (a === this.packedAt) return;
    this.packedAt = a;
    if (this.record !== 0) (this.db as Database).setRef(this.record, a);
  }

  /** For cursors only. */
  get listpack(): PackedZset {
    return this.packed as PackedZset;
  }
}

/** A member of a sorted set, from which one goes to its neighbours. Valid until the set changes. */
export class ZsetCursor {
  /** The member's bytes, after `locate`; `base` is the memory address of `bytes`. */
  bytes: Buffer = cursorText;
  base = 0;
  off = 0;
  len = 0;
  private zset: Zset | null = null;
  private readonly tree = new TreeCursor();
  private p = 0;

  /** Puts the cursor on the member of this rank; false when there is none. */
  seek(zset: Zset, rank: number): boolean {
    this.zset = zset;
    if (zset.large !== null) return zset.large.tree.seek(this.tree, rank);
    if (rank < 0) return false;
    this.p = zset.listpack.at(zset.packedAt, rank);
    return this.p >= 0;
  }

  /** Goes one member on (or back); false at the end. */
  next(): boolean {
    const zset = this.zset as Zset;
    if (zset.large !== null) return this.tree.next();
    const p = zset.listpack.next(zset.packedAt, this.p);
    if (p >= 0) this.p = p;
    return p >= 0;
  }

  previous(): boolean {
    const zset = this.zset as Zset;
    if (zset.large !== null) return this.tree.previous();
    const p = zset.listpack.previous(zset.packedAt, this.p);
    if (p >= 0) this.p = p;
    return p >= 0;
  }

  get score(): number {
    const zset = this.zset as Zset;
    if (zset.large !== null) return this.tree.score;
    const b = zset.listpack.editor.bytes(zset.packedAt);
    return packedScore(b, this.p + lpEntryBytes(b, this.p));
  }

  /** Fills bytes, base, off and len; they are good until the next locate of any cursor. */
  locate(): void {
    const zset = this.zset as Zset;
    if (zset.large !== null) {
      const { records } = zset.large;
      const { member } = this.tree;
      this.bytes = records.bytes(member);
      this.base = records.base(member);
      this.off = records.keyOffset(member);
      this.len = records.keyLength(member);
      return;
    }
    const { editor } = zset.listpack;
    const b = editor.bytes(zset.packedAt);
    const n = lpStringLength(b, this.p);
    if (n < 0) {
      this.bytes = cursorText;
      this.base = cursorTextAddress;
      this.off = 0;
      this.len = lpIntText(b, this.p);
      for (let i = 0; i < this.len; i++) cursorText[i] = LP_TEXT[i] as number;
    } else {
      this.bytes = b;
      this.base = editor.base(zset.packedAt);
      this.off = lpStringOffset(b, this.p);
      this.len = n;
    }
  }

  /** The member as a binary string. */
  text(): string {
    const zset = this.zset as Zset;
    return zset.large !== null
      ? zset.large.records.key(this.tree.member)
      : lpText(zset.listpack.editor.bytes(zset.packedAt), this.p);
  }

  /** Appends the member as a bulk string. */
  reply(out: Writer): void {
    const zset = this.zset as Zset;
    if (zset.large === null) {
      const { editor } = zset.listpack;
      bulkElement(out, editor.bytes(zset.packedAt), editor.base(zset.packedAt), this.p);
      return;
    }
    const { records } = zset.large;
    const { member } = this.tree;
    const off = records.keyOffset(member);
    const len = records.keyLength(member);
    if (len < LOOP_MAX) out.bulk(records.bytes(member), off, len);
    else out.bulkAt(records.base(member) + off, len);
  }
}
