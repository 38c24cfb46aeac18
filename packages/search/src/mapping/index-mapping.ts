/**
 * The mapping of one index as the layers above hold it: JSON in, JSON out, and rows of documents.
 * Immutable but for `fill`'s buffers.
 */
import type { IndexAnalysis } from '../analysis/core/index-analysis.ts';
import type { AnalysisRegistry } from '../analysis/core/registry.ts';
import type { SettingMap, SettingValue } from '../analysis/core/settings.ts';
import type { RowSink } from '../index/buffer/row-sink.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { withAnalysisErrors } from './analysis-error.ts';
import { DocumentParser, type DocumentToParse } from './document-parser.ts';
import { type FieldAnalyzers, fieldAnalyzers } from './field-analyzers.ts';
import { checkLimits } from './limits.ts';
import type { MappingContext } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { mergeMappings } from './merge.ts';
import { parseMapping } from './parse-mapping.ts';
import { mappingJson } from './serialise.ts';
import { checkSynthetic, isSynthetic } from './synthetic-source.ts';
import { validateReferences } from './validate.ts';

/** Index settings by their full names. */
export type IndexSettings = ReadonlyMap<string, string | readonly string[]>;

export class FieldMapping {
  private readonly parser: DocumentParser;

  constructor(readonly mapping: Mapping) {
    this.parser = new DocumentParser(mapping);
  }

  /** Parses a mapping for an index; throws mapper_parsing, illegal_argument and analysis errors. */
  static parse(
    body: JsonObject,
    settings: IndexSettings,
    registry: AnalysisRegistry,
  ): FieldMapping {
    const mapping = parseMapping(body, contextOf(settings, registry));
    checkLimits(mapping);
    validateReferences(mapping);
    if (isSynthetic(mapping)) checkSynthetic(mapping);
    return new FieldMapping(mapping);
  }

  get analysis(): IndexAnalysis {
    return this.mapping.context.analysis;
  }

  /** The analyzers of a text or keyword field; undefined when there is no such field. */
  analyzers(path: string): FieldAnalyzers | undefined {
    return fieldAnalyzers(this.mapping, path);
  }

  /** The mapping with `body` added; throws on a conflict. */
  merge(body: JsonObject): FieldMapping {
    const update = parseMapping(body, this.mapping.context);
    const merged = mergeMappings(this.mapping, update);
    if (isSynthetic(merged)) checkSynthetic(merged);
    return new FieldMapping(merged);
  }

  toJson(): JsonObject {
    return mappingJson(this.mapping);
  }

  /**
   * Fills the rows of a document. When the document adds fields, returns the mapping with them
   * (throws when that is over a limit): it has to be in force before the document is kept.
   */
  fillRows(document: DocumentToParse, rows: RowSink): FieldMapping | undefined {
    const { update, needsReparse } = this.parser.parse(document, rows);
    if (update === undefined) return undefined;
    if (!needsReparse) return this.merge(update);
    throw new NestedFieldAdded(this.merge(update));
  }

  /** The same for callers that cannot take a new mapping: fields it lacks are only in the rows. */
  readonly fill = (document: DocumentToParse, rows: RowSink): void => {
    this.fillRows(document, rows);
  };

  /** Tries a document without keeping its rows; returns the mapping it needs. */
  preview(document: DocumentToParse): FieldMapping {
    try {
      return this.fillRows(document, NO_ROWS) ?? this;
    } catch (error) {
      if (error instanceof NestedFieldAdded) return error.mapping;
      throw error;
    }
  }
}

/** A template made a nested field: the rows so far are wrong, and right with this mapping. */
export class NestedFieldAdded extends Error {
  constructor(readonly mapping: FieldMapping) {
    super('a nested field was added by a document');
  }
}

const NO_ROWS: RowSink = {
  tokens: () => ({ token: () => {} }),
  long: () => {},
  double: () => {},
  keyword: () => {},
  endRow: () => {},
};

const PREFIX = 'index.';

function contextOf(settings: IndexSettings, registry: AnalysisRegistry): MappingContext {
  const flat: Record<string, SettingValue> = {};
  const analysis: Record<string, SettingValue> = {};
  for (const [name, value] of settings) {
    const short = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
    flat[short] = value;
    if (short.startsWith('analysis.')) put(analysis, short.split('.').slice(1), value);
  }
  return {
    analysis: withAnalysisErrors(() => registry.forIndex(analysis, flat)),
    indexSetting: (name) => flat[name] as Json | undefined,
  };
}

/** Sets `a.b.c` in objects within objects. */
function put(
  target: Record<string, SettingValue>,
  path: readonly string[],
  value: SettingValue,
): void {
  const [name, ...rest] = path as [string, ...string[]];
  // `filter.name.setting`: what stands behind the component's name may itself have dots.
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = { ...(target[name] as SettingMap | undefined) } as Record<string, SettingValue>;
  put(inner, rest, value);
  target[name] = inner;
}
