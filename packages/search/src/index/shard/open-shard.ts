import { Segment } from '../segment/segment.ts';
import { commitShard, deleteUnused } from './commit.ts';
import { Documents } from './documents.ts';
import { type Manifest, readManifest, segmentFile } from './manifest.ts';
import { decodeOperation } from './operation.ts';
import { DEFAULT_BUFFER_BYTES, Shard, type ShardOptions } from './shard.ts';
import { readLive, ShardSegment } from './shard-segment.ts';
import { readTranslog, TranslogWriter, translogGeneration } from './translog.ts';

/**
 * Opens the shard in a directory, or starts an empty one. Recovery: the segments of the newest
 * commit, then every operation of the translog after it, each applied once: one that the segments
 * already hold (by seq_no) is passed over. What was replayed is committed before the first new
 * write, so that a torn end of an old translog can never stand in the middle of the history.
 * `primaryTerm` is higher after each time the shard lost its primary; a restart keeps it.
 * Throws a CorruptIndexError when a file is not what was written.
 */
export async function openShard(options: ShardOptions, primaryTerm = 1): Promise<Shard> {
  const startedAt = Date.now();
  const { directory, fill, now = Date.now } = options;
  const documents = new Documents(fill, now);
  const manifest = readManifest(directory);
  let maxSeqNo = -1;
  let generation = 0;
  if (manifest !== undefined) {
    openSegments(options, documents, manifest);
    deleteUnused(directory, manifest, new Set());
    maxSeqNo = Math.max(manifest.maxSeqNo, await replay(options, documents, manifest));
    generation = Math.max(manifest.translogGeneration, ...generations(options));
  } else {
    // Whatever is here was left by a start that had not yet taken its first write.
    for (const name of directory.list()) directory.delete(name);
  }
  const translog = await TranslogWriter.create(directory, generation + 1);
  const states = await documents.flushBuffer(directory);
  const last = { number: manifest?.number ?? 0, maxSeqNo };
  const head = { translogGeneration: translog.generation, maxSeqNo, primaryTerm };
  const point = await commitShard(directory, documents, states, last, head);
  for (const entry of documents.segments) {
    entry.live = entry.snapshot();
    entry.isVisible = true;
  }
  documents.updateViews();
  const shard = new Shard(options, documents, point, translog, primaryTerm);
  shard.recovery = {
    type: manifest === undefined ? 'EMPTY_STORE' : 'EXISTING_STORE',
    startedAt,
    stoppedAt: Date.now(),
    files: documents.segments.length,
    bytes: documents.segments.reduce((sum, { segment }) => sum + segment.bytes, 0),
    operations: maxSeqNo - (manifest?.maxSeqNo ?? maxSeqNo),
  };
  return shard;
}

function openSegments({ directory }: ShardOptions, documents: Documents, manifest: Manifest): void {
  documents.nextSegment = manifest.nextSegment;
  documents.segments = manifest.segments.map(({ name, live }) => {
    const segment = new Segment(name, directory.read(segmentFile(name)));
    const bits = live === undefined ? undefined : readLive(directory, live);
    const entry = new ShardSegment(segment, bits);
    entry.isOnDisk = true;
    if (live !== undefined && bits !== undefined) entry.committedLive = { file: live, bits };
    return entry;
  });
}

function generations({ directory }: ShardOptions): number[] {
  return directory
    .list()
    .map(translogGeneration)
    .filter((generation) => generation !== undefined)
    .sort((a, b) => a - b);
}

/** Applies what the commit does not hold; returns the highest seq_no seen, -1 for none. */
async function replay(
  options: ShardOptions,
  documents: Documents,
  manifest: Manifest,
): Promise<number> {
  let maxSeqNo = -1;
  for (const generation of generations(options)) {
    if (generation < manifest.translogGeneration) continue;
    for (const payload of readTranslog(options.directory, generation)) {
      const operation = decodeOperation(payload);
      maxSeqNo = Math.max(maxSeqNo, operation.seqNo);
      const known = documents.known(operation.id);
      if (known !== undefined && known.seqNo >= operation.seqNo) continue;
      if (operation.kind === 'delete') documents.delete(operation);
      else documents.index({ ...operation, source: operation.source.slice() }, false);
      if (documents.activeMemory > (options.bufferBytes ?? DEFAULT_BUFFER_BYTES)) {
        await documents.flushBuffer(options.directory);
      }
    }
  }
  return maxSeqNo;
}
