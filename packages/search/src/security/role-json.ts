/** Roles as JSON: in request bodies, in answers, in the store's file. */
import { SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../json/values.ts';
import type { ApplicationGrant, IndexGrant, Role } from './model.ts';
import { CLUSTER_NAMES, clusterPrivilege, INDEX_NAMES, indexPrivilege } from './privileges.ts';

const INDEX_FIELDS = ['names', 'privileges', 'field_security', 'query', 'allow_restricted_indices'];

/** Reads a role; throws what the reference answers for unknown fields and privileges. */
export function parseRole(name: string, body: JsonObject): Role {
  let cluster: string[] = [];
  let indices: IndexGrant[] = [];
  let applications: ApplicationGrant[] = [];
  let runAs: string[] = [];
  let metadata: JsonObject = new Map();
  let global: Json | undefined;
  for (const [field, value] of body) {
    switch (field) {
      case 'cluster':
        cluster = strings(name, field, value);
        break;
      case 'indices':
      case 'index':
        indices = objects(name, field, value).map((item) => parseIndexGrant(name, item));
        break;
      case 'applications':
        applications = objects(name, field, value).map((item) => parseApplication(name, item));
        break;
      case 'run_as':
        runAs = strings(name, field, value);
        break;
      case 'metadata':
        if (!isJsonObject(value)) throw roleError(name, field, 'expected an object');
        metadata = value;
        break;
      case 'global':
        global = value;
        break;
      case 'transient_metadata':
      case 'remote_indices':
        break;
      default:
        throw new SearchError(
          'parse_exception',
          `failed to parse role [${name}]. unexpected field [${field}]`,
        );
    }
  }
  checkPrivileges(cluster, indices);
  return {
    cluster,
    indices,
    applications,
    runAs,
    metadata,
    ...(global === undefined ? {} : { global }),
  };
}

function parseIndexGrant(name: string, body: JsonObject): IndexGrant {
  for (const field of body.keys()) {
    if (INDEX_FIELDS.includes(field)) continue;
    throw new SearchError(
      'parse_exception',
      `failed to parse indices privileges for role [${name}]. unexpected field [${field}]`,
    );
  }
  for (const required of ['names', 'privileges']) {
    if (body.has(required)) continue;
    throw new SearchError(
      'parse_exception',
      `failed to parse indices privileges for role [${name}]. missing required [${required}] field`,
    );
  }
  const security = body.get('field_security');
  const query = body.get('query');
  return {
    names: strings(name, 'names', body.get('names') as Json),
    privileges: strings(name, 'privileges', body.get('privileges') as Json),
    allowRestrictedIndices: body.get('allow_restricted_indices') === true,
    ...(isJsonObject(security) ? { fieldSecurity: security } : {}),
    ...(typeof query === 'string' ? { query } : {}),
  };
}

function parseApplication(name: string, body: JsonObject): ApplicationGrant {
  const application = body.get('application');
  if (typeof application !== 'string') throw roleError(name, 'application', 'expected a string');
  return {
    application,
    privileges: strings(name, 'privileges', body.get('privileges') ?? []),
    resources: strings(name, 'resources', body.get('resources') ?? []),
  };
}

function strings(role: string, field: string, value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw roleError(role, field, 'expected a string or an array of strings');
}

function objects(role: string, field: string, value: Json): JsonObject[] {
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw roleError(role, field, 'expected an array of objects');
}

function roleError(role: string, field: string, expected: string): SearchError {
  return new SearchError(
    'parse_exception',
    `failed to parse role [${role}]. could not parse [${field}] privileges: ${expected}`,
  );
}

function checkPrivileges(cluster: readonly string[], indices: readonly IndexGrant[]): void {
  const badCluster = cluster.find((name) => clusterPrivilege(name) === undefined);
  if (badCluster !== undefined) {
    throw unknownPrivilege('cluster', badCluster, CLUSTER_NAMES, 'cluster');
  }
  const badIndex = indices
    .flatMap((grant) => grant.privileges)
    .find((name) => indexPrivilege(name) === undefined);
  if (badIndex !== undefined) throw unknownPrivilege('index', badIndex, INDEX_NAMES, 'indices');
}

function unknownPrivilege(
  kind: string,
  name: string,
  known: readonly string[],
  actions: string,
): SearchError {
  const what = kind === 'cluster' ? 'predefined fixed cluster' : 'predefined fixed indices';
  return new SearchError(
    'action_request_validation_exception',
    `Validation Failed: 1: unknown ${kind} privilege [${name}]. a privilege must be either one of the ${what} privileges [${known.join(',')}] or a pattern over one of the available ${actions === 'cluster' ? 'cluster' : 'index'} actions;`,
  );
}

/** A role as `GET _security/role` prints it, and as the store keeps it. */
export function roleJson(role: Role): Record<string, Writable> {
  return {
    cluster: [...role.cluster],
    ...(role.global === undefined ? {} : { global: role.global }),
    indices: role.indices.map((grant) => ({
      names: [...grant.names],
      privileges: [...grant.privileges],
      field_security: grant.fieldSecurity,
      query: grant.query,
      allow_restricted_indices: grant.allowRestrictedIndices,
    })),
    applications: role.applications.map((grant) => ({
      application: grant.application,
      privileges: [...grant.privileges],
      resources: [...grant.resources],
    })),
    run_as: [...role.runAs],
    metadata: role.metadata,
    transient_metadata: { enabled: true },
  };
}
