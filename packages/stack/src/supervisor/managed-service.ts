import { type ChildProcess, spawn } from 'node:child_process';
import { RotatingLog } from '../logs/rotating-log.ts';
import type { PlannedService } from '../plan.ts';
import { DeathCounter } from './restart-policy.ts';
import type { ServiceState, ServiceStatus } from './status.ts';

/** Between two looks at a service that starts. */
const PROBE_EVERY_MS = 20;
/** A service that shows no sign of life for so long after its start is given up. */
const SILENCE_LIMIT_MS = 30_000;
/** The end of a process may come before the end of its output; longer than this is not waited. */
const LAST_OUTPUT_MS = 500;

/** A service that ended for good; the message tells why, with the last lines of its log. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
}

/** How one process of a service ended. */
interface Death {
  readonly aliveMs: number;
  /** `was killed by SIGKILL`, `exited with code 1`. */
  readonly how: string;
  /** When set, no restart will help. */
  readonly hopeless?: string;
}

/** One service: its process, its log, its state, and its restarts. */
export class ManagedService {
  readonly #planned: PlannedService;
  readonly #log: RotatingLog;
  readonly #logPath: string;
  readonly #onChange: (status: ServiceStatus) => void;
  readonly #deaths: DeathCounter;
  #status: ServiceStatus;
  #child: ChildProcess | undefined;
  #stopRequested = true;
  #life: Promise<void> = Promise.resolve();
  #ready = Promise.withResolvers<void>();
  #endPause: (() => void) | undefined;

  constructor(planned: PlannedService, logPath: string, onChange: (status: ServiceStatus) => void) {
    this.#planned = planned;
    this.#logPath = logPath;
    this.#log = new RotatingLog(logPath);
    this.#onChange = onChange;
    this.#deaths = new DeathCounter(planned.descriptor.restart);
    this.#status = {
      name: planned.descriptor.name,
      state: 'waiting',
      pid: null,
      address: planned.descriptor.address(planned.context),
      user: planned.descriptor.user(planned.context),
      startedAt: null,
      readyMs: null,
      restarts: 0,
      reason: null,
    };
  }

  get name(): string {
    return this.#status.name;
  }

  get status(): ServiceStatus {
    return this.#status;
  }

  /** Starts it; returns when it is ready, throws a ServiceFailure when it will not become so. */
  start(): Promise<void> {
    const { descriptor, context } = this.#planned;
    try {
      descriptor.prepare?.(context);
    } catch (error) {
      const reason = `its files cannot be written (${(error as Error).message})`;
      this.#become('failed', { reason });
      return Promise.reject(new ServiceFailure(`${this.name} failed: ${reason}.`));
    }
    this.#stopRequested = false;
    this.#deaths.reset();
    this.#ready = Promise.withResolvers<void>();
    // A failure long after the start has nobody waiting here; it is told through the status.
    this.#ready.promise.catch(() => {});
    this.#life = this.#liveOn();
    return this.#ready.promise;
  }

  /** Asks it to end and waits until it has: no deadline, its data comes first. */
  async stop(): Promise<void> {
    this.#stopRequested = true;
    this.#endPause?.();
    if (this.#child !== undefined) {
      this.#become('stopping');
      this.#child.kill('SIGTERM');
    }
    await this.#life;
  }

  /** Ends it at once, with whatever it started itself. */
  kill(): void {
    this.#stopRequested = true;
    this.#endPause?.();
    if (this.#child?.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL');
    }
  }

  /** Closes the log, when nothing will be started any more. */
  close(): void {
    this.#log.close();
  }

  async #liveOn(): Promise<void> {
    while (!this.#stopRequested) {
      const death = await this.#liveOnce();
      if (this.#stopRequested) break;
      const { descriptor, context } = this.#planned;
      const hopeless = death.hopeless ?? descriptor.explain?.(this.#log.tail, context);
      const verdict =
        hopeless === undefined ? this.#deaths.next(death.aliveMs, death.how) : { giveUp: hopeless };
      if ('giveUp' in verdict) {
        this.#become('failed', { pid: null, startedAt: null, reason: verdict.giveUp });
        this.#ready.reject(new ServiceFailure(this.#failureMessage(verdict.giveUp, hopeless)));
        return;
      }
      this.#become('restarting', {
        pid: null,
        startedAt: null,
        restarts: this.#status.restarts + 1,
        reason: `it ${death.how}`,
      });
      await this.#pause(verdict.restartInMs);
    }
    this.#become('stopped', { pid: null, startedAt: null, reason: null });
    this.#ready.reject(new ServiceFailure(`${this.name} was stopped before it was ready.`));
  }

  /** Starts one process and returns when it has ended. */
  async #liveOnce(): Promise<Death> {
    const { descriptor, context } = this.#planned;
    const startedAt = Date.now();
    const [program, ...args] = descriptor.command(context) as [string, ...string[]];
    this.#log.forget();
    // In a session of its own, so that the terminal's Ctrl-C reaches only us, and we decide the order.
    const child = spawn(program, args, {
      cwd: context.dir,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = endOf(child);
    child.stdout.on('data', (chunk: Buffer) => this.#log.write(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#log.write(chunk));
    this.#child = child;
    this.#become('starting', {
      pid: child.pid ?? null,
      startedAt,
      readyMs: null,
      // Its configuration may have been changed since the last start.
      address: descriptor.address(context),
      user: descriptor.user(context),
    });

    let ended = false;
    const readiness = this.#awaitReadiness(startedAt, () => ended);
    const how = await end;
    ended = true;
    this.#child = undefined;
    const hopeless = await readiness;
    return { aliveMs: Date.now() - startedAt, how, ...(hopeless && { hopeless }) };
  }

  /** Probes until it is ready or has ended; ends it, and says why, when it stays silent too long. */
  async #awaitReadiness(startedAt: number, ended: () => boolean): Promise<string | undefined> {
    const { descriptor, context } = this.#planned;
    let lastSign = startedAt;
    while (!ended() && !this.#stopRequested) {
      const health = await descriptor.probe(context);
      // Another program may answer on a port while ours dies for want of it.
      if (ended() || this.#stopRequested) return undefined;
      if (health === 'ready') {
        this.#become('ready', { readyMs: Date.now() - startedAt, reason: null });
        this.#ready.resolve();
        return undefined;
      }
      if (health === 'busy') lastSign = Date.now();
      if (Date.now() - lastSign > SILENCE_LIMIT_MS) {
        this.#child?.kill('SIGKILL');
        return `it did not answer on ${this.#status.address} within ${SILENCE_LIMIT_MS / 1000} s of its start`;
      }
      await Bun.sleep(PROBE_EVERY_MS);
    }
    return undefined;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #become(state: ServiceState, changes: Partial<ServiceStatus> = {}): void {
    this.#status = { ...this.#status, ...changes, state };
    this.#onChange(this.#status);
  }

  #failureMessage(reason: string, explained: string | undefined): string {
    const headline = `${this.name} failed: ${reason}.`;
    const lines = this.#log.tail;
    if (explained !== undefined || lines.length === 0) return `${headline} Log: ${this.#logPath}`;
    return [
      headline,
      'Its last lines:',
      ...lines.map((line) => `  ${line}`),
      `Log: ${this.#logPath}`,
    ].join('\n');
  }
}

/** How a process ended, once its output has been read as well. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started (${error.message})`));
    child.on('exit', (code, signal) => {
      const how = signal === null ? `exited with code ${code}` : `was killed by ${signal}`;
      const timer = setTimeout(() => resolve(how), LAST_OUTPUT_MS);
      child.on('close', () => {
        clearTimeout(timer);
        resolve(how);
      });
    });
  });
}
