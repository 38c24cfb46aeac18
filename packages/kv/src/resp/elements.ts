/** Replies with elements of packed collections, straight from their bytes. */
import {
  LP_TEXT,
  lpEntryBytes,
  lpIntText,
  lpStringLength,
  lpStringOffset,
} from '../structures/listpack.ts';
import type { Writer } from './writer.ts';

/** Below this many bytes the writer's loop beats the call into libc. */
const LOOP_MAX = 16;
const END = 0xff;
/** "$15" CRLF, 15 bytes, CRLF fit in this. */
const SHORT_REPLY_MAX = 32;

/** Appends the listpack entry at p as a bulk string; `base` is the memory address of b. */
export function bulkElement(out: Writer, b: Uint8Array, base: number, p: number): void {
  const n = lpStringLength(b, p);
  if (n < 0) out.bulk(LP_TEXT, 0, lpIntText(b, p));
  else if (n < LOOP_MAX) out.bulk(b, lpStringOffset(b, p), n);
  else out.bulkAt(base + lpStringOffset(b, p), n);
}

/**
 * Appends the entries from p on, at most `count`, until the listpack ends; returns how many. Strings
 * under 16 bytes, of which long ranges mostly consist, are laid down here without any call.
 */
export function bulkElements(
  out: Writer,
  b: Uint8Array,
  base: number,
  from: number,
  count: number,
): number {
  let p = from;
  let done = 0;
  while (done < count && b[p] !== END) {
    const len = (b[p] as number) - 0x80;
    if (len < 0 || len >= LOOP_MAX) {
      bulkElement(out, b, base, p);
      p += lpEntryBytes(b, p);
    } else {
      out.reserve(SHORT_REPLY_MAX);
      const o = out.buf;
      let q = out.pos;
      o[q++] = 36;
      if (len < 10) o[q++] = 48 + len;
      else {
        o[q++] = 49;
        o[q++] = 38 + len;
      }
      o[q++] = 13;
      o[q++] = 10;
      for (let i = 1; i <= len; i++) o[q++] = b[p + i] as number;
      o[q] = 13;
      o[q + 1] = 10;
      out.pos = q + 2;
      p += len + 2;
    }
    done++;
  }
  return done;
}
