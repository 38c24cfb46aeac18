/** A document as `_doc` and `_mget` print it. */

import { hasSource, sourceOf } from '../../documents/document-source.ts';
import type { FoundDocument } from '../../documents/get-document.ts';
import { SourceFilter } from '../../documents/source-filter.ts';
import { storedFields } from '../../documents/stored-fields.ts';
import { RawJson, type Writable } from '../../json/values.ts';

/** What of a document an answer shows. */
export interface Wanted {
  readonly fields: readonly string[];
  /** Undefined: no source. */
  readonly source: SourceFilter | undefined;
  /** Makes the source up from its fields, whatever the mapping says. */
  readonly forceSynthetic: boolean;
}

/** Asking for stored fields leaves the source out, unless it is asked for as well. */
export function wantedOf(
  fields: readonly string[] | undefined,
  source: SourceFilter | false | undefined,
  forceSynthetic = false,
): Wanted {
  const byDefault =
    fields === undefined || fields.length === 0 || fields.includes('_source')
      ? SourceFilter.all
      : undefined;
  return {
    fields: (fields ?? []).filter((name) => !name.startsWith('_')),
    source: source === false ? undefined : (source ?? byDefault),
    forceSynthetic,
  };
}

export function documentBody(
  index: string,
  id: string,
  document: FoundDocument | undefined,
  { source, fields, forceSynthetic }: Wanted,
): Record<string, Writable | undefined> {
  if (document === undefined) return { _index: index, _id: id, found: false };
  return {
    _index: index,
    _id: id,
    _version: document.version,
    _seq_no: document.seqNo,
    _primary_term: document.primaryTerm,
    _routing: document.routing,
    found: true,
    _source:
      source === undefined || !hasSource(document)
        ? undefined
        : new RawJson(source.bytes(sourceOf(document, forceSynthetic))),
    fields:
      fields.length === 0
        ? undefined
        : storedFields(document.mapping.mapping, document.source, fields),
  };
}
