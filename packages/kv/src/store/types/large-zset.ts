/**
 * A sorted set too large to be packed: an index from member to record and a counted B+-tree over the
 * same records. A record's key is the member, its slot the score.
 */
import { TreeCursor } from '../../structures/btree-cursor.ts';
import { CountedTree } from '../../structures/counted-btree.ts';
import { Dict } from '../../structures/dict.ts';
import { type Records, SLOT } from '../../structures/record.ts';
import { hashBytes } from '../../structures/siphash.ts';
import type { LargeValue } from '../value.ts';

export class LargeZset implements LargeValue {
  readonly members: Dict;
  readonly tree: CountedTree;
  private memberBytes = 0;

  constructor(readonly records: Records) {
    this.members = new Dict(records);
    this.tree = new CountedTree(records);
  }

  get size(): number {
    return this.tree.size;
  }

  /** The member's record, or 0. */
  find(buf: Uint8Array, off: number, len: number): number {
    return this.members.find(buf, off, len);
  }

  score(record: number): number {
    return this.records.slot(record);
  }

  /** Adds a member known to be absent. */
  add(buf: Uint8Array, off: number, len: number, score: number): void {
    this.tree.insert(score, this.stage(buf, off, len, score));
  }

  /**
   * Puts a member into the index only and returns its record: the first half of `add`, or of a bulk
   * build, in which scores may still change (`restage`) until `finishBuild` orders them all.
   */
  stage(buf: Uint8Array, off: number, len: number, score: number): number {
    const record = this.records.create(SLOT, buf, off, len, 0);
    this.records.setSlot(record, score);
    this.memberBytes += this.records.arena.sizeOf(record);
    this.members.insert(hashBytes(buf, off, len), record);
    return record;
  }

  /** Gives a staged member another score. */
  restage(record: number, score: number): void {
    this.records.setSlot(record, score);
  }

  finishBuild(): void {
    this.members.forEach((record) => {
      this.tree.insert(this.records.slot(record), record);
    });
  }

  setScore(record: number, score: number): void {
    this.tree.update(this.records.slot(record), record, score);
    this.records.setSlot(record, score);
  }

  /** The number of members before this one. */
  rank(record: number): number {
    return this.tree.rank(this.records.slot(record), record);
  }

  remove(record: number): void {
    this.tree.remove(this.records.slot(record), record);
    this.forget(record);
  }

  removeRange(rank: number, count: number): void {
    this.tree.removeRange(rank, count, this.forget);
  }

  /** A field, so that a removal makes no function. */
  private readonly forget = (record: number): void => {
    const { records } = this;
    const hash = hashBytes(
      records.bytes(record),
      records.keyOffset(record),
      records.keyLength(record),
    );
    this.members.removeEntry(hash, record);
    this.memberBytes -= records.arena.sizeOf(record);
    records.arena.free(record);
  };

  copy(): LargeZset {
    const { records } = this;
    const copy = new LargeZset(records);
    copy.members.reserve(this.size);
    const cursor = new TreeCursor();
    for (let more = this.tree.seek(cursor, 0); more; more = cursor.next()) {
      const { member, score } = cursor;
      copy.add(records.bytes(member), records.keyOffset(member), records.keyLength(member), score);
    }
    return copy;
  }

  free(): void {
    for (const _ of this.freeInSteps());
  }

  *freeInSteps(): Generator<void> {
    const { arena } = this.records;
    this.tree.free();
    yield;
    yield* this.members.visitInSteps((record) => arena.free(record));
    this.members.dispose();
  }

  memory(): number {
    return this.memberBytes + this.tree.nodeBytes + this.members.bytes;
  }
}
