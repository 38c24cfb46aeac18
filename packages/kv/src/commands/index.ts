/** All families of handlers, in one list. */

import { clientCommands } from './client.ts';
import { configCommands } from './config.ts';
import { connectionCommands } from './connection.ts';
import { latencyCommands } from './latency.ts';
import { listCommands } from './list.ts';
import { listMoveCommands } from './list-move.ts';
import { listSearchCommands } from './list-search.ts';
import { pubsubCommands } from './pubsub.ts';
import { slowlogCommands } from './slowlog.ts';
import { sortedSetCommands } from './sorted-set.ts';
import type { Handlers } from './spec.ts';
import { stringCommands } from './string.ts';
import { transactionCommands } from './transactions.ts';

export const FAMILIES: readonly Handlers[] = [
  slowlogCommands,
  latencyCommands,
  configCommands,
  connectionCommands,
  transactionCommands,
  pubsubCommands,
  clientCommands,
  listCommands,
  listMoveCommands,
  listSearchCommands,
  sortedSetCommands,
  stringCommands,
];
