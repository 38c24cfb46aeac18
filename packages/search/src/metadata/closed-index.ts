/** What the files of an index tell while it is closed. */
import { join } from 'node:path';
import { DiskDirectory } from '../index/directory/disk-directory.ts';
import { Segment } from '../index/segment/segment.ts';
import { readManifest, segmentFile } from '../index/shard/manifest.ts';
import { readLive } from '../index/shard/shard-segment.ts';
import type { IndexMetadata } from './cluster-state.ts';
import { integerSetting } from './index-settings.ts';
import { indexPath } from './open-index.ts';

export interface ClosedSegment {
  readonly segment: Segment;
  /** Those not deleted. */
  readonly documents: number;
}

/** The segments of each shard as its last commit left them; a damaged shard has none. */
export function closedSegments(dataDir: string, index: IndexMetadata): ClosedSegment[][] {
  const shards = integerSetting(index.settings, 'index.number_of_shards');
  return Array.from({ length: shards }, (_, number) => {
    try {
      return segmentsIn(new DiskDirectory(join(indexPath(dataDir, index.uuid), String(number))));
    } catch {
      return [];
    }
  });
}

function segmentsIn(directory: DiskDirectory): ClosedSegment[] {
  const segments = readManifest(directory)?.segments ?? [];
  return segments.map(({ name, live }) => {
    const segment = new Segment(name, directory.read(segmentFile(name)));
    const bits = live === undefined ? undefined : readLive(directory, live);
    return { segment, documents: segment.liveRoots(bits) };
  });
}
