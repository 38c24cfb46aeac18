/**
 * How large the nodes of a quicklist may be. list-max-listpack-size, here `fill`, limits bytes when
 * negative (-1..-5: 4..64 KiB) and elements, within 8 KiB, when positive.
 */
const FILL_BYTES = [4096, 8192, 16384, 32768, 65536] as const;
const FILL_MAX = 32767;
/** Limit in bytes of a node that is limited by its number of elements. */
export const SAFE_BYTES = 8192;
/** Elements from this length up are nodes of their own by default. */
const PLAIN_FROM = 1 << 30;
const PLAIN_MAX = 2 ** 32 - (1 << 20);

let plainFrom = PLAIN_FROM;

/** DEBUG QUICKLIST-PACKED-THRESHOLD: 0 restores the default; false when out of range. */
export function setPackedThreshold(bytes: number): boolean {
  if (bytes > PLAIN_MAX) return false;
  plainFrom = bytes === 0 ? PLAIN_FROM : bytes;
  return true;
}

/** True when an element of this length is a plain node. */
export function isPlain(len: number): boolean {
  return len >= plainFrom;
}

/** The fill a list really works with. */
export function clampFill(fill: number): number {
  return Math.max(-5, Math.min(FILL_MAX, fill));
}

/** The most bytes a node may have under this fill, Infinity when its count is limited instead. */
export function fillBytes(fill: number): number {
  return fill >= 0 ? Number.POSITIVE_INFINITY : (FILL_BYTES[Math.min(-fill, 5) - 1] as number);
}

/** The most elements a node may have under this fill, Infinity when its size is limited instead. */
export function fillCount(fill: number): number {
  return fill < 0 ? Number.POSITIVE_INFINITY : Math.max(1, fill);
}

/** True when a node of this size and count would be too large. */
export function exceedsFill(fill: number, bytes: number, count: number): boolean {
  return fill < 0 ? bytes > fillBytes(fill) : bytes > SAFE_BYTES || count > fillCount(fill);
}
