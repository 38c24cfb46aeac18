/**
 * One MIGRATE under way. The keys are dumped and sent as RESTORE commands; each that the target
 * acknowledges is deleted here (unless copied). Writes of other clients are held meanwhile (see
 * commands/migrate.ts), so that what was sent is what is deleted.
 */
import type { Database } from '../store/database.ts';
import type { MigrateLinks } from './links.ts';
import type { LinkListener, PeerLink } from './peer-link.ts';

export interface MigrationRequest {
  readonly host: string;
  readonly port: number;
  readonly db: Database;
  readonly targetDb: number;
  readonly timeoutMs: number;
  /** AUTH's arguments, empty for none. */
  readonly auth: readonly string[];
  readonly keys: readonly string[];
  /** One RESTORE command for each key, already encoded. */
  readonly restores: readonly Buffer[];
}

/** What a migration tells its owner. */
export interface MigrationOwner {
  /** The target has this key now. */
  acknowledged(key: string): void;
  /** It is over; null when all went well, else the error to reply. */
  finished(error: string | null): void;
}

const CONNECTING = 'IOERR error or timeout connecting to the client';
const READING = 'IOERR error or timeout reading to target instance';

/** A command as an array of bulk strings. */
export function encodeCommand(words: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from(`*${words.length}\r\n`)];
  for (const word of words) {
    const bytes = typeof word === 'string' ? Buffer.from(word, 'latin1') : word;
    parts.push(Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n'));
  }
  return Buffer.concat(parts);
}

export class Migration implements LinkListener {
  done = false;
  private link: PeerLink | null = null;
  private deadline = 0;
  private mayRetry = true;
  /** Replies still to come before those of RESTORE, and RESTOREs answered. */
  private preliminary = 0;
  private answered = 0;
  private targetError: string | null = null;
  /** AUTH or SELECT failed: whatever RESTORE says, the keys are not where they should be. */
  private refused = false;

  constructor(
    private readonly links: MigrateLinks,
    private readonly request: MigrationRequest,
    private readonly owner: MigrationOwner,
    private readonly now: () => number,
  ) {}

  start(): void {
    const { host, port, timeoutMs } = this.request;
    this.deadline = Number.POSITIVE_INFINITY;
    this.links.get(host, port, timeoutMs, (link, isNew) => {
      if (this.done) return;
      if (link instanceof Error) {
        this.finish(CONNECTING);
        return;
      }
      if (isNew) this.mayRetry = false;
      this.transfer(link);
    });
  }

  private transfer(link: PeerLink): void {
    const { auth, targetDb, restores } = this.request;
    this.link = link;
    link.listener = this;
    this.preliminary = 0;
    if (auth.length > 0) {
      link.send(encodeCommand(['AUTH', ...auth]));
      this.preliminary++;
    }
    if (link.selected !== targetDb) {
      link.send(encodeCommand(['SELECT', String(targetDb)]));
      this.preliminary++;
    }
    for (const bytes of restores) link.send(bytes);
    this.deadline = this.now() + this.request.timeoutMs;
  }

  line(text: string): void {
    this.deadline = this.now() + this.request.timeoutMs;
    const failed = text.startsWith('-');
    if (failed) this.targetError ??= text.slice(1);
    if (this.preliminary > 0) {
      this.preliminary--;
      if (failed) this.refused = true;
      return;
    }
    const key = this.request.keys[this.answered++] as string;
    if (!failed && !this.refused) this.owner.acknowledged(key);
    if (this.answered === this.request.keys.length) this.complete();
  }

  private complete(): void {
    const link = this.link as PeerLink;
    link.listener = null;
    link.lastUsed = this.now();
    link.selected = this.targetError === null ? this.request.targetDb : -1;
    this.finish(this.targetErrorText);
  }

  closed(): void {
    if (this.done) return;
    this.link = null;
    if (this.mayRetry && this.answered === 0 && this.targetError === null) {
      // A kept connection was often closed by the other side meanwhile.
      this.mayRetry = false;
      this.start();
    } else this.finish(this.targetErrorText ?? READING);
  }

  private get targetErrorText(): string | null {
    return this.targetError === null
      ? null
      : `ERR Target instance replied with error: ${this.targetError}`;
  }

  /** Called by cron: gives up when the target has been silent for too long. */
  tick(): void {
    if (this.done || this.now() < this.deadline) return;
    this.link?.close();
    this.finish(this.targetErrorText ?? READING);
  }

  private finish(error: string | null): void {
    this.done = true;
    this.owner.finished(error);
  }
}
