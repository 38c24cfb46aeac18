// A table: the metadata fields a mapping may configure, with their parameters.
import type { Json, JsonObject } from '../json/values.ts';
import { booleanValue, mapperParsing, oneOf } from './parameter.ts';

export interface MetadataField {
  readonly name: string;
  readonly parse: (definition: JsonObject) => JsonObject;
  /** Parameters that no update may change, with the value an absent one has. */
  readonly fixed: Readonly<Record<string, Json>>;
}

const keep = (value: Json): Json => value;
const flag = (name: string) => (value: Json) => booleanValue(value, name);
const SOURCE_MODE = oneOf('mode', ['disabled', 'stored', 'synthetic'], undefined);

function metadataField(
  name: string,
  parameters: Readonly<Record<string, (value: Json) => Json>>,
  fixed: Readonly<Record<string, Json>> = {},
): MetadataField {
  const parse = (definition: JsonObject) => {
    const parsed: JsonObject = new Map();
    for (const [key, value] of definition) {
      const read = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
      if (read === undefined) {
        throw mapperParsing(`unknown parameter [${key}] on metadata field [${name}]`);
      }
      parsed.set(key, read(value));
    }
    return parsed;
  };
  return { name, parse, fixed };
}

export const METADATA_FIELDS: readonly MetadataField[] = [
  metadataField('_data_stream_timestamp', { enabled: flag('enabled') }),
  metadataField('_field_names', { enabled: flag('enabled') }),
  metadataField('_routing', { required: flag('required') }, { required: false }),
  metadataField(
    '_source',
    {
      enabled: flag('enabled'),
      mode: (value) => SOURCE_MODE.parse(value, { field: '_source', type: '_source' } as never),
      includes: keep,
      excludes: keep,
    },
    { enabled: true },
  ),
];

/** Names that a document may not use at its top. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  '_data_stream_timestamp',
  '_feature',
  '_field_names',
  '_id',
  '_ignored',
  '_index',
  '_nested_path',
  '_routing',
  '_seq_no',
  '_source',
  '_tier',
  '_tsid',
  '_version',
]);
