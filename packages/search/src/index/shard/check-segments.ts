import type { Directory } from '../directory/directory.ts';
import { checkSections } from '../segment/check-sections.ts';
import type { Documents } from './documents.ts';
import { segmentFile } from './manifest.ts';

/**
 * Reads the segments on disk once and compares their checksums; throws a CorruptIndexError. It pauses
 * for `pauseMs` after every piece, and ends early when `isOver` says so.
 */
export async function checkSegments(
  documents: Documents,
  directory: Directory,
  pauseMs: number,
  isOver: () => boolean,
): Promise<void> {
  for (const entry of documents.segments) {
    // One that was merged away meanwhile has lost its file, and its damage matters to nobody.
    const isGone = () => isOver() || !documents.segments.includes(entry);
    if (!entry.isOnDisk || isGone()) continue;
    const { file } = entry.segment;
    for (const _ of checkSections(file, directory.pieces(segmentFile(entry.name)))) {
      await pause(pauseMs);
      if (isGone()) break;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) setImmediate(resolve);
    else setTimeout(resolve, ms).unref();
  });
}
