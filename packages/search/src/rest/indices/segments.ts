/** `_segments`. */
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Shard } from '../../index/shard/shard.ts';
import type { Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import { bytesText } from '../../settings/units.ts';
import { LUCENE_VERSION } from '../../version.ts';
import type { NodeServices } from '../node-services.ts';
import { shardsBody, TARGET_PARAMS, targets } from './shared.ts';

export interface SegmentFacts {
  /** In the reference's style: `_1a`. */
  readonly name: string;
  readonly generation: number;
  readonly documents: number;
  readonly deleted: number;
  readonly bytes: number;
  readonly isCommitted: boolean;
  readonly isSearchable: boolean;
  readonly version: string;
}

export function segmentFacts(shard: Shard): SegmentFacts[] {
  return shard.documents.segments.map(({ segment, live, isOnDisk, isVisible, name }) => {
    const generation = Number(/\d+$/.exec(name)?.[0] ?? 0);
    const documents = segment.liveRoots(live);
    return {
      name: `_${generation.toString(36)}`,
      generation,
      documents,
      deleted: segment.meta.roots - documents,
      bytes: segment.bytes,
      isCommitted: isOnDisk,
      isSearchable: isVisible,
      version: LUCENE_VERSION,
    };
  });
}

export function segmentRoutes(node: NodeServices): Route[] {
  return ['/_segments', '/{index}/_segments'].map((path) => ({
    methods: ['GET'],
    path,
    params: [...TARGET_PARAMS, 'verbose', 'include_vector_formats'],
    action: 'indices:monitor/segments',
    handler: (request) => {
      const found = targets(request, node.indices, STRICT_OPEN_FORBID_CLOSED);
      return RestResponse.of({
        _shards: shardsBody(found),
        indices: new Map<string, Writable>(
          found.map((index) => [index.name, { shards: shardBodies(request, node, index) }]),
        ),
      });
    },
  }));
}

function shardBodies(request: RestRequest, node: NodeServices, index: IndexMetadata): Writable {
  const shards = node.indices.shardsOf(index)?.shards ?? [];
  const bodies = new Map<string, Writable>();
  for (const [number, shard] of shards.entries()) {
    if (shard instanceof Error) continue;
    const facts = segmentFacts(shard);
    const body = {
      routing: { state: 'STARTED', primary: true, node: node.identity.nodeId },
      num_committed_segments: facts.filter(({ isCommitted }) => isCommitted).length,
      num_search_segments: facts.filter(({ isSearchable }) => isSearchable).length,
      segments: new Map(facts.map((one) => [one.name, segmentBody(one, request.human)])),
    };
    bodies.set(String(number), [body]);
  }
  return bodies;
}

function segmentBody(facts: SegmentFacts, human: boolean): Writable {
  return {
    generation: facts.generation,
    num_docs: facts.documents,
    deleted_docs: facts.deleted,
    size: human ? bytesText(facts.bytes) : undefined,
    size_in_bytes: facts.bytes,
    committed: facts.isCommitted,
    search: facts.isSearchable,
    version: facts.version,
    compound: true,
    attributes: {},
  };
}
