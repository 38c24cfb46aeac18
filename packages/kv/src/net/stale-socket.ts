import { unlinkSync } from 'node:fs';

/** Removes a unix socket's file that an earlier server left, or this one leaves. */
export function removeStaleSocket(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Nothing there: the usual case.
  }
}
