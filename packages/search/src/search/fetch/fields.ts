/**
 * `fields`: values of the source in the form of their mapping. Fields of nested objects stay with
 * their object; everything else has its whole path for a name.
 */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';
import type { Json, JsonObject, Writable } from '../../json/values.ts';
import type { FieldMapper } from '../../mapping/mapper.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { nestedAround } from '../dsl/nested.ts';
import { resolveField } from '../fields/resolve.ts';
import { wildcardTest } from '../patterns/wildcard.ts';
import type { FieldRequest } from '../request/search-request.ts';
import { type ShowValue, showing, takesWhole } from './field-values.ts';
import { flat, leaves, objectsAt, rawAt } from './source-walk.ts';

interface Entry {
  readonly name: string;
  /** Where its values stand in the source. */
  readonly path: string;
  readonly show: ShowValue;
  readonly isWhole: boolean;
  /** The same for every document. */
  readonly constant?: Writable;
  readonly mapper: FieldMapper;
}

/** The fields directly in the document, or in one kind of nested object. */
interface Scope {
  /** Undefined for the document. */
  readonly path: string | undefined;
  readonly entries: Map<string, Entry>;
  readonly inner: Map<string, Scope>;
}

export type Fields = Map<string, Writable>;

export class FieldsFetcher {
  private readonly root: Scope = { path: undefined, entries: new Map(), inner: new Map() };
  /** Requested metadata fields and values of columns, which no source has. */
  readonly others: FieldRequest[] = [];
  private readonly unmapped: ((path: string) => boolean)[] = [];
  private readonly patterns: ((path: string) => boolean)[];

  /** Throws when a field cannot be shown as asked. */
  constructor(
    private readonly mapping: Mapping,
    requests: readonly FieldRequest[],
  ) {
    this.patterns = requests.map(({ field }) => wildcardTest(field));
    for (const request of requests) this.plan(request);
  }

  /** The fields of a document. */
  fetch(source: JsonObject): Fields {
    return this.of(this.root, source);
  }

  /** Values of fields that were left out of the index because they did not fit. */
  ignored(source: JsonObject, names: readonly string[]): Fields {
    const found: Fields = new Map();
    for (const name of names) {
      if (!this.patterns.some((test) => test(name))) continue;
      const values = flat(rawAt(source, name)).filter((value) => value !== null);
      if (values.length > 0) found.set(name, values);
    }
    return found;
  }

  private plan(request: FieldRequest): void {
    const { field: pattern, includeUnmapped } = request;
    const test = wildcardTest(pattern);
    const names = pattern.includes('*') ? [...this.mapping.fields.keys()].filter(test) : [pattern];
    for (const name of names) this.planField(name, request, pattern.includes('*'));
    if (includeUnmapped === true) {
      this.unmapped.push(test);
      for (const [path, object] of this.mapping.objects) if (object.isNested) this.scopeOf(path);
    }
  }

  private planField(name: string, request: FieldRequest, isPattern: boolean): void {
    const mapper = this.mapping.field(name);
    const field = mapper === undefined ? resolveField(this.mapping, name) : undefined;
    if (mapper === undefined && field?.mapper === undefined) {
      if (field !== undefined) this.others.push({ ...request, field: name });
      return;
    }
    const found = mapper ?? (field?.mapper as FieldMapper);
    if (found.type.name === 'token_count') {
      if (nestedAround(this.mapping, found.path) === undefined)
        this.others.push({ ...request, field: name });
      return;
    }
    const { analysis } = this.mapping.context;
    let show: ShowValue;
    try {
      show = showing(found, name, request.format, analysis);
    } catch (cause) {
      if (!(cause instanceof SearchError)) throw cause;
      const where = isPattern ? `[${name}] which matched [${request.field}]` : `[${name}]`;
      throw illegalArgument(`error fetching ${where}: ${cause.reason}`, cause);
    }
    const isPart = mapper === undefined;
    const path = isPart ? name : this.sourcePath(found);
    const constant = found.type.name === 'constant_keyword' ? found.value('value') : undefined;
    const scope = this.scopeOf(nestedAround(this.mapping, found.path));
    scope.entries.set(name, {
      name,
      path,
      show,
      mapper: found,
      isWhole: !isPart && takesWhole(found),
      ...(constant === undefined ? {} : { constant: [constant] }),
    });
  }

  /** A multi-field has the values of the field it belongs to. */
  private sourcePath({ path }: FieldMapper): string {
    const dot = path.lastIndexOf('.');
    const parent = this.mapping.fields.get(path.slice(0, Math.max(0, dot)));
    return parent?.fields.has(path.slice(dot + 1)) === true ? parent.path : path;
  }

  private scopeOf(path: string | undefined): Scope {
    if (path === undefined) return this.root;
    const outer = this.scopeOf(nestedAround(this.mapping, path));
    const known = outer.inner.get(path);
    if (known !== undefined) return known;
    const made: Scope = { path, entries: new Map(), inner: new Map() };
    outer.inner.set(path, made);
    return made;
  }

  private of(scope: Scope, source: JsonObject): Fields {
    const prefix = scope.path === undefined ? '' : `${scope.path}.`;
    const relative = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path);
    const found: Fields = new Map();
    for (const entry of scope.entries.values()) {
      const values = valuesOf(entry, rawAt(source, relative(entry.path)));
      if (values.length > 0) found.set(relative(entry.name), values);
      else if (entry.constant !== undefined) found.set(relative(entry.name), entry.constant);
    }
    for (const [path, inner] of scope.inner) {
      const objects = objectsAt(source, relative(path)).map((object) => this.of(inner, object));
      const filled = objects.filter(({ size }) => size > 0);
      if (filled.length > 0) found.set(relative(path), filled);
    }
    if (this.unmapped.length > 0) this.addUnmapped(scope, source, prefix, found);
    return found;
  }

  private addUnmapped(scope: Scope, source: JsonObject, prefix: string, found: Fields): void {
    const enters = (path: string) =>
      !scope.inner.has(prefix + path) && !this.mapping.fields.has(prefix + path);
    for (const [path, values] of leaves(source, enters)) {
      const full = prefix + path;
      if (this.unmapped.some((test) => test(full)) && !found.has(path)) found.set(path, values);
    }
  }
}

function valuesOf({ show, isWhole, mapper }: Entry, raw: readonly Json[]): Writable[] {
  const isPointList = mapper.type.name === 'geo_point' || mapper.type.name === 'dense_vector';
  const values = isWhole && isPointList ? raw.flatMap(pointsOf) : flat(raw);
  return values.map(show).filter((value): value is Writable => value !== undefined);
}

/** An array of numbers is one point; others are lists of points. */
function pointsOf(value: Json): Json[] {
  if (!Array.isArray(value)) return [value];
  return value.some((item) => typeof item === 'object' || typeof item === 'string') &&
    !value.every((item) => typeof item === 'number')
    ? value.flatMap(pointsOf)
    : [value];
}
