import { USAGE_EXIT_CODE } from '@tandem/common/cli/command-line.ts';

/** What scripts can tell from `tandem`'s exit code. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: USAGE_EXIT_CODE,
  notRunning: 3,
  cannotStart: 4,
  alreadyRunning: 5,
  forced: 130,
} as const;

/** In words, for `tandem --help`; a test keeps the README's table the same. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done',
  failed: 'a service failed, or is not ready',
  usage: 'the command line was not understood',
  notRunning: 'nothing runs on this data directory',
  cannotStart: 'a port, a directory or memory stands in the way of a start',
  alreadyRunning: 'the data directory is in use by another `tandem up`',
  forced: 'stopped by force',
};
