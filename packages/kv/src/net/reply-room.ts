/**
 * How much is set aside for a client's unsent replies when there are any: small for one that gets
 * short replies, up to 16 KiB for one that gets long ones. Follows the largest reply of late.
 */
export const REPLY_ROOM_MAX = 16 * 1024;
export const REPLY_ROOM_MIN = 1024;

export class ReplyRoom {
  size = REPLY_ROOM_MAX;
  /** The most bytes of it that were in use since the last reset; at first, as if it had been full. */
  peak = REPLY_ROOM_MAX;
  private resetAt = -1;

  /** So many bytes of replies stood here at once. */
  used(bytes: number): void {
    if (bytes > this.peak) this.peak = bytes > this.size ? this.size : bytes;
  }

  /**
   * Adapts the size to the peak, forgetting a peak older than resetMs (-1: never). Returns 1 when
   * it grew, -1 when it shrank, 0 when it stays.
   */
  adapt(now: number, resetMs: number, inUse: number): number {
    const { size, peak } = this;
    let change = 0;
    if (size / 2 >= REPLY_ROOM_MIN && peak < size / 2) {
      this.size = Math.max(REPLY_ROOM_MIN, peak + 1);
      change = -1;
    } else if (size < REPLY_ROOM_MAX && peak === size) {
      this.size = Math.min(REPLY_ROOM_MAX, size * 2);
      change = 1;
    }
    if (this.resetAt < 0) this.resetAt = now;
    if (resetMs >= 0 && now - this.resetAt >= resetMs) {
      this.peak = Math.min(inUse, this.size);
      this.resetAt = now;
    }
    return change;
  }
}
