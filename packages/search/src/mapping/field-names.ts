/** Which names a document may give its fields. */
import { illegalArgument } from '../errors/search-error.ts';
import { documentError } from './document-errors.ts';
import { RESERVED_NAMES } from './metadata-fields.ts';

/** Throws for a name at the top of a document that is the engine's own. */
export function checkTopName(name: string, place: () => string): void {
  if (!RESERVED_NAMES.has(name)) return;
  throw documentError(
    place(),
    `Field [${name}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
  );
}

export function checkName(name: string): void {
  if (name.trim() !== '') return;
  throw illegalArgument(
    name === ''
      ? 'field name cannot be an empty string'
      : `field name cannot contain only whitespace: [${name}]`,
  );
}

/** The names that dots separate; throws when one of them is missing. */
export function dottedParts(name: string): string[] {
  const parts = name.split('.');
  if (!parts.includes('')) return parts;
  throw illegalArgument(
    /^\.+$/.test(name)
      ? 'field name cannot contain only dots'
      : `object field starting or ending with a [.] makes object resolution ambiguous: [${name}]`,
  );
}
