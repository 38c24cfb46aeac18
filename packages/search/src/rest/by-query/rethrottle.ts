/** `_rethrottle`: another pace for a run that is under way. */
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { NodeServices } from '../node-services.ts';
import { checkTaskId, groupedTasks, groupOf } from '../tasks.ts';
import type { Jobs } from './execute.ts';
import { requestsPerSecond } from './params.ts';

export function rethrottleRoutes(node: NodeServices, jobs: Jobs): Route[] {
  return ['_reindex', '_update_by_query', '_delete_by_query'].map((api) => ({
    methods: ['POST'],
    path: `/${api}/{task_id}/_rethrottle`,
    params: ['requests_per_second', 'group_by'],
    action: 'cluster:admin/reindex/rethrottle',
    handler: (request) => rethrottle(node, jobs, request),
  }));
}

function rethrottle(node: NodeServices, jobs: Jobs, request: RestRequest): RestResponse {
  const pace = requestsPerSecond(request);
  if (pace === undefined) throw validationError(['requests_per_second must be set']);
  const id = request.pathParam('task_id');
  checkTaskId(id);
  const task = node.tasks.get(id);
  const job = task === undefined ? undefined : jobs.get(task);
  if (task === undefined || job === undefined) {
    throw new SearchError('resource_not_found_exception', `task [${id}] is missing`);
  }
  job.rethrottle(pace);
  return RestResponse.of(groupedTasks(node, [task], groupOf(request), true));
}
