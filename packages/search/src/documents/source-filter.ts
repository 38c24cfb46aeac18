/**
 * `_source` filtering: keeps the parts of a document that some pattern names and drops those that an
 * exclusion names. `*` stands for anything, dots included; a pattern that names an object means all
 * that is in it.
 */
import { writeJson } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';

type Test = (path: string) => boolean;

export class SourceFilter {
  static readonly all = new SourceFilter([], []);
  private readonly included: Test | undefined;
  private readonly excluded: Test;

  constructor(
    readonly includes: readonly string[],
    readonly excludes: readonly string[],
  ) {
    const wanted = includes.filter((pattern) => pattern !== '');
    this.included = wanted.length === 0 || wanted.includes('*') ? undefined : tester(wanted);
    this.excluded = tester(excludes.filter((pattern) => pattern !== ''));
  }

  /** Whether a document comes out as it went in. */
  get keepsAll(): boolean {
    return this.included === undefined && this.excludes.length === 0;
  }

  /** The bytes of a filtered document; those it was given when nothing is filtered. */
  bytes(source: Uint8Array): Uint8Array {
    if (this.keepsAll) return source;
    return writeJson(this.apply(parseJson(source) as JsonObject));
  }

  apply(source: JsonObject): JsonObject {
    return this.keepsAll
      ? source
      : (this.object(source, '', this.included === undefined) ?? new Map());
  }

  /** Undefined when nothing is left; `isWhole`: everything is included from here on. */
  private object(source: JsonObject, prefix: string, isWhole: boolean): JsonObject | undefined {
    const kept: JsonObject = new Map();
    for (const [name, value] of source) {
      const path = prefix + name;
      if (this.excluded(path)) continue;
      const item = this.value(value, path, isWhole || this.included?.(path) === true);
      if (item !== undefined) kept.set(name, item);
    }
    return kept.size === 0 && !isWhole ? undefined : kept;
  }

  private value(value: Json, path: string, isWhole: boolean): Json | undefined {
    if (isJsonObject(value)) return this.object(value, `${path}.`, isWhole);
    if (!Array.isArray(value)) return isWhole ? value : undefined;
    const items: Json[] = [];
    for (const item of value) {
      const kept = this.value(item, path, isWhole);
      if (kept !== undefined) items.push(kept);
    }
    return items.length === 0 && !isWhole ? undefined : items;
  }
}

function tester(patterns: readonly string[]): Test {
  if (patterns.length === 0) return () => false;
  const plain = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const wild = patterns.filter((pattern) => pattern.includes('*'));
  if (wild.length === 0) return (path) => plain.has(path);
  const sources = wild.map((pattern) => pattern.split(/\*+/).map(RegExp.escape).join('.*'));
  const regexp = new RegExp(`^(?:${sources.join('|')})$`, 's');
  return (path) => plain.has(path) || regexp.test(path);
}
