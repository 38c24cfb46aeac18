/** What went wrong in shards, in an answer or instead of one. */
import { errorDetails } from '../errors/error-body.ts';
import { SearchError } from '../errors/search-error.ts';
import type { Writable } from '../json/values.ts';
import type { ShardTarget } from './shard/target.ts';

export interface ShardFailure {
  readonly target: ShardTarget;
  readonly error: SearchError;
}

export function shardsBody(
  total: number,
  failures: readonly ShardFailure[],
  nodeId: string,
  hasSkipped: boolean,
): Writable {
  return {
    total,
    successful: total - failures.length,
    skipped: hasSkipped ? 0 : undefined,
    failed: failures.length,
    failures:
      failures.length === 0 ? undefined : grouped(failures).map((one) => failureBody(one, nodeId)),
  };
}

/** Alike failures of one index are told once. */
function grouped(failures: readonly ShardFailure[]): ShardFailure[] {
  const seen = new Map<string, ShardFailure>();
  for (const failure of failures) {
    const { target, error } = failure;
    const key = `${target.index.name}:${error.type}:${error.reason}`;
    if (!seen.has(key)) seen.set(key, failure);
  }
  return [...seen.values()];
}

function failureBody({ target, error }: ShardFailure, nodeId: string): Writable {
  return {
    shard: target.number,
    index: target.index.name,
    node: nodeId,
    reason: errorDetails(error),
  };
}

/** Errors of Java itself are told as causes of their own by the reference. */
const PLAIN = new Set([
  'illegal_argument_exception',
  'number_format_exception',
  'illegal_state_exception',
  'arithmetic_exception',
  'unsupported_operation_exception',
  'array_index_out_of_bounds_exception',
  'null_pointer_exception',
]);

/** For searches that need all of their shards. */
export function someFailed(failures: readonly ShardFailure[], nodeId: string): SearchError {
  return allFailed(failures, nodeId, 'Partial shards failure');
}

export function allFailed(
  failures: readonly ShardFailure[],
  nodeId: string,
  reason = 'all shards failed',
): SearchError {
  const groups = grouped(failures);
  const errors = groups.map(({ error }) => error);
  const status = failures.reduce(
    (worst, { error }) => (error.status >= 500 ? error.status : worst),
    (failures[0] as ShardFailure).error.status,
  );
  const plain = errors.find(({ type }) => PLAIN.has(type));
  const cause = plain && new SearchError(plain.type, plain.reason, { cause: plain });
  return new SearchError('search_phase_execution_exception', reason, {
    status,
    fields: {
      phase: 'query',
      grouped: true,
      failed_shards: groups.map((failure) => failureBody(failure, nodeId)),
    },
    cause,
    rootCauses: errors,
  });
}
