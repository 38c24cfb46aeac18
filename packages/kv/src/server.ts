/** A running server: builds the parts and holds them together. The parts do the work. */
import { Acl } from './acl/acl.ts';
import { serverHost } from './acl/server-host.ts';
import { registerChecks } from './checks.ts';
import { Blocking } from './clients/blocking.ts';
import type { Client } from './clients/client.ts';
import { ClientLimits } from './clients/client-limits.ts';
import { Pause } from './clients/pause.ts';
import { PubSub } from './clients/pubsub.ts';
import { Sessions } from './clients/sessions.ts';
import { TrackingTable } from './clients/tracking.ts';
import { FAMILIES } from './commands/index.ts';
import { CommandRegistry } from './commands/registry.ts';
import { COMMAND_TABLE } from './commands/table/index.ts';
import type { Config } from './config/config.ts';
import type { Statements } from './config/rewrite.ts';
import type { Settings } from './config/settings.ts';
import { Dispatch } from './dispatch.ts';
import { KeyspaceEvents } from './keyspace-events.ts';
import { Migrations } from './migrate/migrations.ts';
import { chooseTransport } from './net/choose.ts';
import { Listeners } from './net/listeners.ts';
import type { Transport, TransportHandler } from './net/transport.ts';
import { Observe } from './observe/observe.ts';
import { Stats } from './observe/stats.ts';
import { Persistence } from './persistence/persistence.ts';
import { registerConfigHooks } from './process/apply-config.ts';
import { Clock } from './process/clock.ts';
import { Cron } from './process/cron.ts';
import { Log } from './process/log.ts';
import { Loop } from './process/loop.ts';
import { makeEviction } from './process/memory-limit.ts';
import { Propagation } from './propagation.ts';
import { ReplicationFeed } from './replication/feed.ts';
import { Scripting } from './scripting/scripting.ts';
import { Database } from './store/database.ts';
import type { Eviction } from './store/eviction.ts';
import { ExpireCycle } from './store/expiry.ts';
import { Store } from './store/store.ts';

/** The least that maxmemory-clients is taken as. */
const MAXMEMORY_CLIENTS_MIN = 128 * 1024;

export class Server {
  readonly log = new Log();
  readonly store = new Store();
  readonly stats = new Stats();
  readonly clock = new Clock(this.store);
  readonly propagation = new Propagation();
  readonly events = new KeyspaceEvents(this);
  readonly blocking = new Blocking(this);
  readonly pubsub = new PubSub(this);
  readonly dispatch = new Dispatch(this);
  readonly sessions = new Sessions(this);
  readonly loop = new Loop(this);
  readonly transport: Transport;
  readonly listeners: Listeners;
  readonly config: Config;
  readonly dbs: Database[] = [];
  readonly clients = new Map<number, Client>();
  readonly tracking = new TrackingTable(this);
  readonly pause = new Pause(this);
  readonly limits = new ClientLimits(this);
  readonly acl: Acl;
  readonly cron: Cron;
  readonly expiry: ExpireCycle;
  readonly eviction: Eviction;
  readonly migrations: Migrations;
  readonly observe = new Observe(this, this.stats);
  readonly scripting = new Scripting(this);
  readonly persistence = new Persistence(this);
  readonly feed = new ReplicationFeed(this);
  /** The client whose input is being handled, while its command runs. */
  current: Client | null = null;
  /** True while a data set is read from disk or from a primary. */
  loading = false;
  /** True while EXEC runs its queue. */
  inExec = false;

  constructor(
    readonly settings: Settings,
    readonly registry = new CommandRegistry(COMMAND_TABLE, FAMILIES),
    makeTransport: (handler: TransportHandler) => Transport = chooseTransport,
  ) {
    this.config = settings.config;
    this.acl = new Acl(serverHost(this));
    this.acl.setDefaultPassword(this.config.requirepass);
    settings.onChange('requirepass', () => {
      this.acl.setDefaultPassword(this.config.requirepass);
      return null;
    });
    registerChecks(this);
    registerConfigHooks(this);
    this.observe.facts.scripts = () => this.scripting.facts();
    this.cron = new Cron(this);
    for (let i = 0; i < this.config.databases; i++)
      this.dbs.push(new Database(i, this.store, this.events));
    const mayExpire = () => this.events.mayExpire();
    this.expiry = new ExpireCycle(this.dbs, this.config, this.stats, mayExpire);
    this.cron.every(0, () => this.observe.delayed('expire-cycle', this.expiry.slow()));
    this.cron.beforeWaiting(() => this.observe.delayed('expire-cycle', this.expiry.fast()));
    this.eviction = makeEviction(this);
    this.migrations = new Migrations(this);
    this.transport = makeTransport(this.sessions);
    this.listeners = new Listeners(this.transport, this.config, this.log);
    this.clock.align();
  }

  authRequired(c: Client): boolean {
    return !c.authenticated && this.acl.loginRequired;
  }

  /** maxmemory-clients in bytes: an absolute number, or a share of maxmemory. */
  maxmemoryClients(): number {
    const { maxmemory, maxmemoryClients: limit } = this.config;
    const bytes = limit >= 0 ? limit : Math.floor((maxmemory * -limit) / 100);
    // Less would shut out whoever wants to correct the setting.
    return bytes === 0 ? 0 : Math.max(MAXMEMORY_CLIENTS_MIN, bytes);
  }

  /** Lines of the configuration file that are no directives, for CONFIG REWRITE. */
  statements(): Statements {
    const { aclfile } = this.config;
    return {
      users: aclfile === '' ? this.acl.list().map((u) => `${u.name} ${u.describe()}`) : null,
    };
  }

  /** Opens the listening sockets; throws ListenError when one cannot be had. */
  listen(): void {
    this.listeners.start();
  }

  /** Serves until stop(). */
  run(): void {
    this.observe.memory.startup = this.observe.memory.used();
    this.loop.run();
  }

  /** Ends the loop and gives the listening sockets back. */
  stop(): void {
    this.loop.stop();
    this.transport.stopListening();
  }

  /**
   * Stops and ends the process, with a last snapshot when save points are configured (or asked for).
   * Returns false, and goes on serving, when the snapshot could not be written and `force` is off.
   */
  shutdown(save: 'configured' | 'yes' | 'no' = 'configured', force = false): boolean {
    if (save === 'yes' || (save === 'configured' && this.config.save.length > 0)) {
      this.log.notice('Saving the final RDB snapshot before exiting.');
      if (!this.persistence.save() && !force) {
        this.log.warning("Error trying to save the DB, can't exit.");
        return false;
      }
    }
    this.stop();
    this.log.warning('Tandem kv is now ready to exit, bye bye...');
    process.exit(0);
  }
}
