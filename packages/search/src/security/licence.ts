/** What the basic licence leaves out. */
import { SearchError } from '../errors/search-error.ts';
import type { IndexGrant, Role } from './model.ts';

const FEATURE = 'field and document level security';

/** Whether a role shows only some documents or fields: a feature of other licences. */
export function narrowsDocuments(role: Role): boolean {
  return role.indices.some(narrows);
}

function narrows({ query, fieldSecurity }: IndexGrant): boolean {
  if (query !== undefined && query !== '') return true;
  if (fieldSecurity === undefined) return false;
  const except = fieldSecurity.get('except');
  const grant = fieldSecurity.get('grant');
  const grantsAll = grant === undefined || [grant].flat().includes('*');
  return !grantsAll || (Array.isArray(except) && except.length > 0);
}

/**
 * Throws for roles that would show less than the engine does: better none than one that is thought
 * to guard what it does not.
 */
export function checkLicence(roles: Iterable<Role>): void {
  for (const role of roles) if (narrowsDocuments(role)) throw nonCompliant();
}

function nonCompliant(): SearchError {
  return new SearchError(
    'security_exception',
    `current license is non-compliant for [${FEATURE}]`,
    { status: 403, fields: { 'license.expired.feature': FEATURE } },
  );
}
