/**
 * `_source` made of what the fields keep, as `"mode": "synthetic"` asks for: dots become objects,
 * values of a field are together, sorted, and in the form their type gives them; what no field keeps
 * is gone.
 */
import { illegalArgument, type SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject, type Writable } from '../json/values.ts';
import { FieldMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { javaText } from './parameter.ts';
import { type TypedValue, typedValue } from './typed-value.ts';

type Tree = Map<string, Writable>;

/** Fields that take objects or arrays whole, and give them back as they came. */
const WHOLE = new Set(['geo_point', 'dense_vector', 'aggregate_metric_double', 'histogram']);
/** Types that keep each value once. */
const SETS = new Set(['keyword', 'ip', 'constant_keyword', 'wildcard', 'text']);
/** Metadata that documents may hold. */
const KEPT_METADATA = new Set(['_doc_count']);

export function isSynthetic(mapping: Mapping): boolean {
  return mapping.metadata('_source', 'mode') === 'synthetic';
}

export function syntheticSource(mapping: Mapping, source: JsonObject): Tree {
  const values = new Map<string, Json[]>();
  collect(mapping, source, '', values);
  const root: Tree = new Map();
  for (const path of [...values.keys()].sort()) {
    const list = values.get(path) as Json[];
    const field = mapping.fields.get(path);
    if (field === undefined) root.set(path, list[0] as Json);
    else if (field.type.name === 'flattened') put(mapping, root, path, flattened(field, list));
    else put(mapping, root, path, shown(field, list));
  }
  return root;
}

/** The values of every field, by path; nulls are nothing. */
function collect(
  mapping: Mapping,
  value: JsonObject,
  prefix: string,
  to: Map<string, Json[]>,
): void {
  for (const [name, item] of value) {
    const path = prefix + name;
    if (prefix === '' && KEPT_METADATA.has(name)) to.set(name, [item]);
    else collectValue(mapping, item, path, to);
  }
}

function collectValue(mapping: Mapping, item: Json, path: string, to: Map<string, Json[]>): void {
  const field = mapping.fields.get(path);
  if (field !== undefined && (WHOLE.has(field.type.name) || !isContainer(item, field))) {
    if (item !== null) to.set(path, [...(to.get(path) ?? []), item]);
  } else if (Array.isArray(item)) {
    for (const one of item) collectValue(mapping, one, path, to);
  } else if (isJsonObject(item)) collect(mapping, item, `${path}.`, to);
}

/** Whether a value has to be taken apart before the field sees it. */
function isContainer(item: Json, field: FieldMapper): boolean {
  return Array.isArray(item) || (isJsonObject(item) && field.type.name !== 'flattened');
}

function shown(field: FieldMapper, values: readonly Json[]): Writable {
  if (WHOLE.has(field.type.name)) return values.length === 1 ? (values[0] as Json) : values;
  const kept: TypedValue[] = [];
  // What was too long or malformed comes behind the rest, as it was sent.
  const others: Json[] = [];
  const limit = field.value('ignore_above');
  for (const value of values) {
    const typed = typedValue(field, value);
    const isLong =
      typeof limit === 'number' && typeof typed?.shown === 'string' && typed.shown.length > limit;
    if (typed === undefined || isLong) others.push(value);
    else kept.push(typed);
  }
  // A stored text is kept as it came; all else as columns keep it.
  const isText = field.type.name === 'text' && field.value('store') === true;
  if (!isText && field.type.name !== 'match_only_text') kept.sort(byOrder);
  const list: Writable[] = kept
    .filter((one, i) => !SETS.has(field.type.name) || one.order !== kept[i - 1]?.order)
    .map((one) => one.shown);
  list.push(...others);
  return list.length === 1 ? (list[0] as Writable) : list;
}

function byOrder({ order: a }: TypedValue, { order: b }: TypedValue): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function flattened(field: FieldMapper, values: readonly Json[]): Tree {
  const leaves = new Map<string, Set<string>>();
  const limit = field.value('ignore_above');
  const walk = (value: Json, key: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, key);
    else if (isJsonObject(value)) {
      for (const [name, item] of value) walk(item, key === '' ? name : `${key}.${name}`);
    } else if (value !== null) {
      const text = javaText(value);
      if (typeof limit === 'number' && text.length > limit) return;
      leaves.set(key, (leaves.get(key) ?? new Set()).add(text));
    }
  };
  for (const value of values) walk(value, '');
  const tree: Tree = new Map();
  for (const [key, texts] of [...leaves].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const list = [...texts].sort();
    set(tree, key.split('.'), list.length === 1 ? (list[0] as string) : list);
  }
  return tree;
}

/** Sets the value of a field below the objects that lead to it. */
function put(mapping: Mapping, root: Tree, path: string, value: Writable): void {
  const names: string[] = [];
  let rest = path;
  let parent = '';
  while (rest.includes('.')) {
    const object = parent === '' ? mapping.root : mapping.objects.get(parent);
    if (object?.subobjects === false) break;
    const dot = rest.indexOf('.');
    names.push(rest.slice(0, dot));
    parent = names.join('.');
    rest = rest.slice(dot + 1);
  }
  set(root, [...names, rest], value);
}

function set(root: Tree, names: readonly string[], value: Writable): void {
  let at = root;
  for (const name of names.slice(0, -1)) {
    const known = at.get(name);
    const next = known instanceof Map ? (known as Tree) : new Map<string, Writable>();
    at.set(name, next);
    at = next;
  }
  at.set(names[names.length - 1] as string, value);
}

/** Throws when a field could not be made up from what it keeps. */
export function checkSynthetic(mapping: Mapping): void {
  for (const { isNested, path } of mapping.objects.values()) {
    if (!isNested) continue;
    throw illegalArgument(`field [${path}] of type [nested] doesn't support synthetic source`);
  }
  for (const field of mapping.fields.values()) {
    const isMulti = mapping.fields.get(field.path.slice(0, field.path.lastIndexOf('.')));
    if (isMulti instanceof FieldMapper) continue;
    const complaint = complaintAbout(field);
    if (complaint !== undefined) throw refusal(field, complaint);
  }
}

const UNLESS_STORED =
  'unless it is stored or has a sub-field of type [keyword] with doc values or stored and without a normalizer';
const UNSUPPORTED = new Set([
  'binary',
  'completion',
  'join',
  'rank_feature',
  'rank_features',
  'search_as_you_type',
  'token_count',
]);

function complaintAbout(field: FieldMapper): string | undefined {
  const { name } = field.type;
  if (name === 'alias' || name === 'constant_keyword') return undefined;
  if (field.copyTo.length > 0) return 'because it declares copy_to';
  if (UNSUPPORTED.has(name)) return '';
  if (name === 'text') {
    return field.value('store') === true || [...field.fields.values()].some(canStandFor)
      ? undefined
      : UNLESS_STORED;
  }
  if (name === 'keyword' && field.value('normalizer') !== undefined) {
    return 'because it declares a normalizer';
  }
  const hasColumn = field.value('doc_values') !== false;
  if (name === 'keyword' && !hasColumn && field.value('store') !== true) {
    return "because it doesn't have doc values and isn't stored";
  }
  if (name !== 'keyword' && !hasColumn) return "because it doesn't have doc values";
  return undefined;
}

/** Whether a keyword sub-field keeps what its text needs. */
function canStandFor(field: FieldMapper): boolean {
  return (
    field.type.name === 'keyword' &&
    field.value('normalizer') === undefined &&
    (field.value('doc_values') !== false || field.value('store') === true)
  );
}

function refusal(field: FieldMapper, why: string): SearchError {
  return illegalArgument(
    `field [${field.path}] of type [${field.type.name}] doesn't support synthetic source ${why}`.trim(),
  );
}
