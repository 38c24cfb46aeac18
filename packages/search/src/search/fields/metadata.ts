/** The metadata fields that can be searched. */
import { illegalArgument } from '../../errors/search-error.ts';
import { PRIMARY_TERM, ROUTING, SEQ_NO, VERSION } from '../../index/segment/segment.ts';
import { IGNORED, NESTED_PATH } from '../../mapping/document-parser.ts';
import { javaText } from '../../mapping/parameter.ts';
import { javaDouble } from '../../mapping/types/numeric.ts';
import { wildcardTest } from '../patterns/wildcard.ts';
import { EVERYTHING, type FieldKind, NOTHING, utf8 } from './field-kind.ts';
import { internalRows } from './numeric-rows.ts';

const strings: FieldKind = {
  bytes: (_, text) => utf8(text),
  term: (field, value) => ({ kind: 'terms', field: field.path, terms: [utf8(javaText(value))] }),
};

const numbers: FieldKind = {
  term: (field, value) => {
    const number = javaDouble(javaText(value));
    return internalRows(field.path, number, number);
  },
  range: (field, { from, to, includeFrom, includeTo }) => {
    const low = from === undefined ? Number.NEGATIVE_INFINITY : javaDouble(javaText(from));
    const high = to === undefined ? Number.POSITIVE_INFINITY : javaDouble(javaText(to));
    return internalRows(field.path, includeFrom ? low : low + 1, includeTo ? high : high - 1);
  },
  exists: () => EVERYTHING,
};

const ids: FieldKind = {
  term: (_, value) => ({ kind: 'ids', ids: [javaText(value)] }),
  terms: (_, values) => ({ kind: 'ids', ids: values.map(javaText) }),
  exists: () => EVERYTHING,
};

/** One value for all documents of an index. */
const indexName: FieldKind = {
  term: (_, value, { index }) => (wildcardTest(javaText(value))(index) ? EVERYTHING : NOTHING),
  exists: () => EVERYTHING,
};

const tier: FieldKind = {
  term: (_, value) => (javaText(value) === 'data_content' ? EVERYTHING : NOTHING),
  exists: () => EVERYTHING,
};

const source: FieldKind = {
  term: () => {
    throw illegalArgument('The _source field is not searchable');
  },
  exists: () => {
    throw illegalArgument('The _source field is not searchable');
  },
};

export const METADATA_KINDS: ReadonlyMap<
  string,
  { readonly path: string; readonly kind: FieldKind }
> = new Map([
  ['_id', { path: '_id', kind: ids }],
  ['_index', { path: '_index', kind: indexName }],
  ['_tier', { path: '_tier', kind: tier }],
  ['_routing', { path: ROUTING, kind: strings }],
  ['_ignored', { path: IGNORED, kind: strings }],
  ['_nested_path', { path: NESTED_PATH, kind: strings }],
  ['_seq_no', { path: SEQ_NO, kind: numbers }],
  ['_version', { path: VERSION, kind: numbers }],
  ['_primary_term', { path: PRIMARY_TERM, kind: numbers }],
  ['_source', { path: '_source', kind: source }],
]);
