import { illegalArgument } from '../../errors/search-error.ts';
import { type FieldOptions, KEYWORD_OPTIONS } from '../../index/segment/postings-format.ts';
import { termBytes } from '../encode.ts';
import type { FieldIndexer, FieldSetup, FieldType, Row, SourceValue } from '../field-type.ts';
import {
  anything,
  bool,
  integerValue,
  javaText,
  mapperParsing,
  oneOf,
  type Parameter,
  text,
} from '../parameter.ts';
import {
  DIMENSION,
  DOC_VALUES,
  EAGER_ORDINALS,
  INDEX,
  META,
  ON_SCRIPT_ERROR,
  SIMILARITY,
  STORE,
  scalarText,
  similarityOptions,
} from './common.ts';

/** The longest term the reference's index takes, in bytes. */
export const MAX_TERM_BYTES = 32766;
const NO_LIMIT = 2147483647;

export const IGNORE_ABOVE: Parameter = {
  name: 'ignore_above',
  fallback: NO_LIMIT,
  updateable: true,
  parse: (value) => {
    const limit = integerValue(value, 'ignore_above');
    if (limit >= 0) return limit;
    throw illegalArgument(`[ignore_above] must be positive, got [${limit}]`);
  },
};

const NORMALIZER: Parameter = {
  name: 'normalizer',
  fallback: undefined,
  nullable: true,
  parse: (value, { field, analysis }) => {
    if (value === null) return null;
    const name = javaText(value);
    if (analysis.normalizer(name) !== undefined) return name;
    throw mapperParsing(`normalizer [${name}] not found for field [${field}]`);
  },
};

export const KEYWORD: FieldType = {
  name: 'keyword',
  column: 'keyword',
  parameters: [
    INDEX,
    DOC_VALUES,
    STORE,
    text('null_value', undefined, { nullable: true }),
    EAGER_ORDINALS,
    IGNORE_ABOVE,
    oneOf('index_options', ['docs', 'freqs'], 'docs'),
    bool('norms', false, { canChange: (from, to) => from === true && to === false }),
    SIMILARITY,
    NORMALIZER,
    bool('split_queries_on_whitespace', false, { updateable: true }),
    anything('script'),
    ON_SCRIPT_ERROR,
    META,
    DIMENSION,
  ],
  make: (setup) => new KeywordIndexer(setup),
};

export class KeywordIndexer implements FieldIndexer {
  private readonly path: string;
  private readonly isIndexed: boolean;
  private readonly hasColumn: boolean;
  private readonly ignoreAbove: number;
  private readonly nullValue: string | undefined;
  private readonly normalize: ((text: string) => string) | undefined;
  private readonly options: FieldOptions;
  private row = -1;
  private position = 0;

  constructor(setup: FieldSetup) {
    this.path = setup.path;
    this.isIndexed = setup.value('index') !== false;
    this.hasColumn = setup.value('doc_values') !== false;
    this.ignoreAbove = (setup.value('ignore_above') as number | undefined) ?? NO_LIMIT;
    const nullValue = setup.value('null_value');
    this.nullValue = typeof nullValue === 'string' ? nullValue : undefined;
    this.normalize = normalizerOf(setup);
    this.options = {
      ...KEYWORD_OPTIONS,
      ...similarityOptions(setup),
      freqs: setup.value('index_options') === 'freqs',
      norms: setup.value('norms') === true,
    };
  }

  index(value: SourceValue, row: Row): void {
    this.add(scalarText(value), row);
  }

  indexNull(row: Row): void {
    if (this.nullValue !== undefined) this.add(this.nullValue, row);
  }

  private add(given: string, row: Row): void {
    if (given.length > this.ignoreAbove) {
      row.ignore(this.path);
      return;
    }
    termBytes.set(this.normalize === undefined ? given : this.normalize(given));
    const { bytes, length } = termBytes;
    if (length > MAX_TERM_BYTES && (this.isIndexed || this.hasColumn)) {
      throw immenseTerm(this.path, bytes, length);
    }
    if (this.row !== row.number) {
      this.row = row.number;
      this.position = 0;
    }
    if (this.isIndexed) {
      row.sink
        .tokens(this.path, this.options)
        .token(bytes, 0, length, this.position++, 0, given.length);
    }
    if (this.hasColumn) row.sink.keyword(this.path, bytes, 0, length);
  }
}

function normalizerOf(setup: FieldSetup): ((text: string) => string) | undefined {
  const name = setup.value('normalizer');
  const found = typeof name === 'string' ? setup.analysis.normalizer(name) : undefined;
  return found === undefined ? undefined : (given) => found.terms(given)[0] ?? '';
}

function immenseTerm(path: string, bytes: Uint8Array, length: number): Error {
  const prefix = Array.from(new Int8Array(bytes.slice(0, 30).buffer)).join(', ');
  return illegalArgument(
    `Document contains at least one immense term in field="${path}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[${prefix}]...', original message: bytes can be at most ${MAX_TERM_BYTES} in length; got ${length}`,
  );
}
