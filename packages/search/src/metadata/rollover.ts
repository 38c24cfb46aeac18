/** Rolling an alias over to a new index: what it means and which names and aliases come of it. */
import { illegalArgument } from '../errors/search-error.ts';
import type { AliasAction } from './aliases.ts';
import type { ClusterState, IndexMetadata } from './cluster-state.ts';
import { aliasTargets, streamTargets } from './resolve-indices.ts';
import { templatePartsFor } from './templates.ts';

/** The index that writes to the alias go to; throws when the name is no alias, or has none. */
export function rolloverSource(state: ClusterState, target: string): IndexMetadata {
  const newest = streamTargets(state, target).at(-1);
  if (newest !== undefined) return newest;
  if (state.indices.has(target)) {
    throw illegalArgument(
      `rollover target [${target}] is a [concrete index] but one of [alias,data_stream] was expected`,
    );
  }
  const indices = aliasTargets(state, target);
  if (indices.length === 0) throw illegalArgument(`rollover target [${target}] does not exist`);
  const [only] = indices;
  const writer =
    indices.find((index) => index.aliases.get(target)?.isWriteIndex === true) ??
    (indices.length === 1 && only?.aliases.get(target)?.isWriteIndex === undefined
      ? only
      : undefined);
  if (writer === undefined) {
    throw illegalArgument(`rollover target [${target}] does not point to a write index`);
  }
  return writer;
}

/** The name after `logs-1` or `<logs-{now/d}-1>`: the number counts up, in six digits. */
export function nextIndexName(index: IndexMetadata): string {
  const provided = String(index.settings.get('index.provided_name') ?? index.name);
  const isDated = provided.startsWith('<') && provided.endsWith('>');
  const text = isDated ? provided.slice(1, -1) : index.name;
  const match = /^(.*-)(\d+)$/.exec(text);
  if (match === null) {
    throw illegalArgument(`index name [${index.name}] does not match pattern '^.*-\\d+$'`);
  }
  const next = `${match[1]}${String(Number(match[2]) + 1).padStart(6, '0')}`;
  return isDated ? `<${next}>` : next;
}

/** Throws when a template would give the new index the alias that is being rolled over. */
export function checkTemplateAliases(state: ClusterState, alias: string, newIndex: string): void {
  const { aliases, composable } = templatePartsFor(state, newIndex);
  if (!aliases.has(alias)) return;
  throw illegalArgument(
    `Rollover alias [${alias}] can point to multiple indices, found duplicated alias [[${alias}]] in index template [${composable ?? newIndex}]`,
  );
}

/**
 * An alias with a write index keeps the old index and takes on the new one as such; one without
 * leaves the old index.
 */
export function rolloverActions(
  source: IndexMetadata,
  alias: string,
  newIndex: string,
): AliasAction[] {
  const value = source.aliases.get(alias) ?? {};
  if (value.isWriteIndex === true) {
    return [
      { kind: 'add', index: newIndex, alias, value: { ...value, isWriteIndex: true } },
      { kind: 'add', index: source.name, alias, value: { ...value, isWriteIndex: false } },
    ];
  }
  return [
    { kind: 'add', index: newIndex, alias, value: { ...value } },
    { kind: 'remove', index: source.name, alias, mustExist: true },
  ];
}
