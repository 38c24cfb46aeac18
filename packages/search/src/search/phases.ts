/** The parts of a search that live in folders of their own; a missing one is refused by name. */
import { parseAggregations } from './aggregations/aggregations.ts';
import type { ParseAggregations, ParseHighlight } from './context.ts';
import { parseHighlight } from './highlight/highlight.ts';

/** Called, not copied: aggregations show hits, whose parser is what asks for aggregations. */
export const PHASES: {
  readonly aggregations: ParseAggregations | undefined;
  readonly highlight: ParseHighlight | undefined;
} = {
  aggregations: (body, scope) => parseAggregations(body, scope),
  highlight: (body, scope) => parseHighlight(body, scope),
};
