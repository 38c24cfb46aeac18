/**
 * The body of a bulk: an action a line and, but for deletes, a document on the next. Sources are
 * views of the body; the whole body is read before anything is done, so that a malformed line
 * stops the request before it changes anything.
 */
import type { WriteDocument } from '../../documents/requests.ts';
import type { SourceFilter } from '../../documents/source-filter.ts';
import { illegalArgument } from '../../errors/search-error.ts';
import { type Action, type ActionName, readAction } from './bulk-action.ts';
import { readUpdateBody } from './update-body.ts';

/** What the request says for all its actions. */
export interface BulkDefaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly pipeline: string | undefined;
  readonly requireAlias: boolean | undefined;
  readonly source: SourceFilter | false | undefined;
  /** False: the index stands in the path only. */
  readonly allowExplicitIndex: boolean;
}

export interface BulkOperation {
  /** As the answer names it. */
  readonly name: ActionName;
  readonly write: WriteDocument;
}

const NEWLINE = 10;

/** Yields the operations; throws the reference's complaint about the first line that is wrong. */
export function* readBulk(body: Buffer, defaults: BulkDefaults): Generator<BulkOperation> {
  if (body.length > 0 && body[body.length - 1] !== NEWLINE) {
    throw illegalArgument('The bulk request must be terminated by a newline [\\n]');
  }
  let at = 0;
  let line = 0;
  while (at < body.length) {
    const end = body.indexOf(NEWLINE, at);
    line += 1;
    const action = readAction(body, at, end, line, defaults.allowExplicitIndex);
    at = end + 1;
    if (action === undefined) continue;
    if (action.name === 'delete') {
      yield {
        name: 'delete',
        write: { kind: 'delete', ...common(action, defaults), id: idOf(action) },
      };
      continue;
    }
    // An action without a document at the very end is passed over, as in the reference.
    if (at >= body.length) return;
    const next = body.indexOf(NEWLINE, at);
    line += 1;
    const source = body.subarray(at, body[next - 1] === 13 ? next - 1 : next);
    at = next + 1;
    yield action.name === 'update'
      ? { name: 'update', write: updateOf(action, defaults, source) }
      : { name: action.name, write: indexOf(action, defaults, source) };
  }
}

function common(action: Action, defaults: BulkDefaults) {
  return {
    index: action.index ?? defaults.index ?? '',
    routing: action.routing ?? defaults.routing,
    requireAlias: action.requireAlias ?? defaults.requireAlias,
    version: action.version,
    versionType: action.versionType,
    ifSeqNo: action.ifSeqNo,
    ifPrimaryTerm: action.ifPrimaryTerm,
  };
}

function idOf(action: Action): string {
  return action.id ?? '';
}

function indexOf(action: Action, defaults: BulkDefaults, source: Uint8Array): WriteDocument {
  return {
    kind: 'index',
    index: action.index ?? defaults.index ?? '',
    id: action.id,
    source,
    routing: action.routing ?? defaults.routing,
    requireAlias: action.requireAlias ?? defaults.requireAlias,
    version: action.version,
    versionType: action.versionType,
    ifSeqNo: action.ifSeqNo,
    ifPrimaryTerm: action.ifPrimaryTerm,
    mustBeNew: action.name === 'create',
    pipeline: action.pipeline ?? defaults.pipeline,
    dynamicTemplates: action.dynamicTemplates,
  };
}

function updateOf(action: Action, defaults: BulkDefaults, source: Uint8Array): WriteDocument {
  if (action.version !== undefined || (action.versionType ?? 'internal') !== 'internal') {
    throw illegalArgument(
      'Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  const { source: ownSource, ...body } = readUpdateBody(source);
  const wanted = ownSource ?? action.source ?? defaults.source;
  const shared = common(action, defaults);
  return {
    kind: 'update',
    ...shared,
    ...body,
    ifSeqNo: body.ifSeqNo ?? shared.ifSeqNo,
    ifPrimaryTerm: body.ifPrimaryTerm ?? shared.ifPrimaryTerm,
    id: idOf(action),
    retryOnConflict: action.retryOnConflict,
    fetchSource: wanted === false ? undefined : wanted,
    pipeline: action.pipeline ?? defaults.pipeline,
  };
}
