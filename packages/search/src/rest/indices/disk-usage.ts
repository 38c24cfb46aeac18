/** `_disk_usage`: how many bytes each field takes, by what they are for. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import type { Segment } from '../../index/segment/segment.ts';
import type { Writable } from '../../json/values.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { STRICT_OPEN_FORBID_CLOSED } from '../../metadata/resolve-indices.ts';
import type { NodeServices } from '../node-services.ts';
import { type NumberTree, sumTrees, treeBody } from '../stats/number-tree.ts';
import { shardsBody, TARGET_PARAMS, targets } from './shared.ts';

type Use = 'inverted_index' | 'stored_fields' | 'doc_values' | 'points' | 'norms' | 'knn_vectors';

export function diskUsageRoutes(node: NodeServices): Route[] {
  return [
    {
      methods: ['POST'],
      path: '/{index}/_disk_usage',
      params: [...TARGET_PARAMS, 'run_expensive_tasks', 'flush'],
      action: 'indices:admin/analyze_disk_usage',
      handler: (request) => diskUsage(request, node),
    },
  ];
}

async function diskUsage(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  if (!request.flag('run_expensive_tasks', false)) {
    throw illegalArgument(
      'analyzing the disk usage of an index is expensive and resource intensive, the parameter [run_expensive_tasks] must be set to [true] in order for the task to be performed',
    );
  }
  const found = targets(request, node.indices, STRICT_OPEN_FORBID_CLOSED);
  const answer = new Map<string, Writable>([['_shards', shardsBody(found)]]);
  for (const index of found) {
    const shards = node.indices.shardsOf(index)?.live ?? [];
    if (request.flag('flush', true)) for (const shard of shards) await shard.flush();
    answer.set(index.name, indexBody(node, index, request.human));
  }
  return RestResponse.of(answer);
}

const NOTHING: NumberTree = {
  total_in_bytes: 0,
  inverted_index: { total_in_bytes: 0 },
  stored_fields_in_bytes: 0,
  doc_values_in_bytes: 0,
  points_in_bytes: 0,
  norms_in_bytes: 0,
  term_vectors_in_bytes: 0,
  knn_vectors_in_bytes: 0,
};

function indexBody(node: NodeServices, index: IndexMetadata, human: boolean): Writable {
  const { mapping } = node.indices.mappingOf(index);
  const fields = new Map<string, NumberTree>();
  let store = 0;
  for (const shard of node.indices.shardsOf(index)?.live ?? []) {
    for (const { segment } of shard.documents.segments) {
      store += segment.bytes;
      addSegment(fields, segment, mapping);
    }
  }
  const all = sumTrees([...fields.values()], NOTHING);
  const shown = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map<string, Writable>([
    ...(treeBody({ store_size_in_bytes: store }, human) as Map<string, Writable>),
    ['all_fields', treeBody(all, human)],
    ['fields', new Map(shown.map(([name, tree]) => [name, treeBody(tree, human)]))],
  ]);
}

function addSegment(fields: Map<string, NumberTree>, segment: Segment, mapping: Mapping): void {
  for (const section of segment.file.names()) {
    const place = placeOf(section, mapping);
    if (place === undefined) continue;
    const [field, use] = place;
    const tree = fields.get(field) ?? structuredClone(NOTHING);
    const bytes = segment.file.byteLength(section);
    tree.total_in_bytes = Number(tree.total_in_bytes) + bytes;
    if (use === 'inverted_index') {
      const inverted = tree.inverted_index as Record<string, number>;
      inverted.total_in_bytes = Number(inverted.total_in_bytes) + bytes;
    } else tree[`${use}_in_bytes`] = Number(tree[`${use}_in_bytes`]) + bytes;
    fields.set(field, tree);
  }
}

/** A source that is only kept for recovery goes by another name. */
function storedName(field: string, mapping: Mapping): string {
  const isSynthetic = mapping.metadata('_source', 'mode') === 'synthetic';
  return field === '_source' && isSynthetic ? '_recovery_source' : field;
}

/** Parts of a column that only searches by range need. */
const SEARCHED = new Set(['order', 'valueDoc', 'minimum', 'maximum']);

/** The field a section belongs to, and what it is for. */
function placeOf(section: string, mapping: Mapping): [string, Use] | undefined {
  const [, kind, field = '', part = ''] = /^(\w+)\/(?:(.*)\/)?([^/]+)$/.exec(section) ?? [];
  if (kind === 'ids')
    return ['_id', part === 'slots' || part === 'tags' ? 'inverted_index' : 'stored_fields'];
  if (kind === 'stored') return [storedName(field, mapping), 'stored_fields'];
  if (kind === 'postings') return [field, part === 'norms' ? 'norms' : 'inverted_index'];
  if (kind !== 'column') return undefined;
  const mapper = mapping.fields.get(field);
  if (mapper?.type.name === 'dense_vector') return [field, 'knn_vectors'];
  if (mapper?.value('doc_values') === false) return [field, 'points'];
  return [field, SEARCHED.has(part) ? 'points' : 'doc_values'];
}
