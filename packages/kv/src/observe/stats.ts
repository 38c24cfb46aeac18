/** What the server counts, for INFO. Plain fields: the hot path increments them. */
import { Traffic } from '../net/transport.ts';

const SAMPLES = 16;

/** A rate of the last moments: the mean of 16 samples taken by cron. */
export class Rate {
  private readonly samples = new Float64Array(SAMPLES);
  private at = 0;
  private lastBase = 0;
  private lastValue = 0;

  /** Takes a sample of a growing value against a growing base, times `factor`. */
  sample(value: number, base: number, factor: number): void {
    if (this.lastBase > 0) {
      const elapsed = base - this.lastBase;
      const rate = elapsed > 0 ? Math.trunc(((value - this.lastValue) * factor) / elapsed) : 0;
      this.samples[this.at] = rate;
      this.at = (this.at + 1) % SAMPLES;
    }
    this.lastBase = base;
    this.lastValue = value;
  }

  get value(): number {
    let sum = 0;
    for (const s of this.samples) sum += s;
    return Math.trunc(sum / SAMPLES);
  }
}

/** Everything that CONFIG RESETSTAT sets back. */
export class Counters {
  connections = 0;
  commands = 0;
  rejectedConnections = 0;
  /** Shares of the transport's traffic. */
  replicationBytesIn = 0;
  replicationBytesOut = 0;
  syncFull = 0;
  syncPartialOk = 0;
  syncPartialRefused = 0;
  expiredKeys = 0;
  /** Estimated share of expired keys not yet removed, 0 to 1. */
  expiredStale = 0;
  expireTimeCapReached = 0;
  /** Microseconds spent in the expire cycle. */
  expireCycleTime = 0;
  evictedKeys = 0;
  evictedClients = 0;
  /** Microseconds that used memory was above maxmemory. */
  evictionExceededTime = 0;
  /** performance.now() when it went above last, 0 while it is not. */
  evictionExceededSince = 0;
  hits = 0;
  misses = 0;
  forkTime = 0;
  forks = 0;
  unexpectedErrors = 0;
  errorReplies = 0;
  sanitizations = 0;
  replyBufferShrinks = 0;
  replyBufferExpands = 0;
  /** Turns of the event loop, and microseconds: in all, in commands, in cron, in the AOF. */
  loopCycles = 0;
  loopTime = 0;
  loopTimeMax = 0;
  commandTime = 0;
  cronTime = 0;
  aofTime = 0;
  commandsPerCycleMax = 0;
  aclDeniedAuth = 0;
  aclDeniedCommand = 0;
  aclDeniedKey = 0;
  aclDeniedChannel = 0;
}

class Rates {
  readonly commands = new Rate();
  readonly bytesIn = new Rate();
  readonly bytesOut = new Rate();
  readonly replicationIn = new Rate();
  readonly replicationOut = new Rate();
  readonly loopCycles = new Rate();
  readonly loopDuration = new Rate();
}

/** The part of an error before its first blank is its code; a longer one is no code. */
const CODE_MAX = 31;

export class Stats extends Counters {
  /** Milliseconds since the epoch. */
  readonly startedAt = Date.now();
  rates = new Rates();
  /** Error replies by code. */
  readonly errors = new Map<string, number>();
  peakMemory = 0;

  /** An error was replied: `text` begins with its code. */
  errorReplied(text: string): void {
    this.errorReplies++;
    const blank = text.indexOf(' ');
    const code = blank > 0 && blank < CODE_MAX ? text.slice(0, blank) : 'ERR';
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  /** Called by cron about ten times a second. `nowMs` is a monotonic clock. */
  sampleRates(nowMs: number, traffic: Traffic): void {
    const { rates } = this;
    rates.commands.sample(this.commands, nowMs, 1000);
    rates.bytesIn.sample(traffic.bytesIn - this.replicationBytesIn, nowMs, 1000);
    rates.bytesOut.sample(traffic.bytesOut - this.replicationBytesOut, nowMs, 1000);
    rates.replicationIn.sample(this.replicationBytesIn, nowMs, 1000);
    rates.replicationOut.sample(this.replicationBytesOut, nowMs, 1000);
    rates.loopCycles.sample(this.loopCycles, nowMs, 1000);
    rates.loopDuration.sample(this.loopTime, this.loopCycles, 1);
  }

  /** CONFIG RESETSTAT. */
  reset(traffic: Traffic): void {
    const { aclDeniedAuth, aclDeniedCommand, aclDeniedKey, aclDeniedChannel } = this;
    const kept = { aclDeniedAuth, aclDeniedCommand, aclDeniedKey, aclDeniedChannel };
    Object.assign(this, new Counters(), kept);
    this.rates = new Rates();
    this.errors.clear();
    Object.assign(traffic, new Traffic());
  }
}
