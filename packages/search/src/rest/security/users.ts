/** `_security/user`: users, their passwords, and who is asking. */
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import type { User } from '../../security/model.ts';
import { hashPassword, isPasswordHash } from '../../security/password-hash.ts';
import type { Principal } from '../../security/principal.ts';
import { RESERVED_USERS } from '../../security/reserved.ts';
import { builtInUser, type Security } from '../../security/security.ts';

const PREFIX = 'cluster:admin/xpack/security/user';
const MIN_PASSWORD = 6;
const USERNAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,505}[\x21-\x7e])?$/;
const isReserved = (username: string) => username in RESERVED_USERS;

export function userRoutes(security: Security): Route[] {
  const { store } = security;
  return [
    {
      methods: ['GET'],
      path: '/_security/_authenticate',
      params: [],
      action: `${PREFIX}/authenticate`,
      handler: (request) => RestResponse.of(authenticateJson(request.caller as Principal)),
    },
    ...['/_security/user', '/_security/user/{username}'].map(
      (path): Route => ({
        methods: ['GET'],
        path,
        params: ['with_profile_uid'],
        action: `${PREFIX}/get`,
        handler: (request) => getUsers(security, request),
      }),
    ),
    {
      methods: ['PUT', 'POST'],
      path: '/_security/user/{username}',
      params: ['refresh'],
      action: `${PREFIX}/put`,
      handler: (request) => putUser(security, request),
    },
    {
      methods: ['DELETE'],
      path: '/_security/user/{username}',
      params: ['refresh'],
      action: `${PREFIX}/delete`,
      handler: (request) => {
        const username = request.pathParam('username');
        if (isReserved(username))
          throw illegalArgument(`user [${username}] is reserved and cannot be deleted`);
        const found = store.users.delete(username);
        if (found) store.save();
        return RestResponse.of({ found }, found ? 200 : 404);
      },
    },
    ...['/_security/user/_password', '/_security/user/{username}/_password'].map(
      (path): Route => ({
        methods: ['PUT', 'POST'],
        path,
        params: ['refresh'],
        action: `${PREFIX}/change_password`,
        handler: (request) => changePassword(security, request),
      }),
    ),
    ...(['_enable', '_disable'] as const).map(
      (word): Route => ({
        methods: ['PUT', 'POST'],
        path: `/_security/user/{username}/${word}`,
        params: ['refresh'],
        action: `${PREFIX}/set_enabled`,
        handler: (request) => setEnabled(security, request, word === '_enable'),
      }),
    ),
  ];
}

function authenticateJson({ parts }: Principal): Writable {
  const { apiKey, realm } = parts;
  const sender = parts.runBy?.parts.realm ?? realm;
  return {
    username: parts.username,
    roles: [...parts.roleNames],
    full_name: parts.fullName,
    email: parts.email,
    metadata: parts.metadata,
    enabled: true,
    authentication_realm: { name: sender.name, type: sender.type },
    lookup_realm: { name: realm.name, type: realm.type },
    authentication_type: apiKey === undefined ? 'realm' : 'api_key',
    api_key: apiKey === undefined ? undefined : { id: apiKey.id, name: apiKey.name },
  };
}

function userJson(user: User): Writable {
  return {
    username: user.username,
    roles: [...user.roles],
    full_name: user.fullName,
    email: user.email,
    metadata: user.metadata,
    enabled: user.enabled,
  };
}

function getUsers({ store }: Security, request: RestRequest): RestResponse {
  const wanted = request.list('username');
  const names = wanted ?? [...new Set([...Object.keys(RESERVED_USERS), ...store.users.keys()])];
  const found = new Map<string, Writable>();
  for (const name of names) {
    const user = store.users.get(name) ?? (isReserved(name) ? builtInUser(name) : undefined);
    if (user !== undefined) found.set(name, userJson(user));
  }
  return RestResponse.of(found, wanted !== undefined && found.size === 0 ? 404 : 200);
}

async function putUser(security: Security, request: RestRequest): Promise<RestResponse> {
  const { store } = security;
  const username = request.pathParam('username');
  const fields = readUserFields(username, request.requiredObject());
  const before = store.users.get(username);
  const complaints: string[] = [];
  if (isReserved(username)) {
    complaints.push(`user [${username}] is reserved and only the password can be changed`);
  } else if (!USERNAME.test(username)) {
    complaints.push(
      'Usernames must be at least 1 and no more than 507 characters. They can contain alphanumeric characters (a-z, A-Z, 0-9), spaces, punctuation, and printable symbols in the Basic Latin (ASCII) block. Leading or trailing whitespace is not allowed.',
    );
  }
  if (fields.roles === undefined) complaints.push('roles are missing');
  if (fields.password === undefined && fields.hash === undefined && before === undefined) {
    complaints.push('password must be specified unless you are updating an existing user');
  }
  if (complaints.length > 0) throw validationError(complaints);
  const hash = await newHash(fields);
  store.users.set(username, {
    username,
    hash: hash ?? (before as User).hash,
    roles: fields.roles as string[],
    fullName: fields.fullName ?? null,
    email: fields.email ?? null,
    metadata: fields.metadata ?? new Map(),
    enabled: fields.enabled ?? true,
  });
  store.save();
  return RestResponse.of({ created: before === undefined });
}

interface UserFields {
  password?: string;
  hash?: string;
  roles?: string[];
  fullName?: string | null;
  email?: string | null;
  metadata?: JsonObject;
  enabled?: boolean;
}

function readUserFields(username: string, body: JsonObject): UserFields {
  const fields: UserFields = {};
  for (const [name, value] of body) {
    switch (name) {
      case 'username':
        if (value !== username) {
          throw illegalArgument(
            `[username] in source does not match the username provided [${username}]`,
          );
        }
        break;
      case 'password':
        fields.password = text(name, value);
        break;
      case 'password_hash':
        fields.hash = text(name, value);
        break;
      case 'roles':
        fields.roles = typeof value === 'string' ? value.split(',') : texts(name, value);
        break;
      case 'full_name':
        fields.fullName = value === null ? null : text(name, value);
        break;
      case 'email':
        fields.email = value === null ? null : text(name, value);
        break;
      case 'metadata':
        if (!isJsonObject(value)) throw unexpected(name, 'an object');
        fields.metadata = value;
        break;
      case 'enabled':
        if (typeof value !== 'boolean') throw unexpected(name, 'a boolean');
        fields.enabled = value;
        break;
      default:
        throw new SearchError(
          'parse_exception',
          `failed to parse add user request. unexpected field [${name}]`,
        );
    }
  }
  return fields;
}

function unexpected(field: string, wanted: string): SearchError {
  return new SearchError('parse_exception', `expected field [${field}] to be ${wanted}`);
}

function text(field: string, value: Json): string {
  if (typeof value !== 'string') throw unexpected(field, 'a string');
  return value;
}

function texts(field: string, value: Json): string[] {
  if (!Array.isArray(value)) throw unexpected(field, 'an array of strings');
  return value.map((item) => text(field, item));
}

/** The hash to store, from a password or given as such; undefined when neither is there. */
async function newHash({ password, hash }: UserFields): Promise<string | undefined> {
  if (password !== undefined && hash !== undefined) {
    throw validationError(['password_hash has already been set']);
  }
  if (hash !== undefined) {
    if (!isPasswordHash(hash)) {
      throw illegalArgument(
        'The provided password hash is not a hash or it could not be resolved to a supported hash algorithm. The supported password hash algorithms are [bcrypt, pbkdf2, pbkdf2_stretch]',
      );
    }
    return hash;
  }
  if (password === undefined) return undefined;
  if (password.length < MIN_PASSWORD) {
    throw validationError([`passwords must be at least [${MIN_PASSWORD}] characters long`]);
  }
  return hashPassword(password);
}

async function changePassword(security: Security, request: RestRequest): Promise<RestResponse> {
  const username = request.param('username') ?? (request.caller as Principal).username;
  const fields: UserFields = {};
  for (const [name, value] of request.requiredObject()) {
    if (name === 'password') fields.password = text(name, value);
    else if (name === 'password_hash') fields.hash = text(name, value);
    else {
      throw new SearchError(
        'parse_exception',
        `failed to parse change password request. unexpected field [${name}]`,
      );
    }
  }
  if (!isReserved(username) && !security.store.users.has(username)) {
    throw validationError(['user must exist in order to change password']);
  }
  const hash = await newHash(fields);
  if (hash === undefined) throw validationError(['password hash is missing']);
  security.setHash(username, hash);
  return RestResponse.of({});
}

function setEnabled(security: Security, request: RestRequest, enabled: boolean): RestResponse {
  const { store } = security;
  const username = request.pathParam('username');
  if (username === (request.caller as Principal).username) {
    throw illegalArgument('users may not update the enabled status of their own account');
  }
  const user =
    store.users.get(username) ?? (isReserved(username) ? builtInUser(username) : undefined);
  if (user === undefined) {
    throw validationError([`only existing users can be ${enabled ? 'enabled' : 'disabled'}`]);
  }
  store.users.set(username, { ...user, enabled });
  store.save();
  return RestResponse.of({});
}
