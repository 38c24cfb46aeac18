import { illegalArgument } from '../errors/search-error.ts';
import type { Mapping } from './mapping.ts';

/** Limits of a mapping: setting name, default, what is counted against it, the complaint. */
interface Limit {
  readonly setting: string;
  readonly fallback: number;
  readonly measure: (mapping: Mapping, limit: number) => string | undefined;
}

const DEFAULT_FIELDS = 1000;

const LIMITS: readonly Limit[] = [
  {
    setting: 'mapping.total_fields.limit',
    fallback: DEFAULT_FIELDS,
    measure: (mapping, limit) =>
      totalFields(mapping) > limit
        ? `Limit of total fields [${limit}] has been exceeded`
        : undefined,
  },
  {
    setting: 'mapping.depth.limit',
    fallback: 20,
    measure: ({ objects }, limit) => {
      for (const path of objects.keys()) {
        if (path.split('.').length + 1 > limit) {
          return `Limit of mapping depth [${limit}] has been exceeded due to object field [${path}]`;
        }
      }
      return undefined;
    },
  },
  {
    setting: 'mapping.nested_fields.limit',
    fallback: 50,
    measure: ({ objects }, limit) =>
      [...objects.values()].filter(({ isNested }) => isNested).length > limit
        ? `Limit of nested fields [${limit}] has been exceeded`
        : undefined,
  },
  {
    setting: 'mapping.field_name_length.limit',
    fallback: Number.MAX_SAFE_INTEGER,
    measure: ({ fields, objects }, limit) => {
      for (const { name } of [...fields.values(), ...objects.values()]) {
        if (name.length > limit) {
          return `Field name [${name}] is longer than the limit of [${limit}] characters`;
        }
      }
      return undefined;
    },
  },
];

/** Throws illegal_argument when so many new fields are more than the index allows. */
export function checkNewFields(mapping: Mapping, added: number): void {
  const given = mapping.context.indexSetting('mapping.total_fields.limit');
  const limit = given === undefined ? DEFAULT_FIELDS : Number(given);
  if (totalFields(mapping) + added <= limit) return;
  throw illegalArgument(
    `Limit of total fields [${limit}] has been exceeded while adding new fields [${added}]`,
  );
}

function totalFields({ fields, objects, options }: Mapping): number {
  return fields.size + objects.size + (options.runtime?.size ?? 0);
}

/** Throws illegal_argument when a mapping is larger than its index allows. */
export function checkLimits(mapping: Mapping): void {
  for (const { setting, fallback, measure } of LIMITS) {
    const given = mapping.context.indexSetting(setting);
    const complaint = measure(mapping, given === undefined ? fallback : Number(given));
    if (complaint !== undefined) throw illegalArgument(complaint);
  }
}
