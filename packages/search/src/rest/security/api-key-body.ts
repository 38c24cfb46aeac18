/** Keys from request bodies, and as answers print them. */
import { randomBytes } from 'node:crypto';
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import { newUuid } from '../../node-identity.ts';
import { apiKeyHash } from '../../security/authenticator.ts';
import { checkLicence } from '../../security/licence.ts';
import type { ApiKey, Role } from '../../security/model.ts';
import type { Principal } from '../../security/principal.ts';
import { parseRole, roleJson } from '../../security/role-json.ts';
import type { SecurityStore } from '../../security/security-store.ts';
import { parseTime } from '../../settings/units.ts';

const FIELDS = ['name', 'expiration', 'role_descriptors', 'metadata'];

/** Makes a key for `owner` as the body asks, and the answer that tells its secret. */
export function createKey(store: SecurityStore, owner: Principal, body: JsonObject): Writable {
  const stranger = [...body.keys()].find((field) => !FIELDS.includes(field));
  if (stranger !== undefined) {
    throw new SearchError(
      'x_content_parse_exception',
      `[api_key_request] unknown field [${stranger}]`,
    );
  }
  const name = body.get('name');
  if (typeof name !== 'string' || name === '') throw validationError(['api key name is required']);
  const nameFault = nameComplaint(name);
  if (nameFault !== undefined) throw validationError([nameFault]);
  const roleDescriptors = readRoles(body.get('role_descriptors'));
  if (owner.isApiKey && !grantsNothing(roleDescriptors)) {
    throw illegalArgument(
      'creating derived api keys requires an explicit role descriptor that is empty (has no privileges)',
    );
  }
  const creation = Date.now();
  const expiration = body.get('expiration');
  const secret = randomBytes(16).toString('base64url');
  const key: ApiKey = {
    id: newUuid(),
    name,
    hash: apiKeyHash(secret),
    creation,
    expiration:
      typeof expiration === 'string' ? creation + parseTime(expiration, 'expiration') : null,
    invalidation: null,
    username: owner.username,
    realm: owner.parts.realm.name,
    roleDescriptors,
    limitedBy: limitsOf(owner),
    metadata: readMetadata(body.get('metadata')) ?? new Map(),
  };
  store.apiKeys.set(key.id, key);
  store.save();
  return {
    id: key.id,
    name,
    expiration: key.expiration ?? undefined,
    api_key: secret,
    encoded: Buffer.from(`${key.id}:${secret}`).toString('base64'),
  };
}

/** A key never does more than its owner could when it was made or changed. */
export function limitsOf(owner: Principal): ReadonlyMap<string, Role> {
  return owner.parts.apiKey?.limitedBy ?? owner.parts.roles;
}

/** Undefined when there is none; keys beginning with `_` are the engine's. */
export function readMetadata(value: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  if ([...value.keys()].some((name) => name.startsWith('_'))) {
    throw validationError(['API key metadata keys may not start with [_]']);
  }
  return value;
}

function nameComplaint(name: string): string | undefined {
  if (name.length > 256) return 'api key name may not be more than 256 characters long';
  if (name !== name.trim()) return 'api key name may not begin or end with whitespace';
  if (name.startsWith('_')) return 'api key name may not begin with an underscore';
  return undefined;
}

export function readRoles(value: Json | undefined): Map<string, Role> {
  const roles = new Map<string, Role>();
  if (!isJsonObject(value)) return roles;
  for (const [name, body] of value) {
    if (!isJsonObject(body)) {
      throw new SearchError(
        'parse_exception',
        `failed to parse role [${name}]. expected an object`,
      );
    }
    roles.set(name, parseRole(name, body));
  }
  checkLicence(roles.values());
  return roles;
}

function grantsNothing(roles: ReadonlyMap<string, Role>): boolean {
  return (
    roles.size > 0 &&
    [...roles.values()].every(
      (role) => role.cluster.length + role.indices.length + role.applications.length === 0,
    )
  );
}

export function apiKeyJson(key: ApiKey, withLimits: boolean): Record<string, Writable | undefined> {
  const roles = (map: ReadonlyMap<string, Role>): Writable =>
    new Map([...map].map(([name, role]) => [name, roleJson(role) as Writable]));
  return {
    id: key.id,
    name: key.name,
    type: 'rest',
    creation: key.creation,
    expiration: key.expiration ?? undefined,
    invalidated: key.invalidation !== null,
    invalidation: key.invalidation ?? undefined,
    username: key.username,
    realm: key.realm,
    metadata: key.metadata,
    role_descriptors: roles(key.roleDescriptors),
    limited_by: withLimits ? [roles(key.limitedBy)] : undefined,
  };
}
