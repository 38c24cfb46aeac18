/** What the cluster is: indices, templates and settings at one version. Never changed in place. */
import type { Json, JsonObject, Writable } from '../json/values.ts';
import { isJsonObject } from '../json/values.ts';

/** Flat names to texts or lists of texts, as the reference keeps settings. */
export type SettingsMap = ReadonlyMap<string, string | readonly string[]>;

export interface AliasMetadata {
  readonly filter?: JsonObject | undefined;
  readonly indexRouting?: string | undefined;
  readonly searchRouting?: string | undefined;
  readonly isWriteIndex?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
}

export type Aliases = ReadonlyMap<string, AliasMetadata>;

/** How often each part of an index was changed, counted from 1. */
export interface PartVersions {
  readonly metadata: number;
  readonly mapping: number;
  readonly settings: number;
  readonly aliases: number;
}

export interface IndexMetadata {
  readonly name: string;
  readonly uuid: string;
  readonly state: 'open' | 'close';
  readonly settings: SettingsMap;
  /** As the mapping layer prints it. */
  readonly mapping: JsonObject;
  readonly aliases: Aliases;
  readonly versions: PartVersions;
  /** What rollovers of this index met: alias to details. */
  readonly rolloverInfo: JsonObject;
  /** The data stream it belongs to. */
  readonly dataStream?: string | undefined;
}

/** A name for many indices, the last of which takes the writes. */
export interface DataStream {
  readonly name: string;
  readonly indices: readonly string[];
  readonly generation: number;
  readonly hidden: boolean;
  readonly meta: JsonObject | undefined;
  readonly lifecycle: JsonObject | undefined;
}

/** Templates are kept as they were sent, parsed and checked when they came. */
export type TemplateKind = 'legacy' | 'component' | 'composable';
export type Templates = ReadonlyMap<string, JsonObject>;

export interface ClusterState {
  readonly version: number;
  readonly indices: ReadonlyMap<string, IndexMetadata>;
  readonly templates: Readonly<Record<TemplateKind, Templates>>;
  readonly dataStreams: ReadonlyMap<string, DataStream>;
  readonly persistentSettings: SettingsMap;
  /** Lost at a restart, so never written. */
  readonly transientSettings: SettingsMap;
  /** UUIDs whose directories may be deleted: the index is gone, its files perhaps not yet. */
  readonly tombstones: readonly string[];
}

export const EMPTY_STATE: ClusterState = {
  version: 0,
  indices: new Map(),
  templates: { legacy: new Map(), component: new Map(), composable: new Map() },
  dataStreams: new Map(),
  persistentSettings: new Map(),
  transientSettings: new Map(),
  tombstones: [],
};

export const FIRST_VERSIONS: PartVersions = { metadata: 1, mapping: 1, settings: 1, aliases: 1 };

/** The alias as APIs print it. */
export function aliasBody(alias: AliasMetadata): Writable {
  return {
    filter: alias.filter,
    index_routing: alias.indexRouting,
    search_routing: alias.searchRouting,
    is_write_index: alias.isWriteIndex,
    is_hidden: alias.isHidden,
  };
}

export function stateBody(state: ClusterState): Writable {
  return {
    version: state.version,
    indices: [...state.indices.values()].map((index) => ({
      name: index.name,
      uuid: index.uuid,
      state: index.state,
      settings: index.settings,
      mapping: index.mapping,
      aliases: new Map([...index.aliases].map(([name, alias]) => [name, aliasBody(alias)])),
      versions: { ...index.versions },
      rollover_info: index.rolloverInfo,
      data_stream: index.dataStream,
    })),
    templates: { ...state.templates },
    data_streams: new Map(
      [...state.dataStreams].map(([name, stream]) => [name, { ...stream } as Writable]),
    ),
    persistent_settings: state.persistentSettings,
    tombstones: state.tombstones,
  };
}

/** Reads what `stateBody` wrote; the store's checksum vouches for the shape. */
export function parseState(body: JsonObject): ClusterState {
  const templates = body.get('templates') as JsonObject;
  return {
    version: body.get('version') as number,
    indices: new Map(
      (body.get('indices') as JsonObject[]).map((entry) => {
        const index = parseIndex(entry);
        return [index.name, index];
      }),
    ),
    templates: {
      legacy: templates.get('legacy') as Map<string, JsonObject>,
      component: templates.get('component') as Map<string, JsonObject>,
      composable: templates.get('composable') as Map<string, JsonObject>,
    },
    dataStreams: new Map(
      [...((body.get('data_streams') as JsonObject | undefined) ?? [])].map(([name, stream]) => [
        name,
        storedStream(stream as JsonObject),
      ]),
    ),
    persistentSettings: body.get('persistent_settings') as Map<string, string>,
    transientSettings: new Map(),
    tombstones: body.get('tombstones') as string[],
  };
}

function parseIndex(entry: JsonObject): IndexMetadata {
  const versions = entry.get('versions') as JsonObject;
  return {
    name: entry.get('name') as string,
    uuid: entry.get('uuid') as string,
    state: entry.get('state') as 'open' | 'close',
    settings: entry.get('settings') as Map<string, string>,
    mapping: entry.get('mapping') as JsonObject,
    aliases: new Map(
      [...(entry.get('aliases') as JsonObject)].map(([name, alias]) => [name, storedAlias(alias)]),
    ),
    versions: Object.fromEntries(versions) as unknown as PartVersions,
    rolloverInfo: (entry.get('rollover_info') as JsonObject | undefined) ?? new Map(),
    dataStream: entry.get('data_stream') as string | undefined,
  };
}

function storedStream(body: JsonObject): DataStream {
  return {
    name: body.get('name') as string,
    indices: body.get('indices') as string[],
    generation: body.get('generation') as number,
    hidden: body.get('hidden') as boolean,
    meta: body.get('meta') as JsonObject | undefined,
    lifecycle: body.get('lifecycle') as JsonObject | undefined,
  };
}

function storedAlias(body: Json): AliasMetadata {
  if (!isJsonObject(body)) return {};
  return {
    filter: body.get('filter') as JsonObject | undefined,
    indexRouting: body.get('index_routing') as string | undefined,
    searchRouting: body.get('search_routing') as string | undefined,
    isWriteIndex: body.get('is_write_index') as boolean | undefined,
    isHidden: body.get('is_hidden') as boolean | undefined,
  };
}
