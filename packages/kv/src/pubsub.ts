/** Channels, patterns and who listens. */
import type { Server } from './server.ts';

export class PubSub {
  constructor(readonly server: Server) {}

  /** Delivers a message to all subscribers; returns how many got it. */
  publish(_channel: string, _message: string): number {
    return 0;
  }
}
