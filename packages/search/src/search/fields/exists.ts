import { FIELD_NAMES } from '../../mapping/types/common.ts';
import type { Query } from '../../query/query.ts';
import type { QueryContext } from '../context.ts';
import { NOTHING, type SearchField, utf8 } from './field-kind.ts';
import { matchingFields, resolveField } from './resolve.ts';

const NAMED: ReadonlySet<string> = new Set(['text', 'match_only_text', 'binary']);

/** Values that leave no trace but the name of their field. */
function byName({ type, path }: SearchField, { searcher }: QueryContext): Query[] {
  if (!NAMED.has(type)) return [];
  const hasNames = searcher.views.some(({ segment }) => segment.field(FIELD_NAMES) !== undefined);
  return hasNames ? [{ kind: 'terms', field: FIELD_NAMES, terms: [utf8(path)] }] : [];
}

/** Documents with a value in a field, in any field of an object, or in any that a pattern names. */
export function existsQuery(context: QueryContext, name: string): Query {
  const { mapping } = context;
  const single = resolveField(mapping, name);
  const fields = single !== undefined ? [single] : matchingFields(mapping, name);
  if (fields.length === 0 && mapping.objects.has(name)) {
    fields.push(...matchingFields(mapping, `${name}.*`));
  }
  const queries = fields
    .flatMap((field) => [
      field.kind.exists?.(field, context) ?? ({ kind: 'exists', field: field.path } as const),
      ...byName(field, context),
    ])
    .filter(({ kind }) => kind !== 'match_none');
  if (queries.length === 0) return NOTHING;
  const [only] = queries;
  if (queries.length === 1 && only !== undefined) return { kind: 'constant', filter: only };
  return { kind: 'constant', filter: { kind: 'bool', should: queries } };
}
