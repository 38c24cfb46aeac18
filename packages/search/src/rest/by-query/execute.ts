/** Runs a checked request, waited for or not. */
import { ByQueryJob } from '../../by-query/job.ts';
import type { ByQueryRequest } from '../../by-query/request.ts';
import type { Count } from '../../by-query/status.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Task } from '../../tasks/task.ts';
import type { NodeServices } from '../node-services.ts';

/** Jobs by their task, for those who change their pace. */
export type Jobs = WeakMap<Task, ByQueryJob>;

export interface Execution {
  readonly description: string;
  /** What the API tells of documents. */
  readonly counts: readonly Count[];
  readonly byQuery: ByQueryRequest;
}

export async function execute(
  node: NodeServices,
  jobs: Jobs,
  request: RestRequest,
  { description, counts, byQuery }: Execution,
): Promise<RestResponse> {
  const work = async (task: Task): Promise<ByQueryJob> => {
    task.description = description;
    const job = new ByQueryJob(node, byQuery, task);
    jobs.set(task, job);
    await job.run();
    return job;
  };
  const { action, task } = request;
  const spec = { action, description, headers: task?.headers ?? {} };
  if (!request.flag('wait_for_completion', true)) {
    const started = node.tasks.start(spec, async (own) => (await work(own)).response(counts));
    return RestResponse.of({ task: started.id });
  }
  const job = await (task === undefined ? node.tasks.run(spec, work) : work(task));
  return RestResponse.of(job.response(counts), job.httpStatus);
}
