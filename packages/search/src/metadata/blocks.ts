// A table: the blocks an index or the cluster can have, and what they stop.
import { SearchError } from '../errors/search-error.ts';
import type { ClusterState, IndexMetadata } from './cluster-state.ts';

/** What somebody is about to do. */
export type BlockLevel = 'read' | 'write' | 'metadata_read' | 'metadata_write';

interface Block {
  readonly setting: string;
  readonly levels: readonly BlockLevel[];
  readonly text: string;
  readonly status: number;
}

const INDEX_BLOCKS: readonly Block[] = [
  {
    setting: 'index.blocks.read_only',
    levels: ['write', 'metadata_write'],
    text: 'FORBIDDEN/5/index read-only (api)',
    status: 403,
  },
  {
    setting: 'index.blocks.read',
    levels: ['read'],
    text: 'FORBIDDEN/7/index read (api)',
    status: 403,
  },
  {
    setting: 'index.blocks.write',
    levels: ['write'],
    text: 'FORBIDDEN/8/index write (api)',
    status: 403,
  },
  {
    setting: 'index.blocks.metadata',
    levels: ['metadata_read', 'metadata_write'],
    text: 'FORBIDDEN/9/index metadata (api)',
    status: 403,
  },
  {
    setting: 'index.blocks.read_only_allow_delete',
    levels: ['write', 'metadata_write'],
    text: 'TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    status: 429,
  },
];

const CLUSTER_BLOCKS: readonly Block[] = [
  {
    setting: 'cluster.blocks.read_only',
    levels: ['write', 'metadata_write'],
    text: 'FORBIDDEN/6/cluster read-only (api)',
    status: 403,
  },
  {
    setting: 'cluster.blocks.read_only_allow_delete',
    levels: ['write', 'metadata_write'],
    text: 'FORBIDDEN/13/cluster read-only / allow delete (api)',
    status: 403,
  },
];

/** The same for all of several indices; `except` names the setting of a block that does not count. */
export function checkAllBlocks(
  state: ClusterState,
  indices: readonly IndexMetadata[],
  level: BlockLevel,
  except?: string,
): void {
  for (const index of indices) checkBlocks(state, index, level, except);
}

/** Throws a cluster_block_exception when the index or the cluster does not let this happen. */
export function checkBlocks(
  state: ClusterState,
  index: IndexMetadata,
  level: BlockLevel,
  except?: string,
): void {
  const whole = CLUSTER_BLOCKS.filter(
    ({ setting, levels }) =>
      levels.includes(level) &&
      (state.transientSettings.get(setting) ?? state.persistentSettings.get(setting)) === 'true',
  );
  if (whole.length > 0) throw blocked('blocked by', whole);
  const own = INDEX_BLOCKS.filter(
    ({ setting, levels }) =>
      setting !== except && levels.includes(level) && index.settings.get(setting) === 'true',
  );
  if (own.length > 0) throw blocked(`index [${index.name}] blocked by`, own);
}

function blocked(head: string, blocks: readonly Block[]): SearchError {
  const list = blocks.map(({ text }) => `[${text}];`).join('');
  // A block that passes by itself only tells to come back later.
  const status = blocks.every((block) => block.status === 429) ? 429 : 403;
  return new SearchError('cluster_block_exception', `${head}: ${list}`, { status });
}
