import type { ComponentContext } from './components.ts';
import { AnalysisError } from './errors.ts';
import type { Settings } from './settings.ts';

/** Words from a setting or from the file `<setting>_path` names (comments and empty lines dropped). */
export function wordList(
  settings: Settings,
  key: string,
  context: ComponentContext,
  dropComments = true,
): string[] | undefined {
  const path = settings.string(`${key}_path`);
  if (path === undefined) {
    // A single string is one entry here, not a list with commas, when it is a rule.
    return settings.list(key);
  }
  if (settings.has(key)) {
    throw new AnalysisError(`both [${key}] and [${key}_path] are set`);
  }
  const lines = context.files.text(path, `${key}_path`).split(/\r?\n/);
  return dropComments ? lines.filter((line) => line !== '' && !line.startsWith('#')) : lines;
}

/** A set of words that may ignore case. */
export class WordSet {
  readonly #words: Set<string>;
  readonly ignoreCase: boolean;

  constructor(words: Iterable<string>, ignoreCase = false) {
    this.ignoreCase = ignoreCase;
    this.#words = new Set();
    for (const word of words) this.#words.add(ignoreCase ? word.toLowerCase() : word);
  }

  get size(): number {
    return this.#words.size;
  }

  values(): Iterable<string> {
    return this.#words;
  }

  has(word: string): boolean {
    return this.#words.has(this.ignoreCase ? word.toLowerCase() : word);
  }
}
