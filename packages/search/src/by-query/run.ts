/** One search, batch by batch, with a write for every document it finds. */
import type { DocumentService } from '../documents/document-service.ts';
import type { BulkItem, WriteDocument } from '../documents/requests.ts';
import type { SearchError } from '../errors/search-error.ts';
import type { CircuitBreakers } from '../memory/circuit-breakers.ts';
import { someFailed } from '../search/failures.ts';
import { notePositions, type RankedHit, rank } from '../search/reduce.ts';
import type { SearchService } from '../search/search-service.ts';
import type { Position } from '../search/shard/query-shard.ts';
import type { ShardTarget } from '../search/shard/target.ts';
import type { Task } from '../tasks/task.ts';
import { foundHit } from './found-hit.ts';
import type { ByQueryRequest } from './request.ts';
import type { Status } from './status.ts';
import { Throttle } from './throttle.ts';

export interface ByQueryServices {
  readonly search: SearchService;
  readonly documents: DocumentService;
  readonly breakers: CircuitBreakers;
}

export interface Failure {
  readonly index: string;
  readonly id: string | null;
  readonly error: SearchError;
}

const CONFLICT = 409;

export class Run {
  readonly throttle: Throttle;
  /** Why it ended before all was done. */
  readonly failures: Failure[] = [];
  /** Concrete indices that were written to. */
  readonly written = new Set<string>();
  isTimedOut = false;
  isOver = false;
  private readonly counts = { created: 0, updated: 0, deleted: 0, noop: 0, not_found: 0 };
  private total = 0;
  private batches = 0;
  private conflicts = 0;

  constructor(
    private readonly services: ByQueryServices,
    private readonly request: ByQueryRequest,
    private readonly task: Task,
    private readonly slice: number | undefined,
  ) {
    this.throttle = new Throttle(request.requestsPerSecond);
  }

  get status(): Status {
    const { created, updated, deleted, noop: noops } = this.counts;
    const { slice, total, batches, conflicts, throttle, task } = this;
    return {
      ...{ slice, total, updated, created, deleted, batches, conflicts, noops },
      heldUp: throttle.heldUp,
      requestsPerSecond: throttle.requestsPerSecond,
      cancelled: task.isCancelled ? String(task.signal.reason) : undefined,
      holdsUpFor: throttle.left,
    };
  }

  /** Resolves when all is done, something failed, or the task was cancelled. */
  async run(): Promise<void> {
    try {
      await this.batchByBatch();
    } finally {
      this.isOver = true;
    }
  }

  private async batchByBatch(): Promise<void> {
    const { task, throttle } = this;
    const { search, maxDocs } = this.request;
    const positions = new Map<ShardTarget, Position>();
    let processed = 0;
    let size = 0;
    let since = performance.now();
    while (!task.isCancelled) {
      const hits = await this.page(positions);
      await throttle.wait(since, size, task.signal);
      if (hits.length === 0 || task.isCancelled) return;
      this.batches += 1;
      since = performance.now();
      const batch = hits.slice(0, maxDocs - processed);
      size = batch.length;
      processed += size;
      await this.writeAll(batch);
      if (this.failures.length > 0 || processed >= maxDocs) return;
      notePositions(hits, positions);
      if (search.size > hits.length && throttle.requestsPerSecond === Number.POSITIVE_INFINITY) {
        return;
      }
    }
  }

  /** The next hits; none when the time for searching is up. */
  private async page(positions: Map<ShardTarget, Position>): Promise<RankedHit[]> {
    const { targets, search, maxDocs } = this.request;
    const { search: service } = this.services;
    const outcome = await service.query(targets, search, { isScroll: true, positions });
    if (outcome.failures.length > 0) throw someFailed(outcome.failures, service.nodeId);
    if (this.batches === 0) {
      const found = outcome.results.reduce((sum, { total }) => sum + total, 0);
      this.total = Math.min(found, maxDocs);
    }
    if (!outcome.isTimedOut) return rank(outcome.results, search);
    this.isTimedOut = true;
    return [];
  }

  private async writeAll(hits: readonly RankedHit[]): Promise<void> {
    const { documents, breakers } = this.services;
    const writes = hits.map((hit) => this.request.write(foundHit(hit)));
    const bytes = writes.reduce((sum, write) => sum + sizeOf(write), 0);
    breakers.take('request', bytes, '<by_query>');
    try {
      for (const item of await documents.bulk(writes, this.request.writing)) this.note(item);
    } finally {
      breakers.release('request', bytes);
    }
  }

  private note(item: BulkItem): void {
    if (!('error' in item)) {
      this.counts[item.result] += 1;
      this.written.add(item.index);
      return;
    }
    const isConflict = item.error.status === CONFLICT;
    if (isConflict) this.conflicts += 1;
    if (!isConflict || !this.request.proceeds) this.failures.push(item);
  }
}

function sizeOf(write: WriteDocument): number {
  return write.kind === 'index' ? write.source.length : 0;
}
