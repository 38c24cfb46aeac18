import type { ConfigFiles } from './config-files.ts';
import type { OffsetMap } from './offset-map.ts';
import type { Settings, SettingValue } from './settings.ts';
import type { Tokenizer, TokenStream } from './stream.ts';
import type { WordSet } from './word-list.ts';

export interface FilteredText {
  readonly text: string;
  readonly offsets: OffsetMap | null;
}

export interface CharFilterFactory {
  readonly name: string;
  /** Whether a normalizer may use it. */
  readonly normalizes?: boolean;
  filter(text: string, offsets: OffsetMap | null): FilteredText;
}

export interface TokenizerFactory {
  readonly name: string;
  /** Set by the standard tokenizer: its maximum token length. Indexing then reads ASCII text as bytes. */
  readonly standardWords?: number;
  /** It makes letters small, also where an analyzer normalizes parts of words. */
  readonly lowercases?: boolean;
  create(): Tokenizer;
}

export type TokenAttribute = 'keyword' | 'payload';

export interface TokenFilterFactory {
  readonly name: string;
  /** Whether a normalizer may use it. */
  readonly normalizes?: boolean;
  /**
   * What becomes of this filter when a synonym filter behind it reads its rules: it takes part (absent), is left out,
   * makes the rules an error, or is replaced by another.
   */
  readonly inSynonymRules?: 'leave-out' | 'refuse' | TokenFilterFactory;
  /** The text of the refusal where it is not the usual one. */
  readonly synonymRefusal?: string;
  /** Its words may be loaded anew, so that it may take part in searches only. */
  readonly isUpdateable?: boolean;
  /** One token in, one or none out, by its term alone: what becomes of a term can be remembered. */
  readonly perTerm?: boolean;
  /** What the filter does to ASCII bytes, where indexing can do it without strings. */
  readonly onBytes?: 'lowercase' | { readonly stop: WordSet };
  /** Attributes of tokens that exist from this filter on, which `_analyze?explain` then shows. */
  readonly attributes?: readonly TokenAttribute[];
  create(input: TokenStream): TokenStream;
  /** For filters that depend on what stands before them or on other filters: the factory bound to this chain. */
  inChain?(chain: ChainContext): TokenFilterFactory;
}

/** The part of a chain that stands before a filter. */
export interface ChainContext {
  readonly charFilters: readonly CharFilterFactory[];
  readonly tokenizer: TokenizerFactory;
  readonly previous: readonly TokenFilterFactory[];
  /** A filter by name, as the analyzer being built sees names; undefined when there is none. */
  filter(name: string): TokenFilterFactory | undefined;
}

/** What a component's constructor may know of its surroundings. */
export interface ComponentContext {
  readonly files: ConfigFiles;
  /** The rules of a stored set of synonyms; throws when there is none of that name. */
  synonymSet(name: string): string[];
  /** An index-level setting (without the `index.` prefix), undefined when unset or outside an index. */
  indexSetting(name: string): SettingValue;
}

/** Makes a component from its name and settings; throws AnalysisError when the settings are refused. */
export type Make<F> = (name: string, settings: Settings, context: ComponentContext) => F;

export interface ComponentType<F> {
  readonly make: Make<F>;
  /** Usable by its own name without a definition. */
  readonly preconfigured: boolean;
}
