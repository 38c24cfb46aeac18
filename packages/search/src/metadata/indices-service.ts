/** The indices of this node: metadata and open shards, changed together. */
import { SearchError } from '../errors/search-error.ts';
import { BufferBudget } from '../index/shard/buffer-budget.ts';
import type { JsonObject } from '../json/values.ts';
import { type AliasAction, applyAliasActions, checkWriteIndices } from './aliases.ts';
import { ClusterService } from './cluster-service.ts';
import type { ClusterState, IndexMetadata } from './cluster-state.ts';
import { type CreateBody, checkNewName, parseCreateBody, planIndex } from './create-index.ts';
import {
  backingName,
  backingParts,
  checkNewStream,
  NO_BODY,
  newStream,
  streamTemplate,
  withBacking,
  withoutBacking,
} from './data-streams.ts';
import { resolveDateMath } from './date-math-name.ts';
import type { SettingChanges } from './index-settings.ts';
import type { IndexMapping, ParseMapping } from './mapping-port.ts';
import { deleteIndexFiles, OpenIndex } from './open-index.ts';
import type { TemplateParts } from './templates.ts';
import { settingsAfter } from './update-settings.ts';

export class IndicesService {
  private readonly open = new Map<string, OpenIndex>();
  private readonly buffers = new BufferBudget();

  private constructor(
    readonly cluster: ClusterService,
    private readonly dataDir: string,
    readonly parseMapping: ParseMapping,
    private readonly warn: (message: string) => void,
  ) {}

  /** Recovers the state and opens every index that is not closed. */
  static async start(
    dataDir: string,
    parseMapping: ParseMapping,
    warn: (message: string) => void,
  ): Promise<IndicesService> {
    const cluster = new ClusterService(dataDir, (file) =>
      warn(`damaged cluster state [${file}] passed over`),
    );
    const service = new IndicesService(cluster, dataDir, parseMapping, warn);
    service.sweep();
    for (const index of cluster.state.indices.values()) {
      if (index.state === 'open') await service.recover(index);
    }
    return service;
  }

  get state(): ClusterState {
    return this.cluster.state;
  }

  /** The open shards of an index; undefined when it is closed. */
  shardsOf(index: IndexMetadata): OpenIndex | undefined {
    return this.open.get(index.uuid);
  }

  /**
   * Shards are on the disk before the state names the index: a crash between leaves only files.
   * `also` makes further changes that become true together with the index.
   */
  create(
    expression: string,
    body: CreateBody,
    also: (state: ClusterState, made: IndexMetadata) => ClusterState = (state) => state,
    parts?: TemplateParts,
  ): Promise<IndexMetadata> {
    return this.cluster.inTurn(async () => {
      const name = resolveDateMath(expression, Date.now());
      checkNewName(this.state, name);
      const { metadata, mapping } = planIndex(
        this.state,
        name,
        expression,
        body,
        this.parseMapping,
        parts,
      );
      const indices = new Map([...this.state.indices, [name, metadata]]);
      checkWriteIndices(indices, new Set(metadata.aliases.keys()));
      const opened = await this.openIndex(metadata, mapping);
      try {
        this.cluster.update((state) =>
          also({ ...state, indices: new Map([...state.indices, [name, metadata]]) }, metadata),
        );
      } catch (error) {
        await opened.close();
        deleteIndexFiles(this.dataDir, metadata.uuid);
        throw error;
      }
      this.open.set(metadata.uuid, opened);
      return metadata;
    });
  }

  /** A data stream with its first index. */
  async createStream(name: string): Promise<IndexMetadata> {
    const template = checkNewStream(this.state, name);
    return this.create(
      backingName(name, 1),
      NO_BODY,
      (state, made) => {
        checkNewStream(state, name);
        return withBacking(state, newStream(state, name, template), made, 1);
      },
      backingParts(this.state, template),
    );
  }

  /** The index of that name, made when it is not there yet. */
  async createIfMissing(
    name: string,
    body: CreateBody = parseCreateBody(undefined),
  ): Promise<void> {
    if (this.state.indices.has(name) || this.state.dataStreams.has(name)) return;
    try {
      if (streamTemplate(this.state, name) !== undefined) await this.createStream(name);
      else await this.create(name, body);
    } catch (error) {
      if ((error as { type?: string }).type !== 'resource_already_exists_exception') throw error;
    }
  }

  /**
   * The state forgets the indices before their files go: a crash between leaves tombstones. Alias
   * actions become true at the same moment, so that an alias can take the name of an index.
   */
  delete(
    indices: readonly IndexMetadata[],
    actions: readonly AliasAction[] = [],
    also: (state: ClusterState) => ClusterState = (state) => state,
  ): Promise<void> {
    return this.cluster.inTurn(async () => {
      this.cluster.update((state) => {
        const left = new Map(state.indices);
        for (const { name } of indices) left.delete(name);
        const tombstones = [...state.tombstones, ...indices.map(({ uuid }) => uuid)];
        const dataStreams = withoutBacking(state.dataStreams, indices);
        return also(
          applyAliasActions({ ...state, indices: left, dataStreams, tombstones }, actions),
        );
      });
      for (const { uuid } of indices) {
        await this.open.get(uuid)?.close();
        this.open.delete(uuid);
        deleteIndexFiles(this.dataDir, uuid);
      }
      this.cluster.update((state) => ({ ...state, tombstones: [] }));
    });
  }

  setState(indices: readonly IndexMetadata[], to: 'open' | 'close'): Promise<void> {
    return this.cluster.inTurn(async () => {
      const changing = indices.filter((index) => index.state !== to);
      if (changing.length === 0) return;
      if (to === 'open') {
        for (const index of changing) await this.openShards(index);
      }
      this.change(changing, (index) => ({
        ...index,
        state: to,
        settings: closedMark(index, to),
        versions: { ...index.versions, settings: index.versions.settings + 1 },
      }));
      if (to === 'close') {
        for (const { uuid } of changing) {
          await this.open.get(uuid)?.close();
          this.open.delete(uuid);
        }
      }
    });
  }

  /** Throws, and no index has changed, when a change is not allowed for one of them. */
  updateSettings(
    indices: readonly IndexMetadata[],
    changes: SettingChanges,
    preserveExisting: boolean,
  ): void {
    const updated = settingsAfter(indices, changes, preserveExisting);
    this.change(indices, (index) => {
      const settings = updated.get(index.name);
      if (settings === undefined) return index;
      return {
        ...index,
        settings,
        versions: { ...index.versions, settings: index.versions.settings + 1 },
      };
    });
    for (const { name } of indices) {
      const index = this.state.indices.get(name);
      if (index !== undefined) this.open.get(index.uuid)?.configure(index);
    }
  }

  /** Merges into the mapping of every index, or of none. */
  putMapping(indices: readonly IndexMetadata[], body: JsonObject): void {
    const merged = new Map(
      indices.map((index) => [index.name, this.mappingOf(index).merge(body)] as const),
    );
    this.change(indices, (index) => {
      const mapping = merged.get(index.name);
      if (mapping === undefined) return index;
      return {
        ...index,
        mapping: mapping.toJson(),
        versions: { ...index.versions, mapping: index.versions.mapping + 1 },
      };
    });
    for (const index of indices) {
      const opened = this.open.get(index.uuid);
      const mapping = merged.get(index.name);
      if (opened !== undefined && mapping !== undefined) opened.mapping = mapping;
    }
  }

  /** Puts a mapping that a document asked for in force; durable when this returns. */
  adoptMapping(open: OpenIndex, mapping: IndexMapping): void {
    const index = this.state.indices.get(open.name);
    if (index?.uuid === open.uuid) {
      this.change([index], (current) => ({
        ...current,
        mapping: mapping.toJson(),
        versions: { ...current.versions, mapping: current.versions.mapping + 1 },
      }));
    }
    open.mapping = mapping;
  }

  /** Makes the analyzers that use one of the filters anew; returns their names. */
  reloadAnalysis(index: IndexMetadata, filters: ReadonlySet<string>): string[] {
    const opened = this.open.get(index.uuid);
    const { analysis } = this.mappingOf(index);
    const names = analysis.updateableAnalyzers.filter((name) =>
      analysis.analyzer(name)?.updateableFilters.some((filter) => filters.has(filter)),
    );
    if (opened !== undefined && names.length > 0) {
      opened.mapping = this.parseMapping(index.mapping, index.settings);
    }
    return names;
  }

  mappingOf(index: IndexMetadata) {
    const opened = this.open.get(index.uuid);
    // What could not be parsed then says now what is wrong with it.
    if (opened !== undefined && opened.failure === undefined) return opened.mapping;
    return this.parseMapping(index.mapping, index.settings);
  }

  updateAliases(actions: readonly AliasAction[]): void {
    this.cluster.update((state) => applyAliasActions(state, actions));
  }

  /** Replaces indices in the state by what `change` makes of their newest form. */
  change(indices: readonly IndexMetadata[], change: (index: IndexMetadata) => IndexMetadata): void {
    this.cluster.update((state) => {
      const next = new Map(state.indices);
      for (const { name } of indices) {
        const index = next.get(name);
        if (index === undefined) continue;
        const changed = change(index);
        const versions = { ...changed.versions, metadata: index.versions.metadata + 1 };
        if (changed !== index) next.set(name, { ...changed, versions });
      }
      return { ...state, indices: next };
    });
  }

  async stop(): Promise<void> {
    for (const index of this.open.values()) await index.close();
    this.open.clear();
  }

  /** Opens the shards of an index; when its mapping cannot be made any more, the node lives and the index is red. */
  private async recover(index: IndexMetadata): Promise<void> {
    try {
      await this.openShards(index);
    } catch (error) {
      if (!(error instanceof SearchError)) throw error;
      this.warn(`[${index.name}] cannot be opened: ${error.message}`);
      const standIn = this.parseMapping(new Map(), new Map());
      this.open.set(index.uuid, OpenIndex.failed(index, error, standIn));
    }
  }

  /** Tries again to open the indices that could not be: what they lacked may be there now. */
  recoverFailed(): Promise<void> {
    return this.cluster.inTurn(async () => {
      for (const index of this.state.indices.values()) {
        if (this.open.get(index.uuid)?.failure !== undefined) await this.recover(index);
      }
    });
  }

  private async openShards(index: IndexMetadata): Promise<OpenIndex> {
    const mapping = this.parseMapping(index.mapping, index.settings);
    const opened = await this.openIndex(index, mapping);
    this.open.set(index.uuid, opened);
    return opened;
  }

  private openIndex(index: IndexMetadata, mapping: IndexMapping): Promise<OpenIndex> {
    return OpenIndex.open(
      this.dataDir,
      index,
      mapping,
      (open, grown) => this.adoptMapping(open, grown),
      this.warn,
      this.buffers,
    );
  }

  /** Finishes deletions that a crash cut short. */
  private sweep(): void {
    if (this.state.tombstones.length === 0) return;
    for (const uuid of this.state.tombstones) deleteIndexFiles(this.dataDir, uuid);
    this.cluster.update((state) => ({ ...state, tombstones: [] }));
  }
}

/** The reference marks an index that was closed in good order. */
function closedMark(index: IndexMetadata, to: 'open' | 'close') {
  const settings = new Map(index.settings);
  if (to === 'close') settings.set('index.verified_before_close', 'true');
  else settings.delete('index.verified_before_close');
  return settings;
}
