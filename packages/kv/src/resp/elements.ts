/** Replies with elements of packed collections, straight from their bytes. */
import { LP_TEXT, lpIntText, lpStringLength, lpStringOffset } from '../structures/listpack.ts';
import type { Writer } from './writer.ts';

/** Below this many bytes the writer's loop beats the call into libc. */
const LOOP_MAX = 16;

/** Appends the listpack entry at p as a bulk string; `base` is the memory address of b. */
export function bulkElement(out: Writer, b: Uint8Array, base: number, p: number): void {
  const n = lpStringLength(b, p);
  if (n < 0) out.bulk(LP_TEXT, 0, lpIntText(b, p));
  else if (n < LOOP_MAX) out.bulk(b, lpStringOffset(b, p), n);
  else out.bulkAt(base + lpStringOffset(b, p), n);
}
