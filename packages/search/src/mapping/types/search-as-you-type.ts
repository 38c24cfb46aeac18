import type { Analyzer } from '../../analysis/core/analyzer.ts';
import type { TokenFilterFactory } from '../../analysis/core/components.ts';
import type { IndexAnalysis } from '../../analysis/core/index-analysis.ts';
import { WordRowFilter } from '../../analysis/filters/word-rows.ts';
import type { FieldIndexer, FieldSetup, FieldType, Row, SourceValue } from '../field-type.ts';
import { integerValue, mapperParsing, oneOf, type Parameter } from '../parameter.ts';
import { INDEX, INDEX_OPTIONS, META, SIMILARITY, STORE, scalarText } from './common.ts';
import { ANALYZERS, AnalyzedField, indexAnalyzer, NORMS, textOptions } from './text.ts';

const MIN_SHINGLE = 2;
const MAX_SHINGLE = 4;
const MIN_PREFIX = 1;
const MAX_PREFIX = 20;
const PREFIX_FIELD = '_index_prefix';

const SHINGLE_SIZE: Parameter = {
  name: 'max_shingle_size',
  fallback: 3,
  parse: (value) => {
    const size = integerValue(value, 'max_shingle_size');
    if (size >= MIN_SHINGLE && size <= MAX_SHINGLE) return size;
    throw mapperParsing(
      `[max_shingle_size] must be at least [${MIN_SHINGLE}] and at most [${MAX_SHINGLE}], got [${size}]`,
    );
  },
};

/** A chain with one more filter at its end. */
function extended(
  base: Analyzer,
  analysis: IndexAnalysis,
  filter: string,
  settings: object,
): Analyzer {
  const { registry, context } = analysis;
  const made = registry.make(
    'filter',
    registry.filters,
    filter,
    { type: filter, ...settings },
    {
      ...context,
      // The sizes are ours, not the user's: the limits of the index do not count here.
      indexSetting: () => 100,
    },
  );
  return base.with({ filters: [...base.filters, made] });
}

function shingles(base: Analyzer, analysis: IndexAnalysis, size: number): Analyzer {
  return extended(base, analysis, 'shingle', {
    min_shingle_size: size,
    max_shingle_size: size,
    output_unigrams: false,
  });
}

/** The analyzers of `_2gram`, `_3gram` and `_index_prefix`; undefined for any other name. */
export function subfieldAnalyzers(
  analysis: IndexAnalysis,
  base: { readonly index: Analyzer; readonly search: Analyzer; readonly searchQuote: Analyzer },
  name: string,
  maxSize: number,
): { index: Analyzer; search: Analyzer; searchQuote: Analyzer } | undefined {
  const size = name === PREFIX_FIELD ? maxSize : Number(/^_([2-4])gram$/.exec(name)?.[1]);
  if (!(size <= maxSize)) return undefined;
  const shingled = {
    index: shingles(base.index, analysis, size),
    search: shingles(base.search, analysis, size),
    searchQuote: shingles(base.searchQuote, analysis, size),
  };
  if (name !== PREFIX_FIELD) return shingled;
  return { ...shingled, index: prefixes(base.index, analysis, size) };
}

/** Beginnings of words and of the words behind them; a phrase's end may be cut off anywhere. */
function prefixes(base: Analyzer, analysis: IndexAnalysis, size: number): Analyzer {
  const rows: TokenFilterFactory = {
    name: 'rows',
    create: (input) => new WordRowFilter(input, size),
  };
  const joined = base.with({ filters: [...base.filters, rows] });
  return extended(joined, analysis, 'edge_ngram', { min_gram: MIN_PREFIX, max_gram: MAX_PREFIX });
}

/** The text itself, its word pairs and triples, and the prefixes of the longest of these. */
class SearchAsYouTypeIndexer implements FieldIndexer {
  private readonly fields: readonly AnalyzedField[];

  constructor(setup: FieldSetup) {
    if (setup.value('index') !== true) {
      this.fields = [];
      return;
    }
    const size = setup.value('max_shingle_size') as number;
    const options = textOptions(setup);
    const base = indexAnalyzer(setup);
    const fields = [new AnalyzedField(setup.path, base, options)];
    for (let n = MIN_SHINGLE; n <= size; n += 1) {
      const path = `${setup.path}._${n}gram`;
      fields.push(new AnalyzedField(path, shingles(base, setup.analysis, n), options));
    }
    const path = `${setup.path}.${PREFIX_FIELD}`;
    fields.push(new AnalyzedField(path, prefixes(base, setup.analysis, size), options));
    this.fields = fields;
  }

  index(value: SourceValue, row: Row): void {
    const text = scalarText(value);
    for (const field of this.fields) field.add(text, row);
  }
}

export const SEARCH_AS_YOU_TYPE: FieldType = {
  name: 'search_as_you_type',
  column: 'none',
  parameters: [
    INDEX,
    STORE,
    SHINGLE_SIZE,
    ...ANALYZERS,
    oneOf('index_options', INDEX_OPTIONS, 'positions'),
    NORMS,
    oneOf(
      'term_vector',
      ['no', 'yes', 'with_positions', 'with_offsets', 'with_positions_offsets'],
      'no',
    ),
    SIMILARITY,
    META,
  ],
  make: (setup) => new SearchAsYouTypeIndexer(setup),
};
