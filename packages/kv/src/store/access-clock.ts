/**
 * The 24 bits of a record that tell how much it is used, for eviction and OBJECT:
 *   LRU   seconds since the epoch, modulo 2^24 (194 days)
 *   LFU   minutes (16 bits) of the last decay | a counter (8 bits) that grows with the logarithm of
 *         the accesses and shrinks by one every lfu-decay-time minutes
 */
const LRU_MAX = 0xffffff;
const LFU_INITIAL = 5;
const MINUTE_MS = 60_000;

/** Milliseconds since a record with this LRU clock was used. */
export function lruIdle(clock: number, lruClock: number): number {
  return (lruClock >= clock ? lruClock - clock : lruClock + LRU_MAX - clock) * 1000;
}

/** The LRU clock of a record that was used this many seconds before `lruClock`. */
export function lruBefore(lruClock: number, seconds: number): number {
  const clock = lruClock - seconds;
  // Older than the clock can tell: as far away as it goes without looking young again.
  return clock >= 0 ? clock : (lruClock + (LRU_MAX >>> 1)) & LRU_MAX;
}

function minutes(now: number): number {
  return Math.floor(now / MINUTE_MS) & 0xffff;
}

/** The LFU clock of a new key; its counter starts above zero so that it survives a while. */
export function lfuInitial(now: number): number {
  return lfuClock(LFU_INITIAL, now);
}

/** The LFU clock of a counter as of now. */
export function lfuClock(counter: number, now: number): number {
  return (minutes(now) << 8) | counter;
}

/** The counter of an LFU clock after the decay it is due. */
export function lfuDecayed(clock: number, now: number, decayTime: number): number {
  const counter = clock & 0xff;
  if (decayTime === 0) return counter;
  const elapsed = (minutes(now) - (clock >>> 8)) & 0xffff;
  return Math.max(0, counter - Math.floor(elapsed / decayTime));
}

/** A counter after one more access: the higher it is, the less likely it grows. */
export function lfuIncremented(counter: number, logFactor: number): number {
  if (counter === 255) return counter;
  const base = Math.max(0, counter - LFU_INITIAL);
  return Math.random() < 1 / (base * logFactor + 1) ? counter + 1 : counter;
}
