/** All families of handlers, in one list. */

import { configCommands } from './config.ts';
import { connectionCommands } from './connection.ts';
import { latencyCommands } from './latency.ts';
import { slowlogCommands } from './slowlog.ts';
import type { Handlers } from './spec.ts';
import { stringCommands } from './string.ts';

export const FAMILIES: readonly Handlers[] = [
  slowlogCommands,
  latencyCommands,
  configCommands,
  connectionCommands,
  stringCommands,
];
