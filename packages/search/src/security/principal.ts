import type { SearchError } from '../errors/search-error.ts';
import type { Caller } from '../http/request.ts';
import type { JsonObject } from '../json/values.ts';
import type { ApiKey, Role } from './model.ts';
import { Permissions } from './permissions.ts';
import { unauthorized } from './security-errors.ts';

export interface PrincipalParts {
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly metadata: JsonObject;
  readonly realm: { readonly name: string; readonly type: string };
  /** As assigned; those that exist are in `roles`. */
  readonly roleNames: readonly string[];
  readonly roles: ReadonlyMap<string, Role>;
  readonly apiKey?: ApiKey;
  /** Whoever sent the request on behalf of this user. */
  readonly runBy?: Principal;
}

/** An authenticated user or API key. */
export class Principal implements Caller {
  readonly parts: PrincipalParts;
  readonly permissions: Permissions;

  constructor(parts: PrincipalParts) {
    this.parts = parts;
    const { apiKey } = parts;
    this.permissions =
      apiKey === undefined
        ? new Permissions([[...parts.roles.values()]])
        : new Permissions(
            [apiKey.roleDescriptors, apiKey.limitedBy]
              .filter((roles, i) => i > 0 || roles.size > 0)
              .map((roles) => [...roles.values()]),
          );
  }

  get username(): string {
    return this.parts.username;
  }

  get isApiKey(): boolean {
    return this.parts.apiKey !== undefined;
  }

  allowsIndex(action: string, index: string): boolean {
    return this.permissions.allowsIndex(action, index);
  }

  refusal(action: string, indices: readonly string[]): SearchError {
    return unauthorized(this, action, indices);
  }

  /** `user [bob] with effective roles [a,b]`, as a refusal names it. */
  describe(): string {
    const { apiKey, roleNames, roles, username } = this.parts;
    if (apiKey !== undefined) return `API key id [${apiKey.id}] of user [${username}]`;
    const effective = [...roles.keys()].sort();
    const missing = roleNames.filter((name) => !roles.has(name));
    const lost =
      missing.length > 0 ? ` (assigned roles [${missing.join(',')}] were not found)` : '';
    return `user [${username}] with effective roles [${effective.join(',')}]${lost}`;
  }
}
