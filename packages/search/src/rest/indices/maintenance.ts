/** Refresh, flush, force merge, clear cache. */
import { validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Shard } from '../../index/shard/shard.ts';
import { STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { shardsBody, TARGET_PARAMS, targets } from './shared.ts';

interface Job {
  readonly name: string;
  readonly methods: Route['methods'];
  readonly params: readonly string[];
  readonly action: string;
  readonly run: (shard: Shard, request: RestRequest) => Promise<void>;
  readonly check?: (request: RestRequest) => void;
}

const JOBS: readonly Job[] = [
  {
    name: '_refresh',
    methods: ['POST', 'GET'],
    params: [],
    action: 'indices:admin/refresh',
    run: (shard) => shard.refresh(),
  },
  {
    name: '_flush',
    methods: ['POST', 'GET'],
    params: ['force', 'wait_if_ongoing'],
    action: 'indices:admin/flush',
    run: (shard) => shard.flush(),
    check: (request) => {
      if (request.flag('force', false) && !request.flag('wait_if_ongoing', true)) {
        throw validationError(['wait_if_ongoing must be true for a force flush']);
      }
    },
  },
  {
    name: '_forcemerge',
    methods: ['POST'],
    params: ['max_num_segments', 'only_expunge_deletes', 'flush', 'wait_for_completion'],
    action: 'indices:admin/forcemerge',
    run: (shard, request) => shard.forceMerge(Math.max(1, request.integer('max_num_segments', 1))),
    check: (request) => {
      const segments = request.integer('max_num_segments', -1);
      if (request.flag('only_expunge_deletes', false) && segments !== -1) {
        throw validationError([
          'cannot set only_expunge_deletes and max_num_segments at the same time, those two parameters are mutually exclusive',
        ]);
      }
    },
  },
  {
    name: '_cache/clear',
    methods: ['POST'],
    params: ['query', 'fielddata', 'fields', 'request'],
    action: 'indices:admin/cache/clear',
    // Caches live as long as their segment; nothing outlives it that could be dropped here.
    run: () => Promise.resolve(),
  },
];

export function maintenanceRoutes({ indices, tasks }: NodeServices): Route[] {
  const route = (job: Job, path: string): Route => ({
    methods: job.methods,
    path,
    params: [...TARGET_PARAMS, ...job.params],
    action: job.action,
    handler: async (request) => {
      job.check?.(request);
      const found = targets(request, indices, STRICT_OPEN_FORBID_CLOSED);
      const work = async () => {
        for (const index of found) {
          for (const shard of indices.shardsOf(index)?.live ?? []) await job.run(shard, request);
        }
        return { _shards: shardsBody(found) };
      };
      if (request.flag('wait_for_completion', true)) return RestResponse.of(await work());
      const description = `Force-merge indices [${found.map(({ name }) => name).join(', ')}]`;
      const task = tasks.start({ action: job.action, description }, work);
      return RestResponse.of({ task: task.id });
    },
  });
  return JOBS.flatMap((job) => [route(job, `/${job.name}`), route(job, `/{index}/${job.name}`)]);
}
