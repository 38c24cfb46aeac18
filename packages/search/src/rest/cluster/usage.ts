/** What indices use of mapping and analysis, for `_cluster/stats`. */
import { jsonText } from '../../json/json-writer.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../../json/values.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import { VectorUsage } from './vector-usage.ts';

/** Counts by name, with the indices that each was seen in. */
class Tally {
  private readonly counts = new Map<string, { count: number; indices: Set<string> }>();

  add(name: string, index: string): void {
    const known = this.counts.get(name) ?? { count: 0, indices: new Set() };
    known.count += 1;
    known.indices.add(index);
    this.counts.set(name, known);
  }

  /** Sorted by name; `more` adds what an entry has beside its counts. */
  body(more: (name: string) => Record<string, Writable> = () => ({})): Record<string, Writable>[] {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { count, indices }]) => ({
        name,
        count,
        index_count: indices.size,
        ...more(name),
      }));
  }
}

export function mappingUsage(indices: readonly IndexMetadata[]): Writable {
  const types = new Tally();
  const vectors = new VectorUsage();
  const runtime = new Tally();
  const shadowed = new Map<string, number>();
  const unique = new Map<string, number>();
  let total = 0;
  for (const { name, mapping } of indices) {
    const before = total;
    const paths = new Set<string>();
    eachField(mapping, '', (path, type, field) => {
      total += 1;
      vectors.add(field);
      paths.add(path);
      types.add(type, name);
    });
    unique.set(jsonText(mapping), total - before);
    const defined = mapping.get('runtime');
    for (const [path, field] of isJsonObject(defined) ? defined : []) {
      const type = String(isJsonObject(field) ? field.get('type') : '');
      runtime.add(type, name);
      if (paths.has(path)) shadowed.set(type, (shadowed.get(type) ?? 0) + 1);
    }
  }
  const scripts = {
    source_max: 0,
    source_total: 0,
    lines_max: 0,
    lines_total: 0,
    chars_max: 0,
    chars_total: 0,
    doc_max: 0,
    doc_total: 0,
  };
  return {
    total_field_count: total,
    total_deduplicated_field_count: [...unique.values()].reduce((sum, n) => sum + n, 0),
    total_deduplicated_mapping_size_in_bytes: [...unique.keys()].reduce(
      (sum, text) => sum + Buffer.byteLength(text),
      0,
    ),
    field_types: types.body((name) => ({
      script_count: 0,
      ...(name === 'dense_vector' ? vectors.body() : {}),
    })),
    runtime_field_types: runtime.body((name) => ({
      scriptless_count: scriptless(indices, name),
      shadowed_count: shadowed.get(name) ?? 0,
      lang: [],
      ...scripts,
    })),
  };
}

function scriptless(indices: readonly IndexMetadata[], type: string): number {
  let count = 0;
  for (const { mapping } of indices) {
    const defined = mapping.get('runtime');
    for (const field of isJsonObject(defined) ? defined.values() : []) {
      if (isJsonObject(field) && field.get('type') === type && !field.has('script')) count += 1;
    }
  }
  return count;
}

function eachField(
  object: JsonObject,
  prefix: string,
  visit: (path: string, type: string, field: JsonObject) => void,
): void {
  for (const key of ['properties', 'fields']) {
    const children = object.get(key);
    for (const [name, field] of isJsonObject(children) ? children : []) {
      if (!isJsonObject(field)) continue;
      const path = `${prefix}${name}`;
      const type = field.get('type');
      visit(path, typeof type === 'string' ? type : 'object', field);
      eachField(field, `${path}.`, visit);
    }
  }
}

const PARTS = ['char_filter', 'tokenizer', 'filter', 'analyzer'] as const;
type Part = (typeof PARTS)[number];

export function analysisUsage(indices: readonly IndexMetadata[]): Writable {
  const tallies = () => ({
    char_filter: new Tally(),
    tokenizer: new Tally(),
    filter: new Tally(),
    analyzer: new Tally(),
  });
  const defined = tallies();
  const builtIn = tallies();
  const synonyms = new Synonyms();
  for (const index of indices) {
    const own = definitions(index);
    for (const part of PARTS) {
      for (const settings of own[part].values()) {
        const type = settings.get('type') ?? 'custom';
        defined[part].add(String(type), index.name);
        if (part === 'filter') synonyms.add(settings, index.name);
      }
    }
    for (const settings of own.analyzer.values()) {
      const use = (part: Part, setting: string) => {
        for (const name of [settings.get(setting) ?? []].flat()) {
          if (!own[part].has(name)) builtIn[part].add(name, index.name);
        }
      };
      use('char_filter', 'char_filter');
      use('tokenizer', 'tokenizer');
      use('filter', 'filter');
    }
    eachAnalyzer(index.mapping, (name) => {
      if (!own.analyzer.has(name)) builtIn.analyzer.add(name, index.name);
    });
  }
  return {
    char_filter_types: defined.char_filter.body(),
    tokenizer_types: defined.tokenizer.body(),
    filter_types: defined.filter.body(),
    analyzer_types: defined.analyzer.body(),
    built_in_char_filters: builtIn.char_filter.body(),
    built_in_tokenizers: builtIn.tokenizer.body(),
    built_in_filters: builtIn.filter.body(),
    built_in_analyzers: builtIn.analyzer.body(),
    synonyms: synonyms.body(),
  };
}

type Definition = Map<string, string | readonly string[]>;

/** The parts of analysis that an index defines, by name, each with its settings. */
function definitions({ settings }: IndexMetadata): Record<Part, Map<string, Definition>> {
  const found: Record<Part, Map<string, Definition>> = {
    char_filter: new Map(),
    tokenizer: new Map(),
    filter: new Map(),
    analyzer: new Map(),
  };
  for (const [key, value] of settings) {
    const match = /^index\.analysis\.(char_filter|tokenizer|filter|analyzer)\.([^.]+)\.(.+)$/.exec(
      key,
    );
    if (match === null) continue;
    const [, part, name, setting] = match as unknown as [string, Part, string, string];
    const definition = found[part].get(name) ?? new Map();
    definition.set(setting, value);
    found[part].set(name, definition);
  }
  return found;
}

/** Inline rules count one by one; files and sets once, however often they are used. */
class Synonyms {
  private readonly seen = new Map<string, { names: string[]; indices: Set<string> }>();

  add(settings: Definition, index: string): void {
    if (!/^synonym/.test(String(settings.get('type')))) return;
    for (const [setting, kind] of [
      ['synonyms_set', 'sets'],
      ['synonyms_path', 'paths'],
      ['synonyms', 'inline'],
    ] as const) {
      const value = settings.get(setting);
      if (value === undefined) continue;
      const known = this.seen.get(kind) ?? { names: [], indices: new Set() };
      const name = kind === 'inline' ? String(known.names.length) : String(value);
      if (!known.names.includes(name)) known.names.push(name);
      known.indices.add(index);
      this.seen.set(kind, known);
      return;
    }
  }

  body(): Writable {
    return new Map(
      [...this.seen]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, { names, indices }]) => [
          kind,
          { count: names.length, index_count: indices.size },
        ]),
    );
  }
}

function eachAnalyzer(value: Json, visit: (name: string) => void): void {
  if (!isJsonObject(value)) return;
  for (const [name, child] of value) {
    if (/^(search_quote_|search_)?analyzer$/.test(name) && typeof child === 'string') visit(child);
    else eachAnalyzer(child, visit);
  }
}
