/** A whole request: one run, or one for every slice of the search. */
import { errorDetails } from '../errors/error-body.ts';
import type { Writable } from '../json/values.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import type { Task } from '../tasks/task.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { ByQueryRequest } from './request.ts';
import { type ByQueryServices, Run } from './run.ts';
import { type Count, type Status, statusBody, sumOf } from './status.ts';

export interface JobServices extends ByQueryServices {
  readonly indices: IndicesService;
  readonly tasks: TaskRegistry;
}

const REQUEST_TIMEOUT = 408;

export class ByQueryJob {
  private readonly runs: Run[] = [];
  private readonly children: Task[] = [];
  private readonly started = performance.now();

  constructor(
    private readonly services: JobServices,
    private readonly request: ByQueryRequest,
    private readonly task: Task,
  ) {
    const { slices } = request;
    if (slices === 1) this.runs.push(new Run(services, request, task, undefined));
    else for (let id = 0; id < slices; id += 1) this.addSlice(id);
    task.cancellable = true;
    task.status = () => statusBody(this.status);
  }

  private addSlice(id: number): void {
    const { request, task, services } = this;
    const { slices: max } = request;
    const child = services.tasks.register({
      action: task.action,
      description: task.description,
      cancellable: true,
      parent: task.id,
      headers: task.headers,
    });
    const part: ByQueryRequest = {
      ...request,
      search: { ...request.search, slice: { id, max, field: undefined } },
      maxDocs: Math.floor(request.maxDocs / max),
      requestsPerSecond: request.requestsPerSecond / max,
    };
    const run = new Run(services, part, child, id);
    child.status = () => statusBody(run.status);
    this.runs.push(run);
    this.children.push(child);
  }

  get status(): Status {
    const { runs, task, children } = this;
    if (children.length === 0) return (runs[0] as Run).status;
    const cancelled = task.isCancelled ? String(task.signal.reason) : undefined;
    return sumOf(
      runs.map((run) => run.status),
      cancelled,
    );
  }

  /** Runs everything; throws when a search fails. */
  async run(): Promise<void> {
    const { runs, children, services } = this;
    const ends = await Promise.allSettled(
      runs.map((run, i) =>
        run.run().finally(() => {
          const child = children[i];
          if (child !== undefined) services.tasks.remove(child);
        }),
      ),
    );
    if (this.request.refresh) await this.refresh();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** What is still running shares the new pace. */
  rethrottle(requestsPerSecond: number): void {
    const running = this.runs.filter(({ isOver }) => !isOver);
    for (const run of running) run.throttle.rethrottle(requestsPerSecond / running.length);
  }

  /** The worst of what happened. */
  get httpStatus(): number {
    const statuses = this.runs.flatMap(({ failures, isTimedOut }) => [
      ...(isTimedOut ? [REQUEST_TIMEOUT] : []),
      ...failures.map(({ error }) => error.status),
    ]);
    return Math.max(200, ...statuses);
  }

  /** `counts`: what the API tells of. */
  response(counts: readonly Count[]): Writable {
    const failures = this.runs.flatMap((run) => run.failures);
    return {
      took: Math.round(performance.now() - this.started),
      timed_out: this.runs.some(({ isTimedOut }) => isTimedOut),
      ...statusBody(this.status, counts),
      failures: failures.map(({ index, id, error }) => ({
        index,
        id,
        cause: errorDetails(error),
        status: error.status,
      })),
    };
  }

  private async refresh(): Promise<void> {
    const { indices } = this.services;
    const names = new Set(this.runs.flatMap(({ written }) => [...written]));
    for (const name of names) {
      const index = indices.state.indices.get(name);
      const live = index === undefined ? [] : (indices.shardsOf(index)?.live ?? []);
      await Promise.all(live.map((shard) => shard.refresh()));
    }
  }
}
