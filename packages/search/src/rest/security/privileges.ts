/** `_security/user/_has_privileges` and `_security/user/_privileges`. */
import { scalarText } from '../../errors/scalar-text.ts';
import { SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import type { Role } from '../../security/model.ts';
import type { Permissions } from '../../security/permissions.ts';
import type { Principal } from '../../security/principal.ts';
import { roleJson } from '../../security/role-json.ts';
import type { Security } from '../../security/security.ts';
import type { SecurityStore } from '../../security/security-store.ts';

const PREFIX = 'cluster:admin/xpack/security/user';

export function privilegeRoutes({ store }: Security): Route[] {
  return [
    ...['/_security/user/_has_privileges', '/_security/user/{username}/_has_privileges'].map(
      (path): Route => ({
        methods: ['GET', 'POST'],
        path,
        params: [],
        action: `${PREFIX}/has_privileges`,
        handler: (request) => hasPrivileges(request, store),
      }),
    ),
    {
      methods: ['GET'],
      path: '/_security/user/_privileges',
      params: [],
      action: `${PREFIX}/list_privileges`,
      handler: (request) => RestResponse.of(listPrivileges(request.caller as Principal)),
    },
  ];
}

function hasPrivileges(request: RestRequest, store: SecurityStore): RestResponse {
  const { permissions, username } = request.caller as Principal;
  const body = request.requiredObject();
  const known = ['cluster', 'index', 'application'];
  const stranger = [...body.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new SearchError(
      'x_content_parse_exception',
      `failed to parse privileges check [${username}]. unexpected field [${stranger}]`,
    );
  }
  if (known.every((name) => list(body.get(name)).length === 0)) {
    throw validationError(['must specify at least one privilege']);
  }
  let all = true;
  const judge = (granted: boolean): boolean => {
    all &&= granted;
    return granted;
  };
  const cluster: Record<string, Writable> = {};
  for (const name of list(body.get('cluster')).map(scalarText)) {
    cluster[name] = judge(permissions.hasClusterPrivilege(name));
  }
  const index = indexAnswers(permissions, list(body.get('index')), judge);
  const application = applicationAnswers(permissions, store, list(body.get('application')), judge);
  return RestResponse.of({ username, has_all_requested: all, cluster, index, application });
}

type Judge = (granted: boolean) => boolean;

function indexAnswers(permissions: Permissions, checks: readonly Json[], judge: Judge): Writable {
  const answers = new Map<string, Map<string, Writable>>();
  for (const check of checks.filter(isJsonObject)) {
    const restricted = check.get('allow_restricted_indices') === true;
    for (const name of names(check, 'names')) {
      const row = answers.get(name) ?? new Map<string, Writable>();
      for (const privilege of names(check, 'privileges')) {
        row.set(privilege, judge(permissions.hasIndexPrivilege(privilege, name, restricted)));
      }
      answers.set(name, row);
    }
  }
  return answers;
}

function applicationAnswers(
  permissions: Permissions,
  store: SecurityStore,
  checks: readonly Json[],
  judge: Judge,
): Writable {
  const answers = new Map<string, Map<string, Map<string, Writable>>>();
  for (const check of checks.filter(isJsonObject)) {
    const application = String(check.get('application'));
    const actionsOf = (name: string) => store.applications.get(application)?.get(name)?.actions;
    const resources = answers.get(application) ?? new Map<string, Map<string, Writable>>();
    answers.set(application, resources);
    for (const resource of names(check, 'resources')) {
      const row = resources.get(resource) ?? new Map<string, Writable>();
      resources.set(resource, row);
      for (const privilege of names(check, 'privileges')) {
        row.set(
          privilege,
          judge(permissions.hasApplicationPrivilege(application, privilege, resource, actionsOf)),
        );
      }
    }
  }
  return answers;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function names(check: JsonObject, field: string): string[] {
  return list(check.get(field)).map(scalarText);
}

/** What the caller's roles say, put together. */
function listPrivileges({ parts }: Principal): Writable {
  const roles: readonly Role[] = [...(parts.apiKey?.roleDescriptors ?? parts.roles).values()];
  const unique = (values: readonly string[]) => [...new Set(values)].sort();
  const indices = roles.flatMap((role) => roleJson(role).indices as Writable[]);
  const applications = roles.flatMap((role) => roleJson(role).applications as Writable[]);
  return {
    cluster: unique(roles.flatMap((role) => role.cluster)),
    global: roles.flatMap((role) => (role.global === undefined ? [] : [role.global])),
    indices,
    applications,
    run_as: unique(roles.flatMap((role) => role.runAs)),
  };
}
