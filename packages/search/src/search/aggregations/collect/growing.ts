/** Numbers by bucket that grow with the buckets: unset ones are `initial`. */
export class GrowingNumbers {
  values: Float64Array;

  constructor(private readonly initial = 0) {
    this.values = new Float64Array(16).fill(initial);
  }

  /** Makes room for bucket numbers below `count`. */
  reserve(count: number): Float64Array {
    if (count > this.values.length) {
      const size = Math.max(count, this.values.length * 2);
      const larger = new Float64Array(size);
      larger.set(this.values);
      if (this.initial !== 0) larger.fill(this.initial, this.values.length);
      this.values = larger;
    }
    return this.values;
  }

  at(bucket: number): number {
    return bucket < this.values.length ? (this.values[bucket] as number) : this.initial;
  }
}

/** The largest of owners[0, n), plus one: how much room their buckets need. */
export function ownersEnd(owners: Int32Array, n: number): number {
  let end = 0;
  for (let i = 0; i < n; i += 1) {
    const owner = owners[i] as number;
    if (owner >= end) end = owner + 1;
  }
  return end;
}

/** A larger copy, at least twice the size. */
export function enlarged<T extends Int32Array | Float64Array>(array: T, size: number): T {
  const kind = array.constructor as new (length: number) => T;
  const larger = new kind(Math.max(size, array.length * 2));
  larger.set(array as never);
  return larger;
}
