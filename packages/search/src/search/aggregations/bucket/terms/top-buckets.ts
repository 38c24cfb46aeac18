/** Above this a whole sort is cheaper than keeping the best in order. */
const SMALL = 1000;

/** The first `size` buckets in the order of `compare`. */
export function topBuckets(
  buckets: Int32Array,
  size: number,
  compare: (a: number, b: number) => number,
): number[] {
  if (size >= buckets.length || size > SMALL) {
    return Array.from(buckets).sort(compare).slice(0, size);
  }
  const kept: number[] = [];
  for (const bucket of buckets) {
    const isFull = kept.length === size;
    if (isFull && compare(bucket, kept[size - 1] as number) >= 0) continue;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(kept[middle] as number, bucket) <= 0) low = middle + 1;
      else high = middle;
    }
    kept.splice(low, 0, bucket);
    if (isFull) kept.pop();
  }
  return kept;
}
