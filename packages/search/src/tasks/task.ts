import { SearchError } from '../errors/search-error.ts';
import type { Writable } from '../json/values.ts';

export interface TaskSpec {
  readonly action: string;
  /** `transport`: asked for from outside; `direct`: a part of another task. */
  readonly type?: 'transport' | 'direct';
  readonly description?: string;
  readonly cancellable?: boolean;
  /** `node:number` of the task this one works for. */
  readonly parent?: string | undefined;
  /** Headers that follow a request about, such as `X-Opaque-Id`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How far it is, in the words of its action. */
  readonly status?: () => Writable;
}

/** Something the node is doing: listed by `_tasks`, and cancelled by it when it can be. */
export class Task {
  readonly action: string;
  readonly type: 'transport' | 'direct';
  readonly parent: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly startedAt = Date.now();
  /** Told in detailed lists; a handler that knows more may say more. */
  description: string;
  cancellable: boolean;
  status: (() => Writable) | undefined;
  private readonly from = performance.now();
  private isOver = false;
  private reason: string | undefined;
  // Every request is a task, and hardly any is waited for or cancelled: these are made when needed.
  private waiting: (() => void)[] | undefined;
  private aborter: AbortController | undefined;

  constructor(
    readonly node: string,
    readonly number: number,
    spec: TaskSpec,
  ) {
    this.action = spec.action;
    this.type = spec.type ?? 'transport';
    this.description = spec.description ?? '';
    this.cancellable = spec.cancellable ?? false;
    this.parent = spec.parent;
    this.headers = spec.headers ?? {};
    this.status = spec.status;
  }

  get id(): string {
    return `${this.node}:${this.number}`;
  }

  /** Resolves when the task is over. */
  get done(): Promise<void> {
    if (this.isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting ??= [];
      this.waiting.push(resolve);
    });
  }

  /** Aborted when the task is cancelled: for work that waits. */
  get signal(): AbortSignal {
    this.aborter ??= new AbortController();
    if (this.reason !== undefined) this.aborter.abort(this.reason);
    return this.aborter.signal;
  }

  get isCancelled(): boolean {
    return this.reason !== undefined;
  }

  /** The work is asked to stop; it does so where it next looks. */
  cancel(reason: string): void {
    if (this.isCancelled) return;
    this.reason = reason;
    this.aborter?.abort(reason);
  }

  /** Throws once the task is cancelled: to be called between steps of long work. */
  check(): void {
    if (this.isCancelled) {
      throw new SearchError('task_cancelled_exception', `task cancelled [${this.reason}]`);
    }
  }

  end(): void {
    this.isOver = true;
    for (const resolve of this.waiting ?? []) resolve();
  }

  get runningNanos(): number {
    return Math.round((performance.now() - this.from) * 1e6);
  }

  body(detailed: boolean): Record<string, Writable | undefined> {
    return {
      node: this.node,
      id: this.number,
      type: this.type,
      action: this.action,
      status: detailed ? this.status?.() : undefined,
      description: detailed ? this.description : undefined,
      start_time_in_millis: this.startedAt,
      running_time_in_nanos: this.runningNanos,
      cancellable: this.cancellable,
      cancelled: this.cancellable ? this.isCancelled : undefined,
      parent_task_id: this.parent,
      headers: { ...this.headers },
    };
  }
}
