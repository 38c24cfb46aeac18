import { LOWERCASE } from '../../analysis/analyzers/simple.ts';
import { Analyzer } from '../../analysis/core/analyzer.ts';
import { KEYWORD } from '../../analysis/core/index-analysis.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { searchAnalyzer } from './analyze.ts';

const made = new WeakMap<Analyzer, Analyzer>();

/** The parts of an analyzer that work on pieces of words: lower case and the like. */
function normalizing(analyzer: Analyzer): Analyzer {
  const known = made.get(analyzer);
  if (known !== undefined) return known;
  const parts = new Analyzer({
    name: analyzer.name,
    tokenizer: KEYWORD,
    charFilters: analyzer.charFilters.filter(({ normalizes }) => normalizes === true),
    filters: [
      ...(analyzer.tokenizer.lowercases === true ? [LOWERCASE] : []),
      ...analyzer.filters.filter(({ normalizes }) => normalizes === true),
    ],
  });
  made.set(analyzer, parts);
  return parts;
}

/** A piece of a word as the field's terms would hold it. */
export function normalizedText(field: SearchField, text: string, analyzer?: string): string {
  if (field.kind.isText !== true) return text;
  return normalizing(searchAnalyzer(field, analyzer)).terms(text)[0] ?? '';
}
