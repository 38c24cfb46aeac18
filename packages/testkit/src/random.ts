/** Whether this is `npm run test:long`: many rounds, large data. */
export const isLong = process.env.TANDEM_TEST_LONG === '1';

/** How often a randomised test repeats itself: `short` in `npm test`, `long` in `npm run test:long`. */
export function rounds(short: number, long: number): number {
  return isLong ? long : short;
}

/** The seed of this run, printed by the runner; TANDEM_TEST_SEED repeats an earlier one. */
export const seed = Number(process.env.TANDEM_TEST_SEED ?? '1');

/** A repeatable source of numbers in [0, 1): the run's seed and `label` fix all of them. */
export function seededRandom(label: string): () => number {
  let state = seed >>> 0;
  for (let i = 0; i < label.length; i += 1) {
    state = Math.imul(state ^ label.charCodeAt(i), 0x01000193) >>> 0;
  }
  // mulberry32: 32 bits of state are plenty for choosing test data.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
