/** Changing and granting API keys. */
import { scalarText } from '../../errors/scalar-text.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { jsonText } from '../../json/json-writer.ts';
import { isJsonObject, type JsonObject, type Writable } from '../../json/values.ts';
import type { ApiKey } from '../../security/model.ts';
import type { Principal } from '../../security/principal.ts';
import { roleJson } from '../../security/role-json.ts';
import type { Security } from '../../security/security.ts';
import { createKey, limitsOf, readMetadata, readRoles } from './api-key-body.ts';

const PREFIX = 'cluster:admin/xpack/security/api_key';

export function apiKeyUpdateRoutes(security: Security): Route[] {
  return [
    {
      methods: ['POST'],
      path: '/_security/api_key/grant',
      params: ['refresh'],
      action: `${PREFIX}/grant`,
      handler: (request) => grant(security, request),
    },
    {
      methods: ['PUT'],
      path: '/_security/api_key/{id}',
      params: [],
      action: `${PREFIX}/update`,
      handler: (request) => {
        const id = request.pathParam('id');
        const body = request.hasContent ? request.requiredObject() : new Map();
        checkFields(body, ['role_descriptors', 'metadata']);
        return RestResponse.of({ updated: update(security, request, id, body) });
      },
    },
    {
      methods: ['POST'],
      path: '/_security/api_key/_bulk_update',
      params: [],
      action: `${PREFIX}/update/bulk`,
      handler: (request) => bulkUpdate(security, request),
    },
  ];
}

/** A key for somebody whose password the caller has. */
async function grant(security: Security, request: RestRequest): Promise<RestResponse> {
  const body = request.requiredObject();
  checkFields(body, ['grant_type', 'username', 'password', 'access_token', 'api_key', 'run_as']);
  const type = body.get('grant_type');
  const [username, password] = [body.get('username'), body.get('password')];
  if (type === undefined) throw validationError(['[grant_type] is required']);
  if (type !== 'password') {
    throw validationError([`grant_type [${String(type)}] is not supported`]);
  }
  if (typeof username !== 'string')
    throw validationError(['[username] is required for grant_type [password]']);
  if (typeof password !== 'string')
    throw validationError(['[password] is required for grant_type [password]']);
  const key = body.get('api_key');
  const owner = await security.principalOf(username, password, request.head, body.get('run_as'));
  return RestResponse.of(createKey(security.store, owner, isJsonObject(key) ? key : new Map()));
}

function bulkUpdate(security: Security, request: RestRequest): RestResponse {
  const body = request.requiredObject();
  checkFields(body, ['ids', 'role_descriptors', 'metadata']);
  const ids = body.get('ids');
  if (!Array.isArray(ids) || ids.length === 0)
    throw validationError(['Field [ids] cannot be empty']);
  const change: JsonObject = new Map(body);
  change.delete('ids');
  const updated: string[] = [];
  const noops: string[] = [];
  const errors = new Map<string, Writable>();
  for (const id of new Set(ids.map(scalarText))) {
    try {
      (update(security, request, id, change) ? updated : noops).push(id);
    } catch (error) {
      if (!(error instanceof SearchError) || error.status !== 404) throw error;
      errors.set(id, { type: error.type, reason: error.reason });
    }
  }
  return RestResponse.of({
    updated,
    noops,
    errors: errors.size === 0 ? undefined : { count: errors.size, details: errors },
  });
}

/** Changes a key of the caller's own; false when that changes nothing. */
function update(security: Security, request: RestRequest, id: string, body: JsonObject): boolean {
  const principal = request.caller as Principal;
  if (principal.isApiKey) {
    throw new SearchError(
      'illegal_argument_exception',
      'authentication via API key not supported: only the owner user can update an API key',
    );
  }
  const { store } = security;
  const key = store.apiKeys.get(id);
  if (key === undefined || key.username !== principal.username) {
    throw new SearchError(
      'resource_not_found_exception',
      `no API key owned by requesting user found for ID [${id}]`,
    );
  }
  if (key.invalidation !== null)
    throw validationError([`cannot update invalidated API key [${id}]`]);
  if (key.expiration !== null && key.expiration <= Date.now()) {
    throw validationError([`cannot update expired API key [${id}]`]);
  }
  const next: ApiKey = {
    ...key,
    roleDescriptors: body.has('role_descriptors')
      ? readRoles(body.get('role_descriptors'))
      : key.roleDescriptors,
    metadata: readMetadata(body.get('metadata')) ?? key.metadata,
    limitedBy: limitsOf(principal),
  };
  if (fingerprint(next) === fingerprint(key)) return false;
  store.apiKeys.set(id, next);
  store.save();
  return true;
}

function fingerprint({ roleDescriptors, limitedBy, metadata }: ApiKey): string {
  const roles = (map: ApiKey['limitedBy']) =>
    new Map([...map].map(([name, role]) => [name, roleJson(role) as Writable]));
  return jsonText({ roles: roles(roleDescriptors), limits: roles(limitedBy), metadata });
}

function checkFields(body: ReadonlyMap<string, unknown>, known: readonly string[]): void {
  const stranger = [...body.keys()].find((field) => !known.includes(field));
  if (stranger === undefined) return;
  throw new SearchError(
    'x_content_parse_exception',
    `[1:2] [api_key_request] unknown field [${stranger}]`,
  );
}
