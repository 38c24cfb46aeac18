// A table: every field type by name. `object` and `nested` are no fields and stand in mapper.ts.
import type { FieldType } from './field-type.ts';
import { ALIAS } from './types/alias.ts';
import { BINARY } from './types/binary.ts';
import { BOOLEAN } from './types/boolean.ts';
import { COMPLETION } from './types/completion.ts';
import { CONSTANT_KEYWORD } from './types/constant-keyword.ts';
import { DATE, DATE_NANOS } from './types/date.ts';
import { DENSE_VECTOR } from './types/dense-vector.ts';
import { FLATTENED } from './types/flattened.ts';
import { GEO_POINT } from './types/geo-point.ts';
import { IP } from './types/ip.ts';
import { JOIN } from './types/join.ts';
import { KEYWORD } from './types/keyword.ts';
import { MATCH_ONLY_TEXT } from './types/match-only-text.ts';
import { NUMERIC } from './types/numeric.ts';
import { RANGES } from './types/range.ts';
import { RANK_FEATURE, RANK_FEATURES } from './types/rank-feature.ts';
import { SEARCH_AS_YOU_TYPE } from './types/search-as-you-type.ts';
import { TEXT } from './types/text.ts';
import { TOKEN_COUNT } from './types/token-count.ts';
import { WILDCARD } from './types/wildcard.ts';

const ALL: readonly FieldType[] = [
  TEXT,
  MATCH_ONLY_TEXT,
  KEYWORD,
  ...NUMERIC,
  DATE,
  DATE_NANOS,
  BOOLEAN,
  IP,
  BINARY,
  ...RANGES,
  FLATTENED,
  JOIN,
  ALIAS,
  CONSTANT_KEYWORD,
  WILDCARD,
  GEO_POINT,
  COMPLETION,
  SEARCH_AS_YOU_TYPE,
  TOKEN_COUNT,
  RANK_FEATURE,
  RANK_FEATURES,
  DENSE_VECTOR,
];

export const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map(
  ALL.map((type) => [type.name, type]),
);
