/** Where a write to a name goes: index, mapping, routing. Found once a name and state. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { Shard } from '../index/shard/shard.ts';
import { checkBlocks } from '../metadata/blocks.ts';
import type { AliasMetadata, ClusterState, IndexMetadata } from '../metadata/cluster-state.ts';
import { replicasOf } from '../metadata/copies.ts';
import { resolveDateMath } from '../metadata/date-math-name.ts';
import { indexNotFound } from '../metadata/index-names.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import type { OpenIndex } from '../metadata/open-index.ts';
import { indexClosed, singleIndex, writeIndex } from '../metadata/resolve-indices.ts';
import type { Access } from './requests.ts';

/** Names no pipeline where another one would be the default. */
const NO_PIPELINE = '_none';

/** An index with what single documents need of it. */
export class Target {
  private readonly routingRequired: boolean;
  /** Copies of a shard that there should be. */
  readonly copies: number;
  private readonly defaultPipeline: string | undefined;
  private readonly finalPipeline: string | undefined;

  constructor(
    readonly index: IndexMetadata,
    readonly open: OpenIndex,
    /** The name it was found under, date math worked out: its own or an alias. */
    private readonly name: string,
    private readonly aliasRouting: string | undefined,
  ) {
    this.copies = 1 + replicasOf(index);
    this.defaultPipeline = index.settings.get('index.default_pipeline')?.toString();
    this.finalPipeline = index.settings.get('index.final_pipeline')?.toString();
    this.routingRequired = open.mapping.mapping.metadata('_routing', 'required') === true;
  }

  /** Throws a 403 unless the action is allowed on the index, or on the alias it was found under. */
  authorize(access: Access | undefined, action: string): void {
    if (access === undefined) return;
    const names = [this.name, this.index.name];
    if (names.some((name) => access.allowsIndex(action, name))) return;
    throw access.refusal(action, [this.index.name]);
  }

  /** The routing of a document; throws when a required one is missing or an alias has another. */
  routing(given: string | undefined, id: string): string | undefined {
    const { aliasRouting } = this;
    if (aliasRouting !== undefined && given !== undefined && given !== aliasRouting) {
      throw illegalArgument(
        `Alias [${this.name}] has index routing associated with it [${aliasRouting}], and was provided with routing value [${given}], rejecting operation`,
      );
    }
    const routing = given ?? aliasRouting;
    if (routing === undefined && this.routingRequired) throw this.routingMissing(id);
    return routing;
  }

  /**
   * Throws when a document would have to go through a pipeline: there are none yet, so none that is
   * named exists. `given`: what the request names in place of the index's default.
   */
  checkPipelines(given: string | undefined): void {
    for (const name of [given ?? this.defaultPipeline, this.finalPipeline]) {
      if (name === undefined || name === NO_PIPELINE) continue;
      throw illegalArgument(`pipeline with id [${name}] does not exist`);
    }
  }

  /** The shard of a document; throws when it is damaged. */
  shard(id: string, routing: string | undefined): { shard: Shard; number: number } {
    const number = this.open.shardNumber(id, routing);
    const shard = this.open.shards[number] as Shard | Error;
    if (!(shard instanceof Error)) return { shard, number };
    throw new SearchError(
      'unavailable_shards_exception',
      `[${this.index.name}][${number}] primary shard is not active`,
      { fields: { index_uuid: this.index.uuid, shard: String(number), index: this.index.name } },
    );
  }

  private routingMissing(id: string): SearchError {
    const { name } = this.index;
    return new SearchError(
      'routing_missing_exception',
      `routing is required for [${name}]/[${id}]`,
      {
        fields: { index_uuid: '_na_', index: name },
      },
    );
  }
}

/** The index that writes to a name go to; throws when it is missing, closed or blocked. */
export function writeTarget(
  indices: IndicesService,
  expression: string,
  requireAlias: boolean,
): Target {
  const { state } = indices;
  const name = resolveDateMath(expression, Date.now());
  const own = state.indices.get(name);
  if (requireAlias && (own !== undefined || !isAlias(state, name))) throw aliasRequired(name);
  const index = own ?? writeIndex(state, name);
  checkBlocks(state, index, 'write');
  const alias = own === undefined ? index.aliases.get(name) : undefined;
  return opened(indices, index, name, routingOf(name, alias, 'indexRouting'));
}

/** The index that a document is read from under a name. */
export function readTarget(indices: IndicesService, expression: string): Target {
  const { state } = indices;
  const name = resolveDateMath(expression, Date.now());
  const index = singleIndex(state, name);
  checkBlocks(state, index, 'read');
  const alias = state.indices.has(name) ? undefined : index.aliases.get(name);
  return opened(indices, index, name, routingOf(name, alias, 'searchRouting'));
}

/** What `require_alias` says of a name that is none. */
export function aliasRequired(name: string): SearchError {
  const plain = indexNotFound(name);
  return new SearchError(
    'index_not_found_exception',
    `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
    { fields: plain.fields },
  );
}

export function isAlias(state: ClusterState, name: string): boolean {
  for (const index of state.indices.values()) if (index.aliases.has(name)) return true;
  return false;
}

function opened(
  indices: IndicesService,
  index: IndexMetadata,
  name: string,
  routing: string | undefined,
): Target {
  const open = indices.shardsOf(index);
  if (index.state !== 'open' || open === undefined) throw indexClosed(index);
  return new Target(index, open, name, routing);
}

function routingOf(
  name: string,
  alias: AliasMetadata | undefined,
  which: 'indexRouting' | 'searchRouting',
): string | undefined {
  const routing = alias?.[which];
  if (routing?.includes(',')) {
    throw illegalArgument(
      `index/alias [${name}] provided with routing value [${routing}] that resolved to several routing values, rejecting operation`,
    );
  }
  return routing;
}
