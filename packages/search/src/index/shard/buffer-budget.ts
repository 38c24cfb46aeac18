/** What one shard may hold in its write buffer at most, and what it may hold in any case. */
const MOST_BYTES = 24 * 1024 * 1024;
const LEAST_BYTES = 1024 * 1024;
/** What all shards of a node may hold together: a fifth of the default heap budget. */
const TOTAL_BYTES = 96 * 1024 * 1024;

interface Holder {
  readonly hasBuffered: boolean;
}

/** Shares memory for write buffers among the shards that use any. */
export class BufferBudget {
  private readonly holders = new Set<Holder>();

  add(holder: Holder): void {
    this.holders.add(holder);
  }

  remove(holder: Holder): void {
    this.holders.delete(holder);
  }

  /** At this size a shard's buffer is to become a segment. */
  share(): number {
    let busy = 0;
    for (const { hasBuffered } of this.holders) if (hasBuffered) busy += 1;
    const equal = TOTAL_BYTES / Math.max(1, busy);
    return Math.max(LEAST_BYTES, Math.min(MOST_BYTES, equal));
  }
}
