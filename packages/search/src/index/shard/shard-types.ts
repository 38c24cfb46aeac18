/** What goes into a shard and what it answers. */
import type { Directory } from '../directory/directory.ts';
import type { BufferBudget } from './buffer-budget.ts';
import type { FillRows } from './documents.ts';
import type { MergePolicy } from './merge-policy.ts';
import type { WriteConditions } from './version-check.ts';

export interface ShardOptions {
  readonly directory: Directory;
  /** Turns a source into rows: when it is indexed, and again when the translog is replayed. */
  readonly fill: FillRows;
  /** `request`: a write is acknowledged when it is durable; `async`: every few seconds. */
  readonly durability?: 'request' | 'async';
  /** The write buffer becomes a segment at this size. */
  readonly bufferBytes?: number;
  /** Says that size where it is not given. */
  readonly buffers?: BufferBudget;
  /** A refresh writes a larger buffer to disk, a smaller one becomes a segment in memory. */
  readonly memoryBytes?: number;
  /** The shard commits by itself at this translog size. */
  readonly translogBytes?: number;
  readonly mergePolicy?: MergePolicy;
  readonly now?: () => number;
  /** Told once when the shard can go on no more: a write to disk failed, or a file is damaged. */
  readonly onFailure?: (error: unknown) => void;
}

/** What a write became. */
export interface WriteResult {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  /** Whether the document was there before. */
  readonly existed: boolean;
}

export interface IndexRequest extends WriteConditions {
  readonly id: string;
  readonly source: Uint8Array;
  readonly routing?: string | undefined;
  /** The id was made for this write: it cannot exist, and is not looked up. */
  readonly isNewId?: boolean;
  /** Names of templates for fields that are new, by path; `fill` sees them. */
  readonly dynamicTemplates?: ReadonlyMap<string, string> | undefined;
}

export interface DeleteRequest extends WriteConditions {
  readonly id: string;
  readonly routing?: string | undefined;
}

/** How a shard came up. */
export interface Recovery {
  readonly type: 'EMPTY_STORE' | 'EXISTING_STORE';
  readonly startedAt: number;
  readonly stoppedAt: number;
  /** What was there already. */
  readonly files: number;
  readonly bytes: number;
  /** Operations that were replayed. */
  readonly operations: number;
}

/** What counters of one shard say. */
export interface ShardStats {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
  readonly bytes: number;
  readonly bufferBytes: number;
  readonly translogOperations: number;
  readonly translogBytes: number;
  readonly maxSeqNo: number;
}
