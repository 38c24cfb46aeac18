import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { NOTHING } from './field-kind.ts';
import { matchingFields, resolveField } from './resolve.ts';

/** Documents with a value in a field, in any field of an object, or in any that a pattern names. */
export function existsQuery(context: QueryContext, name: string): Query {
  const { mapping } = context;
  const single = resolveField(mapping, name);
  const fields = single !== undefined ? [single] : matchingFields(mapping, name);
  if (fields.length === 0 && mapping.objects.has(name)) {
    fields.push(...matchingFields(mapping, `${name}.*`));
  }
  const queries = fields
    .map(
      (field): Query =>
        field.kind.exists?.(field, context) ?? { kind: 'exists', field: field.path },
    )
    .filter(({ kind }) => kind !== 'match_none');
  if (queries.length === 0) return NOTHING;
  const [only] = queries;
  if (queries.length === 1 && only !== undefined) return { kind: 'constant', filter: only };
  return { kind: 'constant', filter: { kind: 'bool', should: queries } };
}
