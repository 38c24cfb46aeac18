import type { ComponentContext } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { WordSet, wordList } from '../core/word-list.ts';
import { isStopLanguage, stopWords } from './lists.ts';

/** The words of a `stopwords` list, names such as `_english_` replaced by their lists. */
export function resolveStopWords(entries: readonly string[]): string[] {
  const words: string[] = [];
  for (const entry of entries) {
    const named = /^_(.+)_$/.exec(entry);
    if (entry === '_none_') continue;
    if (named !== null && isStopLanguage(named[1] as string)) {
      words.push(...stopWords(named[1] as Parameters<typeof stopWords>[0]));
    } else {
      words.push(entry);
    }
  }
  return words;
}

/** The `stopwords` or `stopwords_path` of a component; `fallback` when it sets neither. */
export function stopWordSet(
  settings: Settings,
  context: ComponentContext,
  fallback: readonly string[],
  ignoreCase = settings.boolean('ignore_case', false),
): WordSet {
  const single = settings.raw('stopwords');
  if (single === '_none_') return new WordSet([]);
  const entries = wordList(settings, 'stopwords', context);
  return new WordSet(entries === undefined ? fallback : resolveStopWords(entries), ignoreCase);
}

/** Like stopWordSet, for filters that cannot do without a list. */
export function requiredWordSet(
  settings: Settings,
  context: ComponentContext,
  key: string,
  message: string,
  ignoreCase: boolean,
): WordSet {
  const entries = wordList(settings, key, context);
  if (entries === undefined || entries.length === 0) throw new AnalysisError(message);
  return new WordSet(resolveStopWords(entries), ignoreCase);
}
