import type { IndexAnalysis } from '../analysis/core/index-analysis.ts';
import type { RowSink } from '../index/buffer/row-sink.ts';
import type { Token } from '../json/json-reader.ts';
import type { Json } from '../json/values.ts';
import type { Parameter } from './parameter.ts';

/** A value of a document on its way into a field. */
export interface SourceValue {
  readonly token: Token;
  /** A scalar's text as it was sent: digits of a number, `true`. */
  text(): string;
  json(): Json;
  /** `line:column`, for the messages that name it. */
  place(): string;
}

/** What an indexer may use while a row is being filled. */
export interface Row {
  readonly sink: RowSink;
  /** A number of its own for every row: state of an older one is void. */
  readonly number: number;
  /** The document's id and routing, for fields that refer to other documents. */
  readonly id: string;
  readonly routing: string | undefined;
  /** The whole document, for fields that take values from others. */
  document(): Json;
  /** Notes a field whose value was left out; searchable as `_ignored`. */
  ignore(path: string): void;
  /** Asks for a parameter of the field to be fixed by a mapping update. */
  learn(path: string, parameter: string, value: Json): void;
}

/** The working part of a mapped field. */
export interface FieldIndexer {
  /** Takes one value; never null. Throws a SearchError, which the caller wraps or ignores. */
  index(value: SourceValue, row: Row): void;
  /** Takes an explicit null; without it nulls are as good as absent. */
  indexNull?(row: Row): void;
}

/** What a type knows when it makes the indexer of one field. */
export interface FieldSetup {
  readonly name: string;
  readonly path: string;
  readonly analysis: IndexAnalysis;
  /** An index setting without its `index.` prefix. */
  readonly indexSetting: (name: string) => Json | undefined;
  /** A parameter's value, or its default. */
  readonly value: (parameter: string) => Json | undefined;
  readonly isSet: (parameter: string) => boolean;
}

/** How values of the type are kept, for queries, sorting and aggregations. */
export type ColumnUse = 'long' | 'double' | 'keyword' | 'none';

export interface FieldType {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly column: ColumnUse;
  /** Takes arrays whole, as one value (points, vectors). */
  readonly takesArrays?: boolean;
  /** Has no multi-fields or copy_to. */
  readonly isBare?: boolean;
  /** Whether values that do not parse may be left out; default by `ignore_malformed`. */
  readonly make: (setup: FieldSetup) => FieldIndexer;
}
