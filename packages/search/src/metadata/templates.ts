/** Templates: what an index of some name is given before its own request is looked at. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { parseAliases } from './aliases.ts';
import type { AliasMetadata, ClusterState } from './cluster-state.ts';
import { patternTest } from './index-names.ts';
import { indexSettingsFrom, type SettingValue } from './index-settings.ts';
import { withoutType } from './mapping-port.ts';

/** The parts that templates give an index, weakest first. */
export interface TemplateParts {
  readonly settings: Map<string, SettingValue>;
  readonly mappings: JsonObject[];
  readonly aliases: Map<string, AliasMetadata>;
  /** The composable template at work, if one is. */
  readonly composable: string | undefined;
}

export function patternsOf(template: JsonObject): string[] {
  const patterns = template.get('index_patterns');
  return Array.isArray(patterns) ? patterns.map(String) : [];
}

/** What the templates of the state give an index of this name. */
export function templatePartsFor(
  state: ClusterState,
  index: string,
  isHidden = false,
): TemplateParts {
  const winner = findComposable(state, index, isHidden);
  if (winner !== undefined)
    return composableParts(state, winner, state.templates.composable.get(winner) as JsonObject);
  const parts = emptyParts(undefined);
  const matching = [...state.templates.legacy]
    .filter(([, body]) => matches(body, index, isHidden))
    .sort(([, a], [, b]) => numberIn(a, 'order') - numberIn(b, 'order'));
  for (const [, body] of matching) addParts(parts, body);
  return parts;
}

function matches(template: JsonObject, index: string, isHidden: boolean): boolean {
  return patternsOf(template).some(
    (pattern) => patternTest(pattern)(index) && !(isHidden && pattern === '*'),
  );
}

/** The name of the composable template an index of this name is made from. */
export function findComposable(
  state: ClusterState,
  index: string,
  isHidden = false,
): string | undefined {
  let best: string | undefined;
  let bestPriority = -1;
  for (const [name, body] of state.templates.composable) {
    const priority = numberIn(body, 'priority');
    if (priority > bestPriority && matches(body, index, isHidden)) {
      best = name;
      bestPriority = priority;
    }
  }
  return best;
}

/** A composable template with its components, in their order, then its own part. */
export function composableParts(
  state: ClusterState,
  name: string | undefined,
  body: JsonObject,
): TemplateParts {
  const parts = emptyParts(name);
  for (const component of componentsOf(body)) {
    const template = state.templates.component.get(component)?.get('template');
    if (isJsonObject(template)) addParts(parts, template);
  }
  const own = body.get('template');
  if (isJsonObject(own)) addParts(parts, own);
  return parts;
}

export function componentsOf(body: JsonObject): string[] {
  const names = body.get('composed_of');
  return Array.isArray(names) ? names.map(String) : [];
}

function emptyParts(composable: string | undefined): TemplateParts {
  return { settings: new Map(), mappings: [], aliases: new Map(), composable };
}

function addParts(parts: TemplateParts, template: JsonObject): void {
  for (const [name, value] of indexSettingsFrom(template.get('settings')))
    parts.settings.set(name, value);
  const mappings = withoutType(template.get('mappings'));
  if (mappings.size > 0) parts.mappings.push(mappings);
  for (const [name, alias] of parseAliases(template.get('aliases'))) parts.aliases.set(name, alias);
}

export function numberIn(body: JsonObject, name: string): number {
  const value: Json | undefined = body.get(name);
  return typeof value === 'number' ? value : Number(value ?? 0);
}

/** Throws an invalid_index_template_exception for a name the reference refuses. */
export function checkTemplateName(name: string): void {
  const complaint = nameComplaint(name);
  if (complaint !== undefined) throw invalidTemplate(name, complaint);
}

export function invalidTemplate(name: string, complaint: string): SearchError {
  return new SearchError(
    'invalid_index_template_exception',
    `index_template [${name}] invalid, cause [${complaint}]`,
  );
}

function nameComplaint(name: string): string | undefined {
  if (name === '') return 'name must not be empty';
  if (name.includes(' ')) return 'name must not contain a space';
  if (name.includes(',')) return "name must not contain a ','";
  if (name.includes('#')) return "name must not contain a '#'";
  if (name.includes('*')) return "name must not contain a '*'";
  if (name.startsWith('_')) return "name must not start with '_'";
  if (name !== name.toLowerCase()) return 'name must be lower cased';
  return undefined;
}

/** Throws when a pattern could not be part of an index name. */
export function checkPatterns(name: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    if (pattern === '') throw invalidTemplate(name, 'index_patterns must not be empty');
    if (/[ ,#:]/.test(pattern)) {
      const char = /[ ,#:]/.exec(pattern)?.[0];
      throw invalidTemplate(
        name,
        `index_patterns [${pattern}] must not contain a ${char === ' ' ? 'space' : `'${char}'`}`,
      );
    }
    if (pattern.startsWith('_')) {
      throw invalidTemplate(name, `index_patterns [${pattern}] must not start with '_'`);
    }
  }
}

/** Whether some name can match both patterns. */
export function patternsOverlap(a: string, b: string): boolean {
  const seen = new Set<number>();
  const meet = (i: number, j: number): boolean => {
    if (i === a.length && j === b.length) return true;
    const key = i * (b.length + 1) + j;
    if (seen.has(key)) return false;
    seen.add(key);
    if (a[i] === '*') return meet(i + 1, j) || (j < b.length && meet(i, j + 1));
    if (b[j] === '*') return meet(i, j + 1) || (i < a.length && meet(i + 1, j));
    return i < a.length && j < b.length && a[i] === b[j] && meet(i + 1, j + 1);
  };
  return meet(0, 0);
}

/** Templates with a pattern that overlaps one of `patterns`, by name. */
export function overlapping(
  templates: ReadonlyMap<string, JsonObject>,
  name: string,
  patterns: readonly string[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [other, body] of templates) {
    if (other === name) continue;
    const theirs = patternsOf(body);
    if (theirs.some((a) => patterns.some((b) => patternsOverlap(a, b)))) found.set(other, theirs);
  }
  return found;
}

/** Throws when another composable template of the same priority could match the same index. */
export function checkPriorityConflict(state: ClusterState, name: string, body: JsonObject): void {
  const priority = numberIn(body, 'priority');
  const rivals = new Map(
    [...state.templates.composable].filter(([, other]) => numberIn(other, 'priority') === priority),
  );
  const conflicts = overlapping(rivals, name, patternsOf(body));
  if (conflicts.size === 0) return;
  throw illegalArgument(
    `index template [${name}] has index patterns [${patternsOf(body).join(', ')}] matching patterns from existing templates [${[...conflicts.keys()].join(',')}] with patterns (${overlapText(conflicts)}) that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`,
  );
}

export function overlapText(conflicts: ReadonlyMap<string, readonly string[]>): string {
  return [...conflicts].map(([name, patterns]) => `${name} => [${patterns.join(', ')}]`).join(',');
}
