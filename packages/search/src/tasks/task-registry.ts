/** Everything the node is doing now, and what became of tasks that nobody waited for. */
import { errorDetails } from '../errors/error-body.ts';
import type { Writable } from '../json/values.ts';
import { Task, type TaskSpec } from './task.ts';

/** Where results of background tasks are kept; they outlive the node. */
export interface TaskResults {
  save(id: string, result: Writable): Promise<void>;
  load(id: string): Promise<Writable | undefined>;
}

export class TaskRegistry {
  private readonly running = new Map<number, Task>();
  private last = 0;
  /** How many tasks of an action there have been. */
  readonly counts = new Map<string, number>();

  constructor(
    readonly node: string,
    private readonly results: TaskResults,
  ) {}

  /** Whoever registers a task ends it with `remove`, however the work went. */
  register(spec: TaskSpec): Task {
    this.last += 1;
    const task = new Task(this.node, this.last, spec);
    this.running.set(task.number, task);
    this.counts.set(spec.action, (this.counts.get(spec.action) ?? 0) + 1);
    return task;
  }

  remove(task: Task): void {
    this.running.delete(task.number);
    task.end();
  }

  /** Runs `work` as a task. */
  async run<T>(spec: TaskSpec, work: (task: Task) => Promise<T>): Promise<T> {
    const task = this.register(spec);
    try {
      return await work(task);
    } finally {
      this.remove(task);
    }
  }

  /**
   * For `wait_for_completion=false`: the work goes on while the task is already answered, and its
   * response or error is kept for `GET _tasks/<id>`.
   */
  start(spec: TaskSpec, work: (task: Task) => Promise<Writable>): Task {
    const task = this.register(spec);
    void this.finish(task, work);
    return task;
  }

  private async finish(task: Task, work: (task: Task) => Promise<Writable>): Promise<void> {
    const outcome: Record<string, Writable> = {};
    try {
      outcome.response = await work(task);
    } catch (error) {
      outcome.error = errorDetails(error);
    }
    try {
      await this.results.save(task.id, {
        completed: true,
        task: task.body(true),
        ...outcome,
      });
    } catch {
      // A result that cannot be kept is a result nobody will find; the work itself is done.
    } finally {
      this.remove(task);
    }
  }

  get(id: string): Task | undefined {
    const [node, number] = id.split(':');
    return node === this.node ? this.running.get(Number(number)) : undefined;
  }

  result(id: string): Promise<Writable | undefined> {
    return this.results.load(id);
  }

  /** Running tasks, oldest first. */
  list(): Task[] {
    return [...this.running.values()];
  }

  /** Cancels a task and all that works for it. */
  cancel(task: Task, reason: string): void {
    task.cancel(reason);
    for (const child of this.list()) if (child.parent === task.id) this.cancel(child, reason);
  }
}
