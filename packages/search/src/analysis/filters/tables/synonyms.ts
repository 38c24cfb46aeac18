/** `synonym` and `synonym_graph`: their rules go through the chain that stands before them. */
import { Analyzer } from '../../core/analyzer.ts';
import type {
  ChainContext,
  ComponentContext,
  ComponentType,
  TokenFilterFactory,
} from '../../core/components.ts';
import { AnalysisError } from '../../core/errors.ts';
import { filterFactory, needsSettings } from '../../core/make.ts';
import type { Settings } from '../../core/settings.ts';
import type { TokenStream } from '../../core/stream.ts';
import { wordList } from '../../core/word-list.ts';
import { SynonymFilter, SynonymGraphFilter } from '../synonym-filter.ts';
import { parseSynonyms, type SynonymMap } from '../synonym-map.ts';

type FilterType = ComponentType<TokenFilterFactory>;

/** The chain before a synonym filter, as it reads the filter's rules. */
function ruleAnalyzer(chain: ChainContext): Analyzer {
  const filters: TokenFilterFactory[] = [];
  for (const filter of chain.previous) {
    const behaviour = filter.inSynonymRules;
    if (behaviour === 'leave-out') continue;
    if (behaviour === 'refuse') {
      throw new AnalysisError(
        filter.synonymRefusal ?? `Token filter [${filter.name}] cannot be used to parse synonyms`,
      );
    }
    filters.push(behaviour ?? filter);
  }
  return new Analyzer({
    name: 'synonyms',
    charFilters: chain.charFilters,
    tokenizer: chain.tokenizer,
    filters,
  });
}

/** The words of a synonym; refuses those that analysis turns into a graph or into nothing. */
function synonymWords(analyzer: Analyzer, text: string): string[] {
  const stream = analyzer.stream(text);
  const words: string[] = [];
  while (stream.next()) {
    const { term, positionIncrement, positionLength } = stream.token;
    if (term === '') {
      throw new AnalysisError(`term: ${text} analyzed to a zero-length token`, 'parse_exception');
    }
    if (positionIncrement !== 1) {
      throw new AnalysisError(
        `term: ${text} analyzed to a token (${term}) with position increment != 1 (got: ${positionIncrement})`,
      );
    }
    if (positionLength !== 1) {
      throw new AnalysisError(
        `term: ${text} analyzed to a token (${term}) with position length != 1 (got: ${positionLength})`,
      );
    }
    words.push(term);
  }
  if (words.length === 0) {
    throw new AnalysisError(`term: ${text} was completely eliminated by analyzer`);
  }
  return words;
}

/** Where the rules of a synonym filter come from, in the order in which the settings are looked at. */
function ruleSource(settings: Settings, context: ComponentContext): () => string[] {
  if (settings.has('synonyms')) return () => ruleLines(settings) ?? [];
  const set = settings.string('synonyms_set');
  if (set !== undefined) {
    return () => {
      if (settings.boolean('updateable', false)) return context.synonymSet(set);
      throw new AnalysisError(
        "Can't apply [synonyms_set]! Loading synonyms from index is supported only for search time synonyms!",
      );
    };
  }
  if (settings.has('synonyms_path')) {
    return () => wordList(settings, 'synonyms', context, false) ?? [];
  }
  throw new AnalysisError(
    'synonym requires either `synonyms`, `synonyms_set` or `synonyms_path` to be configured',
  );
}

function synonyms(graph: boolean): FilterType {
  return needsSettings((name, settings, context) => {
    // Read when an analyzer uses the filter: a file that nothing uses need not be there.
    const rules = ruleSource(settings, context);
    const expand = settings.boolean('expand', true);
    const lenient = settings.boolean('lenient', false);
    const format = settings.string('format', 'solr');
    const extra = {
      inSynonymRules: 'leave-out' as const,
      isUpdateable: settings.boolean('updateable', false),
    };
    const create = (map: SynonymMap) => (input: TokenStream) => {
      if (map.isEmpty) return input;
      return graph ? new SynonymGraphFilter(input, map) : new SynonymFilter(input, map);
    };
    return filterFactory(
      name,
      () => {
        throw new AnalysisError(
          'Call createPerAnalyzerSynonymFactory to specialize this factory for an analysis chain first',
          'illegal_state_exception',
        );
      },
      {
        ...extra,
        inChain: (chain) => {
          const map = parseRules(rules(), format, expand, lenient, ruleAnalyzer(chain));
          return filterFactory(name, create(map), extra);
        },
      },
    );
  });
}

/** One string is one rule here, commas and all. */
function ruleLines(settings: Settings): string[] | undefined {
  const raw = settings.raw('synonyms');
  if (typeof raw === 'string') return [raw];
  return settings.list('synonyms');
}

function parseRules(
  rules: readonly string[],
  format: string,
  expand: boolean,
  lenient: boolean,
  analyzer: Analyzer,
): SynonymMap {
  try {
    return parseSynonyms(rules, format, {
      expand,
      lenient,
      analyze: (text) => {
        try {
          return synonymWords(analyzer, text);
        } catch (error) {
          if (lenient && error instanceof AnalysisError) return [];
          throw error;
        }
      },
    });
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    throw new AnalysisError('failed to build synonyms', 'illegal_argument_exception', error);
  }
}

export const SYNONYM_FILTERS: Readonly<Record<string, FilterType>> = {
  synonym: synonyms(false),
  synonym_graph: synonyms(true),
};
