/** Byte strings too long for the arena, each in a buffer of its own under a small number. */
export class OutsideValues {
  /** Bytes of all of them. */
  bytes = 0;
  private map: Map<number, Buffer> | null = null;
  private next = 1;

  /** Keeps a copy of buf[off, off+len) and returns its number. */
  add(buf: Uint8Array, off: number, len: number): number {
    const copy = Buffer.allocUnsafeSlow(len);
    copy.set(buf.subarray(off, off + len));
    this.map ??= new Map();
    const ref = this.next++;
    this.map.set(ref, copy);
    this.bytes += len;
    return ref;
  }

  get(ref: number): Buffer {
    return this.map?.get(ref) as Buffer;
  }

  drop(ref: number): void {
    this.bytes -= this.get(ref).length;
    this.map?.delete(ref);
  }

  clear(): void {
    this.map = null;
    this.bytes = 0;
  }
}
