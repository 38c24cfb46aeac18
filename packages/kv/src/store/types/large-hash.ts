/** A hash too large to be packed: an index over records whose key is the field. */
import { Dict } from '../../structures/dict.ts';
import type { Records } from '../../structures/record.ts';
import { hashBytes } from '../../structures/siphash.ts';
import type { LargeValue } from '../value.ts';

/** A rough charge for the objects themselves. */
const OBJECT_BYTES = 200;

export class LargeHash implements LargeValue {
  readonly fields: Dict;
  private recordBytes = 0;

  constructor(readonly records: Records) {
    this.fields = new Dict(records);
  }

  get size(): number {
    return this.fields.size;
  }

  /** The field's record, or 0. */
  find(buf: Uint8Array, off: number, len: number): number {
    return this.fields.find(buf, off, len);
  }

  /** Sets a field; true when it is a new one. `address` is the memory address of `value`. */
  set(
    field: Uint8Array,
    fieldOff: number,
    fieldLen: number,
    value: Uint8Array,
    address: number,
    off: number,
    len: number,
  ): boolean {
    const { records, fields } = this;
    const { arena } = records;
    const hash = hashBytes(field, fieldOff, fieldLen);
    let r = fields.findHashed(hash, field, fieldOff, fieldLen);
    const added = r === 0;
    if (added) {
      r = records.create(0, field, fieldOff, fieldLen, len);
      this.recordBytes += arena.sizeOf(r);
      fields.insert(hash, r);
    } else if (records.canResize(r, len)) records.setValueLength(r, len);
    else {
      this.recordBytes -= arena.sizeOf(r);
      r = records.rebuildEmpty(r, records.tag(r), len);
      this.recordBytes += arena.sizeOf(r);
      fields.setFound(r);
    }
    records.writeValue(r, value, address, off, len);
    return added;
  }

  /** Deletes a field; false when there was none. */
  remove(buf: Uint8Array, off: number, len: number): boolean {
    const r = this.fields.remove(buf, off, len);
    if (r === 0) return false;
    const { arena } = this.records;
    this.recordBytes -= arena.sizeOf(r);
    arena.free(r);
    return true;
  }

  copy(): LargeHash {
    const { records } = this;
    const twin = new LargeHash(records);
    twin.fields.reserve(this.size);
    this.fields.forEach((r) => {
      const bytes = records.bytes(r);
      const at = records.valueOffset(r);
      const address = records.valueAddress(r) - at;
      twin.set(
        bytes,
        records.keyOffset(r),
        records.keyLength(r),
        bytes,
        address,
        at,
        records.valueLength(r),
      );
    });
    return twin;
  }

  free(): void {
    for (const _ of this.freeInSteps());
  }

  *freeInSteps(): Generator<void> {
    const { arena } = this.records;
    yield* this.fields.visitInSteps((r) => arena.free(r));
    this.fields.dispose();
  }

  memory(): number {
    return this.recordBytes + this.fields.bytes + OBJECT_BYTES;
  }
}
