/** The action line of a bulk: `{"index": {"_index": "a", "_id": "1"}}`. */
import type { SourceFilter } from '../../documents/source-filter.ts';
import { illegalArgument, type SearchError } from '../../errors/search-error.ts';
import { TOKEN_NAMES } from '../../http/request.ts';
import type { VersionType } from '../../index/shard/version-check.ts';
import { JsonReader, Token } from '../../json/json-reader.ts';
import { exact, primaryTerm, seqNo, versionType } from './params.ts';
import { readSourceFilter } from './source-body.ts';

export type ActionName = 'index' | 'create' | 'update' | 'delete';

export class Action {
  name: ActionName = 'index';
  index: string | undefined;
  id: string | undefined;
  routing: string | undefined;
  version: number | undefined;
  versionType: VersionType | undefined;
  ifSeqNo: number | undefined;
  ifPrimaryTerm: number | undefined;
  retryOnConflict: number | undefined;
  pipeline: string | undefined;
  requireAlias: boolean | undefined;
  source: SourceFilter | false | undefined;
  dynamicTemplates: ReadonlyMap<string, string> | undefined;
}

type Read = (reader: JsonReader, action: Action, line: number) => void;

/** Parameters with a simple value, by name. */
const SCALARS: Readonly<Record<string, Read>> = {
  _index: (reader, action) => {
    action.index = reader.text();
  },
  _id: (reader, action) => {
    action.id = reader.text();
  },
  routing: (reader, action) => {
    action.routing = reader.text();
  },
  op_type: (reader, action) => {
    const type = reader.text();
    if (type !== 'index' && type !== 'create') {
      throw illegalArgument(`opType must be 'create' or 'index', found: [${type}]`);
    }
    action.name = type;
  },
  version: (reader, action) => {
    action.version = integer(reader, 'version');
  },
  version_type: (reader, action) => {
    action.versionType = versionType(reader.text());
  },
  if_seq_no: (reader, action) => {
    action.ifSeqNo = seqNo(integer(reader, 'if_seq_no'));
  },
  if_primary_term: (reader, action) => {
    action.ifPrimaryTerm = primaryTerm(integer(reader, 'if_primary_term'));
  },
  retry_on_conflict: (reader, action) => {
    action.retryOnConflict = integer(reader, 'retry_on_conflict');
  },
  pipeline: (reader, action) => {
    action.pipeline = reader.text();
  },
  require_alias: (reader, action) => {
    action.requireAlias = reader.text() === 'true';
  },
  _source: (reader, action) => {
    action.source = readSourceFilter(reader);
  },
};

const START_OBJECT = TOKEN_NAMES[Token.StartObject];

/** Reads bytes `from` to `to`; undefined for an empty line. */
export function readAction(
  body: Buffer,
  from: number,
  to: number,
  line: number,
  allowExplicitIndex: boolean,
): Action | undefined {
  const reader = new JsonReader(body, from, to);
  const first = reader.next();
  if (first === Token.End) return undefined;
  if (first !== Token.StartObject) throw malformed(line, START_OBJECT, first);
  const second = reader.next();
  if (second !== Token.Name) throw malformed(line, 'FIELD_NAME', second);
  const name = reader.name();
  if (name !== 'index' && name !== 'create' && name !== 'update' && name !== 'delete') {
    throw illegalArgument(
      `Malformed action/metadata line [${line}], expected field [create], [delete], [index] or [update] but found [${name}]`,
    );
  }
  const action = new Action();
  action.name = name;
  const third = reader.next();
  if (third === Token.StartObject) readParameters(reader, action, line, allowExplicitIndex);
  else if (third !== Token.EndObject) {
    throw illegalArgument(
      `Malformed action/metadata line [${line}], expected ${START_OBJECT} or END_OBJECT but found [${TOKEN_NAMES[third]}]`,
    );
  }
  return action;
}

function readParameters(
  reader: JsonReader,
  action: Action,
  line: number,
  allowExplicitIndex: boolean,
): void {
  while (reader.next() !== Token.EndObject) {
    const name = reader.name();
    const token = reader.next();
    const isObject = token === Token.StartObject;
    if (token === Token.StartArray) {
      throw illegalArgument(
        `Malformed action/metadata line [${line}], expected a simple value for field [${name}] but found [${TOKEN_NAMES[token]}]`,
      );
    }
    if (isObject && name === 'dynamic_templates') {
      action.dynamicTemplates = readTemplates(reader, line);
      continue;
    }
    if (isObject && name !== '_source') {
      throw illegalArgument(
        `Malformed action/metadata line [${line}], expected a simple value for field [${name}] but found [${TOKEN_NAMES[token]}]`,
      );
    }
    if (!Object.hasOwn(SCALARS, name)) {
      throw illegalArgument(
        `Action/metadata line [${line}] contains an unknown parameter [${name}]`,
      );
    }
    if (name === '_index' && !allowExplicitIndex) {
      throw illegalArgument('explicit index in bulk is not allowed');
    }
    if (token !== Token.Null) (SCALARS[name] as Read)(reader, action, line);
  }
}

function readTemplates(reader: JsonReader, line: number): Map<string, string> {
  const templates = new Map<string, string>();
  while (reader.next() !== Token.EndObject) {
    const field = reader.name();
    const token = reader.next();
    if (token !== Token.String) throw malformed(line, 'VALUE_STRING', token);
    templates.set(field, reader.text());
  }
  return templates;
}

function integer(reader: JsonReader, name: string): number {
  const text = reader.text();
  const value = Number(text);
  if (/^-?\d+$/.test(text)) {
    return exact(Number.isSafeInteger(value) ? value : BigInt(text), name) as number;
  }
  throw illegalArgument(`For input string: "${text}"`);
}

function malformed(line: number, expected: string | undefined, found: Token): SearchError {
  return illegalArgument(
    `Malformed action/metadata line [${line}], expected ${expected} but found [${TOKEN_NAMES[found]}]`,
  );
}
