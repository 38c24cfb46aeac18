/** `_tasks`: what the node is doing, and what became of tasks that nobody waited for. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { RestRequest } from '../http/request.ts';
import { RestResponse } from '../http/response.ts';
import type { Route } from '../http/route.ts';
import type { Writable } from '../json/values.ts';
import { patternTest } from '../metadata/index-names.ts';
import type { Task } from '../tasks/task.ts';
import { nodeFacts, ROLES } from './cluster/node-facts.ts';
import type { NodeServices } from './node-services.ts';

/** Parameters that choose among tasks. */
export const TASK_FILTERS = [
  'actions',
  'nodes',
  'parent_task_id',
  'timeout',
  'wait_for_completion',
];
const DEFAULT_WAIT_MS = 30_000;

export function taskRoutes(node: NodeServices): Route[] {
  return [
    {
      methods: ['GET'],
      path: '/_tasks',
      params: [...TASK_FILTERS, 'detailed', 'group_by', 'master_timeout', 'max_tasks'],
      action: 'cluster:monitor/tasks/lists',
      handler: (request) => list(request, node),
    },
    {
      methods: ['GET'],
      path: '/_tasks/{task_id}',
      params: ['wait_for_completion', 'timeout'],
      action: 'cluster:monitor/task/get',
      handler: (request) => get(request, node),
    },
    ...['/_tasks/_cancel', '/_tasks/{task_id}/_cancel'].map(
      (path): Route => ({
        methods: ['POST'],
        path,
        params: [...TASK_FILTERS, 'group_by'],
        action: 'cluster:admin/tasks/cancel',
        handler: (request) => cancel(request, node),
      }),
    ),
  ];
}

/** The running tasks that a request's filters leave. */
export function chosenTasks(request: RestRequest, node: NodeServices): Task[] {
  const actions = request.list('actions')?.map(patternTest);
  const nodes = request.list('nodes');
  const parent = request.param('parent_task_id');
  if (parent !== undefined) checkTaskId(parent);
  const { id, name } = nodeFacts(node);
  const isHere =
    nodes === undefined ||
    nodes.some((one) => ['_all', '_local', '_master', id].includes(one) || patternTest(one)(name));
  if (!isHere) return [];
  return node.tasks
    .list()
    .filter((task) => actions === undefined || actions.some((test) => test(task.action)))
    .filter((task) => parent === undefined || parent === '-1' || task.parent === parent);
}

async function list(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const groupBy = groupOf(request);
  const tasks = chosenTasks(request, node);
  if (request.flag('wait_for_completion', false)) {
    const others = tasks.filter((task) => task !== request.task);
    await within(request, Promise.all(others.map(({ done }) => done)), 'tasks');
  }
  return RestResponse.of(groupedTasks(node, tasks, groupBy, request.flag('detailed', false)));
}

export function groupOf(request: RestRequest): string {
  const groupBy = request.param('group_by') ?? 'nodes';
  if (!['nodes', 'parents', 'none'].includes(groupBy)) {
    throw illegalArgument(
      `[group_by] must be one of [nodes], [parents] or [none] but was [${groupBy}]`,
    );
  }
  return groupBy;
}

/** Tasks as lists of them show them. */
export function groupedTasks(
  node: NodeServices,
  tasks: readonly Task[],
  groupBy: string,
  detailed: boolean,
): Writable {
  if (groupBy === 'none') return { tasks: tasks.map((task) => task.body(detailed)) };
  if (groupBy === 'parents') {
    const shown = new Set(tasks.map(({ id }) => id));
    const roots = tasks.filter(({ parent }) => parent === undefined || !shown.has(parent));
    return { tasks: new Map(roots.map((task) => [task.id, family(task, tasks, detailed)])) };
  }
  if (tasks.length === 0) return { nodes: {} };
  const { id, ...facts } = nodeFacts(node);
  return {
    nodes: {
      [id]: {
        name: facts.name,
        transport_address: facts.transport_address,
        host: facts.host,
        ip: facts.transport_address,
        roles: ROLES,
        attributes: node.settings.below('node.attr.'),
        tasks: new Map(tasks.map((task) => [task.id, task.body(detailed)])),
      },
    },
  };
}

function family(task: Task, tasks: readonly Task[], detailed: boolean): Writable {
  const children = tasks.filter(({ parent }) => parent === task.id);
  return {
    ...task.body(detailed),
    children:
      children.length === 0 ? undefined : children.map((child) => family(child, tasks, detailed)),
  };
}

async function get(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const id = request.pathParam('task_id');
  checkTaskId(id);
  const task = node.tasks.get(id);
  if (task !== undefined) {
    if (!request.flag('wait_for_completion', false)) {
      return RestResponse.of({ completed: false, task: task.body(true) });
    }
    await within(request, task.done, id);
  }
  const result = await node.tasks.result(id);
  if (result !== undefined) return RestResponse.of(result);
  if (task !== undefined) return RestResponse.of({ completed: true, task: task.body(true) });
  const [owner = ''] = id.split(':');
  throw new SearchError(
    'resource_not_found_exception',
    owner === node.identity.nodeId
      ? `task [${id}] isn't running and hasn't stored its results`
      : `task [${id}] belongs to the node [${owner}] which isn't part of the cluster and there is no record of the task`,
  );
}

function cancel(request: RestRequest, node: NodeServices): RestResponse {
  const id = request.param('task_id');
  if (id === undefined) {
    const tasks = chosenTasks(request, node).filter(({ cancellable }) => cancellable);
    for (const task of tasks) node.tasks.cancel(task, 'by user request');
    return RestResponse.of(groupedTasks(node, tasks, groupOf(request), true));
  }
  checkTaskId(id);
  const task = node.tasks.get(id);
  const failed = (
    type: 'resource_not_found_exception' | 'illegal_argument_exception',
    why: string,
  ) =>
    RestResponse.of({
      node_failures: [
        {
          type: 'failed_node_exception',
          reason: `Failed node [${node.identity.nodeId}]`,
          node_id: node.identity.nodeId,
          caused_by: { type, reason: why },
        },
      ],
      nodes: {},
    });
  if (task === undefined)
    return failed('resource_not_found_exception', `task [${id}] is not found`);
  if (!task.cancellable) {
    return failed('illegal_argument_exception', `task [${id}] doesn't support cancellation`);
  }
  node.tasks.cancel(task, 'by user request');
  return RestResponse.of(groupedTasks(node, [task], groupOf(request), true));
}

export function checkTaskId(id: string): void {
  if (id === '-1') return;
  const parts = id.split(':');
  if (parts.length === 2 && parts[0] !== '' && /^-?\d+$/.test(parts[1] as string)) return;
  throw illegalArgument(`malformed task id ${id}`);
}

/** Waits for `done`, but no longer than the request's `timeout`. */
async function within(request: RestRequest, done: Promise<unknown>, what: string): Promise<void> {
  const limit = request.time('timeout', DEFAULT_WAIT_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limit);
  });
  const first = await Promise.race([done, late]);
  clearTimeout(timer);
  if (first !== 'late') return;
  throw new SearchError('timeout_exception', `Timed out waiting for completion of [${what}]`);
}
