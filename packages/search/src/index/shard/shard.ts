import { releaseMemory } from '../release-memory.ts';
import { checkSegments } from './check-segments.ts';
import { type CommitPoint, commitShard } from './commit.ts';
import type { Documents, SearchView, StoredDocument } from './documents.ts';
import { DEFAULT_MERGE_POLICY } from './merge-policy.ts';
import type { Operation } from './operation.ts';
import { ShardCounters, timingWeight } from './shard-counters.ts';
import { ShardGuard } from './shard-guard.ts';
import { mergeOnce } from './shard-merge.ts';
import type {
  DeleteRequest,
  IndexRequest,
  Recovery,
  ShardOptions,
  ShardStats,
  WriteResult,
} from './shard-types.ts';
import { TranslogWriter } from './translog.ts';
import { nextVersion } from './version-check.ts';

export type * from './shard-types.ts';

export const DEFAULT_BUFFER_BYTES = 24 * 1024 * 1024;
/** `index.translog.flush_threshold_size` of the reference. */
export const DEFAULT_TRANSLOG_BYTES = 512 * 1024 * 1024;
/** What a refresh makes of a smaller buffer stays in memory: a file for every few documents is no gain. */
const DEFAULT_MEMORY_BYTES = 1024 * 1024;
const ASYNC_SYNC_MS = 5_000;

/**
 * One shard: applies operations in order, makes them durable, shows them to searches.
 * `index` and `delete` act at once, in memory; whoever acknowledges them awaits `settle` first.
 * Opened by `openShard`.
 */
export class Shard {
  durability: 'request' | 'async';
  /** The shard commits by itself when its translog is longer than this. */
  translogBytes: number;
  /** How often `async` makes durable. */
  syncEveryMs = ASYNC_SYNC_MS;
  readonly documents: Documents;
  private maxSeqNo: number;
  private readonly guard: ShardGuard;
  /** The sync of the generation before: operations logged there may still wait for it. */
  private retired: Promise<void> = Promise.resolve();
  private bufferFlush: Promise<void> | undefined;
  private merging: Promise<void> | undefined;
  private syncTimer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private readonly refreshWaiters: (() => void)[] = [];
  readonly counters = new ShardCounters();
  /** Told by whoever opened it. */
  recovery: Recovery = {
    type: 'EMPTY_STORE',
    startedAt: 0,
    stoppedAt: 0,
    files: 0,
    bytes: 0,
    operations: 0,
  };

  constructor(
    private readonly options: ShardOptions,
    documents: Documents,
    private point: CommitPoint,
    private translog: TranslogWriter,
    readonly primaryTerm: number,
  ) {
    this.documents = documents;
    this.maxSeqNo = point.maxSeqNo;
    this.durability = options.durability ?? 'request';
    this.translogBytes = options.translogBytes ?? DEFAULT_TRANSLOG_BYTES;
    this.guard = new ShardGuard(options.onFailure);
    options.buffers?.add(documents);
  }

  /** At this size the write buffer becomes a segment. */
  private get bufferBytes(): number {
    const { bufferBytes, buffers } = this.options;
    return bufferBytes ?? buffers?.share() ?? DEFAULT_BUFFER_BYTES;
  }

  /** Throws a VersionConflictError, or what `fill` throws; then nothing has changed. */
  index(request: IndexRequest): WriteResult {
    this.mustWork();
    const { indexing } = this.counters;
    const weight = timingWeight(indexing.total);
    const from = weight === 0 ? 0 : performance.now();
    try {
      const result = this.indexNow(request);
      indexing.total += 1;
      if (weight > 0) indexing.time += (performance.now() - from) * weight;
      return result;
    } catch (error) {
      indexing.failed += 1;
      throw error;
    }
  }

  get lastCommit(): CommitPoint {
    return this.point;
  }

  private indexNow(request: IndexRequest): WriteResult {
    const { id, source, routing, isNewId = false } = request;
    const known = isNewId ? undefined : this.documents.known(id);
    const version = nextVersion(id, known, request);
    const head = this.nextHead(version);
    const { dynamicTemplates } = request;
    const operation = { kind: 'index', id, source, routing, dynamicTemplates, ...head } as const;
    this.documents.index(operation, isNewId);
    this.log(operation);
    return { ...head, existed: known !== undefined && !known.isDeleted };
  }

  /** Throws a VersionConflictError; deleting what is not there is an operation as well. */
  delete(request: DeleteRequest): WriteResult {
    this.mustWork();
    const from = performance.now();
    const { id, routing } = request;
    const known = this.documents.known(id);
    const head = this.nextHead(nextVersion(id, known, request));
    const operation = { kind: 'delete', id, routing, ...head } as const;
    this.documents.delete(operation);
    this.log(operation);
    this.counters.indexing.deletes += 1;
    this.counters.indexing.deleteTime += performance.now() - from;
    return { ...head, existed: known !== undefined && !known.isDeleted };
  }

  /**
   * To be awaited before a write is acknowledged: durable as the setting asks, and slowed down while
   * the buffer is too full.
   */
  async settle(): Promise<void> {
    this.mustWork();
    this.flushFullBuffer();
    if (this.durability === 'request') await this.sync();
    else this.syncSoon();
    await this.room();
  }

  /** To be awaited now and then by whoever writes a lot before it settles. */
  async room(): Promise<void> {
    this.flushFullBuffer();
    const limit = this.bufferBytes * 2;
    if (this.documents.bufferMemory > limit) await this.bufferFlush;
  }

  /** Makes every operation so far durable. */
  async sync(): Promise<void> {
    const { translog, retired } = this;
    await this.guard.watch(Promise.all([retired, translog.sync()]));
  }

  get(id: string, realtime = true): StoredDocument | undefined {
    const { get } = this.counters;
    const weight = timingWeight(get.hits + get.misses);
    const from = weight === 0 ? 0 : performance.now();
    const found = realtime ? this.documents.get(id) : this.documents.getVisible(id);
    const time = weight === 0 ? 0 : (performance.now() - from) * weight;
    get[found === undefined ? 'misses' : 'hits'] += 1;
    get[found === undefined ? 'missTime' : 'hitTime'] += time;
    return found;
  }

  searchViews(): readonly SearchView[] {
    return this.documents.searchViews();
  }

  /** Resolves when searches see every operation before the call. */
  async refresh(): Promise<void> {
    await this.guard.exclusive(async () => {
      const from = performance.now();
      const waiting = this.refreshWaiters.splice(0);
      const { directory, memoryBytes = DEFAULT_MEMORY_BYTES } = this.options;
      await this.documents.refresh(directory, memoryBytes);
      for (const resolve of waiting) resolve();
      const { refresh } = this.counters;
      refresh.total += 1;
      refresh.time += performance.now() - from;
    });
    this.mergeSoon();
  }

  /** Resolves when somebody's refresh has shown every operation before the call, or at the end. */
  refreshed(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => this.refreshWaiters.push(resolve));
  }

  /** How many wait for the next refresh. */
  get waitingForRefresh(): number {
    return this.refreshWaiters.length;
  }

  /** Makes a commit point: a later start replays only operations after this call. */
  async flush(): Promise<void> {
    await this.guard.exclusive(() => this.commit());
  }

  /** Merges until at most `maxSegments` are left and nothing deleted is kept in them. */
  async forceMerge(maxSegments = 1): Promise<void> {
    await this.merging;
    await this.refresh();
    // The refresh may have begun one of its own accord.
    await this.merging;
    this.merging = this.merge((entries) => {
      const isDone = entries.length <= maxSegments && entries.every((entry) => !entry.hasDeleted);
      return isDone ? undefined : entries.slice(0, Math.max(1, entries.length - maxSegments + 1));
    });
    await this.merging;
    await this.flush();
  }

  /** Compares every byte on disk with its checksum; a difference fails the shard, and is thrown. */
  check(pauseMs = 0): Promise<void> {
    const work = checkSegments(
      this.documents,
      this.options.directory,
      pauseMs,
      () => this.isClosed,
    );
    return this.guard.watch(work);
  }

  /** Resolves when the merges that the policy asks for are done. */
  async mergesDone(): Promise<void> {
    while (this.merging !== undefined) await this.merging;
  }

  stats(): ShardStats {
    const { segments } = this.documents;
    const seen = segments.filter(({ isVisible }) => isVisible);
    const documents = seen.reduce((sum, e) => sum + e.segment.liveRoots(e.live), 0);
    const roots = seen.reduce((sum, e) => sum + e.segment.meta.roots, 0);
    return {
      documents,
      deleted: roots - documents,
      segments: segments.length,
      bytes: segments.reduce((sum, e) => sum + e.segment.bytes, 0),
      bufferBytes: this.documents.bufferMemory,
      translogOperations: this.translog.operations,
      translogBytes: this.translog.length,
      maxSeqNo: this.maxSeqNo,
    };
  }

  /** Commits and closes; operations after this throw. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.options.buffers?.remove(this.documents);
    clearTimeout(this.syncTimer);
    for (const resolve of this.refreshWaiters.splice(0)) resolve();
    await this.merging;
    await this.bufferFlush;
    if (!this.guard.hasFailed) await this.flush();
    for (const entry of this.documents.segments) entry.forgetFile();
    this.translog.close();
  }

  private nextHead(version: number) {
    return { seqNo: this.maxSeqNo + 1, primaryTerm: this.primaryTerm, version };
  }

  private log(operation: Operation): void {
    this.maxSeqNo = operation.seqNo;
    try {
      this.translog.append(operation);
    } catch (error) {
      this.guard.fail(error);
      throw error;
    }
  }

  private async commit(): Promise<void> {
    const from = performance.now();
    const { directory } = this.options;
    const next = await TranslogWriter.create(directory, this.translog.generation + 1);
    const old = this.translog;
    let maxSeqNo = this.maxSeqNo;
    // Buffer and translog change hands at one moment: what the old log holds is in the segments.
    const states = await this.documents.flushBuffer(directory, {
      atFreeze: () => {
        maxSeqNo = this.maxSeqNo;
        this.translog = next;
        this.retired = old.sync();
        // Whoever needs it awaits it; a failure must not go unheard only because they come later.
        this.retired.catch((error: unknown) => this.guard.fail(error));
      },
    });
    await this.retired;
    const { primaryTerm } = this;
    this.point = await commitShard(directory, this.documents, states, this.point, {
      translogGeneration: next.generation,
      maxSeqNo,
      primaryTerm,
    });
    old.close();
    this.counters.flush.total += 1;
    this.counters.flush.time += performance.now() - from;
  }

  private flushFullBuffer(): void {
    if (this.bufferFlush !== undefined) return;
    const isFull = this.documents.activeMemory > this.bufferBytes;
    const isLong = this.translog.length > this.translogBytes;
    if (!isFull && !isLong) return;
    if (isLong) this.counters.flush.periodic += 1;
    const work = isLong ? () => this.commit() : () => this.moveBufferToDisk();
    this.bufferFlush = this.guard
      .exclusive(work)
      .catch(() => {})
      .finally(() => {
        this.bufferFlush = undefined;
        this.mergeSoon();
      });
  }

  private async moveBufferToDisk(): Promise<void> {
    await this.documents.flushBuffer(this.options.directory);
    this.documents.updateViews();
  }

  private mergeSoon(): void {
    if (this.merging !== undefined || this.isClosed || this.guard.hasFailed) return;
    this.merging = this.merge(this.options.mergePolicy ?? DEFAULT_MERGE_POLICY).catch(() => {});
  }

  private async merge(policy: Parameters<typeof mergeOnce>[2]): Promise<void> {
    const exclusive = <T>(work: () => Promise<T>) => this.guard.exclusive(work);
    const { merge } = this.counters;
    const { directory } = this.options;
    try {
      while (!this.isClosed) {
        const from = performance.now();
        const merged = await this.guard.watch(
          mergeOnce(this.documents, directory, policy, exclusive),
        );
        if (merged === undefined) break;
        merge.total += 1;
        merge.time += performance.now() - from;
        merge.documents += merged.documents;
        merge.bytes += merged.bytes;
        await this.flush();
        // The inputs stay mapped, and count as resident, until they are collected.
        releaseMemory(merged.bytes);
      }
    } finally {
      this.merging = undefined;
    }
  }

  private syncSoon(): void {
    if (this.syncTimer !== undefined) return;
    this.syncTimer = setTimeout(() => {
      this.syncTimer = undefined;
      this.sync().catch(() => {});
    }, this.syncEveryMs);
    this.syncTimer.unref();
  }

  private mustWork(): void {
    this.guard.mustWork();
    if (this.isClosed) throw new Error('the shard is closed');
  }
}
