/**
 * The snapshot on disk. Ordering rule: the new file is written under another name and synced before
 * it takes the old one's place, and the directory is synced after that; so whenever the power goes,
 * the name leads to one whole snapshot, the old or the new.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { type LoadOptions, type LoadResult, loadSnapshot } from './rdb/load-snapshot.ts';
import { type SnapshotSource, snapshotChunks } from './rdb/snapshot.ts';

/** Writes the data set to `path`, relative to the working directory; throws the system's error. */
export function saveSnapshotFile(source: SnapshotSource, path: string): void {
  const temporary = `temp-${process.pid}.rdb`;
  const fd = openSync(temporary, 'w', 0o644);
  try {
    for (const chunk of snapshotChunks(source)) writeSync(fd, chunk);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(temporary, path);
  } catch (e) {
    rmSync(temporary, { force: true });
    throw e;
  }
  const directory = openSync('.', 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Reads `path` into the data set; null when there is no such file. Throws RdbCorrupt. */
export function loadSnapshotFile(
  target: SnapshotSource,
  path: string,
  options: LoadOptions = {},
): LoadResult | null {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw e;
  }
  return loadSnapshot(target, file, options);
}
