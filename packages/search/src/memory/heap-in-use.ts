/** How much of its heap budget the process really holds. */
import { readFileSync } from 'node:fs';

const PAGE = 4096;
/** What the runtime takes for itself (code, compiler, allocator) and no heap would show. */
const RUNTIME_BYTES = 192 * 2 ** 20;
/** A reading is good for so long. */
const FRESH_MS = 20;
const BETWEEN_COLLECTIONS_MS = 1000;

let reading = { at: -Infinity, bytes: 0 };
let collectedAt = -Infinity;

/**
 * Memory of the process's own (mapped files are the page cache's) beyond what the runtime needs; 0
 * where the system does not tell. `afterCollection` frees garbage first, if that was not just done.
 */
export function heapInUse(afterCollection: boolean): number {
  const now = performance.now();
  if (afterCollection && now - collectedAt > BETWEEN_COLLECTIONS_MS) {
    Bun.gc(true);
    collectedAt = performance.now();
    reading = { at: -Infinity, bytes: 0 };
  }
  if (now - reading.at < FRESH_MS) return reading.bytes;
  reading = { at: now, bytes: Math.max(0, ownMemory() - RUNTIME_BYTES) };
  return reading.bytes;
}

function ownMemory(): number {
  try {
    const [, resident = '0', shared = '0'] = readFileSync('/proc/self/statm', 'utf8').split(' ');
    return (Number(resident) - Number(shared)) * PAGE;
  } catch {
    return 0;
  }
}
