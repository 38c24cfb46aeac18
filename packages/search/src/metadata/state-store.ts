/**
 * The cluster state on disk.
 *
 *   _state/state-<version>.json     one line of JSON (stateBody), a newline, then
 *                                   `#crc32 <8 hex digits>` of the line's bytes and a newline
 *
 * Ordering rule: the bytes of a new version reach the disk under a temporary name, the file gets its
 * name, the directory reaches the disk, and only then is the change acknowledged and are versions
 * older than the one before deleted. A crash at any point leaves the last acknowledged version.
 * Recovery takes the newest file whose checksum holds; with files but none that holds it refuses,
 * since an empty state would disown every index on the disk.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { SearchError } from '../errors/search-error.ts';
import { replaceFile } from '../files.ts';
import { writeJson } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import { type ClusterState, EMPTY_STATE, parseState, stateBody } from './cluster-state.ts';

const FILE = /^state-(\d+)\.json$/;

export class StateStore {
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, '_state');
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** The newest valid state; `damaged` hears of files that were passed over. */
  load(damaged: (file: string) => void): ClusterState {
    const versions = this.versions();
    for (const version of versions.toReversed()) {
      const text = readFileSync(this.file(version));
      const state = decode(text);
      if (state !== undefined) return state;
      damaged(this.file(version));
    }
    if (versions.length === 0) return EMPTY_STATE;
    throw new SearchError(
      'corrupt_index_exception',
      `no readable cluster state in [${this.path}]: every version fails its checksum`,
    );
  }

  /** Returns when the state is durable. */
  save(state: ClusterState): void {
    const line = writeJson(stateBody(state)).toString('utf8');
    replaceFile(this.file(state.version), `${line}\n#crc32 ${checksum(line)}\n`);
    for (const version of this.versions()) {
      if (version < state.version - 1) rmSync(this.file(version), { force: true });
    }
  }

  private versions(): number[] {
    return readdirSync(this.path)
      .map((name) => FILE.exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .sort((a, b) => a - b);
  }

  private file(version: number): string {
    return join(this.path, `state-${version}.json`);
  }
}

function checksum(line: string): string {
  return crc32(line).toString(16).padStart(8, '0');
}

function decode(bytes: Buffer): ClusterState | undefined {
  const [line = '', trailer] = bytes.toString('utf8').split('\n');
  if (trailer !== `#crc32 ${checksum(line)}`) return undefined;
  return parseState(parseJson(line) as JsonObject);
}
