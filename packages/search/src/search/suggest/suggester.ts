/** What the suggesters have in common. */
import { illegalArgument } from '../../errors/search-error.ts';
import type { JsonObject, Writable } from '../../json/values.ts';
import type { ShardContext, SuggestReduction } from '../context.ts';
import type { Scope } from '../dsl/scope.ts';
import type { SearchField } from '../fields/field-kind.ts';
import { resolveField } from '../fields/resolve.ts';

/** One named suggestion of a request. */
export interface SuggestionInput {
  readonly name: string;
  readonly text: string | undefined;
  readonly prefix: string | undefined;
  readonly regex: string | undefined;
  /** What stands behind the suggester's name. */
  readonly body: JsonObject;
  readonly scope: Scope;
}

/** A parsed suggestion: collected in every shard, reduced once. */
export interface Suggester {
  collect(shard: ShardContext): Generator<void, unknown>;
  /** Entries of the answer; `shards` is what `collect` made of each. */
  reduce(shards: readonly unknown[], options: SuggestReduction): Writable[];
}

export type ParseSuggester = (input: SuggestionInput) => Suggester;

export function suggestField({ mapping }: ShardContext, name: string): SearchField {
  const field = resolveField(mapping, name);
  if (field === undefined) throw illegalArgument(`no mapping found for field [${name}]`);
  return field;
}

/** Where entries of several shards are the same one. */
export interface EntryPlace {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
}

/** Entries of all shards, those for the same piece of text together, in the order they come. */
export function groupEntries<T extends EntryPlace>(shards: readonly (readonly T[])[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const entry of shards.flat()) {
    const key = `${entry.offset}:${entry.length}:${entry.text}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
