/** Word lists, rules and patterns that settings name by path, below the configuration directory. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { AnalysisError } from './errors.ts';

export interface ConfigFiles {
  /** The text of a file; `setting` is the one that names it. Throws an AnalysisError when it cannot be read. */
  text(path: string, setting: string): string;
}

/** A file is read whole while a request waits. */
const MAX_BYTES = 64 * 2 ** 20;

export function cannotRead(setting: string, path: string): AnalysisError {
  return new AnalysisError(`IOException while reading ${setting}: ${path}`);
}

export class DirectoryFiles implements ConfigFiles {
  constructor(private readonly directory: string) {}

  text(path: string, setting: string): string {
    const full = resolve(this.directory, path);
    let bytes: Uint8Array;
    try {
      // Links are followed first: what counts is where the file is, not how it is called.
      const root = realpathSync(this.directory);
      const real = realpathSync(full);
      if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw denied(setting, full);
      const { size } = statSync(real);
      if (size > MAX_BYTES) throw cannotRead(setting, full);
      bytes = readFileSync(real);
    } catch (error) {
      if (error instanceof AnalysisError) throw error;
      // Outside the directory, what is there and what is not must look the same.
      const isInside = full.startsWith(resolve(this.directory) + sep);
      throw isInside ? cannotRead(setting, full) : denied(setting, full);
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new AnalysisError(
        `Unsupported character encoding detected while reading ${setting}: ${full} - files must be UTF-8 encoded`,
      );
    }
  }
}

function denied(setting: string, path: string): AnalysisError {
  return new AnalysisError(`Access denied trying to read file ${setting}: ${path}`);
}

/** Reads no files: for places without a configuration directory. */
export const NO_FILES: ConfigFiles = {
  text(path, setting) {
    throw cannotRead(setting, path);
  },
};
