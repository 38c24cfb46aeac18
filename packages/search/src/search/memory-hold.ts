/** What a search holds in memory, counted with the node's circuit breaker until it is answered. */
import type { CircuitBreakers } from '../memory/circuit-breakers.ts';

/** Smaller amounts are counted together. */
const STEP = 64 * 1024;

export class MemoryHold {
  private held = 0;
  private pending = 0;

  constructor(
    private readonly breakers: CircuitBreakers,
    private readonly label: string,
  ) {}

  /** Throws circuit_breaking_exception when the node has no room for it. */
  add(bytes: number): void {
    this.pending += bytes;
    if (this.pending < STEP) return;
    this.breakers.take('request', this.pending, this.label);
    this.held += this.pending;
    this.pending = 0;
  }

  release(): void {
    this.breakers.release('request', this.held);
    this.held = 0;
  }
}
