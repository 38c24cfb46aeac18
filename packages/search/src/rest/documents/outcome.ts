/** What a write answers. */
import type { WriteKind, WriteOutcome } from '../../documents/requests.ts';
import { RawJson, type Writable } from '../../json/values.ts';

const STATUS: Readonly<Record<WriteKind, number>> = {
  created: 201,
  updated: 200,
  deleted: 200,
  not_found: 404,
  noop: 200,
};

export function outcomeStatus({ result }: WriteOutcome): number {
  return STATUS[result];
}

/** `status`: of an item in a bulk, which has none of its own otherwise. */
export function outcomeBody(
  outcome: WriteOutcome,
  status?: number,
): Record<string, Writable | undefined> {
  const { copies, source } = outcome;
  return {
    _index: outcome.index,
    _id: outcome.id,
    _version: outcome.version,
    result: outcome.result,
    forced_refresh: outcome.forcedRefresh ? true : undefined,
    // Only the primary is there to take it.
    _shards: { total: copies, successful: Math.min(copies, 1), failed: 0 },
    _seq_no: outcome.seqNo,
    _primary_term: outcome.primaryTerm,
    get:
      source === undefined
        ? undefined
        : {
            _seq_no: outcome.seqNo,
            _primary_term: outcome.primaryTerm,
            found: true,
            _routing: outcome.routing,
            _source: new RawJson(source),
          },
    status,
  };
}

/** Where a new document is. */
export function location({ index, id, routing }: WriteOutcome): string {
  const path = `/${encodeURIComponent(index)}/_doc/${encodeURIComponent(id)}`;
  return routing === undefined ? path : `${path}?routing=${encodeURIComponent(routing)}`;
}
