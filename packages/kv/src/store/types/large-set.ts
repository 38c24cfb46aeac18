/** A set too large to be packed: an index over records that consist of a key only, the member. */
import { Dict } from '../../structures/dict.ts';
import type { Records } from '../../structures/record.ts';
import { hashBytes } from '../../structures/siphash.ts';
import type { LargeValue } from '../value.ts';

/** A rough charge for the objects themselves. */
const OBJECT_BYTES = 200;

export class LargeSet implements LargeValue {
  readonly members: Dict;
  private recordBytes = 0;

  constructor(readonly records: Records) {
    this.members = new Dict(records);
  }

  get size(): number {
    return this.members.size;
  }

  has(buf: Uint8Array, off: number, len: number): boolean {
    return this.members.find(buf, off, len) !== 0;
  }

  /** Adds a member; false when it is there already. */
  add(buf: Uint8Array, off: number, len: number): boolean {
    const { records, members } = this;
    const hash = hashBytes(buf, off, len);
    if (members.findHashed(hash, buf, off, len) !== 0) return false;
    const r = records.create(0, buf, off, len, 0);
    this.recordBytes += records.arena.sizeOf(r);
    members.insert(hash, r);
    return true;
  }

  /** Removes a member; false when there was none. */
  remove(buf: Uint8Array, off: number, len: number): boolean {
    const r = this.members.remove(buf, off, len);
    if (r === 0) return false;
    const { arena } = this.records;
    this.recordBytes -= arena.sizeOf(r);
    arena.free(r);
    return true;
  }

  copy(): LargeSet {
    const { records } = this;
    const twin = new LargeSet(records);
    twin.members.reserve(this.size);
    this.members.forEach((r) => {
      twin.add(records.bytes(r), records.keyOffset(r), records.keyLength(r));
    });
    return twin;
  }

  free(): void {
    for (const _ of this.freeInSteps());
  }

  *freeInSteps(): Generator<void> {
    const { arena } = this.records;
    yield* this.members.visitInSteps((r) => arena.free(r));
    this.members.dispose();
  }

  memory(): number {
    return this.recordBytes + this.members.bytes + OBJECT_BYTES;
  }
}
