/** `_field_caps`. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { javaText } from '../../mapping/parameter.ts';
import { FieldCapabilities } from '../../search/field-caps.ts';
import { TARGET_PARAMS } from '../indices/shared.ts';
import type { NodeServices } from '../node-services.ts';
import { bodyScope } from './params.ts';
import { searchTargets } from './run-search.ts';

async function fieldCaps(node: NodeServices, request: RestRequest): Promise<RestResponse> {
  const { body, scope } = bodyScope(request);
  for (const name of body?.keys() ?? []) {
    if (['index_filter', 'runtime_mappings', 'fields'].includes(name)) continue;
    throw scope.contentError(
      `[field_caps_request] unknown field [${name}]`,
      body,
      name,
      undefined,
      'name',
    );
  }
  const inBody = body?.get('fields');
  if (inBody !== undefined && request.param('fields') !== undefined) {
    throw illegalArgument(
      `can't specify a request body and [fields] request parameter, either specify a request body or the [fields] request parameter`,
    );
  }
  const fields = Array.isArray(inBody)
    ? inBody.map(javaText)
    : inBody === undefined
      ? (request.list('fields') ?? [])
      : [javaText(inBody)];
  if (fields.length === 0) throw validationError(['no fields specified']);
  const filter = body?.get('index_filter');
  const query =
    filter === undefined || filter === null ? undefined : scope.query(filter, body, 'index_filter');
  const capabilities = new FieldCapabilities({
    fields,
    includeUnmapped: request.flag('include_unmapped', false),
    types: request.list('types') ?? [],
    filters: request.list('filters') ?? [],
  });
  const targets = searchTargets(node, request);
  for (const index of new Set(targets.map((target) => target.index))) {
    const own = targets.filter((target) => target.index === index);
    if (query !== undefined && !(await canMatch(node, own, query))) continue;
    const [first] = own;
    if (first !== undefined) capabilities.add(index.name, first.open.mapping.mapping);
  }
  return RestResponse.of(capabilities.body());
}

/** Whether an index has a document that `index_filter` lets through. */
async function canMatch(
  node: NodeServices,
  targets: Parameters<NodeServices['search']['count']>[0],
  query: NonNullable<Parameters<NodeServices['search']['count']>[1]>,
): Promise<boolean> {
  const { count } = await node.search.count(targets, query, { terminateAfter: 1 });
  return count > 0;
}

export function fieldCapsRoutes(node: NodeServices): Route[] {
  return ['/_field_caps', '/{index}/_field_caps'].map(
    (path): Route => ({
      methods: ['GET', 'POST'],
      path,
      params: [
        ...TARGET_PARAMS,
        'fields',
        'filters',
        'include_unmapped',
        'types',
        'include_empty_fields',
      ],
      action: 'indices:data/read/field_caps',
      handler: (request) => fieldCaps(node, request),
    }),
  );
}
