/**
 * Where the characters of a filtered text came from. A correction (at, diff) says: from output offset `at` on, the
 * input offset is the output offset plus `diff`. Maps chain: a filter's map leads to the map of the filter before it.
 */
export class OffsetMap {
  readonly #at: number[] = [];
  readonly #diff: number[] = [];
  readonly #before: OffsetMap | null;

  constructor(before: OffsetMap | null) {
    this.#before = before;
  }

  get lastDiff(): number {
    return this.#diff.length === 0 ? 0 : (this.#diff[this.#diff.length - 1] as number);
  }

  /** Offsets must not fall from call to call; a second correction at the same offset replaces the first. */
  add(at: number, diff: number): void {
    const last = this.#at.length - 1;
    if (last >= 0 && this.#at[last] === at) {
      this.#diff[last] = diff;
      return;
    }
    this.#at.push(at);
    this.#diff.push(diff);
  }

  correct(offset: number): number {
    let low = 0;
    let high = this.#at.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#at[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    const own = low === 0 ? offset : offset + (this.#diff[low - 1] as number);
    return this.#before === null ? own : this.#before.correct(own);
  }
}
