/** The body of an update, alone or as a line of a bulk. */
import type { SourceFilter } from '../../documents/source-filter.ts';
import { SearchError } from '../../errors/search-error.ts';
import { similarity } from '../../errors/suggest.ts';
import { TOKEN_NAMES } from '../../http/request.ts';
import { JsonReader, Token } from '../../json/json-reader.ts';
import { readObject, readValue } from '../../json/parse.ts';
import type { Json, JsonObject } from '../../json/values.ts';
import { primaryTerm, seqNo } from './params.ts';
import { readSourceFilter } from './source-body.ts';

export interface UpdateBody {
  script?: Json;
  scriptedUpsert?: boolean;
  doc?: JsonObject;
  upsert?: JsonObject;
  docAsUpsert?: boolean;
  detectNoop?: boolean;
  source?: SourceFilter | false;
  ifSeqNo?: number | undefined;
  ifPrimaryTerm?: number | undefined;
}

type Read = (reader: JsonReader, body: UpdateBody, name: string) => void;

const FIELDS: Readonly<Record<string, Read>> = {
  script: (reader, body) => {
    body.script = readValue(reader);
  },
  scripted_upsert: (reader, body, name) => {
    body.scriptedUpsert = flag(reader, name);
  },
  upsert: (reader, body, name) => {
    body.upsert = object(reader, name);
  },
  doc: (reader, body, name) => {
    body.doc = object(reader, name);
  },
  doc_as_upsert: (reader, body, name) => {
    body.docAsUpsert = flag(reader, name);
  },
  detect_noop: (reader, body, name) => {
    body.detectNoop = flag(reader, name);
  },
  _source: (reader, body) => {
    body.source = readSourceFilter(reader);
  },
  if_seq_no: (reader, body, name) => {
    body.ifSeqNo = seqNo(long(reader, name));
  },
  if_primary_term: (reader, body, name) => {
    body.ifPrimaryTerm = primaryTerm(long(reader, name));
  },
};

export function readUpdateBody(bytes: Uint8Array): UpdateBody {
  const reader = new JsonReader(bytes);
  const body: UpdateBody = {};
  if (reader.next() !== Token.StartObject) {
    throw new SearchError(
      'parsing_exception',
      `[UpdateRequest] Expected START_OBJECT but was: ${TOKEN_NAMES[reader.token]}`,
      { fields: { line: reader.location().line, col: reader.location().column } },
    );
  }
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    if (!Object.hasOwn(FIELDS, name)) throw unknownField(reader, name);
    reader.next();
    (FIELDS[name] as Read)(reader, body, name);
  }
  reader.next();
  return body;
}

function unknownField(reader: JsonReader, name: string): SearchError {
  const near = Object.keys(FIELDS)
    .map((known) => ({ known, score: similarity(name, known) }))
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score)
    .map(({ known }) => known);
  const hint =
    near.length === 0
      ? ''
      : ` did you mean ${near.length === 1 ? `[${near[0]}]` : `any of [${near.join(', ')}]`}?`;
  return complaint(reader, `[UpdateRequest] unknown field [${name}]${hint}`);
}

function complaint(reader: JsonReader, text: string): SearchError {
  const { line, column } = reader.location();
  return new SearchError('x_content_parse_exception', `[${line}:${column}] ${text}`);
}

function object(reader: JsonReader, name: string): JsonObject {
  if (reader.token === Token.StartObject) return readObject(reader);
  throw wrongValue(reader, name);
}

function flag(reader: JsonReader, name: string): boolean {
  if (reader.token === Token.True) return true;
  if (reader.token === Token.False) return false;
  if (reader.token === Token.String) {
    const text = reader.text();
    if (text === 'true' || text === 'false') return text === 'true';
  }
  throw wrongValue(reader, name);
}

function long(reader: JsonReader, name: string): number {
  const isNumber = reader.token === Token.Integer || reader.token === Token.String;
  const value = isNumber ? Number(reader.text()) : Number.NaN;
  if (Number.isInteger(value)) return value;
  throw wrongValue(reader, name);
}

function wrongValue(reader: JsonReader, name: string): SearchError {
  return complaint(
    reader,
    `[UpdateRequest] ${name} doesn't support values of type: ${TOKEN_NAMES[reader.token]}`,
  );
}
