import type { Client } from './client.ts';

/** One running command: of a batch, of a client that waited, or inside a busy one. */
export class Frame {
  client: Client | null = null;
  /** Pushes to that client which must follow the reply. */
  pushes: Buffer[] = [];

  constructor(readonly outer: Frame | null) {}
}
