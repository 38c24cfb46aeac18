/** Helpers for the tests of the mapping layer. */
import { createRegistry } from '../analysis/builtin.ts';
import { IndexAnalysis } from '../analysis/core/index-analysis.ts';
import type { SettingMap } from '../analysis/core/settings.ts';
import { SearchError } from '../errors/search-error.ts';
import type { RowSink } from '../index/buffer/row-sink.ts';
import { jsonText } from '../json/json-writer.ts';
import { parseJson } from '../json/parse.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { DocumentParser } from './document-parser.ts';
import type { MappingContext } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { parseMapping } from './parse-mapping.ts';
import { mappingJson } from './serialise.ts';

const registry = createRegistry();

export function testContext(
  settings: Readonly<Record<string, Json>> = {},
  analysis: SettingMap = {},
): MappingContext {
  return {
    analysis: new IndexAnalysis(registry, analysis, registry.context({})),
    indexSetting: (name) => settings[name],
  };
}

export function testMapping(
  json: unknown,
  settings: Readonly<Record<string, Json>> = {},
  analysis: SettingMap = {},
): Mapping {
  const parsed = parseJson(JSON.stringify(json)) as JsonObject;
  return parseMapping(parsed, testContext(settings, analysis));
}

/** The mapping as it is printed, as plain values. */
export function printed(mapping: Mapping): unknown {
  return JSON.parse(jsonText(mappingJson(mapping)));
}

/** A sink that keeps what it gets: one object a row, fields to readable values. */
export class RecordingSink implements RowSink {
  rows: Record<string, unknown[]>[] = [{}];

  tokens(field: string) {
    const list = this.list(field);
    return {
      token: (bytes: Uint8Array, start: number, end: number, position: number) => {
        list.push(`${Buffer.from(bytes.subarray(start, end)).toString()}@${position}`);
      },
    };
  }

  long(field: string, value: number | bigint): void {
    this.list(`${field}:long`).push(value);
  }

  double(field: string, value: number): void {
    this.list(`${field}:double`).push(value);
  }

  keyword(field: string, bytes: Uint8Array, start: number, end: number): void {
    this.list(`${field}:keyword`).push(Buffer.from(bytes.subarray(start, end)).toString());
  }

  endRow(): void {
    this.rows.push({});
  }

  private list(field: string): unknown[] {
    const row = this.rows[this.rows.length - 1] as Record<string, unknown[]>;
    row[field] ??= [];
    return row[field];
  }
}

/** The rows of a document given as JSON text or as a value, and its mapping update. */
export function parseDocument(mapping: Mapping, source: unknown) {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  const sink = new RecordingSink();
  const { update } = new DocumentParser(mapping).parse(
    { id: '1', source: Buffer.from(text) },
    sink,
  );
  return { rows: sink.rows, update: update && JSON.parse(jsonText(update)) };
}

/** `type: reason` of a failure and of its causes. */
export function complaints(run: () => unknown): string[] {
  try {
    run();
  } catch (thrown) {
    const list: string[] = [];
    let error: unknown = thrown;
    while (error instanceof SearchError) {
      list.push(`${error.type}: ${error.reason}`);
      error = error.cause;
    }
    if (list.length > 0) return list;
    throw thrown;
  }
  throw new Error('nothing was refused');
}
