/** `_reindex`: documents of some indices are written to another. */
import type { FoundHit } from '../../by-query/request.ts';
import { ALL_COUNTS } from '../../by-query/status.ts';
import type { IndexDocument } from '../../documents/requests.ts';
import { scriptError } from '../../documents/script-error.ts';
import type { SourceFilter } from '../../documents/source-filter.ts';
import { writeTarget } from '../../documents/write-target.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import type { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { checkAutoCreate } from '../../metadata/auto-create.ts';
import { resolveDateMath } from '../../metadata/date-math-name.ts';
import type { ShardTarget } from '../../search/shard/target.ts';
import type { NodeServices } from '../node-services.ts';
import { objectScope } from '../search/params.ts';
import { searchTargets } from '../search/run-search.ts';
import { execute, type Jobs } from './execute.ts';
import {
  batched,
  proceeds,
  RUN_PARAMS,
  runOptions,
  searchComplaints,
  sliceCount,
} from './params.ts';
import { type Destination, type ReindexBody, readReindex } from './reindex-body.ts';
import { remoteRefusal } from './remote.ts';

const SEARCH = 'indices:data/read/search';
const SORT_WARNING =
  'The sort option in reindex is deprecated. Instead consider using query filtering to find the desired subset of data.';

export function reindexRoutes(node: NodeServices, jobs: Jobs): Route[] {
  return [
    {
      methods: ['POST'],
      path: '/_reindex',
      params: [...RUN_PARAMS, 'require_alias'],
      action: 'indices:data/write/reindex',
      handler: (request) => reindex(node, jobs, request),
    },
  ];
}

function reindex(node: NodeServices, jobs: Jobs, request: RestRequest): Promise<RestResponse> {
  if (!request.hasContent) throw new SearchError('parse_exception', 'request body is required');
  const { body: json, scope } = objectScope(request.content);
  const body = readReindex(json, scope);
  const isProceeding = proceeds(body.conflicts);
  const { slices, ...options } = runOptions(request, body.maxDocs);
  const { search, dest } = body;
  if (search.sort.length > 0) request.deprecate(SORT_WARNING);
  if (body.remote !== undefined) {
    throw remoteRefusal(body.remote, node.settings.list('reindex.remote.whitelist'));
  }
  const complaints = complaintsOf(body);
  if (complaints.length > 0) throw validationError(complaints);
  const index = dest.index as string;
  const targets = node.search.pinned(searchTargets(node, request, [...body.names], SEARCH));
  checkDestination(node, index, targets);
  if (body.script !== undefined) throw scriptError(body.script);
  const requireAlias = request.flag('require_alias', false);
  const filter = search.source === false ? undefined : search.source;
  return execute(node, jobs, request, {
    description: `reindex from [${body.names.join(', ')}] to [${index}]`,
    counts: ALL_COUNTS,
    byQuery: {
      ...options,
      targets,
      search: batched(search),
      slices: sliceCount(slices, targets, search),
      proceeds: isProceeding,
      write: (hit) => ({ ...copyOf(hit, dest, filter), index, requireAlias }),
    },
  });
}

function complaintsOf({ search, names, dest }: ReindexBody): string[] {
  const complaints = searchComplaints(search);
  if (names.length === 0) {
    complaints.push('use _all if you really want to copy from all existing indexes');
  }
  if (search.source === false) complaints.push('_source:false is not supported in this context');
  if (dest.index === undefined) complaints.push('index must be specified');
  if (!/^(?:keep|discard|=.*)$/s.test(dest.routing ?? 'keep')) {
    complaints.push('routing must be unset, [keep], [discard] or [=<some new value>]');
  }
  if (dest.mustBeNew && (dest.versionType ?? 'internal') !== 'internal') {
    complaints.push('create operations only support internal versioning. use index instead');
  }
  return complaints;
}

/** The destination can be written to, and is none of the sources. */
function checkDestination(
  { indices, settings }: NodeServices,
  index: string,
  targets: readonly ShardTarget[],
): void {
  const { state } = indices;
  const name = resolveDateMath(index, Date.now());
  const isAlias = [...state.indices.values()].some(({ aliases }) => aliases.has(name));
  if (!state.indices.has(name) && !isAlias) {
    checkAutoCreate(state, name, settings.text('action.auto_create_index'));
    return;
  }
  const concrete = writeTarget(indices, index, false).index.name;
  if (!targets.some((target) => target.index.name === concrete)) return;
  throw validationError([`reindex cannot write into an index its reading from [${index}]`]);
}

function copyOf(
  hit: FoundHit,
  { routing = 'keep', pipeline, mustBeNew, versionType = 'internal' }: Destination,
  filter: SourceFilter | undefined,
): Omit<IndexDocument, 'index'> {
  const source = hit.source();
  return {
    kind: 'index',
    id: hit.id,
    source: filter === undefined ? source : filter.bytes(source),
    routing:
      routing === 'keep' ? hit.routing : routing === 'discard' ? undefined : routing.slice(1),
    pipeline,
    mustBeNew,
    ...(versionType === 'internal' ? {} : { versionType, version: hit.version }),
  };
}
