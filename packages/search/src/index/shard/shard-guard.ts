/**
 * What a failure means to a shard: after a failed write to disk, or with a damaged file, nothing may be
 * acknowledged, since what is durable is not known. The first failure is the last state; whoever
 * opened the shard is told once.
 */
export class ShardGuard {
  private failure: unknown;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly onFailure: ((error: unknown) => void) | undefined) {}

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  fail(error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.onFailure?.(error);
  }

  /** Throws what the shard failed with. */
  mustWork(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /** Work that fails the shard when it fails. */
  async watch<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  /** One after the other: what changes the set of segments. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(() => {
      this.mustWork();
      return this.watch(work());
    });
    this.turn = result.catch(() => {});
    return result;
  }
}
