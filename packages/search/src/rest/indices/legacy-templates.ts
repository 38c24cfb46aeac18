/** Legacy templates. */
import { illegalArgument } from '../../errors/search-error.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Json, JsonObject } from '../../json/values.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { MASTER_PARAMS } from './shared.ts';
import { parseLegacy } from './template-bodies.ts';
import {
  COMPOSABLE,
  checkMappings,
  deleteTemplates,
  type Family,
  named,
  shown,
  withTemplate,
} from './templates.ts';

export function legacyTemplateRoutes(indices: IndicesService): Route[] {
  const family: Family = {
    ...COMPOSABLE,
    kind: 'legacy',
    noun: 'index_template',
    parse: (_request, name, body) => parseLegacy(name, body),
  };
  const read = (methods: Route['methods'], path: string): Route => ({
    methods,
    path,
    params: ['flat_settings', 'master_timeout', 'local', 'include_type_name'],
    action: 'indices:admin/template/get',
    indices: () => [],
    handler: (request) => {
      const found = named(indices.state, 'legacy', request.param('name'));
      const isMissing =
        found.length === 0 &&
        request.param('name') !== undefined &&
        !(request.param('name') ?? '').includes('*');
      const status = isMissing ? 404 : 200;
      if (request.method === 'HEAD') return RestResponse.empty(found.length > 0 ? 200 : 404);
      return RestResponse.of(
        new Map(found.map(([name, body]) => [name, shown(body, request)])),
        status,
      );
    },
  });
  return [
    read(['GET'], '/_template'),
    read(['GET', 'HEAD'], '/_template/{name}'),
    {
      methods: ['PUT', 'POST'],
      path: '/_template/{name}',
      params: [...MASTER_PARAMS, 'order', 'create', 'cause', 'include_type_name'],
      action: 'indices:admin/template/put',
      indices: () => [],
      handler: (request) => {
        const name = request.pathParam('name');
        const sent: JsonObject = new Map(request.requiredObject());
        if (request.param('order') !== undefined) sent.set('order', request.integer('order', 0));
        const body = parseLegacy(name, sent);
        indices.cluster.update((state) => {
          if (request.flag('create', false) && state.templates.legacy.has(name)) {
            throw illegalArgument(`index_template [${name}] already exists`);
          }
          const asComposable: JsonObject = new Map<string, Json>([['template', body]]);
          checkMappings(indices, state, family, name, asComposable);
          return withTemplate(state, 'legacy', name, body);
        });
        return RestResponse.acknowledged();
      },
    },
    {
      methods: ['DELETE'],
      path: '/_template/{name}',
      params: [...MASTER_PARAMS],
      action: 'indices:admin/template/delete',
      indices: () => [],
      handler: (request) => deleteTemplates(request, family, indices),
    },
  ];
}
