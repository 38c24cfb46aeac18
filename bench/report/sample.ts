/** Repeated measurements of one thing. */
export class Sample {
  readonly #sorted: readonly number[];

  /** Throws when there is nothing to report. */
  constructor(values: readonly number[]) {
    if (values.length === 0) throw new Error('a sample needs at least one value');
    this.#sorted = values.toSorted((a, b) => a - b);
  }

  get count(): number {
    return this.#sorted.length;
  }

  get least(): number {
    return this.#sorted[0] as number;
  }

  get most(): number {
    return this.#sorted.at(-1) as number;
  }

  /** The middle value: one disturbed run does not move it. */
  get median(): number {
    const middle = this.#sorted.length >> 1;
    const upper = this.#sorted[middle] as number;
    if (this.#sorted.length % 2 === 1) return upper;
    return ((this.#sorted[middle - 1] as number) + upper) / 2;
  }
}
