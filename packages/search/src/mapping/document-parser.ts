/**
 * Reads a document and fills its rows. Values go straight from the reader into the sink; nothing is
 * built of the document except where a field takes a whole object or array.
 *
 * Unknown fields are indexed with what dynamic mapping makes of them, and come back as a mapping
 * update. The caller merges it (which may refuse it) before it keeps the rows.
 */
import { illegalArgument } from '../errors/search-error.ts';
import type { RowSink } from '../index/buffer/row-sink.ts';
import { JsonReader, Token } from '../json/json-reader.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { asDocumentError, documentError, fieldError, strictError } from './document-errors.ts';
import { dynamicDefinition } from './dynamic.ts';
import type { Row, SourceValue } from './field-type.ts';
import { childPath, type Dynamic, FieldMapper, type Mapper, ObjectMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { MappingUpdate } from './mapping-update.ts';
import { RESERVED_NAMES } from './metadata-fields.ts';
import { nestedRanges } from './nested-ranges.ts';
import { parseMapper } from './parse-mapping.ts';
import { DottedValue, ReaderValue } from './source-value.ts';
import { addKeyword, addTerm } from './types/common.ts';
import { vectorLength } from './vector-array.ts';

export interface DocumentToParse {
  readonly id: string;
  readonly routing?: string | undefined;
  readonly source: Uint8Array;
  /** Names of dynamic templates for unknown fields, by path. */
  readonly dynamicTemplates?: ReadonlyMap<string, string> | undefined;
}

export interface ParsedDocument {
  /** What the document adds to the mapping; undefined when nothing. */
  readonly update: JsonObject | undefined;
  /** Whether the rows are only right after the update: parse again with the new mapping. */
  readonly needsReparse: boolean;
}

type Value = ReaderValue | DottedValue;

export const NESTED_PATH = '_nested_path';
export const IGNORED = '_ignored';
const DEFAULT_NESTED_LIMIT = 10_000;

let rowNumber = 0;

/** Parses documents one after the other with one mapping; not reentrant. */
export class DocumentParser implements Row {
  sink!: RowSink;
  number = 0;
  id = '';
  routing: string | undefined;
  private templates: ReadonlyMap<string, string> | undefined;
  private bytes: Uint8Array = new Uint8Array(0);
  private reader = new JsonReader(this.bytes);
  private objects: ObjectMapper[] = [];
  /** Mappers of this document's unknown fields, by path. */
  private readonly added = new Map<string, Mapper>();
  private readonly runtime = new Set<string>();
  private readonly update = new MappingUpdate();
  private readonly ignored = new Set<string>();
  private isRootRow = true;
  private needsReparse = false;
  private nestedRows = 0;

  constructor(readonly mapping: Mapping) {}

  /** Fills the rows of a document; throws document_parsing and strict_dynamic_mapping errors. */
  parse(document: DocumentToParse, sink: RowSink): ParsedDocument {
    const { id, routing, source } = document;
    this.templates = document.dynamicTemplates;
    this.sink = sink;
    this.id = id;
    this.routing = routing;
    this.bytes = source;
    this.added.clear();
    this.runtime.clear();
    this.update.clear();
    this.ignored.clear();
    this.needsReparse = false;
    this.nestedRows = 0;
    try {
      this.rows(0, source.length, [this.mapping.root]);
    } catch (error) {
      throw asDocumentError(error, () => this.placeOf(this.reader.start));
    }
    return { update: this.update.result(), needsReparse: this.needsReparse };
  }

  ignore(path: string): void {
    this.ignored.add(path);
  }

  learn(path: string, parameter: string, value: Json): void {
    const field = this.mapping.fields.get(path);
    if (field === undefined) return;
    const definition = new Map<string, Json>([['type', field.type.name], ...field.given]);
    definition.set(parameter, value);
    this.update.add(this.objects, field.name, definition);
  }

  private readonly placeOf = (at: number): string => {
    const { line, column } = new JsonReader(this.bytes).location(at);
    return `${line}:${column}`;
  };

  /** The rows of one object: its nested ones, then its own. */
  private rows(start: number, end: number, objects: readonly ObjectMapper[]): void {
    const isRoot = objects.length === 1;
    if (this.mapping.hasNested) {
      for (const range of nestedRanges(this.bytes, start, end, objects)) {
        this.countNested(range.start);
        this.rows(range.start, range.end, range.objects);
      }
    }
    this.number = ++rowNumber;
    this.isRootRow = isRoot;
    this.objects = [...objects];
    this.reader = new JsonReader(this.bytes, start, end);
    if (this.reader.next() !== Token.StartObject) {
      throw documentError(this.placeOf(this.reader.start), 'failed to parse, document is empty');
    }
    if (isRoot && this.mapping.root.enabled === false) {
      this.reader.skipChildren();
      this.reader.next();
      return;
    }
    this.body('');
    if (isRoot) {
      this.reader.next();
      for (const path of this.ignored) {
        addTerm(this, IGNORED, path);
        addKeyword(this, IGNORED, path);
      }
      return;
    }
    addTerm(this, NESTED_PATH, (objects[objects.length - 1] as ObjectMapper).path);
    this.sink.endRow();
  }

  private countNested(at: number): void {
    const given = this.mapping.context.indexSetting('mapping.nested_objects.limit');
    const limit = given === undefined ? DEFAULT_NESTED_LIMIT : Number(given);
    this.nestedRows += 1;
    if (this.nestedRows <= limit) return;
    throw documentError(
      this.placeOf(at),
      `The number of nested documents has exceeded the allowed limit of [${limit}]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.`,
    );
  }

  private get object(): ObjectMapper {
    return this.objects[this.objects.length - 1] as ObjectMapper;
  }

  /** The members of the object at the reader; `prefix` holds names where objects are flattened. */
  private body(prefix: string): void {
    const { reader } = this;
    while (reader.next() !== Token.EndObject) {
      const name = reader.name();
      if (this.objects.length === 1 && prefix === '') this.checkName(name);
      reader.next();
      if (prefix !== '' || this.object.subobjects === false) this.member(prefix + name);
      else if (name.includes('.')) this.dotted(name);
      else this.member(name);
    }
  }

  private checkName(name: string): void {
    if (RESERVED_NAMES.has(name)) {
      throw documentError(
        this.placeOf(this.reader.start),
        `Field [${name}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
      );
    }
  }

  private find(name: string): Mapper | undefined {
    const { object } = this;
    return object.children.get(name) ?? this.addedAt(object, name);
  }

  private addedAt(object: ObjectMapper, name: string): Mapper | undefined {
    return this.added.size === 0 ? undefined : this.added.get(childPath(object, name));
  }

  /** `a.b` as a name: the objects on the way are those of the mapping, or new ones. */
  private dotted(name: string): void {
    const parts = name.split('.');
    if (name === '.' || parts.some((part) => part === '')) {
      throw illegalArgument(
        /^\.+$/.test(name)
          ? 'field name cannot contain only dots'
          : `object field starting or ending with a [.] makes object resolution ambiguous: [${name}]`,
      );
    }
    this.through(parts, (rest) => this.member(rest));
  }

  /** Goes down the leading names, calls `leaf` with what is left, and comes back. */
  private through(parts: readonly string[], leaf: (name: string) => void, copied?: Value): void {
    const depth = this.objects.length;
    for (let i = 0; i < parts.length - 1; i += 1) {
      const part = parts[i] as string;
      const mapper = this.find(part) ?? this.addObject(part);
      if (mapper === undefined) {
        if (copied === undefined) this.reader.skipChildren();
        this.objects.length = depth;
        return;
      }
      if (mapper instanceof FieldMapper) {
        if (copied === undefined) {
          const value = new ReaderValue(this.reader, this.placeOf);
          this.fieldValue(mapper, new DottedValue(value, parts.slice(i + 1)));
          this.objects.length = depth;
          return;
        }
        throw illegalArgument(
          `Could not dynamically add mapping for field [${parts.join('.')}]. Existing mapping for [${mapper.path}] must be of type object but found [${mapper.type.name}].`,
        );
      }
      if (mapper.enabled === false) {
        if (copied === undefined) this.reader.skipChildren();
        this.objects.length = depth;
        return;
      }
      this.objects.push(mapper);
      if (mapper.subobjects === false) {
        leaf(parts.slice(i + 1).join('.'));
        this.objects.length = depth;
        return;
      }
    }
    leaf(parts[parts.length - 1] as string);
    this.objects.length = depth;
  }

  /** The value at the reader, for a name in the current object. */
  private member(name: string): void {
    if (name.trim() === '') {
      throw illegalArgument(
        name === ''
          ? 'field name cannot be an empty string'
          : `field name cannot contain only whitespace: [${name}]`,
      );
    }
    const mapper = this.find(name);
    if (mapper instanceof FieldMapper) this.fieldValues(mapper);
    else if (mapper instanceof ObjectMapper) this.objectValues(mapper);
    else this.unknownValues(name);
  }

  private objectValues(object: ObjectMapper): void {
    const { reader } = this;
    switch (reader.token) {
      case Token.Null:
        return;
      case Token.StartArray:
        while (reader.next() !== Token.EndArray) this.objectValues(object);
        return;
      case Token.StartObject:
        if (object.enabled === false || (object.isNested && !this.isIncluded(object))) {
          reader.skipChildren();
          return;
        }
        this.objects.push(object);
        this.body('');
        this.objects.pop();
        return;
      default:
        if (object.enabled === false) return;
        throw documentError(
          this.placeOf(reader.start),
          `object mapping for [${object.path}] tried to parse field [${object.name}] as object, but found a concrete value`,
        );
    }
  }

  /** Whether a nested object's fields also go into the row around it. */
  private isIncluded(object: ObjectMapper): boolean {
    return object.includeInParent || (object.includeInRoot && this.isRootRow);
  }

  private fieldValues(field: FieldMapper): void {
    const { reader } = this;
    if (reader.token === Token.Null) this.fieldNull(field);
    else if (reader.token === Token.StartArray && field.type.takesArrays !== true) {
      while (reader.next() !== Token.EndArray) this.fieldValues(field);
    } else this.fieldValue(field, new ReaderValue(reader, this.placeOf));
  }

  private fieldNull(field: FieldMapper): void {
    field.indexer.indexNull?.(this);
    for (const sub of field.fields.values()) sub.indexer.indexNull?.(this);
  }

  private fieldValue(field: FieldMapper, value: Value): void {
    try {
      field.indexer.index(value, this);
    } catch (error) {
      const wrapped = fieldError(this.placeOf(value.start), field, this.id, value.text(), error);
      // An object where none can be is never only malformed.
      const isObject = value.token === Token.StartObject && field.type.takesArrays !== true;
      if (!field.ignoreMalformed || isObject) throw wrapped;
      this.ignore(field.path);
    }
    for (const sub of field.fields.values()) this.fieldValue(sub, value);
    for (const target of field.copyTo) this.copyValue(target, value);
  }

  private copyValue(target: string, value: Value): void {
    const known = this.mapping.fields.get(target) ?? this.added.get(target);
    if (known instanceof FieldMapper) {
      this.fieldValue(known, value);
      return;
    }
    const { objects } = this;
    this.objects = [this.mapping.root];
    const copy = (name: string) => {
      const mapper = this.addField(name, value);
      if (mapper instanceof FieldMapper) this.fieldValue(mapper, value);
    };
    this.through(target.split('.'), copy, value);
    this.objects = objects;
  }

  private get dynamic(): Dynamic {
    for (let i = this.objects.length - 1; i >= 0; i -= 1) {
      const { dynamic } = this.objects[i] as ObjectMapper;
      if (dynamic !== undefined) return dynamic;
    }
    return 'true';
  }

  private unknownValues(name: string): void {
    const { reader } = this;
    const { dynamic } = this;
    if (dynamic === 'strict') throw this.strict(name);
    if (dynamic === 'false') {
      reader.skipChildren();
      return;
    }
    if (reader.token === Token.Null) return;
    if (reader.token === Token.StartArray) {
      if (this.templates?.has(childPath(this.object, name))) {
        // The template may be of a type that takes the array whole.
        const mapper = this.addField(name, {
          ...OBJECT_VALUE,
          place: () => this.placeOf(reader.start),
        });
        if (mapper instanceof FieldMapper) {
          this.fieldValues(mapper);
          return;
        }
      } else if (dynamic === 'true' && this.unknownVector(name)) return;
      while (reader.next() !== Token.EndArray) this.member(name);
      return;
    }
    if (reader.token === Token.StartObject) {
      this.unknownObject(name);
      return;
    }
    const value = new ReaderValue(reader, this.placeOf);
    const mapper = this.addField(name, value);
    if (mapper instanceof FieldMapper) this.fieldValue(mapper, value);
  }

  /** A long array of floats is a vector, unless a template wants its numbers. */
  private unknownVector(name: string): boolean {
    const dims = vectorLength(this.bytes, this.reader.start);
    const path = childPath(this.object, name);
    const { dynamicTemplates } = this.mapping.options;
    if (dims === 0 || dynamicTemplates?.some((one) => one.matches(path, name, 'double'))) {
      return false;
    }
    const definition = new Map<string, Json>([
      ['type', 'dense_vector'],
      ['dims', dims],
      ['index', true],
      ['similarity', 'cosine'],
    ]);
    this.fieldValues(this.addMapper(name, path, definition) as FieldMapper);
    return true;
  }

  private unknownObject(name: string): void {
    if (this.object.subobjects === false) {
      this.body(`${name}.`);
      return;
    }
    const mapper = this.addObject(name);
    if (mapper === undefined) this.reader.skipChildren();
    else if (mapper instanceof FieldMapper) this.fieldValues(mapper);
    else this.objectValues(mapper);
  }

  private strict(name: string): Error {
    const { path } = this.object;
    return strictError(this.placeOf(this.reader.start), name, path === '' ? '_doc' : path);
  }

  /** A new object of the current one, if it may have new ones. */
  private addObject(name: string): Mapper | undefined {
    const { dynamic } = this;
    if (dynamic === 'strict') throw this.strict(name);
    if (dynamic === 'false') return undefined;
    const path = childPath(this.object, name);
    const { definition } = dynamicDefinition(
      this.mapping,
      path,
      name,
      { ...OBJECT_VALUE, place: () => this.placeOf(this.reader.start) },
      false,
      this.templates?.get(path),
    );
    return this.addMapper(name, path, definition);
  }

  /** A new field for a value; undefined when it is not to be indexed. */
  private addField(name: string, value: SourceValue): Mapper | undefined {
    const { dynamic } = this;
    if (dynamic === 'strict') throw this.strict(name);
    const path = childPath(this.object, name);
    if (dynamic === 'false' || this.mapping.options.runtime?.has(path)) return undefined;
    const isRuntime = dynamic === 'runtime';
    const wanted = this.templates?.get(path);
    const found = dynamicDefinition(this.mapping, path, name, value, isRuntime, wanted);
    if (found.isRuntime) {
      if (!this.runtime.has(path)) this.update.addRuntime(path, found.definition);
      this.runtime.add(path);
      return undefined;
    }
    return this.addMapper(name, path, found.definition);
  }

  private addMapper(name: string, path: string, definition: JsonObject): Mapper {
    const mapper = parseMapper(name, path, definition, this.mapping.context);
    this.added.set(path, mapper);
    this.update.add(this.objects, name, definition);
    // Nested rows should have come before this one.
    if (mapper instanceof ObjectMapper && mapper.isNested) this.needsReparse = true;
    return mapper;
  }
}

const OBJECT_VALUE = {
  token: Token.StartObject,
  text: () => '',
  json: () => new Map<string, Json>(),
  place: () => '',
};
