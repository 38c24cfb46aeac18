import type { Directory } from '../directory/directory.ts';
import type { MergeInput } from '../merge/merge-input.ts';
import { mergeSegments } from '../merge/merge-segments.ts';
import { runInSlices } from '../run-to-end.ts';
import { type Bitmap, clearBit, fullBitmap, hasBit } from '../segment/bitmap.ts';
import { checkSections } from '../segment/check-sections.ts';
import { TemporaryFiles } from '../segment/section-builder.ts';
import { Segment } from '../segment/segment.ts';
import type { Documents } from './documents.ts';
import { segmentFile } from './manifest.ts';
import { chooseMerge, type MergePolicy } from './merge-policy.ts';
import { ShardSegment } from './shard-segment.ts';

const CHECK_BYTES = 1024 * 1024;

/** Runs the last step while nothing else changes the set of segments. */
type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;
type Choose = (entries: readonly ShardSegment[]) => readonly ShardSegment[] | undefined;

/**
 * Merges the segments that the policy (or function) chooses into one on disk and puts it in their
 * place, and tells what went in; undefined when there is nothing to do. One at a time; writes, refreshes and commits go on
 * meanwhile. Searches see the same documents before and after: a
 * document is dropped when searches do not see it any more, and deletions that came later, or
 * during the merge, are carried over.
 */
export async function mergeOnce(
  documents: Documents,
  directory: Directory,
  policy: MergePolicy | Choose,
  exclusive: Exclusive,
): Promise<{ readonly documents: number; readonly bytes: number } | undefined> {
  const visible = documents.segments.filter(({ isVisible }) => isVisible);
  const chosen = typeof policy === 'function' ? policy(visible) : byPolicy(visible, policy);
  if (chosen === undefined) return undefined;
  const sources = chosen.map(({ segment, live }) => ({ segment, live }));
  const name = documents.newSegmentName();
  const fileName = segmentFile(name);
  documents.unfinished.add(name);
  try {
    // What is damaged would get a new, valid checksum by being merged.
    for (const { segment, isOnDisk } of chosen) {
      if (isOnDisk) await runInSlices(checkSections(segment.file, piecesOf(segment.file.bytes)));
    }
    const file = directory.create(fileName);
    const temporary = new TemporaryFiles(directory, name);
    const inputs = await runInSlices(mergeSegments(sources, file, temporary));
    await file.sync();
    file.close();
    const segment = new Segment(name, directory.read(fileName));
    await exclusive(async () => documents.replace(chosen, mergedEntry(segment, inputs, chosen)));
  } finally {
    documents.unfinished.delete(name);
  }
  return {
    documents: chosen.reduce((sum, { segment }) => sum + segment.documents, 0),
    bytes: chosen.reduce((sum, { segment }) => sum + segment.bytes, 0),
  };
}

/** Where it is mapped: the merge reads all of it anyway. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHECK_BYTES) yield bytes.subarray(at, at + CHECK_BYTES);
}

/** The merged segment in its shard; undefined when nothing was left. */
function mergedEntry(
  segment: Segment,
  inputs: readonly MergeInput[],
  old: readonly ShardSegment[],
): ShardSegment | undefined {
  if (segment.documents === 0) return undefined;
  const bitmaps = (of: (entry: ShardSegment) => Bitmap | undefined) =>
    carried(segment, inputs, old.map(of));
  const merged = new ShardSegment(
    segment,
    bitmaps(({ live }) => live),
    bitmaps(({ latest }) => latest),
  );
  merged.isVisible = true;
  merged.isOnDisk = true;
  return merged;
}

function byPolicy(entries: readonly ShardSegment[], policy: MergePolicy) {
  const candidates = entries.map((entry) => ({
    name: entry.name,
    bytes: entry.segment.bytes,
    documents: entry.segment.documents,
    deleted: entry.segment.documents - entry.seenRows(),
  }));
  const chosen = chooseMerge(candidates, policy);
  if (chosen === undefined) return undefined;
  return entries.filter(({ name }) => chosen.some((candidate) => candidate.name === name));
}

/** Which rows of the merged segment live, given the inputs' bitmaps now; undefined when all do. */
function carried(
  segment: Segment,
  inputs: readonly MergeInput[],
  bitmaps: readonly (Bitmap | undefined)[],
): Bitmap | undefined {
  let result: Bitmap | undefined;
  for (const [i, { newDoc }] of inputs.entries()) {
    const bits = bitmaps[i];
    if (bits === undefined) continue;
    for (let doc = 0; doc < newDoc.length; doc += 1) {
      const to = newDoc[doc] as number;
      if (to < 0 || hasBit(bits, doc)) continue;
      result ??= fullBitmap(segment.documents);
      clearBit(result, to);
    }
  }
  return result;
}
