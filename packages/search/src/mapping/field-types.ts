// A table: every field type by name.
import type { FieldType } from './field-type.ts';
import { BOOLEAN } from './types/boolean.ts';
import { DATE, DATE_NANOS } from './types/date.ts';
import { KEYWORD } from './types/keyword.ts';
import { NUMERIC } from './types/numeric.ts';
import { TEXT } from './types/text.ts';

const ALL: readonly FieldType[] = [TEXT, KEYWORD, ...NUMERIC, DATE, DATE_NANOS, BOOLEAN];

export const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map(
  ALL.map((type) => [type.name, type]),
);
