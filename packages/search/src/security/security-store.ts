/**
 * Users, roles and API keys on disk. `_security/security.json` (0600) in the data directory:
 *
 *   {"format": 1,
 *    "users":    {name: {"hash", "roles", "full_name", "email", "metadata", "enabled"}},
 *    "roles":    {name: role as the API prints it},
 *    "api_keys": {id: {"name", "hash", "creation", "expiration", "invalidation", "username", "realm",
 *                      "role_descriptors", "limited_by", "metadata"}},
 *    "applications": {application: {name: {"actions", "metadata"}}}}
 *
 * Built-in users appear once they have a password. The file is small and replaced as a whole.
 */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';
import { readIfThere, replaceFile } from '../files.ts';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../json/values.ts';
import type { ApiKey, ApplicationPrivilege, Role, User } from './model.ts';
import { parseRole, roleJson } from './role-json.ts';

const FORMAT = 1;

export class SecurityStore {
  readonly users = new Map<string, User>();
  readonly roles = new Map<string, Role>();
  readonly apiKeys = new Map<string, ApiKey>();
  /** By application, then by name. */
  readonly applications = new Map<string, Map<string, ApplicationPrivilege>>();
  private readonly path: string;

  /** True when there was no file: this is the node's first start. */
  readonly isNew: boolean;

  constructor(dataDir: string) {
    this.path = join(dataDir, '_security', 'security.json');
    this.isNew = !existsSync(this.path);
    const text = readIfThere(this.path);
    if (text !== undefined) {
      chmodSync(this.path, 0o600);
      this.load(text);
    }
  }

  /** Makes what is in memory durable; every change ends with it, before it is acknowledged. */
  save(): void {
    const value: Writable = {
      format: FORMAT,
      users: new Map([...this.users].map(([name, user]) => [name, userJson(user)])),
      roles: new Map([...this.roles].map(([name, role]) => [name, roleJson(role)])),
      api_keys: new Map([...this.apiKeys].map(([id, key]) => [id, apiKeyJson(key)])),
      applications: new Map(
        [...this.applications].map(([name, privileges]) => [name, applicationJson(privileges)]),
      ),
    };
    replaceFile(this.path, `${jsonText(value)}\n`);
  }

  private load(text: string): void {
    try {
      const root = object(parseJson(text));
      if (root.get('format') !== FORMAT) throw new Error(`format ${String(root.get('format'))}`);
      for (const [name, value] of object(root.get('users')))
        this.users.set(name, readUser(name, object(value)));
      for (const [name, value] of object(root.get('roles')))
        this.roles.set(name, parseRole(name, object(value)));
      for (const [id, value] of object(root.get('api_keys')))
        this.apiKeys.set(id, readApiKey(id, object(value)));
      for (const [name, value] of object(root.get('applications') ?? new Map())) {
        this.applications.set(name, readApplication(object(value)));
      }
    } catch (cause) {
      throw new UserError(
        `[${this.path}] is damaged (${cause instanceof Error ? cause.message : String(cause)}): restore it from a backup.`,
        1,
        { cause },
      );
    }
  }
}

function object(value: Json | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error('an object is missing');
}

function userJson(user: User): Writable {
  return {
    hash: user.hash,
    roles: [...user.roles],
    full_name: user.fullName,
    email: user.email,
    metadata: user.metadata,
    enabled: user.enabled,
  };
}

function readUser(username: string, value: JsonObject): User {
  return {
    username,
    hash: String(value.get('hash')),
    roles: (value.get('roles') as string[]) ?? [],
    fullName: (value.get('full_name') as string | null) ?? null,
    email: (value.get('email') as string | null) ?? null,
    metadata: object(value.get('metadata')),
    enabled: value.get('enabled') !== false,
  };
}

function apiKeyJson(key: ApiKey): Writable {
  const roles = (map: ReadonlyMap<string, Role>) =>
    new Map([...map].map(([name, role]) => [name, roleJson(role) as Writable]));
  return {
    name: key.name,
    hash: key.hash,
    creation: key.creation,
    expiration: key.expiration,
    invalidation: key.invalidation,
    username: key.username,
    realm: key.realm,
    role_descriptors: roles(key.roleDescriptors),
    limited_by: roles(key.limitedBy),
    metadata: key.metadata,
  };
}

function readApiKey(id: string, value: JsonObject): ApiKey {
  const roles = (name: string) =>
    new Map(
      [...object(value.get(name))].map(([role, body]) => [role, parseRole(role, object(body))]),
    );
  return {
    id,
    name: String(value.get('name')),
    hash: String(value.get('hash')),
    creation: value.get('creation') as number,
    expiration: value.get('expiration') as number | null,
    invalidation: value.get('invalidation') as number | null,
    username: String(value.get('username')),
    realm: String(value.get('realm')),
    roleDescriptors: roles('role_descriptors'),
    limitedBy: roles('limited_by'),
    metadata: object(value.get('metadata')),
  };
}

function applicationJson(privileges: ReadonlyMap<string, ApplicationPrivilege>): Writable {
  return new Map(
    [...privileges].map(([name, { actions, metadata }]) => [
      name,
      { actions: [...actions], metadata },
    ]),
  );
}

function readApplication(value: JsonObject): Map<string, ApplicationPrivilege> {
  return new Map(
    [...value].map(([name, body]) => [
      name,
      {
        actions: object(body).get('actions') as string[],
        metadata: object(object(body).get('metadata')),
      },
    ]),
  );
}
