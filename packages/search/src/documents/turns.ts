/** Lets others have their turn while a long request goes through its parts. */

/** How long a request may hold the thread at a time. */
const SLICE_MS = 8;
/** The clock is looked at only now and then: it costs more than a small part. */
const LOOK_EVERY = 16;

export class Turns {
  private end = performance.now() + SLICE_MS;
  private parts = 0;

  /** To be asked after every part. */
  get isOver(): boolean {
    this.parts += 1;
    return this.parts % LOOK_EVERY === 0 && performance.now() >= this.end;
  }

  /** Resolves when the others have had theirs. */
  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.end = performance.now() + SLICE_MS;
  }
}
