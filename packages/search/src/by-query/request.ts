/** What `_update_by_query`, `_delete_by_query` and `_reindex` are asked for, once it is checked. */
import type { WriteDocument, WriteOptions } from '../documents/requests.ts';
import type { SearchRequest } from '../search/request/search-request.ts';
import type { ShardTarget } from '../search/shard/target.ts';

/** A document that the search found, with all that a write may need of it. */
export interface FoundHit {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  /** Throws when the index does not keep sources. */
  source(): Uint8Array;
}

export interface ByQueryRequest {
  readonly targets: readonly ShardTarget[];
  /** Its size is that of a batch. */
  readonly search: SearchRequest;
  /** Infinity for all. */
  readonly maxDocs: number;
  /** Whether to go on when a document was changed by somebody else. */
  readonly proceeds: boolean;
  readonly slices: number;
  /** Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Whether to make what was written visible at the end. */
  readonly refresh: boolean;
  readonly writing: WriteOptions;
  /** What becomes of a document. */
  write(hit: FoundHit): WriteDocument;
}
