/** The complaint about a name that is no setting, with those it may be meant for. */
import { illegalArgument, type SearchError } from '../errors/search-error.ts';
import { similarity } from '../errors/suggest.ts';

/** How alike two names must be for one to be suggested for the other. */
const ALIKE = 0.7;

export function unknownSetting(name: string, names: Iterable<string>): SearchError {
  const near = [...names]
    .map((known) => ({ known, score: similarity(name, known) }))
    .filter(({ score }) => score > ALIKE)
    .sort((a, b) => b.score - a.score || (a.known < b.known ? -1 : 1))
    .map(({ known }) => known);
  const hint =
    near.length === 0
      ? ' please check that any required plugins are installed, or check the breaking changes documentation for removed settings'
      : ` did you mean ${near.length === 1 ? `[${near[0]}]` : `any of [${near.join(', ')}]`}?`;
  return illegalArgument(`unknown setting [${name}]${hint}`);
}
