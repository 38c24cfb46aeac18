/** Searches that are kept open between requests: scrolls and points in time. */
import { randomBytes } from 'node:crypto';
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import type { Shard } from '../index/shard/shard.ts';
import { timeText } from '../settings/units.ts';
import type { SearchRequest } from './request/search-request.ts';
import type { Position } from './shard/query-shard.ts';
import type { ShardTarget } from './shard/target.ts';

export interface OpenContext {
  readonly id: string;
  readonly kind: 'scroll' | 'pit';
  /** Whoever opened it; nobody else may use it. */
  readonly owner: string | undefined;
  readonly targets: readonly ShardTarget[];
  readonly scroll?: ScrollState;
  readonly opened: number;
  keepAlive: number;
  expires: number;
}

/** A scroll's request, and how far each shard's hits were given out. */
export interface ScrollState {
  readonly request: SearchRequest;
  readonly totalAsInt: boolean;
  readonly positions: Map<ShardTarget, Position>;
}

const DEFAULT_MAX_OPEN = 500;
/** Points in time are cheap, but not free: each keeps old segments from going. */
const MAX_POINTS = 5000;
const SWEEP_MS = 60_000;
const MAX_ID_LENGTH = 200;

export class OpenContexts {
  private readonly open = new Map<string, OpenContext>();
  private readonly timer: ReturnType<typeof setInterval>;

  /** `setting`: the newest value of a cluster setting. */
  constructor(
    private readonly setting: (name: string) => string | undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.timer = setInterval(() => this.sweep(), SWEEP_MS);
    this.timer.unref();
  }

  add(
    kind: OpenContext['kind'],
    context: Omit<OpenContext, 'id' | 'kind' | 'opened' | 'expires'>,
  ): OpenContext {
    this.sweep();
    const limit = Number(this.setting('search.max_open_scroll_context') ?? DEFAULT_MAX_OPEN);
    const count = [...this.open.values()].filter((other) => other.kind === kind).length;
    if (kind === 'scroll' && count >= limit) {
      throw new SearchError(
        'es_rejected_execution_exception',
        `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [search.max_open_scroll_context] setting.`,
      );
    }
    if (kind === 'pit' && count >= MAX_POINTS) {
      throw new SearchError(
        'es_rejected_execution_exception',
        `Trying to open too many points in time. Must be less than or equal to: [${MAX_POINTS}].`,
      );
    }
    const id = Buffer.from(`${kind}:${randomBytes(18).toString('base64url')}`).toString(
      'base64url',
    );
    const opened = this.now();
    const added = { ...context, id, kind, opened, expires: opened + context.keepAlive };
    this.open.set(id, added);
    for (const shard of shardsOf(added)) shard.counters.held(kind === 'scroll');
    return added;
  }

  /** The context, alive for longer; throws when there is none of that id for this caller. */
  use(
    kind: OpenContext['kind'],
    id: string,
    owner: string | undefined,
    keepAlive?: number,
  ): OpenContext {
    if (!isId(kind, id)) {
      throw illegalArgument(kind === 'scroll' ? 'Cannot parse scroll id' : `invalid id: [${id}]`);
    }
    const context = this.open.get(id);
    if (context === undefined || context.owner !== owner || context.expires < this.now()) {
      throw missing(id);
    }
    if (keepAlive !== undefined) context.keepAlive = keepAlive;
    context.expires = this.now() + context.keepAlive;
    return context;
  }

  /** How many shards were let go. */
  close(kind: OpenContext['kind'], ids: readonly string[], owner: string | undefined): number {
    let freed = 0;
    for (const id of ids) {
      if (!isId(kind, id)) {
        throw illegalArgument(kind === 'scroll' ? 'Cannot parse scroll id' : `invalid id: [${id}]`);
      }
      const context = this.open.get(id);
      if (context === undefined || context.owner !== owner) continue;
      this.drop(context);
      freed += Math.max(1, context.targets.length);
    }
    return freed;
  }

  idsOf(kind: OpenContext['kind'], owner: string | undefined): string[] {
    return [...this.open.values()]
      .filter((context) => context.kind === kind && context.owner === owner)
      .map(({ id }) => id);
  }

  /** Throws when a keep-alive is longer than the cluster allows. */
  checkKeepAlive(keepAlive: number, parseTime: (text: string) => number): void {
    const text = this.setting('search.max_keep_alive') ?? '24h';
    if (keepAlive <= parseTime(text)) return;
    throw illegalArgument(
      `Keep alive for request (${timeText(keepAlive)}) is too large. It must be less than (${text}). This limit can be set by changing the [search.max_keep_alive] cluster level setting.`,
    );
  }

  stop(): void {
    clearInterval(this.timer);
    this.open.clear();
  }

  private sweep(): void {
    const now = this.now();
    for (const context of this.open.values()) if (context.expires < now) this.drop(context);
  }

  private drop(context: OpenContext): void {
    this.open.delete(context.id);
    const time = this.now() - context.opened;
    for (const shard of shardsOf(context)) {
      shard.counters.released(context.kind === 'scroll', time);
    }
  }
}

function shardsOf({ targets }: OpenContext): Shard[] {
  return targets.flatMap(({ shard }) => (shard instanceof Error ? [] : [shard]));
}

function isId(kind: string, id: string): boolean {
  return (
    id.length <= MAX_ID_LENGTH && Buffer.from(id, 'base64url').toString().startsWith(`${kind}:`)
  );
}

function missing(id: string): SearchError {
  const cause = new SearchError(
    'search_context_missing_exception',
    `No search context found for id [${id}]`,
  );
  return new SearchError('search_phase_execution_exception', 'all shards failed', {
    status: 404,
    fields: {
      phase: 'query',
      grouped: true,
      failed_shards: [
        { shard: -1, index: null, reason: { type: cause.type, reason: cause.reason } },
      ],
    },
    cause,
    rootCauses: [cause],
  });
}
