/** Which arguments of the publish/subscribe commands are channels, and what for. */
import type { Command } from '../commands/spec.ts';

interface ChannelSpec {
  /** Patterns are compared as they are, not matched. */
  readonly pattern: boolean;
  /** Number of channels from argument 1 on, 0 for all that follow. */
  readonly count: number;
}

/** Commands that need permission; one may always unsubscribe. */
const SPECS: ReadonlyMap<string, ChannelSpec> = new Map([
  ['subscribe', { pattern: false, count: 0 }],
  ['ssubscribe', { pattern: false, count: 0 }],
  ['psubscribe', { pattern: true, count: 0 }],
  ['publish', { pattern: false, count: 1 }],
  ['spublish', { pattern: false, count: 1 }],
]);

/** The channel arguments of a command that need permission, or undefined when it has none. */
export function channelSpec(command: Command): ChannelSpec | undefined {
  return command.parent === null ? SPECS.get(command.spec.name) : undefined;
}
