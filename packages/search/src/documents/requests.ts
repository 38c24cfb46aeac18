/**
 * What can be asked of the documents of an index, and what comes of it. Names of indices may be
 * aliases or date math; `DocumentService` resolves them. Every refusal is a SearchError.
 */
import type { SearchError } from '../errors/search-error.ts';
import type { VersionType } from '../index/shard/version-check.ts';
import type { Json, JsonObject } from '../json/values.ts';
import type { SourceFilter } from './source-filter.ts';

/** What every write may say. */
interface Write {
  readonly index: string;
  readonly routing?: string | undefined;
  /** The name must be an alias. */
  readonly requireAlias?: boolean | undefined;
  readonly versionType?: VersionType | undefined;
  readonly version?: number | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
}

export interface IndexDocument extends Write {
  readonly kind: 'index';
  /** Undefined: one is made. */
  readonly id?: string | undefined;
  /** JSON; may be a view of a larger buffer, it is copied. */
  readonly source: Uint8Array;
  /** `create`: the document must not be there. */
  readonly mustBeNew?: boolean | undefined;
  /** Names of dynamic templates for new fields, by path. */
  readonly dynamicTemplates?: ReadonlyMap<string, string> | undefined;
  readonly pipeline?: string | undefined;
}

export interface DeleteDocument extends Write {
  readonly kind: 'delete';
  readonly id: string;
}

export interface UpdateDocument extends Write {
  readonly kind: 'update';
  readonly id: string;
  readonly doc?: JsonObject | undefined;
  readonly upsert?: JsonObject | undefined;
  readonly docAsUpsert?: boolean | undefined;
  readonly scriptedUpsert?: boolean | undefined;
  readonly script?: Json | undefined;
  /** Default true: a doc that changes nothing is no write. */
  readonly detectNoop?: boolean | undefined;
  readonly retryOnConflict?: number | undefined;
  /** What of the new source to give back in `get`. */
  readonly fetchSource?: SourceFilter | undefined;
  readonly pipeline?: string | undefined;
}

export type WriteDocument = IndexDocument | DeleteDocument | UpdateDocument;

export type RefreshPolicy = 'true' | 'wait_for' | 'false';

/** Who writes, as far as documents must know; the caller of a request is one. */
export interface Access {
  allowsIndex(action: string, index: string): boolean;
  refusal(action: string, indices: readonly string[]): SearchError;
}

export interface WriteOptions {
  readonly refresh?: RefreshPolicy | undefined;
  /** Undefined: the node itself, which may do everything. */
  readonly access?: Access | undefined;
  /** `wait_for_active_shards`: how many copies must be there, or `all`. */
  readonly activeShards?: number | 'all' | undefined;
  /** Milliseconds to wait for them. */
  readonly timeout?: number | undefined;
}

export type WriteKind = 'created' | 'updated' | 'deleted' | 'not_found' | 'noop';

/** A write that was done; durable once the promise that brings it is resolved. */
export interface WriteOutcome {
  readonly index: string;
  /** The number of its shard. */
  readonly shard: number;
  readonly id: string;
  readonly routing: string | undefined;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly result: WriteKind;
  /** Copies of the shard that there should be; 0 for a noop, which goes to none. */
  readonly copies: number;
  /** The write made a refresh, or came to one because too many wait. */
  forcedRefresh: boolean;
  /** What `fetchSource` of an update asked for. */
  readonly source?: Uint8Array | undefined;
}

/** One write of a bulk that was refused; the others go on. */
export interface WriteFailure {
  readonly index: string;
  readonly id: string | null;
  readonly error: SearchError;
}

export type BulkItem = WriteOutcome | WriteFailure;

export interface GetDocument {
  readonly index: string;
  readonly id: string;
  readonly routing?: string | undefined;
  /** Default true: also what no search sees yet. */
  readonly realtime?: boolean | undefined;
  /** Makes a refresh first. */
  readonly refresh?: boolean | undefined;
  readonly versionType?: VersionType | undefined;
  readonly version?: number | undefined;
}
