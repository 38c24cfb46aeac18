/** The source of a document as it is given back. */
import { writeJson } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonObject } from '../json/values.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { checkSynthetic, isSynthetic, syntheticSource } from '../mapping/synthetic-source.ts';
import type { FoundDocument } from './get-document.ts';
import { SourceFilter } from './source-filter.ts';

/** Whether the mapping keeps sources at all. */
export function hasSource({ mapping: { mapping } }: Pick<FoundDocument, 'mapping'>): boolean {
  return (
    mapping.metadata('_source', 'enabled') !== false &&
    mapping.metadata('_source', 'mode') !== 'disabled'
  );
}

/**
 * The bytes as they were sent, or what a synthetic source makes of them; less what the mapping
 * itself leaves out. `force`: synthetic whatever the mapping says; throws when fields cannot do that.
 */
export function sourceOf(
  { mapping: { mapping }, source }: FoundDocument,
  force = false,
): Uint8Array {
  return shownSource(mapping, source, force);
}

/** The same of bytes that a search found. */
export function shownSource(mapping: Mapping, source: Uint8Array, force = false): Uint8Array {
  if (force) checkSynthetic(mapping);
  if (force || isSynthetic(mapping)) {
    return writeJson(syntheticSource(mapping, parseJson(source) as JsonObject));
  }
  const includes = mapping.metadata('_source', 'includes');
  const excludes = mapping.metadata('_source', 'excludes');
  if (includes === undefined && excludes === undefined) return source;
  return new SourceFilter(patterns(includes), patterns(excludes)).bytes(source);
}

function patterns(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}
