/** All families of handlers, in one list. */
import { connectionCommands } from './connection.ts';
import type { Handlers } from './spec.ts';
import { stringCommands } from './string.ts';

export const FAMILIES: readonly Handlers[] = [connectionCommands, stringCommands];
