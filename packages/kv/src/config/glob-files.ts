/** The files that a shell pattern in an include names, in order. Paths are binary strings. */
import { readdirSync } from 'node:fs';
import { globMatch } from '../structures/glob.ts';

const WILD = /[*?[]/;

function names(directory: string): string[] {
  try {
    const path = Buffer.from(directory === '' ? '.' : directory, 'latin1').toString();
    return readdirSync(path, { encoding: 'latin1' }).sort();
  } catch {
    return [];
  }
}

/** Existing paths that match; as in a shell, a leading dot must be written out. */
export function globFiles(pattern: string): string[] {
  const parts = pattern.split('/');
  let found = [''];
  parts.forEach((part, i) => {
    const separator = i === 0 ? '' : '/';
    found = found.flatMap((base) => {
      if (!WILD.test(part)) return [`${base}${separator}${part}`];
      // A shell class may be negated with '!' too.
      const glob = part.replace(/\[!/g, '[^');
      return names(`${base}${separator}`)
        .filter((name) => (part.startsWith('.') || !name.startsWith('.')) && globMatch(glob, name))
        .map((name) => `${base}${separator}${name}`);
    });
  });
  return found;
}
