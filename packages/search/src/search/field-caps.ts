/** `_field_caps`: what fields of many indices can be used for. */
import type { Json, Writable } from '../json/values.ts';
import type { FieldMapper, ObjectMapper } from '../mapping/mapper.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { wildcardTest } from './patterns/wildcard.ts';

interface Capability {
  readonly index: string;
  readonly type: string;
  readonly isMetadata: boolean;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  readonly isDimension: boolean;
  readonly metric: string | undefined;
  readonly meta: ReadonlyMap<string, Json>;
}

export interface CapsOptions {
  readonly fields: readonly string[];
  readonly includeUnmapped: boolean;
  readonly types: readonly string[];
  /** `-nested`, `+metadata` … */
  readonly filters: readonly string[];
}

/** Metadata fields: type, whether they are searched, whether they aggregate. */
const METADATA: Readonly<Record<string, readonly [string, boolean, boolean]>> = {
  _data_stream_timestamp: ['_data_stream_timestamp', true, false],
  _doc_count: ['integer', false, false],
  _feature: ['_feature', false, false],
  _field_names: ['_field_names', true, false],
  _id: ['_id', true, true],
  _ignored: ['_ignored', true, false],
  _index: ['_index', true, true],
  _nested_path: ['_nested_path', true, false],
  _routing: ['_routing', true, false],
  _seq_no: ['_seq_no', true, true],
  _source: ['_source', false, false],
  _tier: ['_tier', true, true],
  _version: ['_version', false, true],
};

/** Types that callers see under the name of their family. */
const FAMILY: Readonly<Record<string, string>> = {
  constant_keyword: 'keyword',
  wildcard: 'keyword',
  match_only_text: 'text',
  token_count: 'integer',
  search_as_you_type: 'search_as_you_type',
};

function searchable(mapper: FieldMapper): boolean {
  if (mapper.type.name === 'binary') return false;
  if (mapper.type.parameters.every(({ name }) => name !== 'index')) return true;
  if (mapper.value('index') !== false) return true;
  return (
    mapper.type.parameters.some(({ name }) => name === 'doc_values') &&
    mapper.value('doc_values') !== false
  );
}

const NOT_AGGREGATED = new Set([
  'rank_feature',
  'rank_features',
  'dense_vector',
  'completion',
  'binary',
]);

function aggregatable(mapper: FieldMapper): boolean {
  const { name, column } = mapper.type;
  if (name === 'text') return mapper.value('fielddata') === true;
  if (name === 'constant_keyword') return true;
  if (NOT_AGGREGATED.has(name)) return name === 'binary' && mapper.value('doc_values') === true;
  return column !== 'none' && mapper.value('doc_values') !== false;
}

function capabilityOf(index: string, mapper: FieldMapper): Capability {
  const metric = mapper.value('time_series_metric');
  const meta = mapper.value('meta');
  return {
    index,
    type: FAMILY[mapper.type.name] ?? mapper.type.name,
    isMetadata: false,
    searchable: searchable(mapper),
    aggregatable: aggregatable(mapper),
    isDimension: mapper.value('time_series_dimension') === true,
    metric: typeof metric === 'string' ? metric : undefined,
    meta: meta instanceof Map ? meta : new Map(),
  };
}

function plain(
  index: string,
  type: string,
  isMetadata = false,
  search = false,
  aggregate = false,
): Capability {
  return {
    index,
    type,
    isMetadata,
    searchable: search,
    aggregatable: aggregate,
    isDimension: false,
    metric: undefined,
    meta: new Map(),
  };
}

export class FieldCapabilities {
  private readonly byField = new Map<string, Capability[]>();
  private readonly indices: string[] = [];
  private readonly tests: readonly ((name: string) => boolean)[];

  constructor(private readonly options: CapsOptions) {
    this.tests = options.fields.map(wildcardTest);
  }

  add(index: string, mapping: Mapping): void {
    const { filters } = this.options;
    this.indices.push(index);
    if (!filters.includes('-metadata')) {
      for (const [name, [type, search, aggregate]] of Object.entries(METADATA)) {
        this.note(name, plain(index, type, true, search, aggregate));
      }
    }
    if (filters.includes('+metadata')) return;
    for (const name of mapping.fields.keys()) {
      const mapper = mapping.field(name);
      if (mapper === undefined || this.isFiltered(mapping, name)) continue;
      this.note(name, capabilityOf(index, mapper));
    }
    for (const [name, object] of mapping.objects) this.addObject(index, mapping, name, object);
  }

  private addObject(index: string, mapping: Mapping, name: string, object: ObjectMapper): void {
    const { filters } = this.options;
    if (filters.includes('-parent') || this.isFiltered(mapping, name)) return;
    if (object.isNested && filters.includes('-nested')) return;
    this.note(name, plain(index, object.isNested ? 'nested' : 'object'));
  }

  private isFiltered(mapping: Mapping, name: string): boolean {
    const { filters } = this.options;
    const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    if (filters.includes('-multifield') && mapping.fields.has(parent)) return true;
    if (!filters.includes('-nested')) return false;
    for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      if (mapping.objects.get(name.slice(0, dot))?.isNested === true) return true;
    }
    return false;
  }

  private note(name: string, capability: Capability): void {
    if (!this.tests.some((test) => test(name))) return;
    const { types } = this.options;
    if (types.length > 0 && !types.includes(capability.type)) return;
    this.byField.set(name, [...(this.byField.get(name) ?? []), capability]);
  }

  body(): Writable {
    const fields = new Map<string, Writable>();
    for (const name of [...this.byField.keys()].sort()) {
      fields.set(name, this.fieldBody(this.byField.get(name) as Capability[]));
    }
    return { indices: this.indices, fields };
  }

  private fieldBody(capabilities: readonly Capability[]): Writable {
    const byType = new Map<string, Capability[]>();
    for (const one of capabilities) byType.set(one.type, [...(byType.get(one.type) ?? []), one]);
    const missing = this.indices.filter(
      (index) => !capabilities.some((one) => one.index === index),
    );
    const hasUnmapped = this.options.includeUnmapped && missing.length > 0;
    const isMixed = byType.size > 1 || hasUnmapped;
    const types = new Map<string, Writable>();
    for (const type of [...byType.keys()].sort()) {
      types.set(type, typeBody(byType.get(type) as Capability[], isMixed));
    }
    if (hasUnmapped) {
      types.set('unmapped', {
        type: 'unmapped',
        metadata_field: false,
        searchable: false,
        aggregatable: false,
        indices: missing,
      });
    }
    return types;
  }
}

/** Indices are named where they differ. */
function typeBody(list: readonly Capability[], isMixed: boolean): Writable {
  const [first] = list as [Capability, ...Capability[]];
  const without = (test: (one: Capability) => boolean) => {
    const named = list.filter((one) => !test(one)).map(({ index }) => index);
    return named.length === 0 || named.length === list.length ? undefined : named;
  };
  const isDimension = list.every((one) => one.isDimension);
  const metrics = new Set(list.map(({ metric }) => metric));
  return {
    type: first.type,
    metadata_field: first.isMetadata,
    searchable: list.every((one) => one.searchable),
    aggregatable: list.every((one) => one.aggregatable),
    time_series_dimension: isDimension ? true : undefined,
    time_series_metric: metrics.size === 1 ? first.metric : undefined,
    indices: isMixed ? list.map(({ index }) => index) : undefined,
    non_searchable_indices: without((one) => one.searchable),
    non_aggregatable_indices: without((one) => one.aggregatable),
    non_dimension_indices: without((one) => one.isDimension),
    metric_conflicts_indices: metrics.size > 1 ? list.map(({ index }) => index) : undefined,
    meta: metaBody(list),
  };
}

/** Every value that some index gives a key of `meta`. */
function metaBody(list: readonly Capability[]): Writable | undefined {
  const found = new Map<string, Set<string>>();
  for (const { meta } of list) {
    for (const [key, value] of meta) {
      const values = found.get(key) ?? new Set();
      values.add(String(value));
      found.set(key, values);
    }
  }
  if (found.size === 0) return undefined;
  return new Map([...found].sort().map(([key, values]) => [key, [...values].sort()]));
}
