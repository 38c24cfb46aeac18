/** All MIGRATEs under way: while there are any, writes of clients are held. */
import type { PauseMode } from '../clients/pause.ts';
import type { Server } from '../server.ts';
import { MigrateLinks } from './links.ts';
import type { Migration } from './migration.ts';

export class Migrations {
  readonly links: MigrateLinks;
  private readonly active = new Set<Migration>();

  constructor(private readonly server: Server) {
    this.links = new MigrateLinks(
      () => server.transport,
      () => Date.now(),
    );
    server.cron.every(0, () => this.tick());
    server.observe.facts.migrateSockets = () => this.links.size;
  }

  begin(migration: Migration, mode: PauseMode): void {
    this.active.add(migration);
    this.server.pause.start('migrate', mode, Number.POSITIVE_INFINITY);
    migration.start();
  }

  ended(migration: Migration): void {
    this.active.delete(migration);
    if (this.active.size === 0) this.server.pause.end('migrate');
  }

  private tick(): void {
    for (const migration of this.active) migration.tick();
    this.links.tick();
  }
}
