/** The record of refused commands and logins that ACL LOG shows, newest first. */

export type LogReason = 'command' | 'key' | 'channel' | 'auth';
export type LogContext = 'toplevel' | 'multi' | 'lua';

export interface AclLogEntry {
  readonly id: number;
  readonly reason: LogReason;
  readonly context: LogContext;
  /** The command, key or channel it is about. */
  readonly object: string;
  readonly username: string;
  /** Times in ms since the epoch. */
  readonly created: number;
  updated: number;
  count: number;
  /** The last client it happened to, as CLIENT LIST describes it. */
  client: string;
}

/** Like events within this time (ms) are counted in one entry. */
const GROUPING_MS = 60_000;
/** How many of the newest entries are searched for a like one. */
const SEARCHED = 10;

export class AclLog {
  entries: AclLogEntry[] = [];
  private nextId = 0;

  /** Records an event, by itself or as one more of its kind; at most `limit` entries are kept. */
  add(
    event: Pick<AclLogEntry, 'reason' | 'context' | 'object' | 'username' | 'client'>,
    now: number,
    limit: number,
  ): void {
    const at = this.entries
      .slice(0, SEARCHED)
      .findIndex(
        (e) =>
          e.reason === event.reason &&
          e.context === event.context &&
          e.object === event.object &&
          e.username === event.username &&
          Math.abs(e.updated - now) <= GROUPING_MS,
      );
    if (at === -1) {
      this.entries.unshift({ ...event, id: this.nextId++, created: now, updated: now, count: 1 });
      if (this.entries.length > limit) this.entries.length = limit;
      return;
    }
    const [entry] = this.entries.splice(at, 1) as [AclLogEntry];
    entry.client = event.client;
    entry.updated = now;
    entry.count++;
    this.entries.unshift(entry);
  }

  clear(): void {
    this.entries = [];
  }
}
