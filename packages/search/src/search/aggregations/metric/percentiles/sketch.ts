/** What keeps enough of many values to tell their percentiles. */
export interface Sketch {
  add(value: number): void;
  merge(other: Sketch): void;
  readonly count: number;
  /** The value that `percent` of all are not above; undefined without values. */
  percentile(percent: number): number | undefined;
  /** How many percent are at or below a value. */
  rank(value: number): number | undefined;
}
