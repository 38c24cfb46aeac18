import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rows of a table beside this file; empty lines and those that begin with # are left out. */
export function readTable(name: string): string[][] {
  return readFileSync(join(import.meta.dir, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

export function writeTable(name: string, head: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => row.join('\t'));
  writeFileSync(join(import.meta.dir, name), `# ${head}\n${lines.join('\n')}\n`);
}
