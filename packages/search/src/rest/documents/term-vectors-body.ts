/** Bodies and parameters of `_termvectors` and `_mtermvectors`. */
import type { TermFilter, TermVectorsRequest } from '../../documents/term-vectors/request.ts';
import { scalarText } from '../../errors/scalar-text.ts';
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import {
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
} from '../../json/values.ts';
import { conditions, versionType } from './params.ts';

type Draft = { -readonly [name in keyof TermVectorsRequest]: TermVectorsRequest[name] };

/** What the parameters of a request say for all its documents. */
export function fromParams(request: RestRequest): Draft {
  const { version, versionType: type } = conditions(request);
  return {
    index: request.param('index') ?? '',
    id: request.param('id'),
    routing: request.param('routing'),
    realtime: request.flag('realtime', true),
    version,
    versionType: type,
    fields: request.list('fields'),
    positions: request.flag('positions', true),
    offsets: request.flag('offsets', true),
    payloads: request.flag('payloads', true),
    termStatistics: request.flag('term_statistics', false),
    fieldStatistics: request.flag('field_statistics', true),
  };
}

type Take = (draft: Draft, value: Json) => void;

const FIELDS: Readonly<Record<string, Take>> = {
  fields: (draft, value) => {
    if (!Array.isArray(value)) {
      throw new SearchError(
        'parse_exception',
        'failed to parse term vectors request. field [fields] must be an array',
      );
    }
    draft.fields = value.map(scalarText);
  },
  offsets: (draft, value) => {
    draft.offsets = flag(value);
  },
  positions: (draft, value) => {
    draft.positions = flag(value);
  },
  payloads: (draft, value) => {
    draft.payloads = flag(value);
  },
  term_statistics: (draft, value) => {
    draft.termStatistics = flag(value);
  },
  field_statistics: (draft, value) => {
    draft.fieldStatistics = flag(value);
  },
  per_field_analyzer: (draft, value) => {
    if (!isJsonObject(value)) throw illegalArgument('[per_field_analyzer] must be an object');
    draft.perFieldAnalyzer = new Map([...value].map(([name, item]) => [name, scalarText(item)]));
  },
  filter: (draft, value) => {
    draft.filter = termFilter(value);
  },
  _index: (draft, value) => {
    draft.index = scalarText(value);
  },
  _id: (draft, value) => {
    if (draft.doc !== undefined) throw bothGiven();
    draft.id = scalarText(value);
  },
  doc: (draft, value) => {
    if (!isJsonObject(value)) throw illegalArgument('[doc] must be an object');
    draft.doc = value;
  },
  routing: (draft, value) => {
    draft.routing = scalarText(value);
  },
  version: (draft, value) => {
    draft.version = isJsonNumber(value) ? toNumber(value) : Number(value);
  },
  version_type: (draft, value) => {
    draft.versionType = versionType(scalarText(value));
  },
};

/** Adds what a body says to what the parameters said. */
export function readTermVectors(draft: Draft, body: JsonObject): TermVectorsRequest {
  for (const [name, value] of body) {
    const take = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (take === undefined) {
      throw new SearchError(
        'parse_exception',
        `failed to parse term vectors request. unknown field [${name}]`,
      );
    }
    take(draft, value);
  }
  if (draft.doc !== undefined && body.has('_id')) throw bothGiven();
  return draft;
}

function bothGiven(): SearchError {
  return new SearchError(
    'parse_exception',
    'failed to parse term vectors request. either [id] or [doc] can be specified, but not both!',
  );
}

function flag(value: Json): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw illegalArgument(
    `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`,
  );
}

const FILTER_FIELDS: Readonly<Record<string, keyof TermFilter>> = {
  max_num_terms: 'maxTerms',
  min_term_freq: 'minTermFrequency',
  max_term_freq: 'maxTermFrequency',
  min_doc_freq: 'minDocFrequency',
  max_doc_freq: 'maxDocFrequency',
  min_word_length: 'minWordLength',
  max_word_length: 'maxWordLength',
};

function termFilter(value: Json): TermFilter {
  const filter: Record<keyof TermFilter, number> = {
    maxTerms: 25,
    minTermFrequency: 1,
    maxTermFrequency: Number.MAX_SAFE_INTEGER,
    minDocFrequency: 1,
    maxDocFrequency: Number.MAX_SAFE_INTEGER,
    minWordLength: 0,
    maxWordLength: 0,
  };
  if (!isJsonObject(value)) throw illegalArgument('[filter] must be an object');
  for (const [name, item] of value) {
    const key = Object.hasOwn(FILTER_FIELDS, name) ? FILTER_FIELDS[name] : undefined;
    if (key === undefined || !isJsonNumber(item)) {
      throw new SearchError(
        'parse_exception',
        `failed to parse term vectors filter settings. field [${name}] is not valid.`,
      );
    }
    filter[key] = toNumber(item);
  }
  return filter;
}
