/** Means, moments and products of several fields over the same documents. */
export class CoMoments {
  count = 0;
  readonly means: Float64Array;
  /** Sums of powers of the distances from the mean. */
  private readonly squares: Float64Array;
  private readonly cubes: Float64Array;
  private readonly fourths: Float64Array;
  /** Sums of products of distances, field by field. */
  private readonly products: Float64Array;

  constructor(private readonly fields: number) {
    this.means = new Float64Array(fields);
    this.squares = new Float64Array(fields);
    this.cubes = new Float64Array(fields);
    this.fourths = new Float64Array(fields);
    this.products = new Float64Array(fields * fields);
  }

  /** Adds one document. */
  add(values: Float64Array): void {
    const one = new CoMoments(this.fields);
    one.count = 1;
    one.means.set(values);
    this.merge(one);
  }

  /** Adds another set of documents, by the formulas for moments of united sets. */
  merge(other: CoMoments): void {
    const [a, b] = [this.count, other.count];
    const n = a + b;
    if (b === 0) return;
    const deltas = this.means.map((mean, i) => (other.means[i] as number) - mean);
    for (let i = 0; i < this.fields; i += 1) {
      for (let j = 0; j < this.fields; j += 1) {
        const at = i * this.fields + j;
        const between = ((deltas[i] as number) * (deltas[j] as number) * a * b) / n;
        this.products[at] =
          (this.products[at] as number) + (other.products[at] as number) + between;
      }
    }
    for (let i = 0; i < this.fields; i += 1)
      this.mergeField(i, other, deltas[i] as number, a, b, n);
    this.count = n;
  }

  private mergeField(
    i: number,
    other: CoMoments,
    d: number,
    a: number,
    b: number,
    n: number,
  ): void {
    const at = (array: Float64Array) => array[i] as number;
    const [s1, s2] = [at(this.squares), at(other.squares)];
    const [c1, c2] = [at(this.cubes), at(other.cubes)];
    this.fourths[i] =
      at(this.fourths) +
      at(other.fourths) +
      (d ** 4 * a * b * (a * a - a * b + b * b)) / n ** 3 +
      (6 * d * d * (a * a * s2 + b * b * s1)) / (n * n) +
      (4 * d * (a * c2 - b * c1)) / n;
    this.cubes[i] =
      c1 + c2 + (d ** 3 * a * b * (a - b)) / (n * n) + (3 * d * (a * s2 - b * s1)) / n;
    this.squares[i] = s1 + s2 + (d * d * a * b) / n;
    this.means[i] = at(this.means) + (d * b) / n;
  }

  variance(i: number): number {
    return (this.squares[i] as number) / (this.count - 1);
  }

  skewness(i: number): number {
    return (Math.sqrt(this.count) * (this.cubes[i] as number)) / (this.squares[i] as number) ** 1.5;
  }

  kurtosis(i: number): number {
    return (this.count * (this.fourths[i] as number)) / (this.squares[i] as number) ** 2;
  }

  covariance(i: number, j: number): number {
    return (this.products[i * this.fields + j] as number) / (this.count - 1);
  }

  correlation(i: number, j: number): number {
    if (i === j) return 1;
    return this.covariance(i, j) / Math.sqrt(this.variance(i) * this.variance(j));
  }
}
