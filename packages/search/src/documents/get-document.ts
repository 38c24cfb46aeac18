/** One document by its id. */
import { SearchError } from '../errors/search-error.ts';
import type { StoredDocument } from '../index/shard/documents.ts';
import type { FieldMapping } from '../mapping/index-mapping.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import type { Access, GetDocument } from './requests.ts';
import { readTarget } from './write-target.ts';

/** A document that was found, and the mapping it is to be read with. */
export interface FoundDocument extends StoredDocument {
  readonly mapping: FieldMapping;
}

export interface GetResult {
  /** The concrete index. */
  readonly index: string;
  readonly document: FoundDocument | undefined;
}

const ACTION = 'indices:data/read/get';

/** Throws when the index, the routing or the version is not as it should be. */
export async function getDocument(
  indices: IndicesService,
  request: GetDocument,
  access: Access | undefined,
  action = ACTION,
): Promise<GetResult> {
  const target = readTarget(indices, request.index);
  const { name } = target.index;
  target.authorize(access, action);
  const routing = target.routing(request.routing, request.id);
  const { shard, number } = target.shard(request.id, routing);
  if (request.refresh) await shard.refresh();
  const stored = shard.get(request.id, request.realtime ?? true);
  if (stored === undefined) return { index: name, document: undefined };
  const complaint = versionComplaint(request, stored.version);
  if (complaint !== undefined) {
    throw new SearchError(
      'version_conflict_engine_exception',
      `[${request.id}]: version conflict, ${complaint}`,
      { fields: { index_uuid: target.index.uuid, shard: String(number), index: name } },
    );
  }
  return { index: name, document: { ...stored, mapping: target.open.mapping } };
}

function versionComplaint(
  { version, versionType = 'internal' }: GetDocument,
  current: number,
): string | undefined {
  if (version === undefined) return undefined;
  if (versionType === 'external_gte') {
    return current < version || current > version
      ? `current version [${current}] is different than the one provided [${version}]`
      : undefined;
  }
  return current === version
    ? undefined
    : `current version [${current}] is different than the one provided [${version}]`;
}
