/** The refusals: 401 with the schemes that would do, 403 with the privileges that would. */
import { SearchError } from '../errors/search-error.ts';
import { isRestricted } from './permissions.ts';
import type { Principal } from './principal.ts';
import { granting, isIndexAction } from './privileges.ts';

/** Bearer tokens need TLS in the reference, so that plain HTTP does not offer them. */
const CHALLENGES = ['Basic realm="security" charset="UTF-8"', 'ApiKey'];

export function unauthenticated(reason: string, details: Record<string, string> = {}): SearchError {
  return new SearchError('security_exception', reason, {
    status: 401,
    fields: details,
    headers: { 'WWW-Authenticate': CHALLENGES },
  });
}

export function unauthorized(
  principal: Principal,
  action: string,
  indices: readonly string[] = [],
): SearchError {
  const on = placesText(indices);
  const privileges = granting(action);
  const kind = isIndexAction(action) ? 'index' : 'cluster';
  const mend =
    privileges.length > 0
      ? `, this action is granted by the ${kind} privileges [${privileges.join(',')}]`
      : '';
  return new SearchError(
    'security_exception',
    `action [${action}] is unauthorized for ${principal.describe()}${on}${mend}`,
    { status: 403 },
  );
}

/** ` on indices [a,b]`; those that are the engine's own are named apart. */
function placesText(indices: readonly string[]): string {
  const plain = indices.filter((name) => !isRestricted(name));
  const restricted = indices.filter(isRestricted);
  const parts = [
    ...(plain.length > 0 ? [`indices [${plain.join(',')}]`] : []),
    ...(restricted.length > 0 ? [`restricted indices [${restricted.join(',')}]`] : []),
  ];
  return parts.length === 0 ? '' : ` on ${parts.join(' and ')}`;
}

export function unauthorizedRunAs(
  principal: Principal,
  action: string,
  username: string,
): SearchError {
  return new SearchError(
    'security_exception',
    `action [${action}] is unauthorized for ${principal.describe()}, because ${principal.describe().split(' with ')[0]} is unauthorized to run as [${username}]`,
    { status: 403 },
  );
}
