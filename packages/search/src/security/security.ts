/** Security of one node: the gate before every request, and the changes its APIs make. */
import type { Gate } from '../http/controller.ts';
import type { RequestHead, RestRequest } from '../http/request.ts';
import type { Route } from '../http/route.ts';
import { Authenticator } from './authenticator.ts';
import type { User } from './model.ts';
import { generatePassword, hashPassword } from './password-hash.ts';
import type { Principal } from './principal.ts';
import { isIndexAction } from './privileges.ts';
import { RESERVED_USERS } from './reserved.ts';
import { unauthorized } from './security-errors.ts';
import type { SecurityStore } from './security-store.ts';

/** What every authenticated user may ask about itself. */
const ALWAYS_ALLOWED = new Set([
  'cluster:admin/xpack/security/user/authenticate',
  'cluster:admin/xpack/security/user/has_privileges',
  'cluster:admin/xpack/security/user/list_privileges',
]);
const CHANGE_PASSWORD = 'cluster:admin/xpack/security/user/change_password';
/** Names that the metadata layer resolves: which of them are allowed is decided there. */
const PATTERN = /[*?,]|^_all$|^-|^</;

export class Security implements Gate {
  readonly store: SecurityStore;
  private readonly authenticator: Authenticator;

  constructor(store: SecurityStore, localToken: string) {
    this.store = store;
    this.authenticator = new Authenticator(store, localToken);
  }

  authenticate(head: RequestHead): Promise<Principal> {
    return this.authenticator.authenticate(head);
  }

  /** Whoever a grant is for; throws a 401 for a wrong password. */
  principalOf(
    username: string,
    password: string,
    head: RequestHead,
    runAs: unknown,
  ): Promise<Principal> {
    const other = typeof runAs === 'string' ? runAs : undefined;
    return this.authenticator.withPassword(username, password, head, other);
  }

  authorize(request: RestRequest, route: Route): void {
    const principal = request.caller as Principal;
    const { action } = route;
    if (ALWAYS_ALLOWED.has(action)) return;
    if (action === CHANGE_PASSWORD && changesOwn(request, principal)) return;
    if (!isIndexAction(action)) {
      if (!principal.permissions.allowsCluster(action)) throw unauthorized(principal, action);
      return;
    }
    this.authorizeIndices(
      principal,
      action,
      route.indices?.(request) ?? request.list('index') ?? [],
    );
  }

  /** Throws a 403 unless the action is allowed on each of the plain names. */
  authorizeIndices(principal: Principal, action: string, names: readonly string[]): void {
    const plain = names.filter((name) => !PATTERN.test(name));
    const refused = plain.filter((name) => !principal.permissions.allowsIndex(action, name));
    if (refused.length > 0) throw unauthorized(principal, action, refused);
    if (plain.length === 0 && !principal.permissions.allowsSomeIndex(action)) {
      throw unauthorized(principal, action);
    }
  }

  /** Forgets verified credentials, as the cache APIs ask. */
  clearCaches(): void {
    this.authenticator.forget();
  }

  /** Sets a password; a built-in user gets its entry with the first one. */
  async setPassword(username: string, password: string): Promise<void> {
    this.setHash(username, await hashPassword(password));
  }

  setHash(username: string, hash: string): void {
    const user = this.store.users.get(username) ?? builtInUser(username);
    this.store.users.set(username, { ...user, hash });
    this.store.save();
  }

  /**
   * Gives `elastic` its first password: the one from outside, or a generated one, which is
   * returned. Does nothing when it has one.
   */
  async bootstrap(given: string | undefined): Promise<string | undefined> {
    if (this.store.users.has('elastic')) return undefined;
    const password = given ?? generatePassword();
    await this.setPassword('elastic', password);
    return given === undefined ? password : undefined;
  }
}

export function builtInUser(username: string): User {
  return {
    username,
    hash: '',
    roles: RESERVED_USERS[username]?.roles ?? [],
    fullName: null,
    email: null,
    metadata: new Map([['_reserved', true]]),
    enabled: true,
  };
}

function changesOwn(request: RestRequest, principal: Principal): boolean {
  const username = request.param('username') ?? principal.username;
  return username === principal.username && !principal.isApiKey;
}
