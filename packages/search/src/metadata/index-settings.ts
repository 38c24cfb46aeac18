/** Settings of indices: reading bodies, checking values, printing them. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import {
  Double,
  isJsonObject,
  type Json,
  type JsonObject,
  toNumber,
  type Writable,
} from '../json/values.ts';
import { parseBoolean, parseBytes, parseTime } from '../settings/units.ts';
import { unknownSetting } from '../settings/unknown-setting.ts';
import type { SettingsMap } from './cluster-state.ts';
import {
  INDEX_SETTING_GROUPS,
  INDEX_SETTINGS,
  type IndexSetting,
  type SettingScope,
} from './index-settings-table.ts';

/** What a request may say of a setting; null takes it back to its default. */
export type SettingValue = string | readonly string[] | null;
export type SettingChanges = ReadonlyMap<string, SettingValue>;

/** Nested or dotted names become flat ones; numbers and booleans become texts. */
export function flatten(body: JsonObject, prefix = ''): Map<string, SettingValue> {
  const flat = new Map<string, SettingValue>();
  for (const [name, value] of body) {
    const full = prefix + name;
    if (isJsonObject(value)) for (const [k, v] of flatten(value, `${full}.`)) flat.set(k, v);
    else if (Array.isArray(value)) flattenList(flat, full, value);
    else flat.set(full, value === null ? null : scalarText(value));
  }
  return flat;
}

function flattenList(flat: Map<string, SettingValue>, full: string, items: readonly Json[]): void {
  if (!items.some(isJsonObject)) {
    flat.set(
      full,
      items.map((item) => scalarText(item)),
    );
    return;
  }
  items.forEach((item, i) => {
    if (isJsonObject(item)) for (const [k, v] of flatten(item, `${full}.${i}.`)) flat.set(k, v);
    else flat.set(`${full}.${i}`, scalarText(item));
  });
}

function scalarText(value: Json): string {
  if (value instanceof Double) return `${value.value}.0`.replace(/(\.\d+)\.0$/, '$1');
  if (typeof value === 'number' || typeof value === 'bigint') return String(toNumber(value));
  return String(value);
}

/** A settings body of an index: names may leave out `index.`. */
export function indexSettingsFrom(body: Json | undefined): Map<string, SettingValue> {
  if (body === undefined || body === null) return new Map();
  if (!isJsonObject(body)) throw illegalArgument('key [settings] must be an object');
  const changes = new Map<string, SettingValue>();
  for (const [name, value] of flatten(body)) {
    const isFull = name.startsWith('index.') || name.startsWith('archived.');
    changes.set(isFull ? name : `index.${name}`, value);
  }
  return changes;
}

export function scopeOf(name: string): SettingScope | undefined {
  return (
    INDEX_SETTINGS.get(name)?.scope ??
    INDEX_SETTING_GROUPS.find(({ test }) => test.test(name))?.scope
  );
}

/** Throws for a name nobody knows and for a value that is not of its kind. */
export function checkIndexSettings(changes: SettingChanges): void {
  for (const name of [...changes.keys()].sort()) {
    if (name.includes('*')) continue;
    if (scopeOf(name) === undefined) throw unknownSetting(name, INDEX_SETTINGS.keys());
    const setting = INDEX_SETTINGS.get(name);
    const value = changes.get(name);
    if (setting !== undefined && typeof value === 'string') checkValue(name, value, setting);
  }
}

/** Private settings, those the engine sets itself, as complaints. */
export function privateComplaints(changes: SettingChanges): string[] {
  return [...changes.keys()]
    .filter((name) => scopeOf(name) === 'private')
    .sort()
    .map((name) => `private index setting [${name}] can not be set explicitly`);
}

function checkValue(name: string, value: string, { type }: IndexSetting): void {
  switch (type.kind) {
    case 'integer':
    case 'double':
      checkNumber(name, value, type);
      break;
    case 'boolean':
      try {
        parseBoolean(value);
      } catch (cause) {
        throw illegalArgument(`Failed to parse value [${value}] for setting [${name}]`, cause);
      }
      break;
    case 'time':
      parseTime(value, name);
      break;
    case 'bytes':
      parseBytes(value, name);
      break;
    case 'choice':
      if (!type.of.includes(value)) throw wrongChoice(name, value, type.of);
      break;
    default:
  }
}

function checkNumber(
  name: string,
  value: string,
  type: { kind: 'integer' | 'double'; min?: number; max?: number },
): void {
  const isNumber =
    type.kind === 'integer'
      ? /^[+-]?\d+$/.test(value)
      : value !== '' && !Number.isNaN(Number(value));
  if (!isNumber) {
    const cause = new SearchError('number_format_exception', `For input string: "${value}"`);
    throw illegalArgument(`Failed to parse value [${value}] for setting [${name}]`, cause);
  }
  const number = Number(value);
  const shown =
    type.kind === 'double' ? (n: number) => (Number.isInteger(n) ? `${n}.0` : `${n}`) : String;
  if (type.min !== undefined && number < type.min) {
    throw illegalArgument(
      `Failed to parse value [${value}] for setting [${name}] must be >= ${shown(type.min)}`,
    );
  }
  if (type.max !== undefined && number > type.max) {
    throw illegalArgument(
      `Failed to parse value [${value}] for setting [${name}] must be <= ${shown(type.max)}`,
    );
  }
}

function wrongChoice(name: string, value: string, of: readonly string[]): SearchError {
  if (name === 'index.codec') {
    return illegalArgument(
      `unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: ${value}`,
    );
  }
  return illegalArgument(
    `Failed to parse value [${value}] for setting [${name}] must be one of [${of.join(', ')}]`,
  );
}

/** Settings after changes: null and `name*: null` take away. Sorted by name. */
export function applyChanges(
  settings: SettingsMap,
  changes: SettingChanges,
): Map<string, string | readonly string[]> {
  const result = new Map(settings);
  for (const [name, value] of changes) {
    if (value !== null) result.set(name, value);
    else if (name.endsWith('*')) {
      for (const known of [...result.keys()])
        if (known.startsWith(name.slice(0, -1))) result.delete(known);
    } else result.delete(name);
  }
  return sorted(result);
}

export function sorted<T>(map: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `{"a.b": 1}` as `{"a": {"b": 1}}`, or as it is when `flat`. */
export function settingsBody(settings: ReadonlyMap<string, Writable>, flat: boolean): Writable {
  if (flat) return settings;
  const root = new Map<string, Writable>();
  for (const [name, value] of settings) {
    let at = root;
    const parts = name.split('.');
    for (let i = 0; i < parts.length - 1; i += 1) {
      const part = parts[i] as string;
      const next = at.get(part);
      if (next instanceof Map) at = next as Map<string, Writable>;
      else if (next === undefined) {
        const made = new Map<string, Writable>();
        at.set(part, made);
        at = made;
      } else {
        // `a` has a value and `a.b` too: the rest stays dotted, as in the reference.
        parts.splice(i, parts.length - i, parts.slice(i).join('.'));
      }
    }
    at.set(parts.at(-1) as string, value);
  }
  return root;
}

/** The defaults of everything the settings do not say. */
export function defaultSettings(settings: SettingsMap): Map<string, string | readonly string[]> {
  const defaults = new Map<string, string | readonly string[]>();
  for (const [name, { otherwise, scope }] of INDEX_SETTINGS) {
    if (scope !== 'private' && !settings.has(name)) defaults.set(name, otherwise);
  }
  return sorted(defaults);
}

export function integerSetting(settings: SettingsMap, name: string): number {
  return Number(settings.get(name) ?? INDEX_SETTINGS.get(name)?.otherwise);
}

export function booleanSetting(settings: SettingsMap, name: string): boolean {
  return String(settings.get(name) ?? INDEX_SETTINGS.get(name)?.otherwise) === 'true';
}

/** Throws for settings of translogs that newer indices do not keep. */
export function checkRetention(settings: ReadonlyMap<string, unknown>): void {
  if (
    settings.has('index.translog.retention.age') ||
    settings.has('index.translog.retention.size')
  ) {
    throw illegalArgument(
      'Translog retention settings [index.translog.retention.age] and [index.translog.retention.size] are no longer supported. Please do not specify values for these settings',
    );
  }
}
