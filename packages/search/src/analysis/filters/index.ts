import type { ComponentType, TokenFilterFactory } from '../core/components.ts';
import { CHANGING_FILTERS } from './tables/changing.ts';
import { CJK_FILTERS } from './tables/cjk-tables.ts';
import { DROPPING_FILTERS } from './tables/dropping.ts';
import { GRAPH_FILTERS } from './tables/graph-tables.ts';
import { SPLITTING_FILTERS } from './tables/splitting.ts';
import { STEMMING_FILTERS } from './tables/stemming.ts';
import { SYNONYM_FILTERS } from './tables/synonyms.ts';

/** Every built-in token filter type. */
export const TOKEN_FILTERS: Readonly<Record<string, ComponentType<TokenFilterFactory>>> = {
  ...CHANGING_FILTERS,
  ...DROPPING_FILTERS,
  ...SPLITTING_FILTERS,
  ...CJK_FILTERS,
  ...SYNONYM_FILTERS,
  ...GRAPH_FILTERS,
  ...STEMMING_FILTERS,
};
