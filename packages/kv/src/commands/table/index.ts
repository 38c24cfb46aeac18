/** Table. Every command of the reference, completed with what its flags imply. */
import { withImplied } from '../implied.ts';
import type { CommandSpec } from '../spec.ts';
import { BITMAP_COMMANDS } from './bitmap.ts';
import { CLUSTER_COMMANDS } from './cluster.ts';
import { CONNECTION_COMMANDS } from './connection.ts';
import { GENERIC_COMMANDS } from './generic.ts';
import { GEO_COMMANDS } from './geo.ts';
import { HASH_COMMANDS } from './hash.ts';
import { HYPERLOGLOG_COMMANDS } from './hyperloglog.ts';
import { LIST_COMMANDS } from './list.ts';
import { PUBSUB_COMMANDS } from './pubsub.ts';
import { SCRIPTING_COMMANDS } from './scripting.ts';
import { SENTINEL_COMMANDS } from './sentinel.ts';
import { SERVER_COMMANDS } from './server.ts';
import { SERVER_CONTAINERS_COMMANDS } from './server-containers.ts';
import { SET_COMMANDS } from './set.ts';
import { SORTED_SET_COMMANDS } from './sorted-set.ts';
import { STREAM_COMMANDS } from './stream.ts';
import { STRING_COMMANDS } from './string.ts';
import { TRANSACTIONS_COMMANDS } from './transactions.ts';

/** All commands, those of a sentinel (flags sentinel and only_sentinel) included. */
export const COMMAND_TABLE: readonly CommandSpec[] = [
  ...BITMAP_COMMANDS,
  ...CLUSTER_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...GENERIC_COMMANDS,
  ...GEO_COMMANDS,
  ...HASH_COMMANDS,
  ...HYPERLOGLOG_COMMANDS,
  ...LIST_COMMANDS,
  ...PUBSUB_COMMANDS,
  ...SCRIPTING_COMMANDS,
  ...SENTINEL_COMMANDS,
  ...SERVER_COMMANDS,
  ...SERVER_CONTAINERS_COMMANDS,
  ...SET_COMMANDS,
  ...SORTED_SET_COMMANDS,
  ...STREAM_COMMANDS,
  ...STRING_COMMANDS,
  ...TRANSACTIONS_COMMANDS,
].map(withImplied);
