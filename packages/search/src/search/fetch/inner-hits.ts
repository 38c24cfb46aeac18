/** `inner_hits` of nested queries: the nested objects of a hit that matched, as hits of their own. */

import { SourceFilter } from '../../documents/source-filter.ts';
import { hasBit } from '../../index/segment/bitmap.ts';
import type { SearchView } from '../../index/shard/documents.ts';
import { writeJson } from '../../json/json-writer.ts';
import { Float32, type Json, type JsonObject, RawJson, type Writable } from '../../json/values.ts';
import { iteratorOf } from '../../query/iterate.ts';
import { matches } from '../../query/matches.ts';
import { compareValues, type SortValue, sortReader } from '../../query/sort-key.ts';
import type { HitContext, NestedHits, ShardContext } from '../context.ts';
import { nestedAround, rowsOf } from '../dsl/nested.ts';
import type { SearchRequest } from '../request/search-request.ts';
import { resolveSort } from '../sort/resolve-sort.ts';
import { addDocValues } from './doc-values.ts';
import { FieldsFetcher } from './fields.ts';
import { objectsAt } from './source-walk.ts';

interface NestedHit {
  readonly row: number;
  readonly score: number;
  readonly values: readonly SortValue[];
}

/** Where a nested object stands: in which of the objects around it, and at which place. */
interface Step {
  readonly path: string;
  readonly offset: number;
}

export function innerHitsBody(hit: HitContext, totalAsInt: boolean): Writable | undefined {
  const rows = { first: firstRow(hit.view, hit.doc), end: hit.doc };
  return bodiesOf(hit, hit.shard.nestedHits, rows, totalAsInt);
}

/** Rows of a document, or of one nested object with those in it. */
interface Rows {
  readonly first: number;
  readonly end: number;
}

function bodiesOf(
  hit: HitContext,
  nestedHits: ReadonlyMap<string, NestedHits>,
  rows: Rows,
  totalAsInt: boolean,
): Writable | undefined {
  if (nestedHits.size === 0) return undefined;
  const bodies = new Map<string, Writable>();
  for (const [name, nested] of nestedHits) {
    bodies.set(name, { hits: hitsOf(hit, nested, rows, totalAsInt) });
  }
  return bodies;
}

function hitsOf(hit: HitContext, nested: NestedHits, rows: Rows, totalAsInt: boolean): Writable {
  const { request } = nested;
  const found = matching(hit, nested, rows);
  const shown = found.slice(request.from, request.from + request.size);
  const isScored = request.sort.length === 0 || request.trackScores;
  const best = found.reduce((most, { score }) => Math.max(most, score), 0);
  return {
    total: totalAsInt ? found.length : { value: found.length, relation: 'eq' },
    max_score: found.length === 0 || !isScored ? null : new Float32(best),
    hits: shown.map((one) => nestedBody(hit, nested, one, isScored, totalAsInt)),
  };
}

/** The rows that match, best first. */
function matching(
  { shard, view }: HitContext,
  { query, path, request }: NestedHits,
  { first, end }: Rows,
): NestedHit[] {
  const { segment } = view;
  const rows = matches(shard.searcher, view, rowsOf(path));
  const iterator = iteratorOf(shard.searcher, view, query, 1);
  const sorts = request.sort.map((spec) => resolveSort(spec, shard));
  const readers = sorts.map(({ field }) => sortReader(segment, field));
  const found: NestedHit[] = [];
  if (iterator === undefined) return found;
  for (let row = iterator.advance(first); row < end; row = iterator.advance(row + 1)) {
    if (!hasBit(rows, row)) continue;
    found.push({
      row,
      score: Math.fround(iterator.score()),
      values: readers.map((read) => read(row)),
    });
  }
  return found.sort((a, b) => {
    if (sorts.length === 0) return b.score - a.score || a.row - b.row;
    for (const [i, { field }] of sorts.entries()) {
      const difference = compareValues(a.values[i] ?? null, b.values[i] ?? null, field);
      if (difference !== 0) return difference;
    }
    return a.row - b.row;
  });
}

function firstRow({ segment }: SearchView, root: number): number {
  const { roots } = segment;
  let first = root;
  while (roots !== undefined && first > 0 && !hasBit(roots, first - 1)) first -= 1;
  return first;
}

/** The rows of the objects within a nested object, which stand before its own. */
function rowsIn({ shard, view, doc }: HitContext, path: string, row: number): Rows {
  const own = matches(shard.searcher, view, rowsOf(path));
  const start = firstRow(view, doc);
  let first = row;
  while (first > start && !hasBit(own, first - 1)) first -= 1;
  return { first, end: row };
}

/** The way from the document to a row, outermost first. */
function stepsTo(
  shard: ShardContext,
  view: SearchView,
  path: string,
  row: number,
  root: number,
): Step[] {
  const around = nestedAround(shard.mapping, path);
  const own = matches(shard.searcher, view, rowsOf(path));
  const parents = around === undefined ? undefined : matches(shard.searcher, view, rowsOf(around));
  const isParent = (at: number) => (parents === undefined ? at === root : hasBit(parents, at));
  let from = row;
  const start = firstRow(view, root);
  while (from > start && !isParent(from - 1)) from -= 1;
  let offset = 0;
  for (let at = from; at < row; at += 1) if (hasBit(own, at)) offset += 1;
  if (around === undefined) return [{ path, offset }];
  let parent = row + 1;
  while (!isParent(parent)) parent += 1;
  return [...stepsTo(shard, view, around, parent, root), { path, offset }];
}

function nestedName(steps: readonly Step[], outer = ''): Writable | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return undefined;
  const field = outer === '' ? step.path : step.path.slice(outer.length + 1);
  return { field, offset: step.offset, _nested: nestedName(rest, step.path) };
}

/** The nested object itself, out of the whole source. */
function objectOf(source: JsonObject, steps: readonly Step[]): JsonObject | undefined {
  let object: JsonObject | undefined = source;
  let outer = '';
  for (const { path, offset } of steps) {
    if (object === undefined) return undefined;
    object = objectsAt(object, outer === '' ? path : path.slice(outer.length + 1))[offset];
    outer = path;
  }
  return object;
}

/** A document that has nothing but the object, under its path. */
function alone(path: string, object: JsonObject): JsonObject {
  return path
    .split('.')
    .reduceRight<Json>((inner, name) => new Map([[name, inner]]), object) as JsonObject;
}

function sourceBody(
  request: SearchRequest,
  path: string,
  object: JsonObject,
): Writable | undefined {
  if (request.source === false) return undefined;
  const filter = request.source ?? SourceFilter.all;
  if (filter.keepsAll) return new RawJson(writeJson(object));
  const [kept] = objectsAt(filter.apply(alone(path, object)), path);
  return kept ?? new Map();
}

function nestedBody(
  hit: HitContext,
  nested: NestedHits,
  one: NestedHit,
  isScored: boolean,
  totalAsInt: boolean,
): Writable {
  const { request, path } = nested;
  const { shard, view } = hit;
  const steps = stepsTo(shard, view, path, one.row, hit.doc);
  const object = objectOf(hit.json(), steps);
  const around = object === undefined ? new Map<string, Json>() : alone(path, object);
  const context: HitContext = {
    ...hit,
    doc: one.row,
    score: one.score,
    json: () => around,
    source: writeJson(around),
  };
  const fields = new Map<string, Writable>();
  if (request.docvalueFields !== undefined) {
    const isInternal = (name: string) => name.startsWith('_');
    addDocValues(
      request.docvalueFields.filter(({ field }) => isInternal(field)),
      hit,
      fields,
    );
    addDocValues(
      request.docvalueFields.filter(({ field }) => !isInternal(field)),
      context,
      fields,
    );
  }
  if (request.fields !== undefined) {
    const fetched = new FieldsFetcher(shard.mapping, request.fields).fetch(around);
    for (const [name, value] of fetched) fields.set(name, value);
  }
  const hasSource = shard.mapping.metadata('_source', 'enabled') !== false && object !== undefined;
  return {
    _index: shard.index,
    _id: hit.id,
    _nested: nestedName(steps),
    _version: request.version ? view.segment.internal('_version', hit.doc) : undefined,
    _seq_no: request.seqNoPrimaryTerm ? view.segment.internal('_seq_no', hit.doc) : undefined,
    _primary_term: request.seqNoPrimaryTerm
      ? view.segment.internal('_primary_term', hit.doc)
      : undefined,
    _score: isScored ? new Float32(one.score) : null,
    _source: hasSource ? sourceBody(request, path, object) : undefined,
    fields: fields.size === 0 ? undefined : fields,
    highlight: request.highlight?.(context),
    inner_hits: bodiesOf(hit, nested.inner, rowsIn(hit, path, one.row), totalAsInt),
    sort:
      request.sort.length === 0
        ? undefined
        : request.sort.map((spec, i) => resolveSort(spec, shard).print(one.values[i] ?? null)),
  };
}
