/** Loaded before every `bun test` (bunfig.toml), which does not raise the process's exit event. */
import { afterAll } from 'bun:test';
import { runExitTasks } from './at-exit.ts';

afterAll(runExitTasks);
