/** `_mapping`, whole and by field. */
import { validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import { patternTest } from '../../metadata/index-names.ts';
import type { IndicesService } from '../../metadata/indices-service.ts';
import { withoutType } from '../../metadata/mapping-port.ts';
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
    handler: (request) =>
      RestResponse.of(
        new Map<string, Writable>(
          targets(request, indices, STRICT_OPEN).map(({ name, mapping }) => [
            name,
            { mappings: mapping },
          ]),
        ),
      ),
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
  const body = withoutType(request.requiredObject());
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
  indices.putMapping(found, body);
  return RestResponse.acknowledged();
}

function fieldMappings(request: RestRequest, indices: IndicesService): RestResponse {
  const tests = (request.list('fields') ?? []).map(patternTest);
  const found = targets(request, indices, STRICT_OPEN);
  const body = new Map<string, Writable>();
  for (const index of found) {
    const fields = new Map<string, Writable>();
    for (const [name, mapping] of leaves(index.mapping, '')) {
      if (!tests.some((test) => test(name))) continue;
      const last = name.slice(name.lastIndexOf('.') + 1);
      fields.set(name, { full_name: name, mapping: { [last]: mapping } });
    }
    body.set(index.name, { mappings: fields });
  }
  return RestResponse.of(
    body,
    found.length === 0 && (request.list('index') ?? []).length > 0 ? 404 : 200,
  );
}

/** Fields with a type of their own, multi-fields too, sorted by full name. */
function* leaves(mapping: JsonObject, prefix: string): Generator<[string, Json]> {
  for (const below of ['properties', 'fields']) {
    const fields = mapping.get(below);
    if (!isJsonObject(fields)) continue;
    for (const [name, field] of fields) {
      if (!isJsonObject(field)) continue;
      const full = prefix + name;
      const type = field.get('type') ?? 'object';
      if (type !== 'object' && type !== 'nested') yield [full, field];
      yield* leaves(field, `${full}.`);
    }
  }
}
