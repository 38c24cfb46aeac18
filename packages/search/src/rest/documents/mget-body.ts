/** The body of `_mget`: whole documents to get, or ids in the index of the path. */
import type { GetDocument } from '../../documents/requests.ts';
import type { SourceFilter } from '../../documents/source-filter.ts';
import { illegalArgument, parsingError, SearchError } from '../../errors/search-error.ts';
import { TOKEN_NAMES } from '../../http/request.ts';
import { JsonReader, Token } from '../../json/json-reader.ts';
import { versionType } from './params.ts';
import { readPatterns, readSourceFilter } from './source-body.ts';

/** One document to get; what it does not say itself it takes from the request. */
export interface WantedDocument {
  index: string | undefined;
  id: string | undefined;
  routing: string | undefined;
  storedFields: readonly string[] | undefined;
  source: SourceFilter | false | undefined;
  version?: GetDocument['version'];
  versionType?: GetDocument['versionType'];
}

export function readMultiGet(
  bytes: Uint8Array,
  defaults: WantedDocument,
  allowExplicitIndex: boolean,
): WantedDocument[] {
  const reader = new JsonReader(bytes);
  if (reader.next() !== Token.StartObject) {
    throw parsingError(
      `unexpected token [${TOKEN_NAMES[reader.token]}], expected [START_OBJECT]`,
      reader.location(),
    );
  }
  const wanted: WantedDocument[] = [];
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    const token = reader.next();
    if (token !== Token.StartArray) {
      throw parsingError(
        `unexpected token [${TOKEN_NAMES[token]}], expected [FIELD_NAME] or [START_ARRAY]`,
        reader.location(),
      );
    }
    if (name === 'docs') readDocuments(reader, wanted, defaults, allowExplicitIndex);
    else if (name === 'ids') readIds(reader, wanted, defaults);
    else {
      throw parsingError(
        `unknown key [${name}] for a START_ARRAY, expected [docs] or [ids]`,
        reader.location(),
      );
    }
  }
  reader.next();
  return wanted;
}

function readIds(reader: JsonReader, wanted: WantedDocument[], defaults: WantedDocument): void {
  while (reader.next() !== Token.EndArray) {
    const { token } = reader;
    if (token === Token.StartObject || token === Token.StartArray || token === Token.Null) {
      throw illegalArgument('ids array element should only contain ids');
    }
    wanted.push({ ...defaults, id: reader.text() });
  }
}

function readDocuments(
  reader: JsonReader,
  wanted: WantedDocument[],
  defaults: WantedDocument,
  allowExplicitIndex: boolean,
): void {
  while (reader.next() !== Token.EndArray) {
    if (reader.token !== Token.StartObject) {
      throw illegalArgument('docs array element should include an object');
    }
    const one = { ...defaults };
    while (reader.next() !== Token.EndObject) {
      const name = reader.name();
      reader.next();
      if (name === '_index' && !allowExplicitIndex) {
        throw illegalArgument('explicit index in multi get is not allowed');
      }
      readParameter(reader, name, one);
    }
    wanted.push(one);
  }
}

type Read = (reader: JsonReader, one: WantedDocument) => void;

const PARAMETERS: Readonly<Record<string, Read>> = {
  _index: (reader, one) => {
    one.index = reader.text();
  },
  _id: (reader, one) => {
    one.id = reader.token === Token.Null ? undefined : reader.text();
  },
  routing: (reader, one) => {
    one.routing = reader.token === Token.Null ? undefined : reader.text();
  },
  stored_fields: (reader, one) => {
    one.storedFields = readPatterns(reader, 'stored_fields');
  },
  version: (reader, one) => {
    one.version = Number(reader.text());
  },
  version_type: (reader, one) => {
    one.versionType = versionType(reader.text());
  },
  _source: (reader, one) => {
    one.source = readSourceFilter(reader);
  },
};

function readParameter(reader: JsonReader, name: string, one: WantedDocument): void {
  if (Object.hasOwn(PARAMETERS, name)) {
    (PARAMETERS[name] as Read)(reader, one);
    return;
  }
  throw new SearchError(
    'parse_exception',
    `failed to parse multi get request. unknown field [${name}]`,
  );
}
