/**
 * MIGRATE: moves keys to another server. The reference stops everything while it does so; here the
 * client waits and only writes are held, so that readers go on. Inside MULTI or a script, where
 * nobody can wait, everyone else does.
 */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import { NOTIFY } from '../keyspace-events.ts';
import { encodeCommand, Migration, type MigrationRequest } from '../migrate/migration.ts';
import { dumpPayload } from '../persistence/rdb/dump-payload.ts';
import type { Args } from '../resp/args.ts';
import type { Handlers } from './spec.ts';

const DEFAULT_TIMEOUT_MS = 1000;
/** How long one wait for events lasts while everything stands still. */
const POLL_MS = 5;

interface MigrateOptions {
  copy: boolean;
  replace: boolean;
  auth: string[];
  firstKey: number;
  endKey: number;
}

function options(c: Client, a: Args): MigrateOptions {
  const o: MigrateOptions = { copy: false, replace: false, auth: [], firstKey: 3, endKey: 4 };
  for (let i = 6; i < a.n; i++) {
    const more = a.n - 1 - i;
    if (a.is(i, 'COPY')) o.copy = true;
    else if (a.is(i, 'REPLACE')) o.replace = true;
    else if (a.is(i, 'AUTH') || a.is(i, 'AUTH2')) {
      const words = a.is(i, 'AUTH') ? 1 : 2;
      if (more < words) fail(ERR.syntax);
      o.auth = a.strs(i + 1, i + 1 + words);
      for (let k = 0; k < words; k++) c.redact(++i);
    } else if (a.is(i, 'KEYS')) {
      if ((a.len[3] as number) !== 0)
        fail(
          'ERR When using MIGRATE KEYS option, the key argument must be set to the empty string',
        );
      o.firstKey = i + 1;
      o.endKey = a.n;
      break;
    } else fail(ERR.syntax);
  }
  return o;
}

/** The keys that are there, each with the RESTORE that makes it over there; null when none is. */
function prepare(c: Client, a: Args, o: MigrateOptions): MigrationRequest | null {
  const { db, server } = c;
  const timeout = a.int(5);
  const targetDb = a.int(4);
  const keys: string[] = [];
  const restores: Buffer[] = [];
  const name = server.config.clusterEnabled ? 'RESTORE-ASKING' : 'RESTORE';
  for (let i = o.firstKey; i < o.endKey; i++) {
    const r = db.read(a, i);
    if (r === 0) continue;
    const at = db.expireAt(r);
    const ttl = at === -1 ? 0 : Math.max(1, at - server.store.now);
    const payload = dumpPayload(db, r, server.config.rdbcompression);
    const words = [name, a.str(i), String(ttl), payload, ...(o.replace ? ['REPLACE'] : [])];
    keys.push(a.str(i));
    restores.push(encodeCommand(words));
  }
  if (keys.length === 0) return null;
  return {
    host: a.str(1),
    port: Number.parseInt(a.str(2), 10) || 0,
    db,
    targetDb,
    timeoutMs: timeout <= 0 ? DEFAULT_TIMEOUT_MS : timeout,
    auth: o.auth,
    keys,
    restores,
  };
}

function migrate(c: Client, a: Args): void {
  const { server, db } = c;
  const o = options(c, a);
  const request = prepare(c, a, o);
  if (request === null) {
    c.out.simple('NOKEY');
    return;
  }
  const sent: string[] = [];
  const waits = !c.denyBlocking;
  let failure: string | null = null;
  const migration: Migration = new Migration(
    server.migrations.links,
    request,
    {
      acknowledged(key) {
        if (o.copy) return;
        db.removeKey(key, server.config.lazyfreeLazyServerDel);
        server.events.modifiedKey(c, db, key);
        server.events.notifyKey(NOTIFY.generic, 'del', db, key);
        server.propagation.dirty++;
        sent.push(key);
      },
      finished(error) {
        failure = error;
        server.migrations.ended(migration);
        if (!waits) return;
        if (sent.length > 0) server.propagation.also(db, 'DEL', ...sent);
        if (c.blocked === null) return;
        server.sessions.replyTo(c, () => (error === null ? c.out.ok() : c.out.error(error)));
        server.blocking.unblock(c);
      },
    },
    () => Date.now(),
  );
  if (waits) {
    server.blocking.park(c, { kind: 'wait', timeoutMs: 0 });
    server.migrations.begin(migration, 'write');
    return;
  }
  server.migrations.begin(migration, 'all');
  server.sessions.whileRunning(() => {
    while (!migration.done) {
      server.transport.flush();
      server.transport.poll(POLL_MS);
      migration.tick();
    }
  });
  if (sent.length > 0) server.propagation.rewrite(db, 'DEL', ...sent);
  if (failure !== null) fail(failure);
  c.out.ok();
}

export const migrateCommands: Handlers = { migrate };
