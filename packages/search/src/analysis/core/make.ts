import type {
  CharFilterFactory,
  ComponentType,
  FilteredText,
  Make,
  TokenFilterFactory,
  TokenizerFactory,
} from './components.ts';
import type { OffsetMap } from './offset-map.ts';
import type { Tokenizer, TokenStream } from './stream.ts';

/** Short forms for the tables of components. */
export function tokenizerFactory(name: string, create: () => Tokenizer): TokenizerFactory {
  return { name, create };
}

export function filterFactory(
  name: string,
  create: (input: TokenStream) => TokenStream,
  extra: Partial<Omit<TokenFilterFactory, 'name' | 'create'>> = {},
): TokenFilterFactory {
  return { name, create, ...extra };
}

export function charFilterFactory(
  name: string,
  filter: (text: string, offsets: OffsetMap | null) => FilteredText,
  normalizes = false,
): CharFilterFactory {
  return { name, filter, normalizes };
}

/** A type that can also be used by its bare name. */
export function preconfigured<F>(make: Make<F>): ComponentType<F> {
  return { make, preconfigured: true };
}

/** A type that must be defined before it can be used. */
export function needsSettings<F>(make: Make<F>): ComponentType<F> {
  return { make, preconfigured: false };
}
