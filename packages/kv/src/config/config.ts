/**
 * The one table of directives, and the object that holds their values: `config.maxmemory`,
 * `config.hashMaxListpackEntries`. Its type follows from the table; reading is a plain property load.
 */
import { CLUSTER } from './directives/cluster.ts';
import { DATA_STRUCTURES } from './directives/data-structures.ts';
import { MEMORY } from './directives/memory.ts';
import { NETWORK } from './directives/network.ts';
import { OBSERVABILITY } from './directives/observability.ts';
import { PERSISTENCE } from './directives/persistence.ts';
import { REPLICATION } from './directives/replication.ts';
import { TLS } from './directives/tls.ts';
import type { Directive, Kind } from './kind.ts';

export const DIRECTIVES = {
  ...NETWORK,
  ...MEMORY,
  ...PERSISTENCE,
  ...REPLICATION,
  ...CLUSTER,
  ...DATA_STRUCTURES,
  ...OBSERVABILITY,
  ...TLS,
} as const;

export type DirectiveName = keyof typeof DIRECTIVES;

/** 'tcp-keepalive' → 'tcpKeepalive', 'server_cpulist' → 'serverCpulist'. */
type Camel<S extends string> = S extends `${infer A}-${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : S extends `${infer A}_${infer B}`
    ? `${A}${Capitalize<Camel<B>>}`
    : S;

type ValueOf<D> = D extends { readonly kind: Kind<infer T> } ? T : never;

/** The values of all directives. Written by Settings only; everyone else reads. */
export type Config = {
  readonly [N in DirectiveName as Camel<N>]: ValueOf<(typeof DIRECTIVES)[N]>;
};
export type ConfigKey = keyof Config;

/** A directive with its names; values are handled without knowing their type. */
export interface Entry {
  readonly name: DirectiveName;
  readonly key: ConfigKey;
  readonly directive: Directive<unknown>;
}

function camel(name: string): ConfigKey {
  return name.replace(/[-_](.)/g, (_, c: string) => c.toUpperCase()) as ConfigKey;
}

/** All directives in the table's order. */
export const ENTRIES: readonly Entry[] = Object.entries(DIRECTIVES).map(([name, directive]) => ({
  name: name as DirectiveName,
  key: camel(name),
  directive: directive as unknown as Directive<unknown>,
}));

/** Names and aliases, in lower case. */
export const BY_NAME: ReadonlyMap<string, Entry> = new Map(
  ENTRIES.flatMap((entry): [string, Entry][] => {
    const alias = entry.directive.alias;
    return alias === undefined
      ? [[entry.name, entry]]
      : [
          [entry.name, entry],
          [alias, entry],
        ];
  }),
);

/** A configuration with every directive at its default. */
export function defaultConfig(): Config {
  const values: { [key: string]: unknown } = {};
  for (const { key, directive } of ENTRIES) values[key] = directive.initial;
  values.dir = Buffer.from(process.cwd()).toString('latin1');
  return values as unknown as Config;
}
