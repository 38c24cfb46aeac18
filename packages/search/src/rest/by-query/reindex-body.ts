/** The body of `_reindex`. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { VersionType } from '../../index/shard/version-check.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { javaText } from '../../mapping/parameter.ts';
import { didYouMean, type Scope } from '../../search/dsl/scope.ts';
import { readBody } from '../../search/request/parse-body.ts';
import { emptyRequest, type SearchRequest } from '../../search/request/search-request.ts';
import { versionType } from '../documents/params.ts';
import { DEFAULT_BATCH, sizeRefused } from './params.ts';

export interface ReindexBody {
  readonly search: SearchRequest;
  readonly names: readonly string[];
  readonly remote: Json | undefined;
  readonly dest: Destination;
  readonly script: Json | undefined;
  readonly maxDocs: Json | undefined;
  readonly conflicts: Json | undefined;
}

export interface Destination {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly pipeline: string | undefined;
  readonly mustBeNew: boolean;
  readonly versionType: VersionType | undefined;
}

const MEMBERS = ['source', 'dest', 'script', 'max_docs', 'size', 'conflicts'];
const DEST_MEMBERS = ['index', 'routing', 'op_type', 'pipeline', 'version_type'];
/** Members of `source` that are none of the search. */
const SOURCE_MEMBERS = ['index', 'remote'];

export function readReindex(body: JsonObject, scope: Scope): ReindexBody {
  checkMembers(body, MEMBERS, 'reindex', scope);
  const { search, ...source } = part(body, 'source', scope, (object) =>
    sourceOf(object, scope),
  ) ?? { search: batch(), names: [], remote: undefined };
  const dest =
    part(body, 'dest', scope, (object) => destOf(object, scope)) ?? destOf(new Map(), scope);
  if (body.has('size')) throw sizeRefused();
  return {
    search,
    ...source,
    dest,
    script: body.get('script'),
    maxDocs: body.get('max_docs'),
    conflicts: body.get('conflicts'),
  };
}

function batch(): SearchRequest {
  return { ...emptyRequest(), size: DEFAULT_BATCH };
}

function checkMembers(
  object: JsonObject,
  known: readonly string[],
  what: string,
  scope: Scope,
): void {
  for (const name of object.keys()) {
    if (known.includes(name)) continue;
    const hint = didYouMean(name, known);
    const text = `[${what}] unknown field [${name}]${hint}`;
    throw scope.contentError(text, object, name, undefined, 'name');
  }
}

/** One object of the body; what is wrong in it is told with its name. */
function part<T>(
  body: JsonObject,
  name: string,
  scope: Scope,
  read: (object: JsonObject) => T,
): T | undefined {
  const value = body.get(name);
  if (value === undefined) return undefined;
  const failed = (cause?: unknown) =>
    scope.contentError(`[reindex] failed to parse field [${name}]`, body, name, cause);
  if (!isJsonObject(value)) {
    throw scope.contentError(
      `[reindex] ${name} doesn't support values of type: ${Array.isArray(value) ? 'START_ARRAY' : 'VALUE_STRING'}`,
      body,
      name,
    );
  }
  try {
    return read(value);
  } catch (error) {
    throw failed(error);
  }
}

function sourceOf(source: JsonObject, scope: Scope) {
  const search = batch();
  readBody(source, search, scope, SOURCE_MEMBERS);
  const index = source.get('index');
  const names = index === undefined || index === null ? [] : Array.isArray(index) ? index : [index];
  return {
    search,
    names: names.flatMap((name) => javaText(name).split(',')).filter((name) => name !== ''),
    remote: source.get('remote'),
  };
}

function destOf(dest: JsonObject, scope: Scope): Destination {
  checkMembers(dest, DEST_MEMBERS, 'dest', scope);
  const text = (name: string) => {
    const value = dest.get(name);
    return value === undefined || value === null ? undefined : javaText(value);
  };
  const opType = text('op_type') ?? 'index';
  if (!['index', 'create'].includes(opType.toLowerCase())) {
    throw illegalArgument(`opType must be 'create' or 'index', found: [${opType}]`);
  }
  return {
    index: text('index'),
    routing: text('routing'),
    pipeline: text('pipeline'),
    mustBeNew: opType.toLowerCase() === 'create',
    versionType: versionType(text('version_type')),
  };
}
