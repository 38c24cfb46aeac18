import type { Plan } from '../plan.ts';
import { ManagedService } from './managed-service.ts';
import type { ServiceStatus } from './status.ts';

/** Starts the services of a plan in dependency order, keeps them running, stops them in reverse. */
export class Supervisor {
  readonly #plan: Plan;
  readonly #services: readonly ManagedService[];
  #stopping: Promise<void> | undefined;
  #lastRestart: Promise<void> = Promise.resolve();

  constructor(plan: Plan, onChange: (status: ServiceStatus) => void) {
    this.#plan = plan;
    this.#services = plan.services.map(
      (planned) => new ManagedService(planned, plan.dataDir.log(planned.descriptor.name), onChange),
    );
  }

  get statuses(): readonly ServiceStatus[] {
    return this.#services.map((service) => service.status);
  }

  /**
   * Starts everything; services that do not depend on each other start side by side. Returns when
   * all are ready. When one fails, all are stopped and its ServiceFailure is thrown.
   */
  async start(): Promise<void> {
    const ready = new Map<string, Promise<void>>();
    for (const [index, { descriptor }] of this.#plan.services.entries()) {
      const service = this.#services[index] as ManagedService;
      const before = descriptor.dependsOn.map((name) => ready.get(name));
      const start = Promise.all(before).then(() => {
        if (this.#stopping === undefined) return service.start();
      });
      start.catch(() => {});
      ready.set(descriptor.name, start);
    }
    try {
      await Promise.all(ready.values());
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops everything, dependents before what they depend on; a second call waits for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopInReverse();
    return this.#stopping;
  }

  /** Kills whatever still runs; returns when it has ended. */
  kill(): Promise<void> {
    for (const service of this.#services) service.kill();
    return this.stop();
  }

  /** Stops one service if it runs, then starts it; returns when it is ready. */
  restart(name: string): Promise<void> {
    const service = this.#services.find((candidate) => candidate.name === name);
    if (service === undefined) throw new Error(`${name} is not part of this stack`);
    // One at a time: two that overlapped would start two processes.
    const turn = this.#lastRestart.then(async () => {
      await service.stop();
      if (this.#stopping === undefined) await service.start();
    });
    this.#lastRestart = turn.catch(() => {});
    return turn;
  }

  async #stopInReverse(): Promise<void> {
    for (const service of this.#services.toReversed()) await service.stop();
    await this.#lastRestart;
    for (const service of this.#services) service.close();
  }
}
