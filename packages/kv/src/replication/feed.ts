/**
 * The stream of effects to those who asked for it with SYNC: first a snapshot of the data set, then
 * every write as it happens, as commands, with a SELECT wherever the database changes.
 */
import type { Client } from '../clients/client.ts';
import { snapshotBytes } from '../persistence/rdb/snapshot.ts';
import { ANY_DB, type Follower, TARGET } from '../propagation.ts';
import type { Args } from '../resp/args.ts';
import { Writer } from '../resp/writer.ts';
import type { Server } from '../server.ts';

export class ReplicationFeed implements Follower {
  readonly target = TARGET.replicas;
  private readonly replicas = new Set<Client>();
  /** The database that the last effect was about; -1 makes the next one select. */
  private selected = -1;
  private readonly scratch = new Writer(1024);
  /** Bytes of effects sent so far. */
  offset = 0;

  constructor(private readonly server: Server) {}

  get count(): number {
    return this.replicas.size;
  }

  /** Sends c the data set and then all that happens to it. */
  attach(c: Client): void {
    const snapshot = snapshotBytes(this.server.persistence.source);
    c.out.rawText(`$${snapshot.length}\r\n`);
    c.out.raw(snapshot);
    c.kind = 'replica';
    if (this.replicas.size === 0) this.server.propagation.followers.push(this);
    this.replicas.add(c);
    this.selected = -1;
  }

  drop(c: Client): void {
    if (!this.replicas.delete(c) || this.replicas.size > 0) return;
    const { followers } = this.server.propagation;
    followers.splice(followers.indexOf(this), 1);
  }

  effect(db: number, args: Args): void {
    const w = this.scratch;
    w.reset();
    if (db !== this.selected && db !== ANY_DB) {
      this.selected = db;
      w.bulkArray(['SELECT', String(db)]);
    }
    w.array(args.n);
    for (let i = 0; i < args.n; i++) w.bulk(args.buf, args.off[i], args.len[i]);
    this.offset += w.pos;
    for (const c of this.replicas) c.conn?.append(w.buf, 0, w.pos);
  }
}
