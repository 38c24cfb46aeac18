/** What can be asked of the terms of one document, and what comes of it. */
import type { VersionType } from '../../index/shard/version-check.ts';
import type { JsonObject } from '../../json/values.ts';

export interface TermVectorsRequest {
  readonly index: string;
  /** One of `id` and `doc` is given: a document of the index, or one that is only looked at. */
  readonly id?: string | undefined;
  readonly doc?: JsonObject | undefined;
  readonly routing?: string | undefined;
  readonly realtime?: boolean | undefined;
  readonly version?: number | undefined;
  readonly versionType?: VersionType | undefined;
  /** Names and patterns; undefined: every field that has term vectors. */
  readonly fields?: readonly string[] | undefined;
  readonly perFieldAnalyzer?: ReadonlyMap<string, string> | undefined;
  readonly positions: boolean;
  readonly offsets: boolean;
  readonly payloads: boolean;
  readonly termStatistics: boolean;
  readonly fieldStatistics: boolean;
  readonly filter?: TermFilter | undefined;
}

/** Keeps the terms that tell most, by tf-idf. */
export interface TermFilter {
  readonly maxTerms: number;
  readonly minTermFrequency: number;
  readonly maxTermFrequency: number;
  readonly minDocFrequency: number;
  readonly maxDocFrequency: number;
  readonly minWordLength: number;
  readonly maxWordLength: number;
}

export interface TermVectorsResult {
  readonly index: string;
  readonly id: string | undefined;
  readonly version: number;
  readonly found: boolean;
  readonly fields: readonly FieldVector[];
}

export interface FieldVector {
  readonly field: string;
  readonly statistics: FieldTotals | undefined;
  /** Sorted by their bytes. */
  readonly terms: readonly TermVector[];
}

/** -1 where the shard does not know the field. */
export interface FieldTotals {
  readonly sumDocFreq: number;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

export interface TermVector {
  readonly term: string;
  readonly frequency: number;
  readonly docFreq: number | undefined;
  readonly totalTermFreq: number | undefined;
  readonly score: number | undefined;
  /** Undefined when nothing of them is wanted. */
  readonly tokens: readonly TermToken[] | undefined;
}

export interface TermToken {
  readonly position: number | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly payload: Uint8Array | undefined;
}
