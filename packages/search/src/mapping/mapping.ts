import type { Json, JsonObject } from '../json/values.ts';
import type { DynamicTemplate } from './dynamic-template.ts';
import { FieldMapper, type Mapper, type MappingContext, ObjectMapper } from './mapper.ts';

/** What the root of a mapping has beside its fields; undefined is "not given". */
export interface RootOptions {
  readonly dateDetection?: boolean | undefined;
  readonly numericDetection?: boolean | undefined;
  readonly dynamicDateFormats?: readonly string[] | undefined;
  readonly dynamicTemplates?: readonly DynamicTemplate[] | undefined;
  readonly runtime?: JsonObject | undefined;
  readonly meta?: JsonObject | undefined;
  /** `_source`, `_routing` and the like, as given. */
  readonly metadata: ReadonlyMap<string, JsonObject>;
}

/** The mapping of an index: immutable; updates make a new one. */
export class Mapping {
  /** Fields (multi-fields and aliases included) by full path, for queries. */
  readonly fields: ReadonlyMap<string, FieldMapper>;
  readonly objects: ReadonlyMap<string, ObjectMapper>;
  readonly hasNested: boolean;

  constructor(
    readonly root: ObjectMapper,
    readonly options: RootOptions,
    readonly context: MappingContext,
  ) {
    const fields = new Map<string, FieldMapper>();
    const objects = new Map<string, ObjectMapper>();
    collect(root, fields, objects);
    this.fields = fields;
    this.objects = objects;
    this.hasNested = [...objects.values()].some(({ isNested }) => isNested);
  }

  static empty(context: MappingContext): Mapping {
    const root = new ObjectMapper({ name: '_doc', path: '', children: new Map() });
    return new Mapping(root, { metadata: new Map() }, context);
  }

  /** The field of a path, aliases followed. */
  field(path: string): FieldMapper | undefined {
    const found = this.fields.get(path);
    if (found?.type.name !== 'alias') return found;
    return this.fields.get(found.value('path') as string);
  }

  metadata(name: string, parameter: string): Json | undefined {
    return this.options.metadata.get(name)?.get(parameter);
  }
}

function collect(
  mapper: Mapper,
  fields: Map<string, FieldMapper>,
  objects: Map<string, ObjectMapper>,
): void {
  if (mapper instanceof FieldMapper) {
    fields.set(mapper.path, mapper);
    for (const field of mapper.fields.values()) collect(field, fields, objects);
    return;
  }
  if (mapper.path !== '') objects.set(mapper.path, mapper);
  for (const child of mapper.children.values()) collect(child, fields, objects);
}
