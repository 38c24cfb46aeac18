/** Parameters that the document APIs share. */
import type { RefreshPolicy, WriteOptions } from '../../documents/requests.ts';
import { SourceFilter } from '../../documents/source-filter.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { VersionType } from '../../index/shard/version-check.ts';

export const WRITE_PARAMS = ['refresh', 'routing', 'timeout', 'wait_for_active_shards'] as const;
export const VERSION_PARAMS = ['version', 'version_type'] as const;
export const SEQ_NO_PARAMS = ['if_seq_no', 'if_primary_term'] as const;
export const SOURCE_PARAMS = ['_source', '_source_includes', '_source_excludes'] as const;

const DEFAULT_TIMEOUT = 60_000;

export function writeOptions(request: RestRequest): WriteOptions {
  return {
    refresh: refreshPolicy(request.param('refresh')),
    access: request.caller,
    activeShards: activeShards(request.param('wait_for_active_shards')),
    timeout: request.time('timeout', DEFAULT_TIMEOUT),
  };
}

function refreshPolicy(value: string | undefined): RefreshPolicy {
  if (value === undefined || value === 'false') return 'false';
  if (value === '' || value === 'true') return 'true';
  if (value === 'wait_for') return 'wait_for';
  throw illegalArgument(`Unknown value for refresh: [${value}].`);
}

function activeShards(value: string | undefined): number | 'all' | undefined {
  if (value === undefined || value === 'index-setting') return undefined;
  if (value === 'all') return 'all';
  if (!/^\d{1,9}$/.test(value)) throw illegalArgument(`cannot parse ActiveShardCount[${value}]`);
  return Number(value);
}

export function versionType(name: string | undefined): VersionType | undefined {
  if (name === undefined) return undefined;
  if (name === 'internal' || name === 'external' || name === 'external_gte') return name;
  throw illegalArgument(`No version type match [${name}]`);
}

/** `version`, `version_type`, `if_seq_no` and `if_primary_term`. */
export function conditions(request: RestRequest) {
  return {
    versionType: versionType(request.param('version_type')),
    version: number(request, 'version'),
    ifSeqNo: seqNo(number(request, 'if_seq_no')),
    ifPrimaryTerm: primaryTerm(number(request, 'if_primary_term')),
  };
}

export function seqNo(value: number | undefined): number | undefined {
  if (value === undefined || value === -2) return undefined;
  if (value >= 0) return value;
  throw illegalArgument(`sequence numbers must be non negative. got [${value}].`);
}

export function primaryTerm(value: number | undefined): number | undefined {
  if (value === undefined || value >= 0) return value;
  throw illegalArgument(`primary term must be non negative. got [${value}]`);
}

function number(request: RestRequest, name: string): number | undefined {
  return exact(request.long(name), name);
}

/** Shards keep these numbers as doubles: better refused than kept as another number. */
export function exact(value: number | bigint | undefined, name: string): number | undefined {
  if (typeof value !== 'bigint') return value;
  throw illegalArgument(`[${name}] of [${value}] is beyond what can be kept exactly (2^53 - 1)`);
}

/** `_source`, `_source_includes` and `_source_excludes`; undefined when none is given, false: no source. */
export function sourceParams(request: RestRequest): SourceFilter | false | undefined {
  const whole = request.param('_source');
  const includes = request.list('_source_includes') ?? [];
  const excludes = request.list('_source_excludes') ?? [];
  if (whole === 'false') return false;
  const isList = whole !== undefined && whole !== 'true' && whole !== '';
  if (isList) return new SourceFilter([...whole.split(','), ...includes], excludes);
  if (includes.length > 0 || excludes.length > 0) return new SourceFilter(includes, excludes);
  return whole === undefined ? undefined : SourceFilter.all;
}
