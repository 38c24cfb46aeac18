/** The one current cluster state of a node, and the only way to change it. */
import type { ClusterState } from './cluster-state.ts';
import { StateStore } from './state-store.ts';

export class ClusterService {
  private current: ClusterState;
  private readonly store: StateStore;
  private turn: Promise<unknown> = Promise.resolve();
  private waiting: (() => void)[] = [];

  constructor(dataDir: string, damaged: (file: string) => void) {
    this.store = new StateStore(dataDir);
    this.current = this.store.load(damaged);
  }

  get state(): ClusterState {
    return this.current;
  }

  /**
   * Makes a new version: durable first, then seen by everybody. Throws what `change` throws, and
   * then nothing has changed; a change that returns its argument makes no version.
   */
  update(change: (state: ClusterState) => ClusterState): ClusterState {
    const next = change(this.current);
    if (next === this.current) return next;
    const versioned = { ...next, version: this.current.version + 1 };
    this.store.save(versioned);
    this.current = versioned;
    const waiting = this.waiting;
    this.waiting = [];
    for (const wake of waiting) wake();
    return versioned;
  }

  /** Resolves at the next change, or after so many milliseconds. */
  changed(timeout: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeout);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Runs changes that must wait for something (files, shards) one after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => {});
    return result;
  }
}
