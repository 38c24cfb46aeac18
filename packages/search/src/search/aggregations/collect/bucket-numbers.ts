import { enlarged } from './growing.ts';

/** Up to this key the first owner's buckets stand in a plain table. */
const DENSE_KEYS = 1 << 20;
/** What a bucket costs here and, roughly, in the aggregations below it. */
const BUCKET_BYTES = 64;

/** Counts bytes before they are taken; throws when there are none left. */
export type Account = (bytes: number) => void;

/**
 * Numbers the buckets of an aggregation: one for every pair of a parent's bucket (its owner) and a
 * key that was met. Keys are small whole numbers: of a term, of a value, of an interval.
 */
export class BucketNumbers {
  count = 0;
  owners = new Int32Array(16);
  keys = new Int32Array(16);
  /** Bucket + 1 of the first owner's keys. */
  private dense = new Int32Array(256);
  /** Bucket + 1 by hash of (owner, key), for everything else. */
  private slots = new Int32Array(0);
  private hashed = 0;
  private grouped: { starts: Int32Array; buckets: Int32Array; count: number } | undefined;

  constructor(private readonly account: Account = () => {}) {}

  /** The bucket of a pair; made when it is new. */
  number(owner: number, key: number): number {
    if (owner === 0 && key < DENSE_KEYS) {
      if (key >= this.dense.length) this.dense = enlarged(this.dense, key + 1);
      const known = this.dense[key] as number;
      if (known !== 0) return known - 1;
      const bucket = this.add(owner, key);
      this.dense[key] = bucket + 1;
      return bucket;
    }
    return this.hashedNumber(owner, key);
  }

  /** The buckets of an owner in the order they were made. */
  of(owner: number): Int32Array {
    if (this.grouped === undefined || this.grouped.count !== this.count) this.group();
    const { starts, buckets } = this.grouped as { starts: Int32Array; buckets: Int32Array };
    if (owner + 1 >= starts.length) return new Int32Array(0);
    return buckets.subarray(starts[owner], starts[owner + 1]);
  }

  private hashedNumber(owner: number, key: number): number {
    if (this.hashed * 2 >= this.slots.length) this.rehash();
    const mask = this.slots.length - 1;
    let at = hash(owner, key) & mask;
    for (;;) {
      const known = this.slots[at] as number;
      if (known === 0) break;
      if (this.keys[known - 1] === key && this.owners[known - 1] === owner) return known - 1;
      at = (at + 1) & mask;
    }
    const bucket = this.add(owner, key);
    this.slots[at] = bucket + 1;
    this.hashed += 1;
    return bucket;
  }

  private add(owner: number, key: number): number {
    if (this.count === this.keys.length) {
      this.account(this.count * BUCKET_BYTES);
      this.keys = enlarged(this.keys, 0);
      this.owners = enlarged(this.owners, 0);
    }
    this.keys[this.count] = key;
    this.owners[this.count] = owner;
    return this.count++;
  }

  private rehash(): void {
    const old = this.slots;
    this.slots = new Int32Array(Math.max(64, old.length * 2));
    const mask = this.slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let at = hash(this.owners[entry - 1] as number, this.keys[entry - 1] as number) & mask;
      while (this.slots[at] !== 0) at = (at + 1) & mask;
      this.slots[at] = entry;
    }
  }

  /** A counting sort of the buckets by owner. */
  private group(): void {
    const { owners, count } = this;
    let end = 0;
    for (let i = 0; i < count; i += 1) end = Math.max(end, (owners[i] as number) + 1);
    const starts = new Int32Array(end + 1);
    for (let i = 0; i < count; i += 1) {
      const next = (owners[i] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let i = 0; i < end; i += 1) {
      starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
    }
    const fill = starts.slice();
    const buckets = new Int32Array(count);
    for (let i = 0; i < count; i += 1) {
      const owner = owners[i] as number;
      const at = fill[owner] as number;
      buckets[at] = i;
      fill[owner] = at + 1;
    }
    this.grouped = { starts, buckets, count };
  }
}

function hash(owner: number, key: number): number {
  const mixed = Math.imul(owner, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
