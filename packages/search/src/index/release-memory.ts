/** Less than this is not worth a collection of its own. */
const WORTH_BYTES = 4 * 1024 * 1024;

/**
 * Says that about so many bytes of arrays have just become garbage. They weigh little in the
 * collector's own accounts, which count objects: left to itself the process grew to three times
 * what it held.
 */
export function releaseMemory(bytes: number): void {
  if (bytes >= WORTH_BYTES) Bun.gc(true);
}
