import { KeywordTokenizer, lowercaseCodePoints } from '../tokenizers/simple.ts';
import { Analyzer } from './analyzer.ts';
import { bindFilters, type NamedParts } from './chain.ts';
import type {
  CharFilterFactory,
  ComponentContext,
  ComponentType,
  TokenFilterFactory,
  TokenizerFactory,
} from './components.ts';
import { AnalysisError } from './errors.ts';
import type { AnalysisRegistry, Kind } from './registry.ts';
import { isSettingMap, type SettingMap, Settings } from './settings.ts';
import { TermFilter } from './stream.ts';

/** Components by name, made when first asked for. */
class Named<F> {
  readonly #kind: Kind;
  readonly #defined: SettingMap;
  readonly #types: ReadonlyMap<string, ComponentType<F>>;
  readonly #make: (name: string, settings: SettingMap) => F;
  readonly #made = new Map<string, F>();

  constructor(
    kind: Kind,
    defined: SettingMap,
    types: ReadonlyMap<string, ComponentType<F>>,
    make: (name: string, settings: SettingMap) => F,
  ) {
    this.#kind = kind;
    this.#defined = defined;
    this.#types = types;
    this.#make = make;
  }

  get(name: string): F | undefined {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = this.#build(name);
    if (made !== undefined) this.#made.set(name, made);
    return made;
  }

  definedNames(): string[] {
    return Object.keys(this.#defined);
  }

  #build(name: string): F | undefined {
    const definition = Object.hasOwn(this.#defined, name) ? this.#defined[name] : undefined;
    if (definition !== undefined) {
      if (!isSettingMap(definition)) {
        throw new AnalysisError(
          `${this.#kind} [${name}] must specify either an analyzer type, or a tokenizer`,
        );
      }
      return this.#make(name, definition);
    }
    const type = this.#types.get(name);
    return type?.preconfigured ? this.#make(name, { type: name }) : undefined;
  }
}

function section(analysis: SettingMap, key: string): SettingMap {
  const value = analysis[key];
  return isSettingMap(value) ? value : {};
}

/** The components one index (or, without definitions, the node) can name. */
export class IndexAnalysis implements NamedParts {
  readonly #registry: AnalysisRegistry;
  readonly #context: ComponentContext;
  readonly #analyzers: Named<Analyzer>;
  readonly #tokenizers: Named<TokenizerFactory>;
  readonly #filters: Named<TokenFilterFactory>;
  readonly #charFilters: Named<CharFilterFactory>;
  readonly #normalizers: Named<Analyzer>;

  constructor(registry: AnalysisRegistry, analysis: SettingMap, context: ComponentContext) {
    this.#registry = registry;
    this.#context = context;
    this.#tokenizers = this.#named(
      'tokenizer',
      section(analysis, 'tokenizer'),
      registry.tokenizers,
    );
    this.#filters = this.#named('filter', section(analysis, 'filter'), registry.filters);
    this.#charFilters = this.#named(
      'char_filter',
      section(analysis, 'char_filter'),
      registry.charFilters,
    );
    this.#analyzers = new Named(
      'analyzer',
      section(analysis, 'analyzer'),
      registry.analyzers,
      (name, settings) => this.#makeAnalyzer(name, settings),
    );
    const lowercase: ComponentType<Analyzer> = {
      preconfigured: true,
      make: () => LOWERCASE_NORMALIZER,
    };
    this.#normalizers = new Named(
      'normalizer',
      section(analysis, 'normalizer'),
      new Map([['lowercase', lowercase]]),
      (name, settings) => this.#makeNormalizer(name, settings),
    );
    this.#buildAll();
  }

  get context(): ComponentContext {
    return this.#context;
  }

  get registry(): AnalysisRegistry {
    return this.#registry;
  }

  analyzer(name: string): Analyzer | undefined {
    return this.#analyzers.get(name);
  }

  /** The analyzer for fields that name none. */
  get defaultAnalyzer(): Analyzer {
    return this.#analyzers.get('default') ?? (this.#analyzers.get('standard') as Analyzer);
  }

  /** The analyzer for queries on such fields. */
  get defaultSearchAnalyzer(): Analyzer {
    return this.#analyzers.get('default_search') ?? this.defaultAnalyzer;
  }

  /** Analyzers of the index that may be loaded anew. */
  get updateableAnalyzers(): string[] {
    return this.#analyzers
      .definedNames()
      .filter((name) => (this.analyzer(name)?.updateableFilters.length ?? 0) > 0);
  }

  normalizer(name: string): Analyzer | undefined {
    return this.#normalizers.get(name);
  }

  tokenizer(name: string): TokenizerFactory | undefined {
    return this.#tokenizers.get(name);
  }

  filter(name: string): TokenFilterFactory | undefined {
    return this.#filters.get(name);
  }

  charFilter(name: string): CharFilterFactory | undefined {
    return this.#charFilters.get(name);
  }

  #named<F>(
    kind: Kind,
    defined: SettingMap,
    types: ReadonlyMap<string, ComponentType<F>>,
  ): Named<F> {
    return new Named(kind, defined, types, (name, settings) =>
      this.#registry.make(kind, types, name, settings, this.#context),
    );
  }

  /** A definition that cannot be built refuses the index, whether it is used or not. */
  #buildAll(): void {
    for (const named of [
      this.#charFilters,
      this.#tokenizers,
      this.#filters,
      this.#normalizers,
      this.#analyzers,
    ]) {
      for (const name of named.definedNames()) {
        if (named === this.#analyzers && name.startsWith('_')) {
          throw new AnalysisError(`analyzer name must not start with '_'. got: "${name}"`);
        }
        named.get(name);
      }
    }
    checkIndexTime(this.defaultAnalyzer);
  }

  #makeAnalyzer(name: string, settings: SettingMap): Analyzer {
    const reader = new Settings(settings);
    const type = reader.string('type');
    const isCustom = type === 'custom' || (type === undefined && reader.has('tokenizer'));
    const analyzer = isCustom
      ? this.#customAnalyzer(name, reader)
      : this.#registry.make('analyzer', this.#registry.analyzers, name, settings, this.#context);
    const gap = reader.integer('position_increment_gap');
    if (gap === undefined) return analyzer;
    if (gap < 0) {
      throw new AnalysisError(`position_increment_gap must be set to a positive value`);
    }
    return analyzer.with({ positionIncrementGap: gap });
  }

  #customAnalyzer(name: string, settings: Settings): Analyzer {
    const tokenizerName = settings.string('tokenizer');
    if (tokenizerName === undefined) {
      throw new AnalysisError(`Custom Analyzer [${name}] must be configured with a tokenizer`);
    }
    const tokenizer = this.tokenizer(tokenizerName);
    if (tokenizer === undefined) {
      throw new AnalysisError(
        `Custom Analyzer [${name}] failed to find tokenizer under name [${tokenizerName}]`,
      );
    }
    const charFilters = settings.list('char_filter', []).map((filterName) => {
      const filter = this.charFilter(filterName);
      if (filter === undefined) {
        throw new AnalysisError(
          `Custom Analyzer [${name}] failed to find char_filter under name [${filterName}]`,
        );
      }
      return filter;
    });
    const filters = settings.list('filter', []).map((filterName) => {
      const filter = this.filter(filterName);
      if (filter === undefined) {
        throw new AnalysisError(
          `Custom Analyzer [${name}] failed to find filter under name [${filterName}]`,
        );
      }
      return filter;
    });
    return new Analyzer({
      name,
      charFilters,
      tokenizer,
      filters: bindFilters(charFilters, tokenizer, filters, this),
      custom: true,
    });
  }

  #makeNormalizer(name: string, settings: SettingMap): Analyzer {
    const reader = new Settings(settings);
    const type = reader.string('type', 'custom');
    if (type === 'lowercase') return LOWERCASE_NORMALIZER;
    if (type !== 'custom')
      throw new AnalysisError(`Unknown normalizer type [${type}] for [${name}]`);
    if (reader.has('tokenizer')) {
      throw new AnalysisError(`Custom normalizer [${name}] cannot configure a tokenizer`);
    }
    const charFilters = reader.list('char_filter', []).map((filterName) => {
      const filter = this.charFilter(filterName);
      if (filter === undefined) {
        throw new AnalysisError(
          `Custom normalizer [${name}] failed to find char_filter under name [${filterName}]`,
        );
      }
      if (!filter.normalizes) {
        throw new AnalysisError(
          `Custom normalizer [${name}] may not use char filter [${filterName}]`,
        );
      }
      return filter;
    });
    const filters = reader.list('filter', []).map((filterName) => {
      const filter = this.filter(filterName);
      if (filter === undefined) {
        throw new AnalysisError(
          `Custom Analyzer [${name}] failed to find filter under name [${filterName}]`,
        );
      }
      if (!filter.normalizes) {
        throw new AnalysisError(`Custom normalizer [${name}] may not use filter [${filterName}]`);
      }
      return filter;
    });
    return new Analyzer({ name, charFilters, tokenizer: KEYWORD, filters, custom: true });
  }
}

/** Throws when an analyzer has filters that would make documents differ once they are loaded anew. */
export function checkIndexTime(analyzer: Analyzer): void {
  const filters = analyzer.updateableFilters;
  if (filters.length === 0) return;
  throw new AnalysisError(
    `analyzer [${analyzer.name}] contains filters [${filters.join(', ')}] that are not allowed to run in index time mode.`,
  );
}

export const KEYWORD: TokenizerFactory = { name: 'keyword', create: () => new KeywordTokenizer() };

const LOWERCASE_NORMALIZER = new Analyzer({
  name: 'lowercase',
  tokenizer: KEYWORD,
  filters: [
    {
      name: 'lowercase',
      normalizes: true,
      create: (input) => new TermFilter(input, lowercaseCodePoints),
    },
  ],
});
