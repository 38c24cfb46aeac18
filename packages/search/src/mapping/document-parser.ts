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
import { parseJson } from '../json/parse.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { asDocumentError, documentError, fieldError } from './document-errors.ts';
import { DynamicFields, strict } from './dynamic-fields.ts';
import { checkName, checkTopName, dottedParts } from './field-names.ts';
import type { Row } from './field-type.ts';
import { childPath, type Dynamic, FieldMapper, type Mapper, ObjectMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { type NestedRange, nestedRanges } from './nested-ranges.ts';
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
/** The field that every document of a data stream has. */
export const TIMESTAMP = '@timestamp';

let rowNumber = 0;

/** Parses documents one after the other with one mapping; not reentrant. */
export class DocumentParser implements Row {
  sink!: RowSink;
  number = 0;
  id = '';
  routing: string | undefined;
  private bytes: Uint8Array = new Uint8Array(0);
  private reader = new JsonReader(this.bytes);
  private objects: ObjectMapper[] = [];
  private readonly dynamic: DynamicFields;
  private readonly ignored = new Set<string>();
  private isRootRow = true;
  private nestedRows = 0;
  private readonly needsTimestamp: boolean;
  private timestamps = 0;

  constructor(readonly mapping: Mapping) {
    this.dynamic = new DynamicFields(mapping);
    this.needsTimestamp = mapping.metadata('_data_stream_timestamp', 'enabled') === true;
  }

  /** Fills the rows of a document; throws document_parsing and strict_dynamic_mapping errors. */
  parse(document: DocumentToParse, sink: RowSink): ParsedDocument {
    const { id, routing, source } = document;
    this.sink = sink;
    this.id = id;
    this.routing = routing;
    this.bytes = source;
    this.dynamic.clear(document.dynamicTemplates);
    this.ignored.clear();
    this.nestedRows = 0;
    this.timestamps = 0;
    try {
      this.rows({ start: 0, end: source.length, objects: [this.mapping.root] });
    } catch (error) {
      throw asDocumentError(error, () => this.placeOf(this.reader.start));
    }
    const { update, needsReparse } = this.dynamic;
    return { update: update.result(), needsReparse };
  }

  document(): Json {
    return parseJson(this.bytes);
  }

  ignore(path: string): void {
    this.ignored.add(path);
  }

  learn(path: string, parameter: string, value: Json): void {
    const field = this.mapping.fields.get(path);
    if (field === undefined) return;
    const definition = new Map<string, Json>([['type', field.type.name], ...field.given]);
    definition.set(parameter, value);
    this.dynamic.update.add(this.objects, field.name, definition);
  }

  private readonly placeOf = (at: number): string => {
    const { line, column } = new JsonReader(this.bytes).location(at);
    return `${line}:${column}`;
  };

  /** The place of the reader. */
  private readonly place = (): string => this.placeOf(this.reader.start);

  /** The rows of one object: its nested ones, then its own. */
  private rows(range: NestedRange): void {
    const { start, end, objects, below } = range;
    const isRoot = objects.length === 1;
    if (this.mapping.hasNested) {
      for (const inner of nestedRanges(this.bytes, range)) {
        this.countNested(inner.start);
        this.rows(inner);
      }
    }
    this.number = ++rowNumber;
    this.isRootRow = isRoot;
    this.objects = [...objects];
    this.reader = new JsonReader(this.bytes, start, end);
    this.reader.next();
    if (below !== undefined) {
      this.through(below, (name) => this.member(name));
      this.endNested();
      return;
    }
    if (this.reader.token !== Token.StartObject) {
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
      this.checkTimestamp();
      for (const path of this.ignored) {
        addTerm(this, IGNORED, path);
        addKeyword(this, IGNORED, path);
      }
      return;
    }
    this.endNested();
  }

  /** Documents of a data stream have exactly one moment. */
  private checkTimestamp(): void {
    if (!this.needsTimestamp || this.timestamps === 1) return;
    throw illegalArgument(
      this.timestamps === 0
        ? `data stream timestamp field [${TIMESTAMP}] is missing`
        : `data stream timestamp field [${TIMESTAMP}] encountered multiple values`,
    );
  }

  private endNested(): void {
    addTerm(this, NESTED_PATH, this.object.path);
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
      if (this.objects.length === 1 && prefix === '') checkTopName(name, this.place);
      reader.next();
      if (prefix !== '' || this.object.subobjects === false) this.member(prefix + name);
      else if (name.includes('.')) this.through(dottedParts(name), (rest) => this.member(rest));
      else this.member(name);
    }
  }

  private find(name: string): Mapper | undefined {
    const { object } = this;
    return object.children.get(name) ?? this.dynamic.find(object, name);
  }

  /** Goes down the leading names, calls `leaf` with what is left, and comes back. */
  private through(parts: readonly string[], leaf: (name: string) => void, copied?: Value): void {
    const depth = this.objects.length;
    for (let i = 0; i < parts.length - 1; i += 1) {
      const part = parts[i] as string;
      const mapper = this.find(part) ?? this.dynamic.addObject(this.objects, part, this.place);
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
      // A nested object on the way has a row of its own.
      const isElsewhere = mapper.isNested && copied === undefined && !this.isIncluded(mapper);
      if (mapper.enabled === false || isElsewhere) {
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
    checkName(name);
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
    if (this.needsTimestamp && field.path === TIMESTAMP) this.timestamps += 1;
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
    const known = this.mapping.fields.get(target) ?? this.dynamic.at(target);
    if (known instanceof FieldMapper) {
      this.fieldValue(known, value);
      return;
    }
    const { objects } = this;
    this.objects = [this.mapping.root];
    const copy = (name: string) => {
      const mapper = this.dynamic.addField(this.objects, name, value);
      if (mapper instanceof FieldMapper) this.fieldValue(mapper, value);
    };
    this.through(target.split('.'), copy, value);
    this.objects = objects;
  }

  private unknownValues(name: string): void {
    const { reader, objects, place } = this;
    const dynamic = this.dynamic.dynamicOf(objects);
    if (dynamic === 'strict') throw strict(objects, name, place);
    if (dynamic === 'false') {
      reader.skipChildren();
      return;
    }
    if (reader.token === Token.Null) return;
    if (reader.token === Token.StartArray) {
      const whole = this.unknownArray(name, dynamic);
      if (whole instanceof FieldMapper) {
        this.fieldValues(whole);
        return;
      }
      while (reader.next() !== Token.EndArray) this.member(name);
      return;
    }
    if (reader.token === Token.StartObject) {
      this.unknownObject(name);
      return;
    }
    const value = new ReaderValue(reader, this.placeOf);
    const mapper = this.dynamic.addField(objects, name, value);
    if (mapper instanceof FieldMapper) this.fieldValue(mapper, value);
  }

  /** A new field that takes the array at the reader whole, if there is to be one. */
  private unknownArray(name: string, dynamic: Dynamic): Mapper | undefined {
    const { objects, reader } = this;
    // A template the request names may be of a type that takes arrays.
    if (this.dynamic.isTemplated(childPath(this.object, name))) {
      return this.dynamic.addTemplated(objects, name, this.place);
    }
    if (dynamic !== 'true') return undefined;
    return this.dynamic.addVector(objects, name, vectorLength(this.bytes, reader.start));
  }

  private unknownObject(name: string): void {
    if (this.object.subobjects === false) {
      this.body(`${name}.`);
      return;
    }
    const mapper = this.dynamic.addObject(this.objects, name, this.place);
    if (mapper === undefined) this.reader.skipChildren();
    else if (mapper instanceof FieldMapper) this.fieldValues(mapper);
    else this.objectValues(mapper);
  }
}
