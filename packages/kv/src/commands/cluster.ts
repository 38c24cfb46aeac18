/** CLUSTER, ASKING, READONLY and READWRITE of a server that is no cluster node: all are refused. */
import { fail } from '../errors.ts';
import type { Handler, Handlers } from './spec.ts';
import { CLUSTER_COMMANDS } from './table/cluster.ts';

const refuse: Handler = () => fail('ERR This instance has cluster support disabled');

export const clusterCommands: Handlers = Object.fromEntries(
  CLUSTER_COMMANDS.flatMap((spec) =>
    spec.subcommands === undefined
      ? [spec.name]
      : spec.subcommands.map((sub) => `${spec.name}|${sub.name}`),
  ).map((name) => [name, refuse]),
);
