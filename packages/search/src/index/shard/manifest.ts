/**
 * A commit point: file `manifest-<n>`, one line of JSON and one line with the CRC-32 of the first in
 * eight hexadecimal digits. The highest number counts.
 *
 * Order of a commit, each step only after the one before:
 *   1. segment and live-documents files are written and synced
 *   2. the directory is synced: their names are durable
 *   3. the manifest is written under a temporary name and synced
 *   4. it is renamed to its name
 *   5. the directory is synced: the commit is durable
 *   6. files that only older commits need are deleted
 * So a manifest that can be seen names only whole files, and until 5 the older commit is whole.
 */
import { crc32 } from 'node:zlib';
import { CorruptIndexError } from '../corrupt-index-error.ts';
import type { Directory } from '../directory/directory.ts';

export interface Manifest {
  readonly number: number;
  readonly segments: readonly ManifestSegment[];
  /** Operations of this and later translog generations are not in the segments. */
  readonly translogGeneration: number;
  /** The highest seq_no given so far, -1 for none. */
  readonly maxSeqNo: number;
  readonly primaryTerm: number;
  readonly nextSegment: number;
}

export interface ManifestSegment {
  readonly name: string;
  /** File of the live documents; absent when all are. */
  readonly live?: string;
}

export const manifestName = (number: number) => `manifest-${number}`;
export const segmentFile = (name: string) => `${name}.seg`;

/** Steps 2 to 5. */
export async function publishManifest(directory: Directory, manifest: Manifest): Promise<void> {
  await directory.sync();
  const json = JSON.stringify(manifest);
  const checksum = crc32(json).toString(16).padStart(8, '0');
  const temporary = `${manifestName(manifest.number)}.tmp`;
  const file = directory.create(temporary);
  file.append(new TextEncoder().encode(`${json}\n${checksum}\n`));
  await file.sync();
  file.close();
  directory.rename(temporary, manifestName(manifest.number));
  await directory.sync();
}

/**
 * The newest commit point, undefined for an empty directory. One that is damaged is passed over only
 * when an older one still has all its files; else this throws a CorruptIndexError.
 */
export function readManifest(directory: Directory): Manifest | undefined {
  const files = new Set(directory.list());
  const numbers = [...files]
    .map((name) => /^manifest-(\d+)$/.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((a, b) => b - a);
  let damaged: string | undefined;
  for (const number of numbers) {
    const manifest = parseManifest(directory.read(manifestName(number)));
    if (manifest !== undefined && (damaged === undefined || isComplete(manifest, files))) {
      return manifest;
    }
    damaged ??= manifestName(number);
  }
  if (damaged !== undefined) throw new CorruptIndexError(damaged, 'checksum differs');
  const orphan = [...files].find((name) => name.endsWith('.seg'));
  if (orphan !== undefined) throw new CorruptIndexError(orphan, 'there is no manifest');
  return undefined;
}

function parseManifest(bytes: Uint8Array): Manifest | undefined {
  const [json, checksum] = Buffer.from(bytes).toString('utf8').split('\n');
  if (json === undefined || checksum === undefined) return undefined;
  if (crc32(json).toString(16).padStart(8, '0') !== checksum) return undefined;
  return JSON.parse(json) as Manifest;
}

function isComplete(manifest: Manifest, files: Set<string>): boolean {
  return (
    files.has(`translog-${manifest.translogGeneration}.tlog`) &&
    manifest.segments.every(
      ({ name, live }) => files.has(segmentFile(name)) && (live === undefined || files.has(live)),
    )
  );
}
