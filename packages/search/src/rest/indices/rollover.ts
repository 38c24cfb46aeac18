/** `_rollover`. */
import { illegalArgument, SearchError, validationError } from '../../errors/search-error.ts';
import type { RestRequest } from '../../http/request.ts';
import { RestResponse } from '../../http/response.ts';
import type { Route } from '../../http/route.ts';
import { Double, isJsonObject, type Json, type JsonObject } from '../../json/values.ts';
import { applyAliasActions } from '../../metadata/aliases.ts';
import { checkBlocks } from '../../metadata/blocks.ts';
import type { ClusterState, DataStream, IndexMetadata } from '../../metadata/cluster-state.ts';
import { checkNewName, parseCreateBody } from '../../metadata/create-index.ts';
import {
  backingName,
  backingParts,
  streamTemplate,
  withBacking,
} from '../../metadata/data-streams.ts';
import { resolveDateMath } from '../../metadata/date-math-name.ts';
import {
  checkTemplateAliases,
  nextIndexName,
  rolloverActions,
  rolloverSource,
} from '../../metadata/rollover.ts';
import { bytesText, parseBytes, parseTime, timeText } from '../../settings/units.ts';
import type { NodeServices } from '../node-services.ts';
import { activeShards } from './lifecycle.ts';
import { MASTER_PARAMS, permitted } from './shared.ts';

export function rolloverRoutes(node: NodeServices): Route[] {
  return ['/{index}/_rollover', '/{index}/_rollover/{new_index}'].map((path) => ({
    methods: ['POST'],
    path,
    params: [...MASTER_PARAMS, 'dry_run', 'wait_for_active_shards'],
    action: 'indices:admin/rollover',
    handler: (request) => rollover(request, node),
  }));
}

/** What the primaries of the index that is rolled over hold. */
interface Facts {
  readonly age: number;
  readonly documents: number;
  readonly bytes: number;
  readonly shardDocuments: number;
  readonly shardBytes: number;
}

interface Kind {
  readonly of: keyof Facts;
  readonly unit: 'time' | 'bytes' | 'count';
}

/** Each has a `max_` and a `min_` form. */
const KINDS: Readonly<Record<string, Kind>> = {
  age: { of: 'age', unit: 'time' },
  docs: { of: 'documents', unit: 'count' },
  size: { of: 'bytes', unit: 'bytes' },
  primary_shard_size: { of: 'shardBytes', unit: 'bytes' },
  primary_shard_docs: { of: 'shardDocuments', unit: 'count' },
};

interface Condition {
  readonly isMinimum: boolean;
  /** `[max_docs: 1]`, as the answer names it. */
  readonly title: string;
  readonly isMet: (facts: Facts) => boolean;
}

async function rollover(request: RestRequest, node: NodeServices): Promise<RestResponse> {
  const { indices } = node;
  const body: JsonObject = new Map(request.optionalObject() ?? []);
  const conditions = parseConditions(body.get('conditions'));
  body.delete('conditions');
  const create = parseCreateBody(body, 'rollover');
  const alias = request.pathParam('index');
  const source = rolloverSource(indices.state, alias);
  permitted(request, [alias], [source]);
  checkBlocks(indices.state, source, 'metadata_write');
  const stream = indices.state.dataStreams.get(alias);
  const expression = newName(request, source, stream);
  const name = resolveDateMath(expression, Date.now());
  checkNewName(indices.state, name);
  if (stream === undefined) checkTemplateAliases(indices.state, alias, name);
  const facts = factsOf(node, source);
  const met = conditions.map((condition) => [condition, condition.isMet(facts)] as const);
  const isDue =
    conditions.length === 0 ||
    (met.every(([{ isMinimum }, isMet]) => !isMinimum || isMet) &&
      met.some(([{ isMinimum }, isMet]) => !isMinimum && isMet));
  const dryRun = request.flag('dry_run', false);
  const answer = (rolledOver: boolean, shardsAcknowledged: boolean) =>
    RestResponse.of({
      acknowledged: rolledOver,
      shards_acknowledged: shardsAcknowledged,
      old_index: source.name,
      new_index: name,
      rolled_over: rolledOver,
      dry_run: dryRun,
      conditions: new Map(met.map(([{ title }, isMet]) => [title, isMet])),
    });
  if (dryRun || !isDue) return answer(false, false);
  const also = (state: ClusterState, index: IndexMetadata) => {
    const current = state.dataStreams.get(alias);
    const moved =
      current === undefined
        ? applyAliasActions(state, rolloverActions(source, alias, index.name))
        : withBacking(state, current, index, current.generation + 1);
    const old = moved.indices.get(source.name) as IndexMetadata;
    const rolloverInfo = new Map(old.rolloverInfo).set(alias, infoOf(met));
    const changed = new Map(moved.indices).set(old.name, { ...old, rolloverInfo });
    return { ...moved, indices: changed };
  };
  const template = stream === undefined ? undefined : streamTemplate(indices.state, alias);
  const parts = template === undefined ? undefined : backingParts(indices.state, template);
  const made = await indices.create(expression, create, also, parts);
  return answer(true, activeShards(request, [made]));
}

function newName(
  request: RestRequest,
  source: IndexMetadata,
  stream: DataStream | undefined,
): string {
  const given = request.param('new_index');
  if (stream === undefined) return given ?? nextIndexName(source);
  if (given !== undefined) {
    throw illegalArgument('new index name may not be specified when rolling over a data stream');
  }
  return backingName(stream.name, stream.generation + 1);
}

function infoOf(met: readonly (readonly [Condition, boolean])[]): JsonObject {
  const conditions: JsonObject = new Map();
  for (const [{ title, isMinimum }, isMet] of met) {
    if (!isMet || isMinimum) continue;
    const [name = '', value = ''] = title.slice(1, -1).split(': ');
    conditions.set(name, /docs$/.test(name) ? Number(value) : value);
  }
  return new Map<string, Json>([
    ['met_conditions', conditions],
    ['time', Date.now()],
  ]);
}

function parseConditions(body: Json | undefined): Condition[] {
  if (body === undefined || body === null) return [];
  if (!isJsonObject(body)) throw illegalArgument('[conditions] must be an object');
  const conditions = [...body].map(([name, value]) => parseCondition(name, value));
  if (conditions.length > 0 && conditions.every(({ isMinimum }) => isMinimum)) {
    throw validationError([
      'at least one max_* rollover condition must be set when using min_* conditions',
    ]);
  }
  return conditions;
}

function parseCondition(name: string, value: Json): Condition {
  const [, bound, what = ''] = /^(max|min)_(.*)$/.exec(name) ?? [];
  const kind = Object.hasOwn(KINDS, what) ? KINDS[what] : undefined;
  if (kind === undefined) {
    throw new SearchError(
      'x_content_parse_exception',
      `[1:1] [conditions] unknown field [${name}]`,
    );
  }
  const limit = readLimit(name, value, kind);
  const shown = { time: timeText, bytes: bytesText, count: String }[kind.unit](limit);
  return {
    isMinimum: bound === 'min',
    title: `[${name}: ${shown}]`,
    isMet: (facts) => facts[kind.of] >= limit,
  };
}

function readLimit(name: string, value: Json, { unit }: Kind): number {
  if (typeof value === 'object' && value !== null && !(value instanceof Double)) {
    const token = Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
    throw new SearchError(
      'x_content_parse_exception',
      `[1:1] [conditions] ${name} doesn't support values of type: ${token}`,
    );
  }
  if (unit === 'time') return parseTime(String(value), name);
  if (unit === 'bytes') return parseBytes(String(value), name);
  const count = Number(value);
  if (!Number.isSafeInteger(count)) {
    throw new SearchError(
      'x_content_parse_exception',
      `[1:1] [conditions] failed to parse field [${name}]`,
      {
        cause: illegalArgument(`For input string: "${String(value)}"`),
      },
    );
  }
  return count;
}

function factsOf(node: NodeServices, index: IndexMetadata): Facts {
  const shards = node.indices.shardsOf(index)?.stats() ?? [];
  const largest = (values: readonly number[]) => Math.max(0, ...values);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const documents = shards.map((shard) => shard.documents);
  const bytes = shards.map((shard) => shard.bytes);
  return {
    age: Date.now() - Number(index.settings.get('index.creation_date')),
    documents: sum(documents),
    bytes: sum(bytes),
    shardDocuments: largest(documents),
    shardBytes: largest(bytes),
  };
}
