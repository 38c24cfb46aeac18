import { USAGE_EXIT_CODE } from '@tandem/common/cli/command-line.ts';

/** What scripts can tell from `tandem`'s exit code; listed by `tandem --help` and the README. */
export const exitCodes = {
  ok: 0,
  /** A service failed, or is not ready. */
  failed: 1,
  /** The command line was not understood. */
  usage: USAGE_EXIT_CODE,
  /** Nothing runs on this data directory. */
  notRunning: 3,
  /** A port, a directory or memory stands in the way of a start. */
  cannotStart: 4,
  /** The data directory is in use by another `tandem up`. */
  alreadyRunning: 5,
  /** Stopped by a second Ctrl-C, without waiting for the services. */
  forced: 130,
} as const;
