/** From a create request and the templates to the metadata of a new index. */
import { randomBytes } from 'node:crypto';
import { illegalArgument, SearchError, validationError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { checkAliasTarget, parseAliases } from './aliases.ts';
import {
  type AliasMetadata,
  type ClusterState,
  FIRST_VERSIONS,
  type IndexMetadata,
} from './cluster-state.ts';
import { checkIndexName, invalidIndexName } from './index-names.ts';
import {
  applyChanges,
  checkIndexSettings,
  checkRetention,
  indexSettingsFrom,
  privateComplaints,
  type SettingValue,
} from './index-settings.ts';
import {
  combineMappings,
  type IndexMapping,
  type ParseMapping,
  withoutType,
} from './mapping-port.ts';
import { aliasTargets } from './resolve-indices.ts';
import { type TemplateParts, templatePartsFor } from './templates.ts';

/** The index version that 8.11.3 stamps on what it creates. */
export const INDEX_VERSION_CREATED = '8500003';

export interface CreateBody {
  readonly settings: Map<string, SettingValue>;
  readonly mappings: JsonObject;
  readonly aliases: Map<string, AliasMetadata>;
}

/** Reads the body of a create request; throws a parse_exception for keys it may not have. */
export function parseCreateBody(body: JsonObject | undefined, what = 'create index'): CreateBody {
  for (const name of body?.keys() ?? []) {
    if (name !== 'settings' && name !== 'mappings' && name !== 'aliases') {
      throw new SearchError('parse_exception', `unknown key [${name}] for ${what}`);
    }
  }
  const part = (name: string): Json | undefined => body?.get(name);
  return {
    settings: indexSettingsFrom(part('settings')),
    mappings: untyped(part('mappings')),
    aliases: parseAliases(part('aliases')),
  };
}

function untyped(body: Json | undefined): JsonObject {
  if (isJsonObject(body) && body.size === 1 && isJsonObject(body.get('_doc'))) {
    throw illegalArgument(
      'The mapping definition cannot be nested under a type [_doc] unless include_type_name is set to true.',
    );
  }
  return withoutType(body);
}

/** Throws unless an index of this name may be made. */
export function checkNewName(state: ClusterState, name: string): void {
  checkIndexName(name);
  const existing = state.indices.get(name);
  if (existing !== undefined) {
    throw new SearchError(
      'resource_already_exists_exception',
      `index [${name}/${existing.uuid}] already exists`,
      { fields: { index_uuid: existing.uuid, index: name } },
    );
  }
  if (aliasTargets(state, name).length > 0) {
    throw invalidIndexName(name, 'already exists as alias');
  }
  if (state.dataStreams.has(name)) {
    throw new SearchError(
      'resource_already_exists_exception',
      `data stream [${name}] already exists`,
    );
  }
}

export interface NewIndex {
  readonly metadata: IndexMetadata;
  readonly mapping: IndexMapping;
}

/** What the index will be; checks everything, changes nothing. */
export function planIndex(
  state: ClusterState,
  name: string,
  providedName: string,
  body: CreateBody,
  parseMapping: ParseMapping,
  parts: TemplateParts = templatePartsFor(
    state,
    name,
    body.settings.get('index.hidden') === 'true',
  ),
): NewIndex {
  const uuid = randomBytes(16).toString('base64url');
  const settings = plannedSettings(body, parts, uuid, providedName);
  const mapping = parseMapping(combineMappings([...parts.mappings, body.mappings]), settings);
  const aliases = new Map([...parts.aliases, ...body.aliases]);
  for (const alias of aliases.keys()) {
    checkAliasTarget(state, alias);
    if (alias === name) {
      throw new SearchError(
        'invalid_alias_name_exception',
        `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
      );
    }
  }
  const metadata: IndexMetadata = {
    name,
    uuid,
    state: 'open',
    settings,
    mapping: mapping.toJson(),
    aliases: new Map(
      [...aliases].map(([alias, value]) => [alias.replaceAll('{index}', name), value]),
    ),
    versions: FIRST_VERSIONS,
    rolloverInfo: new Map(),
  };
  return { metadata, mapping };
}

function plannedSettings(
  body: CreateBody,
  parts: TemplateParts,
  uuid: string,
  providedName: string,
) {
  checkIndexSettings(body.settings);
  const complaints = privateComplaints(body.settings);
  if (complaints.length > 0) throw validationError(complaints);
  const given = applyChanges(applyChanges(new Map(), parts.settings), body.settings);
  checkShardCounts(given);
  return applyChanges(
    new Map([
      ['index.number_of_shards', '1'],
      ['index.number_of_replicas', '1'],
      ['index.routing.allocation.include._tier_preference', 'data_content'],
      ...given,
    ]),
    new Map([
      ['index.creation_date', String(Date.now())],
      ['index.provided_name', providedName],
      ['index.uuid', uuid],
      ['index.version.created', INDEX_VERSION_CREATED],
    ]),
  );
}

function checkShardCounts(settings: ReadonlyMap<string, string | readonly string[]>): void {
  if (settings.get('index.soft_deletes.enabled') === 'false') {
    throw illegalArgument(
      'Creating indices with soft-deletes disabled is no longer supported. Please do not specify a value for setting [index.soft_deletes.enabled].',
    );
  }
  checkRetention(settings);
  const shards = Number(settings.get('index.number_of_shards') ?? 1);
  const routing = settings.get('index.number_of_routing_shards');
  if (routing !== undefined) {
    if (Number(routing) < shards) {
      throw illegalArgument(
        `index.number_of_routing_shards [${routing}] must be >= index.number_of_shards [${shards}]`,
      );
    }
    if (Number(routing) % shards !== 0) {
      throw illegalArgument(
        `the number of source shards [${shards}] must be a factor of [${routing}]`,
      );
    }
  }
  const partition = Number(settings.get('index.routing_partition_size') ?? 1);
  if (partition !== 1 && partition >= shards && shards > 1) {
    throw illegalArgument(
      `routing partition size [${partition}] should be a positive number less than the number of routing shards [${shards}] for [index]`,
    );
  }
}
