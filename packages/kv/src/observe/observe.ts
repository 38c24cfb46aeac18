/**
 * What is noted about every executed command: its latency histogram, the slow log, the latency
 * monitor and MONITOR. On the hot path, so each costs one comparison when it has nothing to do.
 */
import { randomBytes } from 'node:crypto';
import type { Client } from '../clients/client.ts';
import { type Command, FLAG } from '../commands/spec.ts';
import type { Args } from '../resp/args.ts';
import { quoteWord } from '../resp/words.ts';
import type { Server } from '../server.ts';
import { HdrHistogram } from '../structures/hdr-histogram.ts';
import { type BufferPeaks, RecentBuffers } from './buffer-peaks.ts';
import { Facts, Testing } from './facts.ts';
import { Info } from './info/info.ts';
import { LatencyMonitor } from './latency-monitor.ts';
import { Memory } from './memory.ts';
import { REDACTED, SlowLog } from './slowlog.ts';
import type { Stats } from './stats.ts';

/** Commands are tracked up to a second, in nanoseconds. */
const HISTOGRAM_MAX_NS = 1e9;
const NOT_MONITORED = FLAG.skip_monitor | FLAG.admin;

export class Observe {
  readonly slowlog = new SlowLog();
  readonly latency = new LatencyMonitor();
  readonly monitors = new Set<Client>();
  readonly facts = new Facts();
  readonly testing = new Testing();
  readonly memory: Memory;
  readonly info: Info;
  /** Names this run of the server, and the history of its data set. */
  readonly runId = randomBytes(20).toString('hex');
  replicationId = randomBytes(20).toString('hex');
  private tracking = true;
  /** Commands that took this many microseconds are looked at more closely. */
  private notable = 0;
  /** All of them are: somebody monitors, or one has secrets. */
  private watched = false;
  private wokeAt = performance.now();
  private commandsBefore = 0;
  private readonly buffers = new RecentBuffers();

  constructor(
    private readonly server: Server,
    readonly stats: Stats,
  ) {
    this.memory = new Memory(server);
    this.info = new Info(server);
  }

  /** A command was executed to its end; called for queued and scripted ones too. */
  executed(c: Client, command: Command, a: Args, microseconds: number): void {
    if (this.tracking) {
      if (command.histogram === null) command.histogram = new HdrHistogram(HISTOGRAM_MAX_NS);
      command.histogram.record(microseconds * 1000);
    }
    if (this.server.clock.running === 0) this.stats.commandTime += microseconds;
    if (microseconds >= this.notable || this.watched) this.notice(c, command, a, microseconds);
  }

  /** Takes over the directives that decide what is noted; called when one of them changes. */
  configure(): void {
    const { latencyTracking, slowlogLogSlowerThan, latencyMonitorThreshold } = this.server.config;
    this.tracking = latencyTracking;
    this.notable = Math.min(
      slowlogLogSlowerThan < 0 ? Number.POSITIVE_INFINITY : slowlogLogSlowerThan,
      latencyMonitorThreshold === 0 ? Number.POSITIVE_INFINITY : latencyMonitorThreshold * 1000,
    );
  }

  /** The running command has arguments that must not be shown: they are forgotten after it. */
  hasSecrets(): void {
    this.watched = true;
  }

  private notice(c: Client, command: Command, a: Args, microseconds: number): void {
    const threshold = this.server.config.slowlogLogSlowerThan;
    if (microseconds >= threshold && threshold >= 0) this.slow(c, command, a, microseconds);
    this.delayed((command.flags & FLAG.fast) !== 0 ? 'fast-command' : 'command', microseconds);
    if (this.monitors.size > 0 && c.blocked === null) this.show(c, command, a);
    c.redacted = null;
    this.watched = this.monitors.size > 0;
  }

  /** Shows a command to MONITOR: when it is done, or already when it begins to wait. */
  show(c: Client, command: Command, a: Args): void {
    if (this.monitors.size === 0 || (command.flags & NOT_MONITORED) !== 0) return;
    if (!this.server.blocking.isRerun(c)) this.monitored(c, a);
  }

  /** Shows a command before it runs: one whose own commands are to follow it (EVAL, FCALL). */
  announce(c: Client, a: Args): void {
    if (this.monitors.size > 0) this.monitored(c, a);
  }

  /** The event loop woke up, and is about to wait again; times of performance.now(). */
  loopStarts(now: number): void {
    this.wokeAt = now;
  }

  loopEnds(now: number): void {
    const { stats } = this;
    const microseconds = (now - this.wokeAt) * 1000;
    stats.loopCycles++;
    stats.loopTime += microseconds;
    if (microseconds > stats.loopTimeMax) stats.loopTimeMax = microseconds;
    const commands = stats.commands - this.commandsBefore;
    this.commandsBefore = stats.commands;
    if (commands > stats.commandsPerCycleMax) stats.commandsPerCycleMax = commands;
  }

  /** Called by cron about ten times a second: rates, peaks, client memory. */
  tick(): void {
    const { stats, memory } = this;
    stats.sampleRates(performance.now(), this.server.transport.traffic);
    memory.countClients();
    const used = memory.used();
    if (used > stats.peakMemory) stats.peakMemory = used;
    this.buffers.sample(this.server.clients.values());
  }

  /** The largest buffers of the last seconds. */
  recentBuffers(): BufferPeaks {
    return this.buffers.peaks();
  }

  /** Something took this long: noted when latency-monitor-threshold asks for it. */
  delayed(event: string, microseconds: number): void {
    const threshold = this.server.config.latencyMonitorThreshold;
    const milliseconds = Math.trunc(microseconds / 1000);
    if (threshold !== 0 && milliseconds >= threshold) this.latency.add(event, milliseconds);
  }

  private slow(c: Client, command: Command, a: Args, microseconds: number): void {
    if ((command.flags & FLAG.skip_slowlog) === 0) {
      this.slowlog.add(a, c.redacted, microseconds, c.conn?.remote ?? '', c.name);
    }
    this.slowlog.trim(this.server.config.slowlogMaxLen);
  }

  /** One line for every client in MONITOR mode. */
  private monitored(c: Client, a: Args): void {
    const micros = Math.floor((performance.timeOrigin + performance.now()) * 1000);
    const seconds = Math.floor(micros / 1e6);
    let line = `+${seconds}.${String(micros % 1e6).padStart(6, '0')} [${c.db.index} ${origin(c)}]`;
    for (let i = 0; i < a.n; i++) {
      line += ` ${quoteWord(c.redacted?.has(i) ? REDACTED : a.str(i))}`;
    }
    line += '\r\n';
    const bytes = Buffer.from(line, 'latin1');
    for (const monitor of this.monitors) this.server.sessions.push(monitor, bytes);
  }

  changeReplicationId(): void {
    this.replicationId = randomBytes(20).toString('hex');
  }

  /** Starts and ends MONITOR for a client. */
  startMonitor(c: Client): void {
    c.monitor = true;
    this.monitors.add(c);
    this.server.dispatch.guard('monitors', true);
    this.watched = true;
  }

  stopMonitor(c: Client): void {
    c.monitor = false;
    if (this.monitors.delete(c)) this.server.dispatch.guard('monitors', this.monitors.size > 0);
  }
}

/** Where a command came from, as MONITOR tells it. */
function origin(c: Client): string {
  if (c.kind === 'script') return 'lua';
  if (c.conn === null) return '';
  return c.conn.isUnix ? `unix:${c.server.config.unixsocket}` : c.conn.remote;
}
