/** The tree of a mapping: objects with children, fields with multi-fields. Immutable. */
import type { IndexAnalysis } from '../analysis/core/index-analysis.ts';
import type { Json } from '../json/values.ts';
import type { FieldIndexer, FieldType } from './field-type.ts';

/** What the mapping layer knows of its index. */
export interface MappingContext {
  readonly analysis: IndexAnalysis;
  /** An index setting without its `index.` prefix. */
  readonly indexSetting: (name: string) => Json | undefined;
}

export type Dynamic = 'true' | 'false' | 'strict' | 'runtime';

export interface FieldParts {
  readonly name: string;
  readonly path: string;
  readonly type: FieldType;
  readonly given: ReadonlyMap<string, Json>;
  readonly fields: ReadonlyMap<string, FieldMapper>;
  readonly copyTo: readonly string[];
}

export class FieldMapper {
  readonly kind = 'field';
  readonly name: string;
  readonly path: string;
  readonly type: FieldType;
  /** Parameters as they were given; the others have their defaults. */
  readonly given: ReadonlyMap<string, Json>;
  readonly fields: ReadonlyMap<string, FieldMapper>;
  readonly copyTo: readonly string[];
  readonly indexer: FieldIndexer;
  readonly ignoreMalformed: boolean;

  constructor(parts: FieldParts, context: MappingContext) {
    this.name = parts.name;
    this.path = parts.path;
    this.type = parts.type;
    this.given = parts.given;
    this.fields = parts.fields;
    this.copyTo = parts.copyTo;
    this.indexer = parts.type.make({
      name: parts.name,
      path: parts.path,
      analysis: context.analysis,
      indexSetting: context.indexSetting,
      value: (name) => this.value(name),
      isSet: (name) => this.given.has(name),
    });
    const wide = context.indexSetting('mapping.ignore_malformed');
    this.ignoreMalformed = this.given.has('ignore_malformed')
      ? this.value('ignore_malformed') === true
      : (wide === true || wide === 'true') &&
        this.type.parameters.some(({ name }) => name === 'ignore_malformed');
  }

  /** A parameter's value, or its default. */
  value(name: string): Json | undefined {
    const given = this.given.get(name);
    if (given !== undefined) return given;
    return this.type.parameters.find((parameter) => parameter.name === name)?.fallback;
  }
}

export interface ObjectParts {
  readonly name: string;
  readonly path: string;
  readonly isNested?: boolean;
  /** Undefined: the parent's. */
  readonly dynamic?: Dynamic | undefined;
  readonly enabled?: boolean | undefined;
  readonly subobjects?: boolean | undefined;
  readonly includeInParent?: boolean;
  readonly includeInRoot?: boolean;
  readonly children: ReadonlyMap<string, Mapper>;
}

export class ObjectMapper {
  readonly kind = 'object';
  readonly name: string;
  readonly path: string;
  readonly isNested: boolean;
  readonly dynamic: Dynamic | undefined;
  /** Undefined when not given, which means true. */
  readonly enabled: boolean | undefined;
  readonly subobjects: boolean | undefined;
  readonly includeInParent: boolean;
  readonly includeInRoot: boolean;
  readonly children: ReadonlyMap<string, Mapper>;

  constructor(parts: ObjectParts) {
    this.name = parts.name;
    this.path = parts.path;
    this.isNested = parts.isNested ?? false;
    this.dynamic = parts.dynamic;
    this.enabled = parts.enabled;
    this.subobjects = parts.subobjects;
    this.includeInParent = parts.includeInParent ?? false;
    this.includeInRoot = parts.includeInRoot ?? false;
    this.children = parts.children;
  }

  /** The same object with other children. */
  withChildren(children: ReadonlyMap<string, Mapper>): ObjectMapper {
    return new ObjectMapper({ ...this.parts(), children });
  }

  parts(): ObjectParts {
    return { ...this };
  }
}

export type Mapper = FieldMapper | ObjectMapper;

export function childPath(parent: ObjectMapper | string, name: string): string {
  const path = typeof parent === 'string' ? parent : parent.path;
  return path === '' ? name : `${path}.${name}`;
}
