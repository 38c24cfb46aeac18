import { illegalArgument } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { javaText, mapperParsing } from './parameter.ts';

/** The kinds of JSON values that templates tell apart, and the type each becomes by itself. */
export const MATCH_TYPES: Readonly<Record<string, string>> = {
  object: 'object',
  string: 'text',
  long: 'long',
  double: 'float',
  boolean: 'boolean',
  date: 'date',
  binary: 'binary',
};
export type MatchType = 'object' | 'string' | 'long' | 'double' | 'boolean' | 'date' | 'binary';

const CONDITIONS = ['match', 'unmatch', 'path_match', 'path_unmatch'] as const;
type Condition = (typeof CONDITIONS)[number];

/** One entry of `dynamic_templates`. */
export class DynamicTemplate {
  private readonly tests = new Map<Condition, ((name: string) => boolean)[]>();
  private readonly types: readonly string[] | undefined;
  private readonly unmatchTypes: readonly string[] | undefined;

  constructor(
    readonly name: string,
    readonly definition: JsonObject,
  ) {
    const known = [
      'match_mapping_type',
      'unmatch_mapping_type',
      'match_pattern',
      'mapping',
      'runtime',
      ...CONDITIONS,
    ];
    for (const key of definition.keys()) {
      if (!known.includes(key)) {
        throw mapperParsing(`Illegal dynamic template parameter: [${key}]`);
      }
    }
    const isRegex = definition.get('match_pattern') === 'regex';
    for (const condition of CONDITIONS) {
      const given = strings(definition.get(condition));
      if (given !== undefined) {
        this.tests.set(
          condition,
          given.map((pattern) => matcher(name, pattern, isRegex)),
        );
      }
    }
    this.types = matchTypes(definition.get('match_mapping_type'));
    this.unmatchTypes = matchTypes(definition.get('unmatch_mapping_type'));
    if (!definition.has('mapping') && !definition.has('runtime')) {
      throw mapperParsing(`template [${name}] must have either mapping or runtime set`);
    }
  }

  /** Without any condition a template is there for requests that name it. */
  private get isOnlyNamed(): boolean {
    return this.tests.size === 0 && this.types === undefined && this.unmatchTypes === undefined;
  }

  get isRuntime(): boolean {
    return this.definition.has('runtime');
  }

  matches(path: string, name: string, type: MatchType): boolean {
    if (this.isOnlyNamed) return false;
    if (!this.holds('match', name, true) || !this.holds('path_match', path, true)) return false;
    if (this.holds('unmatch', name, false) || this.holds('path_unmatch', path, false)) return false;
    if (
      this.unmatchTypes !== undefined &&
      (this.unmatchTypes.includes(type) || this.unmatchTypes.includes('*'))
    )
      return false;
    if (this.types !== undefined && !this.types.includes('*')) return this.types.includes(type);
    return !(this.isRuntime && type === 'object');
  }

  /** The mapping for a field, `{name}` and `{dynamic_type}` filled in. */
  mappingFor(name: string, type: MatchType): JsonObject {
    const dynamicType =
      this.isRuntime && type === 'string' ? 'keyword' : (MATCH_TYPES[type] as string);
    const body = this.definition.get(this.isRuntime ? 'runtime' : 'mapping') as JsonObject;
    const filled = fill(body, name, dynamicType) as JsonObject;
    if (!filled.has('type')) {
      return new Map([['type', dynamicType] as [string, Json], ...filled]);
    }
    return filled;
  }

  private holds(condition: Condition, text: string, absent: boolean): boolean {
    const tests = this.tests.get(condition);
    return tests === undefined ? absent : tests.some((test) => test(text));
  }
}

function strings(value: Json | undefined): string[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.map(javaText) : [javaText(value)];
}

function matchTypes(value: Json | undefined): string[] | undefined {
  const types = strings(value);
  for (const type of types ?? []) {
    if (type !== '*' && !Object.hasOwn(MATCH_TYPES, type)) {
      throw illegalArgument(
        `No field type matched on [${type}], possible values are [object, string, long, double, boolean, date, binary]`,
      );
    }
  }
  return types;
}

function matcher(name: string, pattern: string, isRegex: boolean): (text: string) => boolean {
  const source = isRegex ? pattern : pattern.split('*').map(escapeRegExp).join('.*');
  try {
    const regex = new RegExp(`^(?:${source})$`, 's');
    return (text) => regex.test(text);
  } catch (cause) {
    throw illegalArgument(
      `Pattern [${pattern}] of type [regex] is invalid. Cannot create dynamic template [${name}].`,
      cause,
    );
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

function fill(value: Json, name: string, type: string): Json {
  const inText = (text: string) =>
    text
      .replaceAll('{name}', name)
      .replaceAll('{dynamic_type}', type)
      .replaceAll('{dynamicType}', type);
  if (typeof value === 'string') return inText(value);
  if (Array.isArray(value)) return value.map((item) => fill(item, name, type));
  if (!isJsonObject(value)) return value;
  return new Map([...value].map(([key, item]) => [inText(key), fill(item, name, type)]));
}

/** The list `[{name: {…}}, …]` of a mapping. */
export function parseDynamicTemplates(value: Json): DynamicTemplate[] {
  if (!Array.isArray(value)) {
    throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
  }
  const templates = value.map((entry) => {
    if (!isJsonObject(entry) || entry.size !== 1) {
      throw mapperParsing('A dynamic template must be defined with a name');
    }
    const [name, definition] = [...entry][0] as [string, Json];
    if (!isJsonObject(definition)) {
      throw mapperParsing(`A dynamic template must be defined with a name`);
    }
    return new DynamicTemplate(name, definition);
  });
  return templates;
}
