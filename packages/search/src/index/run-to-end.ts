/** Runs work that offers pauses without taking any. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** How long sliced work may hold the thread before others get their turn. */
const SLICE_MS = 8;

/** Runs it in slices of time: between two of them the event loop serves others. */
export async function runInSlices<T>(work: Generator<void, T>): Promise<T> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < end) continue;
    await new Promise((resolve) => setImmediate(resolve));
    end = performance.now() + SLICE_MS;
  }
}
