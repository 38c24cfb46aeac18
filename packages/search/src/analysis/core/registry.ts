import type { Analyzer } from './analyzer.ts';
import type {
  CharFilterFactory,
  ComponentContext,
  ComponentType,
  TokenFilterFactory,
  TokenizerFactory,
} from './components.ts';
import { type ConfigFiles, NO_FILES } from './config-files.ts';
import { AnalysisError } from './errors.ts';
import { IndexAnalysis } from './index-analysis.ts';
import { type SettingMap, Settings } from './settings.ts';

/** What a plug-in adds. Names must be new. */
export interface AnalysisPlugin {
  readonly analyzers?: Readonly<Record<string, ComponentType<Analyzer>>>;
  readonly tokenizers?: Readonly<Record<string, ComponentType<TokenizerFactory>>>;
  readonly filters?: Readonly<Record<string, ComponentType<TokenFilterFactory>>>;
  readonly charFilters?: Readonly<Record<string, ComponentType<CharFilterFactory>>>;
}

/** The kinds of component with the words the reference uses for them in errors. */
export type Kind = 'analyzer' | 'tokenizer' | 'filter' | 'char_filter' | 'normalizer';

/** All component types a node knows: the built-in ones and those of plug-ins. */
export class AnalysisRegistry {
  readonly analyzers = new Map<string, ComponentType<Analyzer>>();
  readonly tokenizers = new Map<string, ComponentType<TokenizerFactory>>();
  readonly filters = new Map<string, ComponentType<TokenFilterFactory>>();
  readonly charFilters = new Map<string, ComponentType<CharFilterFactory>>();
  readonly files: ConfigFiles;
  #global: IndexAnalysis | null = null;

  constructor(files: ConfigFiles = NO_FILES) {
    this.files = files;
  }

  /** Where stored sets of synonyms are looked up. */
  synonymSet: (name: string) => string[] = (name) => {
    throw new AnalysisError(`synonyms set [${name}] not found`, 'resource_not_found_exception');
  };

  /** Adds a plug-in's components; throws when a name is taken. */
  register(plugin: AnalysisPlugin): void {
    add(this.analyzers, plugin.analyzers, 'analyzer');
    add(this.tokenizers, plugin.tokenizers, 'tokenizer');
    add(this.filters, plugin.filters, 'token_filter');
    add(this.charFilters, plugin.charFilters, 'char_filter');
    this.#global = null;
  }

  /** The components that exist without an index. */
  get global(): IndexAnalysis {
    this.#global ??= new IndexAnalysis(this, {}, this.context());
    return this.#global;
  }

  context(indexSettings: SettingMap = {}): ComponentContext {
    const { files } = this;
    return {
      files,
      synonymSet: (name) => this.synonymSet(name),
      indexSetting: (name) => indexSettings[name],
    };
  }

  /**
   * The analysis of one index: `analysis` is its `analysis` object (analyzer, tokenizer, filter, char_filter,
   * normalizer), `indexSettings` the other index-level settings without the `index.` prefix. Throws AnalysisError on
   * the first definition refused.
   */
  forIndex(analysis: SettingMap, indexSettings: SettingMap = {}): IndexAnalysis {
    return new IndexAnalysis(this, analysis, this.context(indexSettings));
  }

  /** A component of a type with settings of its own, as an inline definition or an index gives them. */
  make<F>(
    kind: Kind,
    types: ReadonlyMap<string, ComponentType<F>>,
    name: string,
    settings: SettingMap,
    context: ComponentContext,
  ): F {
    const reader = new Settings(settings);
    const typeName = reader.string('type');
    if (typeName === undefined) {
      throw new AnalysisError(
        `${kind} [${name}] must specify either an analyzer type, or a tokenizer`,
      );
    }
    const type = types.get(typeName);
    if (type === undefined) {
      throw new AnalysisError(`Unknown ${kind} type [${typeName}] for [${name}]`);
    }
    return type.make(name, reader, context);
  }
}

function add<F>(
  target: Map<string, ComponentType<F>>,
  source: Readonly<Record<string, ComponentType<F>>> | undefined,
  kind: string,
): void {
  for (const [name, type] of Object.entries(source ?? {})) {
    if (target.has(name)) throw new AnalysisError(`${kind} [${name}] already registered`);
    target.set(name, type);
  }
}
