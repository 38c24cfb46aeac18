/**
 * The writes of one request. `prepare` makes missing indices, `apply` does writes one by one, in
 * memory and at once, and `finish` makes them durable and visible: nothing may be acknowledged
 * before it has resolved.
 */
import { toSearchError } from '../errors/error-body.ts';
import { SearchError } from '../errors/search-error.ts';
import type { Shard } from '../index/shard/shard.ts';
import { VersionConflictError } from '../index/shard/version-check.ts';
import { NestedFieldAdded } from '../mapping/index-mapping.ts';
import type { IndexMetadata } from '../metadata/cluster-state.ts';
import { indexNotFound } from '../metadata/index-names.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import { indexClosed } from '../metadata/resolve-indices.ts';
import { applyUpdate } from './apply-update.ts';
import type { AutoIds } from './auto-id.ts';
import type { RefreshScheduler } from './refresh-scheduler.ts';
import type {
  Access,
  DeleteDocument,
  IndexDocument,
  RefreshPolicy,
  WriteDocument,
  WriteOutcome,
} from './requests.ts';
import type { Target } from './write-target.ts';
import { WriteTargets } from './write-targets.ts';

/** What a session uses of its node. */
export interface WriteServices {
  readonly indices: IndicesService;
  readonly ids: AutoIds;
  readonly refresher: RefreshScheduler;
  /** `action.auto_create_index` of the node's own settings. */
  readonly autoCreate: string | undefined;
}

interface Touched {
  readonly index: IndexMetadata;
  readonly number: number;
  /** Of the documents that were sent. */
  bytes: number;
}

/** How the writes of a session ended. */
export interface Finished {
  /** A refresh was made for them. */
  readonly forcedRefresh: boolean;
  /** Why those of a shard cannot be acknowledged; undefined when they can. */
  failure(outcome: WriteOutcome): SearchError | undefined;
}

export class WriteSession {
  private readonly targets: WriteTargets;
  /** The id that was made for the last write, also when it failed. */
  madeId: string | undefined;
  private readonly touched = new Map<Shard, Touched>();
  private readonly started = performance.now();

  constructor(
    private readonly services: WriteServices,
    access: Access | undefined,
  ) {
    this.targets = new WriteTargets(services.indices, services.autoCreate, access);
  }

  /** Makes the index that a write names, when it is missing and may be made. */
  prepare(write: WriteDocument): Promise<void> {
    return this.targets.prepare(write);
  }

  /** Whether a write needs no `prepare`: an earlier one of its index has been seen. */
  isKnown(write: WriteDocument): boolean {
    return this.targets.isKnown(write);
  }

  /** The names of indices that `isKnown` was asked about. */
  names(): Iterable<string> {
    return this.targets.names;
  }

  /** Does one write; throws a SearchError, and then it has changed nothing. */
  apply(write: WriteDocument): WriteOutcome {
    this.madeId = undefined;
    if (write.kind === 'index') return this.index(write);
    if (write.kind === 'delete') return this.delete(write);
    return applyUpdate(write, this.targets.find(write), this);
  }

  index(write: IndexDocument, target = this.targets.find(write)): WriteOutcome {
    if (write.id === '') {
      throw new SearchError(
        'illegal_argument_exception',
        'if _id is specified it must not be empty',
      );
    }
    target.checkPipelines(write.pipeline);
    const isNewId = write.id === undefined;
    const id = write.id ?? this.services.ids.next();
    if (isNewId) this.madeId = id;
    const routing = target.routing(write.routing, id);
    const { shard, number } = target.shard(id, routing);
    const done = this.guarded(target, number, () =>
      shard.index({
        id,
        source: write.source,
        routing,
        isNewId,
        mustBeNew: write.mustBeNew,
        versionType: write.versionType,
        version: write.version,
        ifSeqNo: write.ifSeqNo,
        ifPrimaryTerm: write.ifPrimaryTerm,
        dynamicTemplates: write.dynamicTemplates,
      }),
    );
    this.touch(shard, target.index, number, write.source.length);
    return {
      index: target.index.name,
      shard: number,
      id,
      routing,
      version: done.version,
      seqNo: done.seqNo,
      primaryTerm: done.primaryTerm,
      result: done.existed ? 'updated' : 'created',
      copies: target.copies,
      forcedRefresh: false,
    };
  }

  private delete(write: DeleteDocument): WriteOutcome {
    const target = this.targets.find(write);
    const routing = target.routing(write.routing, write.id);
    const { shard, number } = target.shard(write.id, routing);
    const done = this.guarded(target, number, () => shard.delete({ ...write, routing }));
    this.touch(shard, target.index, number, write.id.length);
    return {
      index: target.index.name,
      shard: number,
      id: write.id,
      routing,
      version: done.version,
      seqNo: done.seqNo,
      primaryTerm: done.primaryTerm,
      result: done.existed ? 'deleted' : 'not_found',
      copies: target.copies,
      forcedRefresh: false,
    };
  }

  private touch(shard: Shard, index: IndexMetadata, number: number, bytes: number): void {
    const known = this.touched.get(shard);
    if (known === undefined) this.touched.set(shard, { index, number, bytes });
    else known.bytes += bytes;
  }

  /** Slows a long request down while its shards have too much in memory. */
  async room(): Promise<void> {
    for (const shard of this.touched.keys()) await shard.room();
  }

  /** Makes the writes durable, then visible as asked; a shard that fails takes only its own along. */
  async finish(refresh: RefreshPolicy): Promise<Finished> {
    const failed = new Map<string, SearchError>();
    const forced = await Promise.all(
      [...this.touched].map(async ([shard, place]) => {
        try {
          await shard.settle();
          shard.counters.bulked(performance.now() - this.started, place.bytes);
          return await this.show(shard, place.index, refresh);
        } catch (error) {
          failed.set(`${place.index.name}/${place.number}`, this.lost(place.index, error));
          return false;
        }
      }),
    );
    return {
      forcedRefresh: forced.includes(true),
      failure: ({ index, shard }) =>
        failed.size === 0 ? undefined : failed.get(`${index}/${shard}`),
    };
  }

  private async show(shard: Shard, index: IndexMetadata, refresh: RefreshPolicy): Promise<boolean> {
    const { refresher } = this.services;
    if (refresh === 'wait_for') return refresher.visible(index, shard);
    if (refresh === 'false') refresher.written(index, shard);
    else await shard.refresh();
    return refresh === 'true';
  }

  /** An index may be deleted or closed while its writes are under way. */
  private lost({ name, uuid }: IndexMetadata, error: unknown): SearchError {
    const now = this.services.indices.state.indices.get(name);
    if (now?.uuid !== uuid) return indexNotFound(name);
    return now.state === 'close' ? indexClosed(now) : toSearchError(error);
  }

  /** Failures of the shard as errors of the reference; fields that need it get their mapping first. */
  guarded<T>(target: Target, shard: number, work: () => T): T {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (error instanceof NestedFieldAdded) {
          this.services.indices.adoptMapping(target.open, error.mapping);
          continue;
        }
        if (error instanceof VersionConflictError) throw conflict(target, shard, error.message);
        throw error;
      }
    }
  }
}

export function conflict(target: Target, shard: number, reason: string): SearchError {
  return new SearchError('version_conflict_engine_exception', reason, {
    fields: shardFields(target, shard),
  });
}

/** What errors of one document say of its place. */
export function shardFields(target: Target, shard: number) {
  return { index_uuid: target.index.uuid, shard: String(shard), index: target.index.name };
}
