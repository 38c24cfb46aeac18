import type { ComponentContext } from '../core/components.ts';
import { AnalysisError } from '../core/errors.ts';
import { Settings } from '../core/settings.ts';

/** Reads min_gram and max_gram and holds them to `index.max_ngram_diff`. */
export function checkNgramSizes(
  what: string,
  settings: Settings,
  context: ComponentContext,
): [number, number] {
  const min = settings.integer('min_gram', 1);
  const max = settings.integer('max_gram', 2);
  const allowed = new Settings({ diff: context.indexSetting('max_ngram_diff') }).integer('diff', 1);
  if (max - min > allowed) {
    throw new AnalysisError(
      `The difference between max_gram and min_gram in ${what} must be less than or equal to: [${allowed}] but was [${max - min}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
    );
  }
  checkOrder(min, max);
  return [min, max];
}

/** The sizes of grams from an edge, which are so few that nothing else holds them. */
export function edgeNgramSizes(settings: Settings): [number, number] {
  const min = settings.integer('min_gram', 1);
  const max = settings.integer('max_gram', 2);
  checkOrder(min, max);
  return [min, max];
}

function checkOrder(min: number, max: number): void {
  if (min < 1) throw new AnalysisError('minGram must be greater than zero');
  if (min > max) throw new AnalysisError('minGram must not be greater than maxGram');
}
