/** The fields a text is looked for in: names with boosts and patterns. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { QueryContext } from '../context.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { matchingFields, resolveField } from '../fields/resolve.ts';

export interface FieldBoost {
  readonly field: SearchField;
  readonly boost: number;
}

export interface FieldSet {
  readonly fields: readonly FieldBoost[];
  /** All fields were meant: values that do not fit a type are no error. */
  readonly isAll: boolean;
}

/** Types that patterns reach. */
const SEARCHED = new Set([
  'boolean',
  'byte',
  'constant_keyword',
  'date',
  'date_nanos',
  'double',
  'flattened',
  'float',
  'half_float',
  'integer',
  'ip',
  'keyword',
  'long',
  'match_only_text',
  'scaled_float',
  'search_as_you_type',
  'short',
  'text',
  'unsigned_long',
  'wildcard',
]);

const MAX_FIELDS = 1024;

/** `title^2` as name and boost. */
export function splitBoost(spec: string): readonly [name: string, boost: number] {
  const caret = spec.lastIndexOf('^');
  if (caret <= 0) return [spec, 1];
  const boost = Number(spec.slice(caret + 1));
  if (Number.isNaN(boost)) {
    throw new SearchError(
      'number_format_exception',
      `For input string: "${spec.slice(caret + 1)}"`,
    );
  }
  return [spec.slice(0, caret), boost];
}

/** Fields of `specs`, or of `index.query.default_field` when there are none. */
export function fieldSet(context: QueryContext, specs: readonly string[]): FieldSet {
  const names = specs.length > 0 ? specs : defaultFields(context);
  const found = new Map<string, FieldBoost>();
  for (const spec of names) {
    const [name, boost] = splitBoost(spec);
    for (const field of named(context, name)) {
      const known = found.get(field.name);
      found.set(field.name, { field, boost: (known?.boost ?? 1) * boost });
    }
  }
  if (found.size > MAX_FIELDS) {
    throw illegalArgument(
      `field expansion matches too many fields, limit: ${MAX_FIELDS}, got: ${found.size}`,
    );
  }
  return { fields: [...found.values()], isAll: names.some((name) => splitBoost(name)[0] === '*') };
}

function named({ mapping }: QueryContext, name: string): SearchField[] {
  if (name.includes('*')) {
    return matchingFields(mapping, name).filter(
      ({ type, mapper }) => SEARCHED.has(type) && mapper?.value('index') !== false,
    );
  }
  const field = resolveField(mapping, name);
  return field === undefined ? [] : [field];
}

function defaultFields({ mapping }: QueryContext): readonly string[] {
  const given = mapping.context.indexSetting('query.default_field');
  if (given === undefined || given === null) return ['*'];
  return Array.isArray(given) ? given.map(String) : String(given).split(',');
}
