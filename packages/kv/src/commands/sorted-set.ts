/** All sorted set commands. */
import { sortedSetAddCommands } from './sorted-set-add.ts';
import { sortedSetAlgebraCommands } from './sorted-set-algebra.ts';
import { sortedSetPopCommands } from './sorted-set-pop.ts';
import { sortedSetRandomCommands } from './sorted-set-random.ts';
import { sortedSetRangeCommands } from './sorted-set-range.ts';
import { sortedSetReadCommands } from './sorted-set-read.ts';
import { sortedSetRemoveCommands } from './sorted-set-remove.ts';
import type { Handlers } from './spec.ts';

export const sortedSetCommands: Handlers = {
  ...sortedSetAddCommands,
  ...sortedSetReadCommands,
  ...sortedSetRangeCommands,
  ...sortedSetRemoveCommands,
  ...sortedSetPopCommands,
  ...sortedSetRandomCommands,
  ...sortedSetAlgebraCommands,
};
