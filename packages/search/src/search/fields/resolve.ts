/** Names in requests become fields; patterns become all the fields they match. */
import { illegalArgument } from '../../errors/search-error.ts';
import { fieldAnalyzers } from '../../mapping/field-analyzers.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { keyedField } from '../../mapping/types/flattened.ts';
import { wildcardTest } from '../patterns/wildcard.ts';
import { DATE_KINDS } from './dates.ts';
import type { FieldKind, SearchField } from './field-kind.ts';
import { METADATA_KINDS } from './metadata.ts';
import { NUMBER_KINDS } from './numbers.ts';
import { RANGE_FIELD_KINDS } from './ranges.ts';
import { STRING_KINDS } from './strings.ts';

/** Types that are only looked at for whether they have a value. */
const OPAQUE: FieldKind = {
  term: (field) => {
    throw illegalArgument(
      `Field [${field.name}] of type [${field.type}] does not support term queries`,
    );
  },
};

const VALUELESS: Readonly<Record<string, string>> = {
  binary: 'Binary fields do not support searching',
  geo_point:
    'Geometry fields do not support exact searching, use dedicated geometry queries instead',
};

/** Suggestions are terms and nothing else. */
const SUGGESTIONS: FieldKind = {
  ...OPAQUE,
  exists: (field) => ({ kind: 'prefix', field: field.path, prefix: new Uint8Array(0) }),
};

function opaque(type: string): FieldKind {
  if (type === 'completion') return SUGGESTIONS;
  const reason = VALUELESS[type];
  if (reason === undefined) return OPAQUE;
  return {
    term: (field) => {
      throw illegalArgument(type === 'binary' ? reason : `${reason}: [${field.name}]`);
    },
  };
}

export function kindOf(type: string): FieldKind {
  return (
    STRING_KINDS[type] ??
    NUMBER_KINDS[type] ??
    DATE_KINDS[type] ??
    RANGE_FIELD_KINDS[type] ??
    opaque(type)
  );
}

/** Undefined when the mapping has no such field. */
export function resolveField(mapping: Mapping, name: string): SearchField | undefined {
  const { analysis } = mapping.context;
  const mapper = mapping.field(name);
  if (mapper !== undefined) return fieldOf(mapping, name, mapper);
  const metadata = METADATA_KINDS.get(name);
  if (metadata !== undefined) {
    return {
      name,
      path: metadata.path,
      type: name,
      mapper: undefined,
      kind: metadata.kind,
      analysis,
    };
  }
  return partOf(mapping, name);
}

export function fieldOf(mapping: Mapping, name: string, mapper: FieldMapper): SearchField {
  const { analysis } = mapping.context;
  const type = mapper.type.name;
  const analyzers = fieldAnalyzers(mapping, mapper.path);
  return { name, path: mapper.path, type, mapper, kind: kindOf(type), analysis, analyzers };
}

/** `flattened.key`, `typed._2gram`: fields within a field. */
function partOf(mapping: Mapping, name: string): SearchField | undefined {
  const { analysis } = mapping.context;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const parent = mapping.field(name.slice(0, dot));
    const key = name.slice(dot + 1);
    if (parent?.type.name === 'flattened') {
      const kind = STRING_KINDS.flattened as FieldKind;
      const path = keyedField(parent.path);
      return { name, path, type: 'flattened', mapper: parent, kind, analysis, keyed: `${key}\0` };
    }
    if (parent?.type.name === 'search_as_you_type' && /^_(?:[234]gram|index_prefix)$/.test(key)) {
      const kind = STRING_KINDS.text as FieldKind;
      const path = `${parent.path}.${key}`;
      const analyzers = fieldAnalyzers(mapping, path);
      if (analyzers === undefined) continue;
      return { name, path, type: 'search_as_you_type', mapper: parent, kind, analysis, analyzers };
    }
  }
  return undefined;
}

/** The fields a name or pattern means, metadata fields left out. */
export function matchingFields(mapping: Mapping, pattern: string): SearchField[] {
  if (!pattern.includes('*')) {
    const field = resolveField(mapping, pattern);
    return field === undefined ? [] : [field];
  }
  const test = wildcardTest(pattern);
  const found: SearchField[] = [];
  for (const name of mapping.fields.keys()) {
    const mapper = test(name) ? mapping.field(name) : undefined;
    if (mapper !== undefined) found.push(fieldOf(mapping, name, mapper));
  }
  return found;
}
