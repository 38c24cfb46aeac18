/** Which nodes a path means (there is one), and which metrics. */
import { illegalArgument } from '../../errors/search-error.ts';
import { unrecognized } from '../../errors/suggest.ts';
import type { RestRequest } from '../../http/request.ts';
import type { Writable } from '../../json/values.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { NodeServices } from '../node-services.ts';
import { nodeFacts, ROLES } from './node-facts.ts';

/** Whether one of the filters of `{nodeId}` means this node. */
export function meansThisNode(request: RestRequest, node: NodeServices, key = 'nodeId'): boolean {
  const filters = request.list(key);
  if (filters === undefined || filters.length === 0) return true;
  const { id, name, host } = nodeFacts(node);
  let isMeant = false;
  for (const filter of filters) {
    const [kind = '', value] = filter.split(':');
    if (['_all', '_local', '_master'].includes(filter)) isMeant = true;
    else if (value === undefined) {
      if ([id, name, host].some((own) => patternTest(filter)(own))) isMeant = true;
    } else if (kind === 'coordinating_only') {
      if (value === 'false') isMeant = true;
      else isMeant = isMeant && value !== 'true';
    } else if (ROLES.includes(kind))
      isMeant = value === 'true' || (value === 'false' ? false : isMeant);
    else if (patternTest(value)(node.settings.below('node.attr.').get(kind) ?? '')) isMeant = true;
  }
  return isMeant;
}

/** The answer of an API that asks every node; `body` of none when the path means another. */
export function nodesAnswer(
  request: RestRequest,
  node: NodeServices,
  body: () => Writable,
): Writable {
  const here = meansThisNode(request, node);
  const count = here ? 1 : 0;
  return {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: node.clusterName,
    nodes: here ? { [node.identity.nodeId]: body() } : {},
  };
}

/** Metrics of the path; all of them when it names none. Throws for one that nobody knows. */
export function metricsOf(
  request: RestRequest,
  wanted: readonly string[],
  known: readonly string[],
): (metric: string) => boolean {
  if (wanted.includes('_all') && wanted.length > 1) {
    throw illegalArgument(
      `request [${request.head.path}] contains _all and individual metrics [${wanted.join(',')}]`,
    );
  }
  const unknown = wanted.filter((name) => name !== '_all' && !known.includes(name));
  if (unknown.length > 0) {
    throw illegalArgument(unrecognized(request.head.path, 'metric', unknown, known));
  }
  return (metric) => wanted.includes('_all') || wanted.includes(metric);
}
