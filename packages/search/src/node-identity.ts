/**
 * Who this node is, for as long as its data directory lives. `_state/node.json`:
 * {"node_id": 22 characters, "cluster_uuid": 22 characters, "version": of the first start}.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { UserError } from '@tandem/common/user-error.ts';
import { readIfThere, replaceFile } from './files.ts';
import { VERSION } from './version.ts';

export interface NodeIdentity {
  readonly nodeId: string;
  readonly clusterUuid: string;
}

/** Reads the identity in a data directory, or makes one up and writes it. */
export function loadIdentity(dataDir: string): NodeIdentity {
  const path = join(dataDir, '_state', 'node.json');
  const text = readIfThere(path);
  if (text === undefined) {
    const identity = { nodeId: newUuid(), clusterUuid: newUuid() };
    const { nodeId: node_id, clusterUuid: cluster_uuid } = identity;
    replaceFile(path, `${JSON.stringify({ node_id, cluster_uuid, version: VERSION })}\n`);
    return identity;
  }
  try {
    const { node_id, cluster_uuid } = JSON.parse(text) as Record<string, unknown>;
    if (typeof node_id === 'string' && typeof cluster_uuid === 'string') {
      return { nodeId: node_id, clusterUuid: cluster_uuid };
    }
  } catch {
    // Said below, with the file's name.
  }
  throw new UserError(
    `[${path}] is damaged: restore it from a backup, or choose another path.data.`,
  );
}

/** A random identifier of the reference's form: 16 bytes in URL-safe base64. */
export function newUuid(): string {
  return randomBytes(16).toString('base64url');
}
