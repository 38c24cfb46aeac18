import type { Analyzer } from '../../analysis/core/analyzer.ts';
import { FieldTokens } from '../../analysis/indexing/field-tokens.ts';
import type { TokenSink } from '../../index/buffer/row-sink.ts';
import { type FieldOptions, TEXT_OPTIONS } from '../../index/segment/postings-format.ts';
import { isJsonObject } from '../../json/values.ts';
import type { FieldIndexer, FieldSetup, FieldType, Row, SourceValue } from '../field-type.ts';
import {
  analyzer,
  anything,
  bool,
  integerValue,
  mapperParsing,
  oneOf,
  type Parameter,
} from '../parameter.ts';
import {
  addTerm,
  EAGER_ORDINALS,
  FIELD_NAMES,
  INDEX,
  INDEX_OPTIONS,
  META,
  SIMILARITY,
  STORE,
  scalarText,
  similarityOptions,
} from './common.ts';

const TERM_VECTORS = [
  'no',
  'yes',
  'with_offsets',
  'with_positions',
  'with_positions_offsets',
  'with_positions_payloads',
  'with_positions_offsets_payloads',
];

export const NORMS: Parameter = bool('norms', true, {
  // Norms can be given up, never gained: old documents have none.
  canChange: (from, to) => from === true && to === false,
});

const POSITION_INCREMENT_GAP: Parameter = {
  name: 'position_increment_gap',
  fallback: 100,
  parse: (value, { field }) => {
    const gap = integerValue(value, 'position_increment_gap');
    if (gap >= 0) return gap;
    throw mapperParsing(`[position_increment_gap] must be positive, got [${gap}] on [${field}]`);
  },
};

export const ANALYZERS: readonly Parameter[] = [
  analyzer('analyzer'),
  analyzer('search_analyzer', { updateable: true }),
  analyzer('search_quote_analyzer', { updateable: true }),
];

export const TEXT: FieldType = {
  name: 'text',
  column: 'none',
  parameters: [
    INDEX,
    STORE,
    oneOf('index_options', INDEX_OPTIONS, 'positions'),
    NORMS,
    oneOf('term_vector', TERM_VECTORS, 'no'),
    ...ANALYZERS,
    POSITION_INCREMENT_GAP,
    SIMILARITY,
    bool('fielddata', false, { updateable: true }),
    anything('fielddata_frequency_filter', { updateable: true }),
    EAGER_ORDINALS,
    bool('index_phrases', false),
    anything('index_prefixes', { nullable: true }),
    META,
  ],
  make: (setup) => {
    checkText(setup);
    return new TextIndexer(setup);
  },
};

function checkText(setup: FieldSetup): void {
  const isIndexed = setup.value('index') === true;
  const options = setup.value('index_options');
  if (setup.value('index_phrases') === true) {
    if (!isIndexed) {
      throw mapperParsing(`Cannot set index_phrases on unindexed field [${setup.name}]`);
    }
    if (options !== 'positions' && options !== 'offsets') {
      throw mapperParsing(
        `Cannot set index_phrases on field [${setup.name}] if positions are not enabled`,
      );
    }
  }
  const prefixes = setup.value('index_prefixes');
  if (isJsonObject(prefixes) && !isIndexed) {
    throw mapperParsing(`Cannot set index_prefixes on unindexed field [${setup.name}]`);
  }
}

/** The analyzer a field indexes with. */
export function indexAnalyzer(setup: FieldSetup): Analyzer {
  const name = setup.value('analyzer');
  const { analysis } = setup;
  if (typeof name !== 'string' || name === 'default') return analysis.defaultAnalyzer;
  return analysis.analyzer(name) ?? analysis.defaultAnalyzer;
}

export function textOptions(setup: FieldSetup): FieldOptions {
  const level = INDEX_OPTIONS.indexOf(setup.value('index_options') as 'docs');
  return {
    ...TEXT_OPTIONS,
    ...similarityOptions(setup),
    freqs: level >= 1,
    positions: level >= 2,
    offsets: level >= 3,
    norms: setup.value('norms') === true,
  };
}

/** Runs values through an analyzer into one inverted field; goes on from value to value of a row. */
export class AnalyzedField {
  private readonly tokens: FieldTokens;
  private row = -1;
  private sink: TokenSink | undefined;

  constructor(
    private readonly path: string,
    analyzerOfField: Analyzer,
    private readonly options: FieldOptions,
  ) {
    this.tokens = new FieldTokens(analyzerOfField);
  }

  add(text: string, row: Row): void {
    if (this.row !== row.number || this.sink === undefined) {
      this.row = row.number;
      this.sink = row.sink.tokens(this.path, this.options);
      this.tokens.begin();
    }
    this.tokens.add(text, this.sink);
  }
}

class TextIndexer implements FieldIndexer {
  private readonly path: string;
  private readonly field: AnalyzedField | undefined;

  constructor(setup: FieldSetup) {
    this.path = setup.path;
    if (setup.value('index') !== true) return;
    const chosen = indexAnalyzer(setup);
    const analyzerOfField = setup.isSet('position_increment_gap')
      ? chosen.with({ positionIncrementGap: setup.value('position_increment_gap') as number })
      : chosen;
    this.field = new AnalyzedField(setup.path, analyzerOfField, textOptions(setup));
  }

  index(value: SourceValue, row: Row): void {
    const text = scalarText(value);
    this.field?.add(text, row);
    // An empty text leaves no trace in the index, and is there all the same.
    if (text === '' && this.field !== undefined) addTerm(row, FIELD_NAMES, this.path);
  }
}
