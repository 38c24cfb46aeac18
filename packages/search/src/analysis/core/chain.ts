import type { CharFilterFactory, TokenFilterFactory, TokenizerFactory } from './components.ts';

/** Where a chain looks names up. */
export interface NamedParts {
  filter(name: string): TokenFilterFactory | undefined;
}

/** The filters of a chain, each that depends on its place bound to it. */
export function bindFilters(
  charFilters: readonly CharFilterFactory[],
  tokenizer: TokenizerFactory,
  filters: readonly TokenFilterFactory[],
  names: NamedParts,
): TokenFilterFactory[] {
  const bound: TokenFilterFactory[] = [];
  for (const filter of filters) {
    const previous = [...bound];
    bound.push(
      filter.inChain?.({
        charFilters,
        tokenizer,
        previous,
        filter: (name) => names.filter(name),
      }) ?? filter,
    );
  }
  return bound;
}
