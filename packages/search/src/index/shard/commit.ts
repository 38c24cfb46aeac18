import type { Directory } from '../directory/directory.ts';
import type { Documents, SegmentState } from './documents.ts';
import { type Manifest, manifestName, publishManifest, segmentFile } from './manifest.ts';
import { writeLive } from './shard-segment.ts';
import { translogGeneration } from './translog.ts';

/** What the shard remembers of its last commit. */
export interface CommitPoint {
  readonly number: number;
  readonly maxSeqNo: number;
}

type CommitHead = Pick<Manifest, 'translogGeneration' | 'maxSeqNo' | 'primaryTerm'>;

/** Makes `states` the newest commit; the order is in manifest.ts. */
export async function commitShard(
  directory: Directory,
  documents: Documents,
  states: readonly SegmentState[],
  last: CommitPoint,
  head: CommitHead,
): Promise<CommitPoint> {
  const number = last.number + 1;
  const segments: { name: string; live?: string }[] = [];
  for (const { entry, live } of states) {
    await entry.writeOut(directory);
    if (live === undefined) {
      segments.push({ name: entry.name });
      continue;
    }
    if (entry.committedLive?.bits !== live) {
      const file = `${entry.name}-${number}.live`;
      await writeLive(directory, file, live);
      entry.committedLive = { file, bits: live };
    }
    segments.push({ name: entry.name, live: entry.committedLive.file });
  }
  documents.updateViews();
  const manifest = { number, segments, nextSegment: documents.nextSegment, ...head };
  await publishManifest(directory, manifest);
  const inUse = new Set([...documents.segments.map(({ name }) => name), ...documents.unfinished]);
  deleteUnused(directory, manifest, inUse);
  return { number, maxSeqNo: head.maxSeqNo };
}

/** Deletes what the commit does not need, except files of the segments `inUse`. */
export function deleteUnused(
  directory: Directory,
  manifest: Manifest,
  inUse: ReadonlySet<string>,
): void {
  const needed = new Set<string>([manifestName(manifest.number)]);
  for (const { name, live } of manifest.segments) {
    needed.add(segmentFile(name));
    if (live !== undefined) needed.add(live);
  }
  for (const name of directory.list()) {
    const generation = translogGeneration(name);
    // `segment-7.seg`, or `segment-7-2.tmp` while it is written; live files have their own rule.
    const segment = /^(segment-\d+)(?:\.seg|-\d+\.tmp)$/.exec(name)?.[1];
    const isNeeded =
      generation === undefined
        ? needed.has(name) || (segment !== undefined && inUse.has(segment))
        : generation >= manifest.translogGeneration;
    if (!isNeeded) directory.delete(name);
  }
}
