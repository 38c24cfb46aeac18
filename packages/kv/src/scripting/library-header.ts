/** The first line of a library: #!<engine> name=<library>. */
import { splitWords } from '../resp/words.ts';
import { nameError } from './library-set.ts';

/** The library's name, or the error's text. */
export function libraryName(code: string): { name: string } | string {
  if (!code.startsWith('#!')) return 'ERR Missing library metadata';
  const end = code.indexOf('\n');
  const words = end < 0 ? null : splitWords(code.slice(0, end));
  if (words === null || words.length === 0) return 'ERR Invalid library metadata';
  const [engine, ...options] = words as [string, ...string[]];
  let name: string | null = null;
  for (const option of options) {
    if (option.slice(0, 5).toLowerCase() !== 'name=')
      return `ERR Invalid metadata value given: ${option}`;
    if (name !== null) return 'ERR Invalid metadata value, name argument was given multiple times';
    name = option.slice(5);
  }
  if (name === null) return 'ERR Library name was not given';
  const wrong = nameError(name);
  if (wrong !== null) return wrong;
  if (engine.slice(2).toLowerCase() !== 'lua') return `ERR Engine '${engine.slice(2)}' not found`;
  return { name };
}
