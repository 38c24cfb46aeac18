/** `_security/privilege`: what applications call their own actions. */
import { scalarText } from '../../errors/scalar-text.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import type { ApplicationPrivilege } from '../../security/model.ts';
import { matchesAny } from '../../security/names.ts';
import type { Security } from '../../security/security.ts';

const PREFIX = 'cluster:admin/xpack/security/privilege';
const APPLICATION = /^[a-z][A-Za-z0-9]{2,}(?:[-_][^\s*]*)?$/;
const PRIVILEGE = /^[a-z][A-Za-z0-9_.-]*$/;

export function applicationPrivilegeRoutes(security: Security): Route[] {
  const paths = [
    '/_security/privilege',
    '/_security/privilege/{application}',
    '/_security/privilege/{application}/{privilege}',
  ];
  return [
    {
      methods: ['PUT', 'POST'],
      path: '/_security/privilege',
      params: ['refresh'],
      action: `${PREFIX}/put`,
      handler: (request) => put(security, request),
    },
    ...paths.map(
      (path): Route => ({
        methods: ['GET'],
        path,
        params: [],
        action: `${PREFIX}/get`,
        handler: (request) => get(security, request),
      }),
    ),
    {
      methods: ['DELETE'],
      path: '/_security/privilege/{application}/{privilege}',
      params: ['refresh'],
      action: `${PREFIX}/delete`,
      handler: (request) => remove(security, request),
    },
  ];
}

function put({ store }: Security, request: RestRequest): RestResponse {
  const read = new Map<string, Map<string, ApplicationPrivilege>>();
  for (const [application, privileges] of request.requiredObject()) {
    if (!APPLICATION.test(application)) {
      throw validationError([
        `Application names may not contain whitespace and must have a prefix of at least 3 characters that starts with a lowercase letter (found '${application}')`,
      ]);
    }
    const named = new Map<string, ApplicationPrivilege>();
    for (const [name, body] of expectObject(privileges))
      named.set(name, readPrivilege(name, expectObject(body)));
    read.set(application, named);
  }
  if (read.size === 0)
    throw validationError(['At least one application privilege must be provided']);
  const answer = new Map<string, Map<string, Writable>>();
  for (const [application, named] of read) {
    const known = store.applications.get(application) ?? new Map<string, ApplicationPrivilege>();
    const created = new Map<string, Writable>();
    for (const [name, privilege] of named) {
      created.set(name, { created: !known.has(name) });
      known.set(name, privilege);
    }
    store.applications.set(application, known);
    answer.set(application, created);
  }
  store.save();
  return RestResponse.of(answer);
}

function expectObject(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw new SearchError('parse_exception', 'expected object but found a value of another kind');
}

function readPrivilege(name: string, body: JsonObject): ApplicationPrivilege {
  const actions = body.get('actions');
  const metadata = body.get('metadata');
  if (!PRIVILEGE.test(name)) {
    throw validationError([
      `Application privilege names must start with a lowercase letter and contain only letters, digits, '_', '-' and '.' (found '${name}')`,
    ]);
  }
  if (!Array.isArray(actions) || actions.length === 0) {
    throw validationError(['Application privileges must have at least one action']);
  }
  return {
    actions: actions.map(scalarText),
    metadata: isJsonObject(metadata) ? metadata : new Map(),
  };
}

function get({ store }: Security, request: RestRequest): RestResponse {
  const application = request.param('application');
  const wanted = request.list('privilege');
  const found = new Map<string, Writable>();
  for (const [name, privileges] of store.applications) {
    if (application !== undefined && !matchesAny([application], name)) continue;
    const rows = [...privileges].filter(
      ([privilege]) => wanted === undefined || wanted.includes(privilege),
    );
    if (rows.length > 0) {
      found.set(
        name,
        new Map(rows.map(([privilege, row]) => [privilege, privilegeJson(name, privilege, row)])),
      );
    }
  }
  const missing = found.size === 0 && (application !== undefined || wanted !== undefined);
  return RestResponse.of(found, missing ? 404 : 200);
}

function privilegeJson(
  application: string,
  name: string,
  { actions, metadata }: ApplicationPrivilege,
): Writable {
  return { application, name, actions: [...actions], metadata };
}

function remove({ store }: Security, request: RestRequest): RestResponse {
  const application = request.pathParam('application');
  const privileges = store.applications.get(application);
  const rows = new Map<string, Writable>();
  let any = false;
  for (const name of request.list('privilege') ?? []) {
    const found = privileges?.delete(name) ?? false;
    any ||= found;
    rows.set(name, { found });
  }
  if (any) store.save();
  return RestResponse.of(new Map([[application, rows]]), any ? 200 : 404);
}
