/** Data streams: a name for a row of hidden indices, the last of which takes the writes. */
import { illegalArgument, SearchError } from '../errors/search-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/values.ts';
import { TIMESTAMP } from '../mapping/document-parser.ts';
import type { ClusterState, DataStream, IndexMetadata } from './cluster-state.ts';
import type { CreateBody } from './create-index.ts';
import { resolveDateMath } from './date-math-name.ts';
import { checkIndexName } from './index-names.ts';
import { aliasTargets } from './resolve-indices.ts';
import { composableParts, findComposable, type TemplateParts } from './templates.ts';

export { TIMESTAMP };

/** `.ds-logs-2024.05.01-000001`. */
export function backingName(stream: string, generation: number): string {
  return resolveDateMath(
    `<.ds-${stream}-{now/d}-${String(generation).padStart(6, '0')}>`,
    Date.now(),
  );
}

/** The composable template that makes data streams of indices of this name, if one does. */
export function streamTemplate(state: ClusterState, name: string): string | undefined {
  const template = findComposable(state, name);
  if (template === undefined) return undefined;
  return state.templates.composable.get(template)?.has('data_stream') ? template : undefined;
}

/** Throws unless a data stream of this name may be made; returns the template it is made from. */
export function checkNewStream(state: ClusterState, name: string): string {
  try {
    checkIndexName(name);
  } catch (error) {
    const complaint = (error as Error).message.replace(/^Invalid index name \[[^\]]*\], /, '');
    throw illegalArgument(`data_stream [${name}] ${complaint}`);
  }
  if (state.dataStreams.has(name)) {
    throw new SearchError(
      'resource_already_exists_exception',
      `data_stream [${name}] already exists`,
    );
  }
  if (state.indices.has(name) || aliasTargets(state, name).length > 0) {
    throw illegalArgument(`data stream [${name}] conflicts with an index or alias of that name`);
  }
  if (name.startsWith('.ds-')) {
    throw illegalArgument(`data_stream [${name}] must not start with '.ds-'`);
  }
  const template = findComposable(state, name);
  if (template === undefined) {
    throw illegalArgument(`no matching index template found for data stream [${name}]`);
  }
  if (!state.templates.composable.get(template)?.has('data_stream')) {
    throw illegalArgument(
      `matching index template [${template}] for data stream [${name}] has no data stream template`,
    );
  }
  return template;
}

/** What a backing index gets beside its template: it is hidden, and knows its timestamp. */
export function backingParts(state: ClusterState, template: string): TemplateParts {
  const body = state.templates.composable.get(template) as JsonObject;
  const parts = composableParts(state, template, body);
  const mapping: JsonObject = new Map<string, Json>([
    ['_data_stream_timestamp', new Map<string, Json>([['enabled', true]])],
    ['properties', new Map<string, Json>([[TIMESTAMP, new Map<string, Json>([['type', 'date']])]])],
  ]);
  return {
    ...parts,
    settings: new Map([...parts.settings, ['index.hidden', 'true']]),
    mappings: [mapping, ...parts.mappings],
    // Aliases of the template are the stream's, and this engine gives streams none.
    aliases: new Map(),
  };
}

export const NO_BODY: CreateBody = { settings: new Map(), mappings: new Map(), aliases: new Map() };

export function newStream(state: ClusterState, name: string, template: string): DataStream {
  const body = state.templates.composable.get(template);
  const options = body?.get('data_stream');
  const own = body?.get('template');
  const lifecycle = isJsonObject(own) ? own.get('lifecycle') : undefined;
  const meta = body?.get('_meta');
  return {
    name,
    indices: [],
    generation: 0,
    hidden: isJsonObject(options) && options.get('hidden') === true,
    meta: isJsonObject(meta) ? meta : undefined,
    lifecycle: isJsonObject(lifecycle) ? lifecycle : undefined,
  };
}

/** The state in which `made` is the newest index of the stream. */
export function withBacking(
  state: ClusterState,
  stream: DataStream,
  made: IndexMetadata,
  generation: number,
): ClusterState {
  const next = { ...stream, indices: [...stream.indices, made.name], generation };
  return {
    ...state,
    indices: new Map(state.indices).set(made.name, { ...made, dataStream: stream.name }),
    dataStreams: new Map(state.dataStreams).set(stream.name, next),
  };
}

/** Throws when one of the indices is where a stream writes to. */
export function checkNoWriteIndex(state: ClusterState, indices: readonly IndexMetadata[]): void {
  for (const { name, dataStream } of indices) {
    const stream = dataStream === undefined ? undefined : state.dataStreams.get(dataStream);
    if (stream?.indices.at(-1) !== name) continue;
    throw illegalArgument(
      `index [${name}] is the write index for data stream [${dataStream}] and cannot be deleted`,
    );
  }
}

/** The streams without these indices. */
export function withoutBacking(
  streams: ClusterState['dataStreams'],
  indices: readonly IndexMetadata[],
): ClusterState['dataStreams'] {
  const next = new Map(streams);
  for (const { name, dataStream } of indices) {
    const stream = dataStream === undefined ? undefined : next.get(dataStream);
    if (stream === undefined) continue;
    next.set(stream.name, {
      ...stream,
      indices: stream.indices.filter((backing) => backing !== name),
      generation: stream.generation + 1,
    });
  }
  return next;
}
