/** A value that was read but belongs to no key yet: attach it to one, or give it up. */
import { type Database, DROP_TTL } from '../../store/database.ts';
import type { Store } from '../../store/store.ts';
import { INTSET, LARGE, PACKED, TYPE, type TypeId } from '../../store/value.ts';
import { RdbString } from './rdb-reader.ts';

export class DecodedValue {
  type: TypeId = TYPE.string;
  encoding = PACKED;
  /** For a collection: the address of its block, or the id of its object. */
  ref = 0;
  /** For a string: its bytes. */
  readonly string = new RdbString();

  constructor(private readonly store: Store) {}

  /** Holds a collection. */
  set(type: TypeId, encoding: number, ref: number): void {
    this.type = type;
    this.encoding = encoding;
    this.ref = ref;
  }

  /** Makes it the value of a key known to be absent; returns the key's record. */
  attach(db: Database, key: Uint8Array, off: number, len: number, expireAt = DROP_TTL): number {
    if (this.type === TYPE.string) {
      const s = this.string;
      return db.putString(key, off, len, s.buf, s.address, s.off, s.len, expireAt);
    }
    const r = db.addCollectionBytes(key, off, len, this.type, this.encoding, this.ref);
    this.ref = 0;
    return expireAt > 0 ? db.setExpire(r, expireAt) : r;
  }

  /** Frees a collection that no key took. */
  discard(): void {
    if (this.type === TYPE.string || this.ref === 0) return;
    if (this.encoding === LARGE) this.store.objects.take(this.ref).free();
    else if (this.encoding === PACKED || this.encoding === INTSET) this.store.arena.free(this.ref);
    this.ref = 0;
  }
}
