import { illegalArgument } from '../errors/search-error.ts';
import type { Json, JsonObject } from '../json/values.ts';
import type { DynamicTemplate } from './dynamic-template.ts';
import { checkLimits } from './limits.ts';
import { FieldMapper, type Mapper, type MappingContext, ObjectMapper } from './mapper.ts';
import { Mapping, type RootOptions } from './mapping.ts';
import { METADATA_FIELDS } from './metadata-fields.ts';
import { javaText, sameJson } from './parameter.ts';
import { validateReferences } from './validate.ts';

/** The mapping after an update; throws illegal_argument for conflicts and limits. */
export function mergeMappings(current: Mapping, update: Mapping): Mapping {
  const { context } = current;
  const root = mergeObjects(current.root, update.root, context);
  const merged = new Mapping(root, mergeOptions(current.options, update.options), context);
  checkLimits(merged);
  validateReferences(merged);
  return merged;
}

function mergeOptions(current: RootOptions, update: RootOptions): RootOptions {
  return {
    dateDetection: update.dateDetection ?? current.dateDetection,
    numericDetection: update.numericDetection ?? current.numericDetection,
    dynamicDateFormats: update.dynamicDateFormats ?? current.dynamicDateFormats,
    dynamicTemplates: mergeTemplates(current.dynamicTemplates, update.dynamicTemplates),
    runtime: mergeRuntime(current.runtime, update.runtime),
    meta: update.meta ?? current.meta,
    metadata: mergeMetadata(current.metadata, update.metadata),
  };
}

/** A template of a known name replaces the old one in its place. */
function mergeTemplates(
  current: readonly DynamicTemplate[] | undefined,
  update: readonly DynamicTemplate[] | undefined,
): readonly DynamicTemplate[] | undefined {
  if (current === undefined || update === undefined) return update ?? current;
  const byName = new Map(current.map((template) => [template.name, template]));
  for (const template of update) byName.set(template.name, template);
  return [...byName.values()];
}

/** A runtime field set to null is removed. */
function mergeRuntime(
  current: JsonObject | undefined,
  update: JsonObject | undefined,
): JsonObject | undefined {
  if (update === undefined) return current;
  const merged: JsonObject = new Map(current);
  for (const [name, definition] of update) {
    if (definition === null) merged.delete(name);
    else merged.set(name, definition);
  }
  return merged;
}

function mergeMetadata(
  current: ReadonlyMap<string, JsonObject>,
  update: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, JsonObject> {
  const merged = new Map(current);
  for (const { name, fixed } of METADATA_FIELDS) {
    const next = update.get(name);
    if (next === undefined) continue;
    const old = current.get(name);
    const conflicts = Object.entries(fixed)
      .filter(([key, absent]) => !sameJson(old?.get(key) ?? absent, next.get(key) ?? absent))
      .map(([key, absent]) => conflict(key, old?.get(key) ?? absent, next.get(key) ?? absent));
    const mode = old?.get('mode');
    if (mode === 'synthetic' && next.get('mode') !== 'synthetic') {
      conflicts.push(conflict('mode', mode, next.get('mode') ?? 'stored'));
    }
    throwConflicts(name, conflicts);
    merged.set(name, new Map([...(old ?? []), ...next]));
  }
  return merged;
}

function conflict(parameter: string, from: Json | undefined, to: Json | undefined): string {
  return `Cannot update parameter [${parameter}] from [${javaText(from)}] to [${javaText(to)}]`;
}

function throwConflicts(path: string, conflicts: readonly string[]): void {
  if (conflicts.length === 0) return;
  throw illegalArgument(
    `Mapper for [${path}] conflicts with existing mapper:\n\t${conflicts.join('\n\t')}`,
  );
}

function mergeObjects(
  current: ObjectMapper,
  update: ObjectMapper,
  context: MappingContext,
): ObjectMapper {
  if (current.isNested !== update.isNested) {
    throw illegalArgument(
      current.isNested
        ? `can't merge a non nested mapping [${current.path}] with a nested mapping`
        : `can't merge a nested mapping [${current.path}] with a non-nested mapping`,
    );
  }
  if (update.enabled !== undefined && (current.enabled ?? true) !== update.enabled) {
    throw illegalArgument(
      `the [enabled] parameter can't be updated for the object mapping [${current.name}]`,
    );
  }
  if (update.subobjects !== undefined && (current.subobjects ?? true) !== update.subobjects) {
    throw illegalArgument(
      `the [subobjects] parameter can't be updated for the object mapping [${current.name}]`,
    );
  }
  if (current.isNested) checkNested(current, update);
  const children = new Map(current.children);
  for (const [name, child] of update.children) {
    const old = children.get(name);
    children.set(name, old === undefined ? child : mergeMappers(old, child, context));
  }
  return new ObjectMapper({
    ...current.parts(),
    dynamic: update.dynamic ?? current.dynamic,
    enabled: update.enabled ?? current.enabled,
    subobjects: update.subobjects ?? current.subobjects,
    children,
  });
}

function checkNested(current: ObjectMapper, update: ObjectMapper): void {
  if (current.includeInParent !== update.includeInParent) {
    throw illegalArgument(
      `the [include_in_parent] parameter can't be updated on a nested object mapping`,
    );
  }
  if (current.includeInRoot !== update.includeInRoot) {
    throw illegalArgument(
      `the [include_in_root] parameter can't be updated on a nested object mapping`,
    );
  }
}

function mergeMappers(current: Mapper, update: Mapper, context: MappingContext): Mapper {
  if (current instanceof ObjectMapper) {
    if (update instanceof ObjectMapper) return mergeObjects(current, update, context);
    throw illegalArgument(
      `can't merge a non object mapping [${current.path}] with an object mapping`,
    );
  }
  if (update instanceof ObjectMapper) {
    throw illegalArgument(
      `can't merge a non object mapping [${current.path}] with an object mapping`,
    );
  }
  return mergeFields(current, update, context);
}

/** Keeps the very same mapper where nothing changes: its indexer has warm buffers. */
function mergeFields(
  current: FieldMapper,
  update: FieldMapper,
  context: MappingContext,
): FieldMapper {
  if (current.type !== update.type) {
    throw illegalArgument(
      `mapper [${current.path}] cannot be changed from type [${current.type.name}] to [${update.type.name}]`,
    );
  }
  const given = new Map<string, Json>();
  const conflicts: string[] = [];
  for (const parameter of current.type.parameters) {
    const { name } = parameter;
    const from = current.value(name) ?? undefined;
    const to = update.value(name) ?? undefined;
    if (
      !sameJson(from, to) &&
      parameter.updateable !== true &&
      parameter.canChange?.(from, to) !== true
    ) {
      conflicts.push(conflict(name, shown(name, from), shown(name, to)));
    }
    const next = update.given.get(name);
    if (next !== undefined) given.set(name, next);
  }
  throwConflicts(current.path, conflicts);
  const fields = new Map(current.fields);
  for (const [name, field] of update.fields) {
    const old = fields.get(name);
    fields.set(name, old === undefined ? field : mergeFields(old, field, context));
  }
  const copyTo = update.copyTo;
  const isSame =
    sameJson(given, new Map(current.given)) &&
    sameJson([...copyTo], [...current.copyTo]) &&
    fields.size === current.fields.size &&
    [...fields].every(([name, field]) => current.fields.get(name) === field);
  if (isSame) return current;
  return new FieldMapper({ ...current, given, fields, copyTo }, context);
}

/** An analyzer that was not named is the default one. */
function shown(name: string, value: Json | undefined): Json | undefined {
  return name === 'analyzer' ? (value ?? 'default') : value;
}
