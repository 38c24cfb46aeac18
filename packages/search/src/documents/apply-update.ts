/** An update: the newest source, changed, indexed in its place. Nothing can come between. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { StoredDocument } from '../index/shard/documents.ts';
import { writeJson } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { hasSource } from './document-source.ts';
import { mergeDocument } from './merge-document.ts';
import type { UpdateDocument, WriteOutcome } from './requests.ts';
import { scriptError } from './script-error.ts';
import { conflict, shardFields, type WriteSession } from './write-session.ts';
import type { Target } from './write-target.ts';

export function applyUpdate(
  update: UpdateDocument,
  target: Target,
  session: WriteSession,
): WriteOutcome {
  const { id } = update;
  const routing = target.routing(update.routing, id);
  const { shard, number } = target.shard(id, routing);
  const current = shard.get(id);
  if (current === undefined) {
    return insert(update, target, number, session);
  }
  checkSeqNo(update, target, number, current);
  if (update.script !== undefined) throw failedScript(update.script);
  if (!hasSource(target.open)) {
    throw new SearchError('document_source_missing_exception', `[${id}]: document source missing`, {
      fields: shardFields(target, number),
    });
  }
  const source = parseJson(current.source) as JsonObject;
  const changed = mergeDocument(source, update.doc ?? new Map());
  if (!changed && update.detectNoop !== false) {
    shard.counters.indexing.noopUpdates += 1;
    return {
      index: target.index.name,
      shard: number,
      id,
      routing: current.routing,
      version: current.version,
      seqNo: current.seqNo,
      primaryTerm: current.primaryTerm,
      result: 'noop',
      copies: 0,
      forcedRefresh: false,
      source: update.fetchSource?.bytes(current.source),
    };
  }
  const bytes = writeJson(source);
  const { seqNo: ifSeqNo, primaryTerm: ifPrimaryTerm } = current;
  return write(update, target, session, bytes, { ifSeqNo, ifPrimaryTerm });
}

/** The document is not there: an upsert makes it. */
function insert(
  update: UpdateDocument,
  target: Target,
  shard: number,
  session: WriteSession,
): WriteOutcome {
  const source = update.upsert ?? (update.docAsUpsert ? update.doc : undefined);
  if (source === undefined) {
    throw new SearchError('document_missing_exception', `[${update.id}]: document missing`, {
      fields: shardFields(target, shard),
    });
  }
  if (update.scriptedUpsert && update.script !== undefined) throw failedScript(update.script);
  return write(update, target, session, writeJson(source), { mustBeNew: true });
}

function write(
  { index, id, routing, fetchSource, pipeline }: UpdateDocument,
  target: Target,
  session: WriteSession,
  source: Uint8Array,
  conditions: { mustBeNew?: boolean; ifSeqNo?: number; ifPrimaryTerm?: number },
): WriteOutcome {
  const done = session.index(
    { kind: 'index', index, id, routing, pipeline, source, ...conditions },
    target,
  );
  return { ...done, source: fetchSource?.bytes(source) };
}

function checkSeqNo(
  { id, ifSeqNo, ifPrimaryTerm = 0 }: UpdateDocument,
  target: Target,
  shard: number,
  { seqNo, primaryTerm }: StoredDocument,
): void {
  if (ifSeqNo === undefined || (ifSeqNo === seqNo && ifPrimaryTerm === primaryTerm)) return;
  throw conflict(
    target,
    shard,
    `[${id}]: version conflict, required seqNo [${ifSeqNo}], primary term [${ifPrimaryTerm}]. current document has seqNo [${seqNo}] and primary term [${primaryTerm}]`,
  );
}

/** What a script of an update fails with. */
function failedScript(script: Json): SearchError {
  const error = scriptError(script);
  if (error.type === 'resource_not_found_exception') return error;
  return illegalArgument('failed to execute script', error);
}
