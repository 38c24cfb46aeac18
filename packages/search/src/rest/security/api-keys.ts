/** `_security/api_key`: create, list, invalidate. */
import { scalarText } from '../../errors/scalar-text.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { JsonObject } from '../../json/values.ts';
import type { ApiKey } from '../../security/model.ts';
import { matchesAny } from '../../security/names.ts';
import type { Principal } from '../../security/principal.ts';
import type { Security } from '../../security/security.ts';
import { unauthorized } from '../../security/security-errors.ts';
import { apiKeyJson, createKey } from './api-key-body.ts';
import { apiKeyQueryRoutes } from './api-key-query.ts';
import { apiKeyUpdateRoutes } from './api-key-update.ts';

const PREFIX = 'cluster:admin/xpack/security/api_key';

/** Which keys a request is about; what is undefined does not narrow it. */
interface Selection {
  readonly ids?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly username?: string | undefined;
  readonly realm?: string | undefined;
}

export function apiKeyRoutes(security: Security): Route[] {
  return [
    {
      methods: ['POST', 'PUT'],
      path: '/_security/api_key',
      params: ['refresh'],
      action: `${PREFIX}/create`,
      handler: (request) =>
        RestResponse.of(
          createKey(security.store, request.caller as Principal, request.requiredObject()),
        ),
    },
    {
      methods: ['GET'],
      path: '/_security/api_key',
      params: ['id', 'name', 'username', 'realm_name', 'owner', 'with_limited_by', 'active_only'],
      action: `${PREFIX}/get`,
      handler: (request) => get(security, request),
    },
    {
      methods: ['DELETE'],
      path: '/_security/api_key',
      params: [],
      action: `${PREFIX}/invalidate`,
      handler: (request) => invalidate(security, request),
    },
    ...apiKeyUpdateRoutes(security),
    ...apiKeyQueryRoutes(security),
  ];
}

/** Whoever may manage only their own keys is held to them. */
function narrowed(request: RestRequest, selection: Selection, owner: boolean): Selection {
  const principal = request.caller as Principal;
  const mine = { username: principal.username };
  if (owner) return { ...selection, ...mine };
  const { permissions, apiKey } = { ...principal, apiKey: principal.parts.apiKey };
  const manager =
    permissions.hasClusterPrivilege('manage_api_key') ||
    (request.method === 'GET' && permissions.hasClusterPrivilege('read_security'));
  if (manager || selection.username === principal.username) return selection;
  const seesLimits = request.flag('with_limited_by', false);
  if (
    !seesLimits &&
    apiKey !== undefined &&
    selection.ids?.length === 1 &&
    selection.ids[0] === apiKey.id
  )
    return selection;
  throw unauthorized(
    principal,
    request.method === 'GET' ? `${PREFIX}/get` : `${PREFIX}/invalidate`,
  );
}

function select(security: Security, { ids, name, username, realm }: Selection): ApiKey[] {
  return [...security.store.apiKeys.values()].filter(
    (key) =>
      (ids === undefined || ids.includes(key.id)) &&
      (name === undefined || matchesAny([name], key.name)) &&
      (username === undefined || key.username === username) &&
      (realm === undefined || key.realm === realm),
  );
}

function get(security: Security, request: RestRequest): RestResponse {
  const id = request.param('id');
  const selection = narrowed(
    request,
    {
      ids: id === undefined ? undefined : [id],
      name: request.param('name'),
      username: request.param('username'),
      realm: request.param('realm_name'),
    },
    request.flag('owner', false),
  );
  const active = request.flag('active_only', false);
  const now = Date.now();
  const keys = select(security, selection).filter(
    (key) => !active || (key.invalidation === null && (key.expiration ?? now + 1) > now),
  );
  if (id !== undefined && keys.length === 0) {
    throw new SearchError('resource_not_found_exception', `unable to find apikey with id ${id}`);
  }
  const limits = request.flag('with_limited_by', false);
  return RestResponse.of({ api_keys: keys.map((key) => apiKeyJson(key, limits)) });
}

function invalidate(security: Security, request: RestRequest): RestResponse {
  const body = request.requiredObject();
  const ids = stringList(body, 'ids') ?? stringList(body, 'id');
  const selection = {
    ids,
    name: stringList(body, 'name')?.[0],
    username: stringList(body, 'username')?.[0],
    realm: stringList(body, 'realm_name')?.[0],
  };
  const owner = body.get('owner') === true;
  if (!owner && Object.values(selection).every((value) => value === undefined)) {
    throw validationError([
      'One of [api key id(s), api key name, username, realm name] must be specified if [owner] flag is false',
    ]);
  }
  const chosen = select(security, narrowed(request, selection, owner));
  const fresh = chosen.filter((key) => key.invalidation === null);
  const missing = (ids ?? []).filter((id) => !security.store.apiKeys.has(id));
  if (fresh.length > 0) {
    const invalidation = Date.now();
    for (const key of fresh) security.store.apiKeys.set(key.id, { ...key, invalidation });
    security.store.save();
  }
  return RestResponse.of({
    invalidated_api_keys: fresh.map((key) => key.id),
    previously_invalidated_api_keys: chosen
      .filter((key) => key.invalidation !== null)
      .map((key) => key.id),
    error_count: missing.length,
    error_details:
      missing.length === 0
        ? undefined
        : missing.map((id) => ({
            type: 'resource_not_found_exception',
            reason: `couldn't find apikey with id ${id}`,
          })),
  });
}

function stringList(body: JsonObject, field: string): string[] | undefined {
  const value = body.get(field);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(scalarText) : undefined;
}
