/** The targets of the writes of one request: made where they are missing, checked once. */
import { SearchError } from '../errors/search-error.ts';
import { checkAutoCreate } from '../metadata/auto-create.ts';
import type { ClusterState } from '../metadata/cluster-state.ts';
import { resolveDateMath } from '../metadata/date-math-name.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import type { Access, WriteDocument } from './requests.ts';
import { checkStreamWrite } from './stream-writes.ts';
import { isAlias, type Target, writeTarget } from './write-target.ts';

const ACTIONS = {
  index: 'indices:data/write/index',
  delete: 'indices:data/write/delete',
  update: 'indices:data/write/update',
} as const;
const AUTO_CREATE = 'indices:admin/auto_create';

export class WriteTargets {
  private readonly targets = new Map<string, Target>();
  private last: { readonly write: WriteDocument; readonly target: Target } | undefined;
  private state: ClusterState;
  /** Why an index could not be made, by name. */
  private readonly refused = new Map<string, SearchError>();

  constructor(
    private readonly indices: IndicesService,
    private readonly autoCreate: string | undefined,
    private readonly access: Access | undefined,
  ) {
    this.state = indices.state;
  }

  /** Names that writes were seen with; of those that make an index if it is missing, apart. */
  readonly names = new Set<string>();
  private readonly making = new Set<string>();

  isKnown(write: WriteDocument): boolean {
    this.names.add(write.index);
    if (!makesIndex(write) || this.making.has(write.index)) return true;
    this.making.add(write.index);
    return false;
  }

  /** Makes the index that a write names, when it is missing and may be made. */
  async prepare(write: WriteDocument): Promise<void> {
    if (!makesIndex(write)) return;
    const { indices, autoCreate } = this;
    const { state } = indices;
    if (state.indices.has(write.index) || this.refused.has(write.index)) return;
    try {
      const name = resolveDateMath(write.index, Date.now());
      if (state.indices.has(name) || state.dataStreams.has(name) || isAlias(state, name)) return;
      checkAutoCreate(state, name, autoCreate);
      if (this.access?.allowsIndex(AUTO_CREATE, name) === false) {
        throw this.access.refusal(AUTO_CREATE, [name]);
      }
      await indices.createIfMissing(write.index);
    } catch (error) {
      if (!(error instanceof SearchError)) throw error;
      this.refused.set(write.index, error);
    }
  }

  /** Where a write goes; throws when it may not go there. */
  find(write: WriteDocument): Target {
    const target = this.locate(write);
    checkStreamWrite(write, target.index);
    return target;
  }

  private locate(write: WriteDocument): Target {
    const { state } = this.indices;
    if (state !== this.state) {
      this.state = state;
      this.targets.clear();
      this.last = undefined;
    }
    const { last } = this;
    // Most bulks go to one index.
    if (
      last?.write.index === write.index &&
      last.write.kind === write.kind &&
      last.write.requireAlias === write.requireAlias
    ) {
      return last.target;
    }
    const key = `${write.kind}${write.requireAlias === true ? '!' : ' '}${write.index}`;
    let target = this.targets.get(key);
    if (target === undefined) {
      target = this.resolve(write);
      this.targets.set(key, target);
    }
    this.last = { write, target };
    return target;
  }

  private resolve(write: WriteDocument): Target {
    const refused = write.requireAlias === true ? undefined : this.refused.get(write.index);
    if (refused !== undefined) throw refused;
    const target = writeTarget(this.indices, write.index, write.requireAlias === true);
    target.authorize(this.access, ACTIONS[write.kind]);
    return target;
  }
}

/** A delete leaves nothing behind that would need an index, unless it has a version of its own. */
function makesIndex({ kind, requireAlias, versionType = 'internal' }: WriteDocument): boolean {
  return requireAlias !== true && (kind !== 'delete' || versionType !== 'internal');
}
