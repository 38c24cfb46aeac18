import { createRegistry } from './builtin.ts';
import { Analyzer } from './core/analyzer.ts';
import { bindFilters } from './core/chain.ts';
import type { SettingMap } from './core/settings.ts';

/** Helpers for the tables of the analysis tests. */

export interface TestChain {
  readonly char_filter?: readonly SettingMap[];
  readonly tokenizer?: SettingMap;
  readonly filter?: readonly SettingMap[];
}

const registry = createRegistry();

/** An analyzer of inline parts, with wide limits for gram and shingle sizes. */
export function testAnalyzer(chain: TestChain): Analyzer {
  const context = registry.context({ max_ngram_diff: 10, max_shingle_diff: 10 });
  const nameOf = (settings: SettingMap) => String(settings.type);
  const charFilters = (chain.char_filter ?? []).map((settings) =>
    registry.make('char_filter', registry.charFilters, nameOf(settings), settings, context),
  );
  const tokenizerSettings = chain.tokenizer ?? { type: 'whitespace' };
  const tokenizer = registry.make(
    'tokenizer',
    registry.tokenizers,
    nameOf(tokenizerSettings),
    tokenizerSettings,
    context,
  );
  const filters = (chain.filter ?? []).map((settings) =>
    registry.make('filter', registry.filters, nameOf(settings), settings, context),
  );
  return new Analyzer({
    name: 'test',
    charFilters,
    tokenizer,
    filters: bindFilters(charFilters, tokenizer, filters, registry.global),
  });
}

/**
 * Tokens in one line: `term:start-end`, then the type unless `word`, `+n` for an increment other than 1, `*n` for a
 * length other than 1, `!` for a keyword; at the end `|end` and `+n` for positions left over.
 */
export function show(analyzer: Analyzer, text: string): string {
  const stream = analyzer.stream(text);
  const parts: string[] = [];
  while (stream.next()) {
    const { term, start, end, type, positionIncrement, positionLength, keyword } = stream.token;
    const extra =
      (type === 'word' ? '' : type) +
      (positionIncrement === 1 ? '' : `+${positionIncrement}`) +
      (positionLength === 1 ? '' : `*${positionLength}`) +
      (keyword ? '!' : '');
    parts.push(`${term}:${start}-${end}${extra}`);
  }
  stream.end();
  const left = stream.token.positionIncrement;
  parts.push(`|${stream.token.end}${left === 0 ? '' : `+${left}`}`);
  return parts.join(' ');
}

/** The global analyzer of a name, as `_analyze` finds it. */
export function globalAnalyzer(name: string): Analyzer {
  return registry.global.analyzer(name) as Analyzer;
}
