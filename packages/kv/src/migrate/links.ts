/** Connections to other servers that MIGRATE keeps open for a while, by address. */
import type { Transport } from '../net/transport.ts';
import { PeerLink } from './peer-link.ts';

const MAX_LINKS = 64;
const IDLE_MS = 10_000;

export class MigrateLinks {
  private readonly links = new Map<string, PeerLink>();

  constructor(
    private readonly transport: () => Transport,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.links.size;
  }

  /** A link kept from before, or a new one; `isNew` tells which. */
  get(
    host: string,
    port: number,
    timeoutMs: number,
    done: (link: PeerLink | Error, isNew: boolean) => void,
  ): void {
    const name = `${host}:${port}`;
    const kept = this.links.get(name);
    if (kept?.open && kept.listener === null) {
      kept.lastUsed = this.now();
      done(kept, false);
      return;
    }
    this.transport().connect(host, port, timeoutMs, (conn) => {
      if (conn instanceof Error) {
        done(conn, true);
        return;
      }
      const link = new PeerLink(conn);
      link.lastUsed = this.now();
      this.keep(name, link);
      done(link, true);
    });
  }

  private keep(name: string, link: PeerLink): void {
    const before = this.links.get(name);
    // A link in use by another MIGRATE stays open, but is not found again.
    if (before?.listener === null) before.close();
    if (this.links.size >= MAX_LINKS && before === undefined)
      for (const [other, idle] of this.links)
        if (idle.listener === null) {
          idle.close();
          this.links.delete(other);
          break;
        }
    this.links.set(name, link);
  }

  /** Closes links that are broken or were not used for a while; called by cron. */
  tick(): void {
    const now = this.now();
    for (const [name, link] of this.links)
      if (!link.open || (link.listener === null && now - link.lastUsed > IDLE_MS)) {
        link.close();
        this.links.delete(name);
      }
  }
}
