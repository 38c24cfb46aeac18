/**
 * Credentials that were found right lately. Verifying a password costs some fifty milliseconds on
 * purpose; a request that brings the same one again pays for one keyed hash instead. Passwords
 * themselves are not kept.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TTL_MS = 20 * 60_000;
const MAX_ENTRIES = 100_000;

interface Entry {
  readonly digest: Buffer;
  /** The stored hash it was verified against: a changed password makes the entry worthless. */
  readonly hash: string;
  readonly until: number;
}

export class CredentialCache {
  private readonly key = randomBytes(32);
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly now: () => number = Date.now) {}

  knows(id: string, secret: string, hash: string): boolean {
    const entry = this.entries.get(id);
    if (entry === undefined || entry.hash !== hash || entry.until < this.now()) return false;
    return timingSafeEqual(entry.digest, this.digest(secret));
  }

  remember(id: string, secret: string, hash: string): void {
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(id, { digest: this.digest(secret), hash, until: this.now() + TTL_MS });
  }

  clear(): void {
    this.entries.clear();
  }

  private digest(secret: string): Buffer {
    return createHmac('sha256', this.key).update(secret).digest();
  }
}
