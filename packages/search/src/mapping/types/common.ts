import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import { type FieldOptions, KEYWORD_OPTIONS } from '../../index/segment/postings-format.ts';
import { Token } from '../../json/json-reader.ts';
import type { Json } from '../../json/values.ts';
import { termBytes } from '../encode.ts';
import type { FieldSetup, Row, SourceValue } from '../field-type.ts';
import { bool, META, oneOf, type Parameter } from '../parameter.ts';

export const INDEX = bool('index', true);
export const DOC_VALUES = bool('doc_values', true);
export const STORE = bool('store', false);
export const IGNORE_MALFORMED = bool('ignore_malformed', false, {
  updateable: true,
  explicit: true,
});
export const COERCE = bool('coerce', true, { updateable: true, explicit: true });
export const EAGER_ORDINALS = bool('eager_global_ordinals', false, { updateable: true });
export const ON_SCRIPT_ERROR = oneOf('on_script_error', ['fail', 'continue'], undefined, {
  updateable: true,
});
export const DIMENSION = bool('time_series_dimension', false);
export { META };

const TOKEN_NAMES: Record<number, string> = {
  [Token.StartObject]: 'START_OBJECT',
  [Token.StartArray]: 'START_ARRAY',
};

/** The text of a scalar; what a container gets is the reference parser's own complaint. */
export function scalarText(value: SourceValue): string {
  const wrong = TOKEN_NAMES[value.token];
  if (wrong === undefined) return value.text();
  throw new SearchError(
    'illegal_state_exception',
    `Can't get text on a ${wrong} at ${value.place()}`,
  );
}

/** BM25's parameters, or none for `boolean`, in the field's options. */
export function similarityOptions(setup: FieldSetup): Pick<FieldOptions, 'k1' | 'b'> {
  const name = setup.value('similarity');
  if (typeof name !== 'string' || name === 'boolean') return { k1: 1.2, b: 0.75 };
  const number = (key: string, fallback: number) => {
    const given = setup.indexSetting(`similarity.${name}.${key}`);
    return given === undefined || given === null ? fallback : Number(given);
  };
  return { k1: number('k1', 1.2), b: number('b', 0.75) };
}

/** `similarity`: a built-in one, or one of the index settings. */
export const SIMILARITY: Parameter = {
  name: 'similarity',
  fallback: undefined,
  parse: (value) => {
    if (typeof value === 'string') return value;
    throw illegalArgument('Unknown Similarity type [null] for field');
  },
};

export const INDEX_OPTIONS = ['docs', 'freqs', 'positions', 'offsets'] as const;

/** Names of fields whose values leave no other trace, for `exists`. */
export const FIELD_NAMES = '_field_names';

/** Adds a whole value as one term of a field. */
export function addTerm(row: Row, field: string, text: string, options = KEYWORD_OPTIONS): void {
  termBytes.set(text);
  row.sink.tokens(field, options).token(termBytes.bytes, 0, termBytes.length, 0, 0, text.length);
}

export function addKeyword(row: Row, field: string, text: string): void {
  termBytes.set(text);
  row.sink.keyword(field, termBytes.bytes, 0, termBytes.length);
}

export function isTrue(value: Json | undefined): boolean {
  return value === true;
}
