/** Which names indices and aliases may have, with the reference's complaints. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';

const MAX_NAME_BYTES = 255;
const FORBIDDEN = ['\\', '/', '*', '?', '"', '<', '>', '|', ' ', ','];
const FORBIDDEN_TEXT = `[${FORBIDDEN.map((char) => `'${char}'`).join(',')}]`;

/** Throws an invalid_index_name_exception unless an index may be called so. */
export function checkIndexName(name: string): void {
  const complaint =
    nameComplaint(name) ?? (name === name.toLowerCase() ? undefined : 'must be lowercase');
  if (complaint !== undefined) throw invalidIndexName(name, complaint);
}

export function invalidIndexName(name: string, complaint: string): SearchError {
  return new SearchError(
    'invalid_index_name_exception',
    `Invalid index name [${name}], ${complaint}`,
    {
      fields: { index_uuid: '_na_', index: name },
    },
  );
}

/** Throws an invalid_alias_name_exception unless an alias may be called so. */
export function checkAliasName(name: string): void {
  if (name === '') throw illegalArgument('alias name is required');
  const complaint = nameComplaint(name);
  if (complaint === undefined) return;
  throw new SearchError(
    'invalid_alias_name_exception',
    `Invalid alias name [${name}]: ${complaint}`,
  );
}

function nameComplaint(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (FORBIDDEN.some((char) => name.includes(char))) {
    return `must not contain the following characters ${FORBIDDEN_TEXT}`;
  }
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (/^[_+-]/.test(name)) return "must not start with '_', '-', or '+'";
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_NAME_BYTES) return `index name is too long, (${bytes} > ${MAX_NAME_BYTES})`;
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  return undefined;
}

export function indexNotFound(name: string | null): SearchError {
  return new SearchError('index_not_found_exception', `no such index [${name}]`, {
    fields: {
      'resource.type': 'index_or_alias',
      'resource.id': name,
      index_uuid: '_na_',
      index: name,
    },
  });
}

/** Whether a name has the form of a pattern. */
export function isPattern(name: string): boolean {
  return name.includes('*');
}

const compiled = new Map<string, RegExp>();
const MAX_COMPILED = 1000;

/** A test for a `*` pattern. */
export function patternTest(pattern: string): (name: string) => boolean {
  let regexp = compiled.get(pattern);
  if (regexp === undefined) {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    regexp = new RegExp(`^${parts.join('.*')}$`, 's');
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(pattern, regexp);
  }
  const test = regexp;
  return (name) => test.test(name);
}
