/** Who sent a request: Basic, ApiKey, and the key that only a reader of the data directory has. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthThrottle } from '@tandem/common/auth-throttle.ts';
import type { RequestHead } from '../http/request.ts';
import { CredentialCache } from './credential-cache.ts';
import { narrowsDocuments } from './licence.ts';
import type { ApiKey, Role, User } from './model.ts';
import { verifyPassword } from './password-hash.ts';
import { Principal } from './principal.ts';
import { RESERVED_ROLES, RESERVED_USERS } from './reserved.ts';
import { unauthenticated, unauthorizedRunAs } from './security-errors.ts';
import type { SecurityStore } from './security-store.ts';

/** Password checks at work at once; more wait, so that guessing cannot take the whole machine. */
const MAX_CHECKS = 4;
/** A hash nobody's password has, checked for users that do not exist: both answers take as long. */
const NOBODY = '$2a$10$PHhGooZCOHc1.YIpKMwfDuv11EakXAFWj1W/S2Rya.XiVGHKQ5VyC';
export const LOCAL_SCHEME = 'TandemLocal';

export class Authenticator {
  private readonly cache = new CredentialCache();
  private readonly throttle = new AuthThrottle();
  private checking = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly store: SecurityStore,
    /** Compared with what `TandemLocal` brings; see LocalAccess. */
    private readonly localToken: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws the 401 (or the 403 of a user who may not run as another). */
  async authenticate(head: RequestHead): Promise<Principal> {
    const principal = await this.sender(head);
    const runAs = head.headers['es-security-runas-user'];
    if (runAs === undefined || runAs === '') return principal;
    if (!principal.permissions.allowsRunAs(runAs)) {
      throw unauthorizedRunAs(principal, 'cluster:admin/xpack/security/user/authenticate', runAs);
    }
    const user = this.store.users.get(runAs);
    return this.userPrincipal(runAs, user?.enabled ? user : undefined, principal);
  }

  /** The user with this password, or the one they run as; throws as for a request of theirs. */
  async withPassword(
    username: string,
    password: string,
    head: RequestHead,
    runAs: string | undefined,
  ): Promise<Principal> {
    const token = Buffer.from(`${username}:${password}`).toString('base64');
    const headers = {
      authorization: `Basic ${token}`,
      ...(runAs === undefined ? {} : { 'es-security-runas-user': runAs }),
    };
    return this.authenticate({ ...head, headers });
  }

  /** Forgets every verified credential. */
  forget(): void {
    this.cache.clear();
  }

  private async sender(head: RequestHead): Promise<Principal> {
    const header = head.headers.authorization?.trim() ?? '';
    const [scheme = '', ...rest] = header.split(/\s+/);
    const value = rest.join(' ');
    switch (scheme.toLowerCase()) {
      case 'basic':
        return this.basic(value, head);
      case 'apikey':
        return this.apiKey(value, head);
      case LOCAL_SCHEME.toLowerCase():
        return this.local(value, head);
      case 'bearer':
        throw unauthenticated(
          'unable to authenticate with provided credentials and anonymous access is not allowed for this request',
        );
      default:
        throw unauthenticated(`missing authentication credentials for REST request [${head.uri}]`);
    }
  }

  private async basic(value: string, head: RequestHead): Promise<Principal> {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
      throw unauthenticated('invalid basic authentication header encoding');
    }
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) throw unauthenticated('invalid basic authentication header value');
    const username = text.slice(0, colon);
    const password = text.slice(colon + 1);
    const user = this.store.users.get(username);
    if (user !== undefined && this.cache.knows(username, password, user.hash) && user.enabled) {
      return this.userPrincipal(username, user);
    }
    const right = await this.check(password, user?.hash ?? NOBODY);
    if (user === undefined || !right || !user.enabled) {
      await this.slowDown(head);
      throw unauthenticated(
        `unable to authenticate user [${username}] for REST request [${head.uri}]`,
      );
    }
    this.throttle.succeeded(head.address);
    this.cache.remember(username, password, user.hash);
    return this.userPrincipal(username, user);
  }

  private async apiKey(value: string, head: RequestHead): Promise<Principal> {
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) throw unauthenticated('invalid ApiKey value');
    const id = text.slice(0, colon);
    const key = this.store.apiKeys.get(id);
    const complaint = this.apiKeyComplaint(id, key, text.slice(colon + 1));
    if (complaint !== undefined || key === undefined) {
      await this.slowDown(head);
      throw unauthenticated(
        'unable to authenticate with provided credentials and anonymous access is not allowed for this request',
        { additional_unsuccessful_credentials: `API key: ${complaint}` },
      );
    }
    this.throttle.succeeded(head.address);
    return new Principal({
      username: key.username,
      fullName: null,
      email: null,
      metadata: new Map(),
      realm: { name: '_es_api_key', type: '_es_api_key' },
      roleNames: [],
      roles: new Map(),
      apiKey: key,
    });
  }

  private apiKeyComplaint(id: string, key: ApiKey | undefined, secret: string): string | undefined {
    if (key === undefined) return `unable to find apikey with id ${id}`;
    if (key.invalidation !== null) return `api key [${id}] has been invalidated`;
    if (!sameText(apiKeyHash(secret), key.hash)) return `invalid credentials for API key [${id}]`;
    if (key.expiration !== null && key.expiration <= this.now()) return 'api key is expired';
    return undefined;
  }

  private async local(value: string, head: RequestHead): Promise<Principal> {
    if (!sameText(value, this.localToken)) {
      await this.slowDown(head);
      throw unauthenticated(`missing authentication credentials for REST request [${head.uri}]`);
    }
    const superuser = RESERVED_ROLES.superuser as Role;
    return new Principal({
      username: '_local',
      fullName: null,
      email: null,
      metadata: new Map(),
      realm: { name: '__local', type: '__local' },
      roleNames: ['superuser'],
      roles: new Map([['superuser', superuser]]),
    });
  }

  private userPrincipal(username: string, user: User | undefined, runBy?: Principal): Principal {
    const reserved = username in RESERVED_USERS;
    const roleNames = user?.roles ?? RESERVED_USERS[username]?.roles ?? [];
    const roles = new Map<string, Role>();
    for (const name of roleNames) {
      const role = RESERVED_ROLES[name] ?? this.store.roles.get(name);
      // A role that guards what the engine does not would show too much.
      if (role !== undefined && !narrowsDocuments(role)) roles.set(name, role);
    }
    return new Principal({
      username,
      fullName: user?.fullName ?? null,
      email: user?.email ?? null,
      metadata: reserved ? new Map([['_reserved', true]]) : (user?.metadata ?? new Map()),
      realm: reserved
        ? { name: 'reserved', type: 'reserved' }
        : { name: 'default_native', type: 'native' },
      roleNames,
      roles,
      ...(runBy === undefined ? {} : { runBy }),
    });
  }

  private async check(password: string, hash: string): Promise<boolean> {
    if (this.checking >= MAX_CHECKS) await new Promise<void>((go) => this.waiting.push(go));
    this.checking += 1;
    try {
      return await verifyPassword(password, hash);
    } catch {
      return false;
    } finally {
      this.checking -= 1;
      this.waiting.shift()?.();
    }
  }

  private async slowDown(head: RequestHead): Promise<void> {
    const delay = this.throttle.failed(head.address);
    if (delay > 0) await Bun.sleep(delay);
  }
}

/** The secret of an API key has 128 random bits: one fast hash is enough. */
export function apiKeyHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  return timingSafeEqual(left, createHash('sha256').update(b).digest());
}
