import type { Sketch } from './sketch.ts';

/** Values are kept one by one up to this many. */
const EXACT = 2000;

/**
 * A t-digest: values in groups, each known by its mean and size, small groups at both ends. While
 * there are few values each is a group of its own, and percentiles are exact.
 */
export class Digest implements Sketch {
  private means: Float64Array = new Float64Array(0);
  private sizes: Float64Array = new Float64Array(0);
  private pending = new Float64Array(64);
  private waiting = 0;
  count = 0;

  constructor(private readonly compression = 100) {}

  add(value: number): void {
    if (this.waiting === this.pending.length) {
      if (this.waiting >= EXACT) this.compress();
      else {
        const larger = new Float64Array(this.waiting * 2);
        larger.set(this.pending);
        this.pending = larger;
      }
    }
    this.pending[this.waiting++] = value;
    this.count += 1;
  }

  merge(other: Sketch): void {
    const digest = other as Digest;
    for (let i = 0; i < digest.waiting; i += 1) this.add(digest.pending[i] as number);
    if (digest.means.length === 0) return;
    this.take(digest.means, digest.sizes);
    this.count += digest.count - digest.waiting;
  }

  percentile(percent: number): number | undefined {
    if (this.count === 0) return undefined;
    this.settle();
    const { means, sizes } = this;
    const wanted = (percent / 100) * (this.count - 1);
    let before = 0;
    let lastPlace = 0;
    let lastMean = means[0] as number;
    for (let i = 0; i < means.length; i += 1) {
      const size = sizes[i] as number;
      const place = before + (size - 1) / 2;
      const mean = means[i] as number;
      if (wanted <= place) {
        if (i === 0 || place === lastPlace) return mean;
        return lastMean + ((wanted - lastPlace) / (place - lastPlace)) * (mean - lastMean);
      }
      before += size;
      lastPlace = place;
      lastMean = mean;
    }
    return lastMean;
  }

  rank(value: number): number | undefined {
    if (this.count === 0) return undefined;
    this.settle();
    const { means, sizes, count } = this;
    const last = means.length - 1;
    if (value < (means[0] as number)) return 0;
    if (value >= (means[last] as number)) return 100;
    let before = 0;
    for (let i = 0; i < last; i += 1) {
      const size = sizes[i] as number;
      const next = means[i + 1] as number;
      if (value < next) {
        const mean = means[i] as number;
        const place = before + size / 2;
        const nextPlace = before + size + (sizes[i + 1] as number) / 2;
        return (100 * (place + ((value - mean) / (next - mean)) * (nextPlace - place))) / count;
      }
      before += size;
    }
    return 100;
  }

  /** Groups with their sizes, ascending. */
  *groups(): Generator<readonly [mean: number, size: number]> {
    this.settle();
    for (let i = 0; i < this.means.length; i += 1) {
      yield [this.means[i] as number, this.sizes[i] as number];
    }
  }

  /** Adds a value that stands for several. */
  addGroup(mean: number, size: number): void {
    this.settle();
    this.take(Float64Array.of(mean), Float64Array.of(size));
    this.count += size;
  }

  private compress(): void {
    this.settle();
    this.squeeze();
  }

  /** Puts what waits among the groups. */
  private settle(): void {
    if (this.waiting === 0) return;
    const values = this.pending.slice(0, this.waiting).sort();
    this.waiting = 0;
    this.take(values, new Float64Array(values.length).fill(1));
  }

  /** Merges two ascending lists of groups. */
  private take(means: Float64Array, sizes: Float64Array): void {
    const total = this.means.length + means.length;
    const allMeans = new Float64Array(total);
    const allSizes = new Float64Array(total);
    let own = 0;
    let other = 0;
    for (let i = 0; i < total; i += 1) {
      const isOwn =
        other >= means.length ||
        (own < this.means.length && (this.means[own] as number) <= (means[other] as number));
      allMeans[i] = (isOwn ? this.means[own] : means[other]) as number;
      allSizes[i] = (isOwn ? this.sizes[own] : sizes[other]) as number;
      if (isOwn) own += 1;
      else other += 1;
    }
    this.means = allMeans;
    this.sizes = allSizes;
    if (total > EXACT) this.squeeze();
  }

  /** Joins neighbours as far as the scale allows: many in the middle, few at the ends. */
  private squeeze(): void {
    const { means, sizes } = this;
    let total = 0;
    for (const size of sizes) total += size;
    const scale = (at: number) =>
      (this.compression / (2 * Math.PI)) * Math.asin(2 * Math.min(1, at / total) - 1);
    let kept = 0;
    let before = 0;
    let limit = scale(0) + 1;
    for (let i = 1; i < means.length; i += 1) {
      const size = sizes[i] as number;
      const joined = (sizes[kept] as number) + size;
      if (scale(before + joined) <= limit) {
        means[kept] =
          (means[kept] as number) +
          (((means[i] as number) - (means[kept] as number)) * size) / joined;
        sizes[kept] = joined;
        continue;
      }
      before += sizes[kept] as number;
      limit = scale(before) + 1;
      kept += 1;
      means[kept] = means[i] as number;
      sizes[kept] = size;
    }
    this.means = means.slice(0, kept + 1);
    this.sizes = sizes.slice(0, kept + 1);
  }
}
