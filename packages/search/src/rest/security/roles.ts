/** `_security/role`, `_security/privilege/_builtin` and the cache APIs. */
import { illegalArgument, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Writable } from '../../json/values.ts';
import { checkLicence } from '../../security/licence.ts';
import { CLUSTER_NAMES, INDEX_NAMES } from '../../security/privileges.ts';
import { RESERVED_ROLES } from '../../security/reserved.ts';
import { parseRole, roleJson } from '../../security/role-json.ts';
import type { Security } from '../../security/security.ts';
import type { NodeServices } from '../node-services.ts';

const PREFIX = 'cluster:admin/xpack/security';
const ROLE_NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,505}[\x21-\x7e])?$/;

export function roleRoutes(node: NodeServices, security: Security): Route[] {
  const { store } = security;
  return [
    ...['/_security/role', '/_security/role/{name}'].map(
      (path): Route => ({
        methods: ['GET'],
        path,
        params: [],
        action: `${PREFIX}/role/get`,
        handler: (request) => getRoles(security, request),
      }),
    ),
    {
      methods: ['PUT', 'POST'],
      path: '/_security/role/{name}',
      params: ['refresh'],
      action: `${PREFIX}/role/put`,
      handler: (request) => {
        const name = request.pathParam('name');
        if (name in RESERVED_ROLES) {
          throw validationError([`Role [${name}] is reserved and may not be used.`]);
        }
        if (!ROLE_NAME.test(name)) {
          throw validationError([
            'Role names must be at least 1 and no more than 507 characters. They can contain alphanumeric characters (a-z, A-Z, 0-9), spaces, punctuation, and printable symbols in the Basic Latin (ASCII) block. Leading or trailing whitespace is not allowed.',
          ]);
        }
        const created = !store.roles.has(name);
        const role = parseRole(name, request.requiredObject());
        checkLicence([role]);
        store.roles.set(name, role);
        store.save();
        return RestResponse.of({ role: { created } });
      },
    },
    {
      methods: ['DELETE'],
      path: '/_security/role/{name}',
      params: ['refresh'],
      action: `${PREFIX}/role/delete`,
      handler: (request) => {
        const name = request.pathParam('name');
        if (name in RESERVED_ROLES) {
          throw illegalArgument(`role [${name}] is reserved and cannot be deleted`);
        }
        const found = store.roles.delete(name);
        if (found) store.save();
        return RestResponse.of({ found }, found ? 200 : 404);
      },
    },
    {
      methods: ['GET'],
      path: '/_security/privilege/_builtin',
      params: [],
      action: `${PREFIX}/privilege/builtin/get`,
      handler: () => RestResponse.of({ cluster: CLUSTER_NAMES, index: INDEX_NAMES }),
    },
    ...cacheRoutes(node, security),
  ];
}

function cacheRoutes(node: NodeServices, security: Security): Route[] {
  const rows: readonly (readonly [string, string, string[]])[] = [
    ['/_security/realm/{realms}/_clear_cache', 'realm/cache/clear', ['usernames']],
    ['/_security/role/{name}/_clear_cache', 'roles/cache/clear', []],
    ['/_security/api_key/{ids}/_clear_cache', 'api_key/cache/clear', []],
    ['/_security/privilege/{application}/_clear_cache', 'privilege/cache/clear', []],
  ];
  return rows.map(([path, action, params]) => ({
    methods: ['POST'],
    path,
    params,
    action: `${PREFIX}/${action}`,
    handler: () => {
      security.clearCaches();
      return RestResponse.of({
        _nodes: { total: 1, successful: 1, failed: 0 },
        cluster_name: node.clusterName,
        nodes: { [node.identity.nodeId]: { name: node.nodeName } },
      });
    },
  }));
}

function getRoles({ store }: Security, request: RestRequest): RestResponse {
  const wanted = request.list('name');
  const names = wanted ?? [...Object.keys(RESERVED_ROLES), ...store.roles.keys()];
  const found = new Map<string, Writable>();
  for (const name of names) {
    const role = RESERVED_ROLES[name] ?? store.roles.get(name);
    if (role !== undefined) found.set(name, roleJson(role));
  }
  return RestResponse.of(found, wanted !== undefined && found.size === 0 ? 404 : 200);
}
