import { DataDir } from './data-dir.ts';

/** `npx tandem down`, with --data when that is not the default directory: a line to copy. */
export function typedCommand(words: string, dataDir: DataDir): string {
  const isDefault = dataDir.path === new DataDir().path;
  return `npx tandem ${words}${isDefault ? '' : ` --data ${dataDir.path}`}`;
}
