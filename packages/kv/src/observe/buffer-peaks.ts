/** The largest input and output buffers that any client had within the last eight seconds. */
import type { Client } from '../clients/client.ts';

const SECONDS = 8;

export interface BufferPeaks {
  readonly input: number;
  readonly output: number;
}

export class RecentBuffers {
  /** One slot a second; the next one is cleared in advance. */
  private readonly input = new Float64Array(SECONDS);
  private readonly output = new Float64Array(SECONDS);

  sample(clients: Iterable<Client>): void {
    const slot = Math.floor(Date.now() / 1000) % SECONDS;
    const next = (slot + 1) % SECONDS;
    this.input[next] = this.output[next] = 0;
    for (const { conn } of clients) {
      if (conn === null) continue;
      const pending = conn.query.capacity;
      if (pending > (this.input[slot] as number)) this.input[slot] = pending;
      const unsent = conn.outputMemory;
      if (unsent > (this.output[slot] as number)) this.output[slot] = unsent;
    }
  }

  peaks(): BufferPeaks {
    return { input: Math.max(...this.input), output: Math.max(...this.output) };
  }
}
