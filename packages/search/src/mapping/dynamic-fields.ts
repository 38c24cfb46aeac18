import { Token } from '../json/json-reader.ts';
import type { Json, JsonObject } from '../json/values.ts';
import { strictError } from './document-errors.ts';
import { dynamicDefinition } from './dynamic.ts';
import type { SourceValue } from './field-type.ts';
import { checkNewFields } from './limits.ts';
import { childPath, type Dynamic, type Mapper, ObjectMapper } from './mapper.ts';
import type { Mapping } from './mapping.ts';
import { MappingUpdate } from './mapping-update.ts';
import { parseMapper } from './parse-mapping.ts';

/** The fields and objects that one document has and its mapping lacks. */
export class DynamicFields {
  readonly update = new MappingUpdate();
  /** Whether the rows are only right after the update. */
  needsReparse = false;
  /** By path. */
  private readonly added = new Map<string, Mapper>();
  private readonly runtime = new Set<string>();
  private templates: ReadonlyMap<string, string> | undefined;

  constructor(private readonly mapping: Mapping) {}

  /** For the next document; `templates` are those its request names, by path. */
  clear(templates: ReadonlyMap<string, string> | undefined): void {
    this.templates = templates;
    this.needsReparse = false;
    this.added.clear();
    this.runtime.clear();
    this.update.clear();
  }

  at(path: string): Mapper | undefined {
    return this.added.get(path);
  }

  find(object: ObjectMapper, name: string): Mapper | undefined {
    return this.added.size === 0 ? undefined : this.added.get(childPath(object, name));
  }

  /** Whether the request names a template for the field. */
  isTemplated(path: string): boolean {
    return this.templates?.has(path) === true;
  }

  /** What the innermost of the objects that says anything says. */
  dynamicOf(objects: readonly ObjectMapper[]): Dynamic {
    for (let i = objects.length - 1; i >= 0; i -= 1) {
      const { dynamic } = objects[i] as ObjectMapper;
      if (dynamic !== undefined) return dynamic;
    }
    return 'true';
  }

  /** A new object of the innermost one; undefined when it may have none. */
  addObject(
    objects: readonly ObjectMapper[],
    name: string,
    place: () => string,
  ): Mapper | undefined {
    const dynamic = this.dynamicOf(objects);
    if (dynamic === 'strict') throw strict(objects, name, place);
    if (dynamic === 'false') return undefined;
    const path = childPath(innermost(objects), name);
    const wanted = this.templates?.get(path);
    const value = objectValue(place);
    const { definition } = dynamicDefinition(this.mapping, path, name, value, false, wanted);
    if (dynamic === 'runtime' && definition.get('type') === 'object' && definition.size === 1) {
      // Its fields will be runtime fields: the mapping needs no object for them.
      const mapper = parseMapper(name, path, definition, this.mapping.context);
      this.added.set(path, mapper);
      return mapper;
    }
    return this.add(objects, name, definition);
  }

  /** A new field for a value; undefined when it is not to be indexed. */
  addField(objects: readonly ObjectMapper[], name: string, value: SourceValue): Mapper | undefined {
    const dynamic = this.dynamicOf(objects);
    if (dynamic === 'strict') throw strict(objects, name, () => value.place());
    const path = childPath(innermost(objects), name);
    if (dynamic === 'false' || this.mapping.options.runtime?.has(path)) return undefined;
    const isRuntime = dynamic === 'runtime';
    const wanted = this.templates?.get(path);
    const found = dynamicDefinition(this.mapping, path, name, value, isRuntime, wanted);
    if (!found.isRuntime) return this.add(objects, name, found.definition);
    if (!this.runtime.has(path)) this.update.addRuntime(path, found.definition);
    this.runtime.add(path);
    return undefined;
  }

  /** A field whose type only its template can tell. */
  addTemplated(objects: readonly ObjectMapper[], name: string, place: () => string) {
    return this.addField(objects, name, objectValue(place));
  }

  /** A long array of floats is a vector, unless a template wants its numbers. */
  addVector(objects: readonly ObjectMapper[], name: string, dims: number): Mapper | undefined {
    const path = childPath(innermost(objects), name);
    const { dynamicTemplates } = this.mapping.options;
    if (dims === 0 || dynamicTemplates?.some((one) => one.matches(path, name, 'double'))) {
      return undefined;
    }
    return this.add(
      objects,
      name,
      new Map<string, Json>([
        ['type', 'dense_vector'],
        ['dims', dims],
        ['index', true],
        ['similarity', 'cosine'],
      ]),
    );
  }

  private add(objects: readonly ObjectMapper[], name: string, definition: JsonObject): Mapper {
    const path = childPath(innermost(objects), name);
    const mapper = parseMapper(name, path, definition, this.mapping.context);
    this.added.set(path, mapper);
    checkNewFields(this.mapping, this.added.size);
    this.update.add(objects, name, definition);
    // Nested rows should have come before this one.
    if (mapper instanceof ObjectMapper && mapper.isNested) this.needsReparse = true;
    return mapper;
  }
}

export function strict(objects: readonly ObjectMapper[], name: string, place: () => string): Error {
  const { path } = innermost(objects);
  return strictError(place(), name, path === '' ? '_doc' : path);
}

function innermost(objects: readonly ObjectMapper[]): ObjectMapper {
  return objects[objects.length - 1] as ObjectMapper;
}

/** Stands for a value that is only known to be an object. */
function objectValue(place: () => string): SourceValue {
  return {
    token: Token.StartObject,
    text: () => '',
    json: () => new Map<string, Json>(),
    place,
  };
}
