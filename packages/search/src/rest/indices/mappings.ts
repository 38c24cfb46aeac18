/** `_mapping`, whole and by field. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Writable } from '../../json/values.ts';
import { mapperJson } from '../../mapping/serialise.ts';
import { checkAllBlocks } from '../../metadata/blocks.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import {
  optionsFrom,
  resolveIndices,
  STRICT_ALL,
  STRICT_OPEN,
  writeIndex,
} from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { MASTER_PARAMS, permitted, TARGET_PARAMS, targets } from './shared.ts';

export function mappingRoutes({ indices }: NodeServices): Route[] {
  const put = (path: string): Route => ({
    methods: ['PUT', 'POST'],
    path,
    params: [...TARGET_PARAMS, ...MASTER_PARAMS, 'write_index_only', 'include_type_name'],
    action: 'indices:admin/mapping/put',
    handler: (request) => putMapping(request, indices),
  });
  const get = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [...TARGET_PARAMS, 'master_timeout', 'local', 'include_type_name'],
    action: 'indices:admin/mappings/get',
    handler: (request) => {
      const found = targets(request, indices, STRICT_OPEN);
      checkAllBlocks(indices.state, found, 'metadata_read');
      return RestResponse.of(
        new Map<string, Writable>(found.map(({ name, mapping }) => [name, { mappings: mapping }])),
      );
    },
  });
  const field = (path: string): Route => ({
    methods: ['GET'],
    path,
    params: [...TARGET_PARAMS, 'include_defaults', 'include_type_name'],
    action: 'indices:admin/mappings/fields/get',
    handler: (request) => fieldMappings(request, indices),
  });
  return [
    put('/{index}/_mapping'),
    put('/{index}/_mappings'),
    get('/_mapping'),
    get('/_mappings'),
    get('/{index}/_mapping'),
    get('/{index}/_mappings'),
    field('/_mapping/field/{fields}'),
    field('/{index}/_mapping/field/{fields}'),
  ];
}

function putMapping(request: RestRequest, indices: IndicesService): RestResponse {
  if (!request.hasContent) throw validationError(['mapping source is missing']);
  const body = request.requiredObject();
  if (body.size === 1 && isJsonObject(body.get('_doc'))) {
    throw illegalArgument('Types cannot be provided in put mapping requests');
  }
  const names = request.list('index') ?? [];
  const found = permitted(
    request,
    names,
    request.flag('write_index_only', false)
      ? names.map((name) => writeIndex(indices.state, name))
      : resolveIndices(
          indices.state,
          names,
          optionsFrom(request, { ...STRICT_ALL, allowNoIndices: false }),
        ),
  );
  checkAllBlocks(indices.state, found, 'metadata_write');
  indices.putMapping(found, body);
  return RestResponse.acknowledged();
}

function fieldMappings(request: RestRequest, indices: IndicesService): RestResponse {
  const tests = (request.list('fields') ?? []).map(patternTest);
  const found = targets(request, indices, STRICT_OPEN);
  const body = new Map<string, Writable>();
  for (const index of found) {
    const fields = new Map<string, Writable>();
    const { mapping } = indices.mappingOf(index);
    for (const [path, field] of [...mapping.fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!tests.some((test) => test(path))) continue;
      const shown = mapperJson(field, request.flag('include_defaults', false));
      fields.set(path, { full_name: path, mapping: { [field.name]: shown } });
    }
    body.set(index.name, { mappings: fields });
  }
  return RestResponse.of(
    body,
    found.length === 0 && (request.list('index') ?? []).length > 0 ? 404 : 200,
  );
}
