/**
 * The nodes of a quicklist in order: two words each (a reference, a count with flags) in one typed
 * array with room at both ends. Ends are O(1); the middle moves the shorter side, which for a
 * million elements is a few kilobytes.
 */
const WORDS = 2;
const MIN_NODES = 4;

export class NodeDeque {
  length = 0;
  private words = new Uint32Array(MIN_NODES * WORDS);
  private start = 0;

  ref(i: number): number {
    return this.words[(this.start + i) * WORDS] as number;
  }

  setRef(i: number, ref: number): void {
    this.words[(this.start + i) * WORDS] = ref;
  }

  /** The second word: whatever the owner packs beside the count. */
  info(i: number): number {
    return this.words[(this.start + i) * WORDS + 1] as number;
  }

  setInfo(i: number, info: number): void {
    this.words[(this.start + i) * WORDS + 1] = info;
  }

  /** Makes a node at index i; those from i on move one further. */
  insert(i: number, ref: number, info: number): void {
    const capacity = this.words.length / WORDS;
    const front = i < this.length - i;
    if (front ? this.start === 0 : this.start + this.length === capacity) this.spread();
    const w = this.words;
    const at = this.start * WORDS;
    if (front) {
      w.copyWithin(at - WORDS, at, at + i * WORDS);
      this.start--;
    } else w.copyWithin(at + (i + 1) * WORDS, at + i * WORDS, at + this.length * WORDS);
    this.length++;
    this.setRef(i, ref);
    this.setInfo(i, info);
  }

  /** Forgets n nodes from index i on. */
  remove(i: number, n = 1): void {
    const w = this.words;
    const at = this.start * WORDS;
    if (i < this.length - i - n) {
      w.copyWithin(at + n * WORDS, at, at + i * WORDS);
      this.start += n;
    } else w.copyWithin(at + i * WORDS, at + (i + n) * WORDS, at + this.length * WORDS);
    this.length -= n;
    if (this.words.length > MIN_NODES * WORDS && this.length * WORDS * 8 < this.words.length)
      this.spread();
  }

  /** Moves to an array of fitting size with the free room shared between both ends. */
  private spread(): void {
    const nodes = Math.max(MIN_NODES, this.length * 2);
    const wider = new Uint32Array(nodes * WORDS);
    const start = (nodes - this.length) >> 1;
    wider.set(
      this.words.subarray(this.start * WORDS, (this.start + this.length) * WORDS),
      start * WORDS,
    );
    this.words = wider;
    this.start = start;
  }

  get bytes(): number {
    return this.words.byteLength;
  }
}
