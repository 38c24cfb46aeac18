import type { StackStatus } from '../supervisor/status.ts';

/**
 * What the other commands say to a running supervisor, over the socket in the data directory: one
 * line of JSON there, one line of JSON back, and the connection ends.
 */
export type ControlRequest =
  | { readonly command: 'status' }
  /** Answered when the service is ready again, or has failed to become so. */
  | { readonly command: 'restart'; readonly service: string }
  /** Answered when everything has stopped; the supervisor then ends. */
  | { readonly command: 'stop'; readonly force: boolean };

export type ControlReply =
  | { readonly ok: true; readonly status: StackStatus }
  | { readonly ok: false; readonly error: string };

/** Longer requests are not ours. */
export const LONGEST_REQUEST = 4096;
