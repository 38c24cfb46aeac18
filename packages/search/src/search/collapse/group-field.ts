import { illegalArgument } from '../../errors/search-error.ts';
import type { Query } from '../../query/query.ts';
import type { SortField, SortValue } from '../../query/sort-key.ts';
import type { QueryContext } from '../context.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';

const NUMBERS = new Set([
  'long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'half_float',
  'scaled_float',
  'date',
  'boolean',
  'unsigned_long',
]);

/** The field that hits are collapsed by; throws when it cannot be. */
export function groupField(context: QueryContext, name: string): SearchField {
  const field = resolveField(context.mapping, name);
  if (field === undefined) {
    throw illegalArgument(`no mapping found for \`${name}\` in order to collapse on`);
  }
  if (field.type !== 'keyword' && !NUMBERS.has(field.type)) {
    throw illegalArgument(
      `collapse is not supported for the field [${name}] of the type [${field.type}]`,
    );
  }
  if (field.mapper?.value('doc_values') === false) {
    throw illegalArgument(`cannot collapse on field \`${name}\` without \`doc_values\``);
  }
  return field;
}

export function groupSort(field: SearchField): SortField {
  return { field: field.path, order: 'asc' };
}

/** The documents of one group. */
export function groupQuery(field: SearchField, value: SortValue, context: QueryContext): Query {
  if (value === null) {
    return { kind: 'bool', mustNot: [{ kind: 'exists', field: field.path }] };
  }
  return field.kind.term(field, value, context);
}
