import { TokenFilter, type TokenStream } from '../core/stream.ts';
import { murmur3x64 } from './murmur3.ts';

export interface MinHashOptions {
  readonly hashCount: number;
  readonly bucketCount: number;
  readonly hashSetSize: number;
  readonly withRotation: boolean;
}

interface Hash {
  readonly low: bigint;
  readonly high: bigint;
}

interface NamedHash extends Hash {
  readonly text: string;
}

const MASK = 0xffffffffffffffffn;

function less(a: Hash, b: Hash): boolean {
  return a.high === b.high ? a.low < b.low : a.high < b.high;
}

/** The smallest hashes of a stream's terms, per bucket, as tokens of eight characters each. */
export class MinHashFilter extends TokenFilter {
  readonly #options: MinHashOptions;
  #hashes: NamedHash[] | null = null;
  #index = 0;
  #end = 0;

  constructor(input: TokenStream, options: MinHashOptions) {
    super(input);
    this.#options = options;
  }

  override reset(): void {
    super.reset();
    this.#hashes = null;
    this.#index = 0;
  }

  override next(): boolean {
    if (this.#hashes === null) this.#hashes = this.#collect();
    const hash = this.#hashes[this.#index];
    if (hash === undefined) return false;
    const token = this.token;
    token.clear();
    token.term = hash.text;
    token.end = this.#end;
    token.type = 'MIN_HASH';
    token.positionIncrement = this.#index === 0 ? 1 : 0;
    this.#index++;
    return true;
  }

  override end(): void {
    if (this.#hashes === null) {
      super.end();
      return;
    }
    this.token.clear();
    this.token.positionIncrement = 0;
    this.token.start = this.token.end = this.#end;
  }

  #collect(): NamedHash[] {
    const { hashCount, bucketCount, hashSetSize, withRotation } = this.#options;
    const sets: Hash[][][] = Array.from({ length: hashCount }, () =>
      Array.from({ length: bucketCount }, () => []),
    );
    const bucketSize =
      (1n << 32n) / BigInt(bucketCount) + ((1n << 32n) % BigInt(bucketCount) === 0n ? 0n : 1n);
    let any = false;
    while (this.input.next()) {
      any = true;
      this.#end = this.token.end;
      const base = murmur3x64(utf16Bytes(this.token.term), 0);
      for (let i = 0; i < hashCount; i++) {
        const hash = combine(base, seedHash(i));
        const bucket = Number(((hash.high >> 32n) & 0xffffffffn) / bucketSize);
        insert((sets[i] as Hash[][])[bucket] as Hash[], hash, hashSetSize);
      }
    }
    this.input.end();
    if (!any) return [];
    if (withRotation && hashSetSize === 1) for (const buckets of sets) rotate(buckets);
    return sets.flatMap((buckets, index) =>
      buckets.flat().map((hash) => ({ ...hash, text: hashText(hash, hashCount > 1 ? index : -1) })),
    );
  }
}

/** Keeps a sorted set of at most `size` hashes. */
function insert(set: Hash[], hash: Hash, size: number): void {
  let at = 0;
  while (at < set.length && less(set[at] as Hash, hash)) at++;
  const here = set[at];
  if (here !== undefined && here.low === hash.low && here.high === hash.high) return;
  set.splice(at, 0, hash);
  if (set.length > size) set.pop();
}

/** Empty buckets take the content of the next one that has any. */
function rotate(buckets: Hash[][]): void {
  const count = buckets.length;
  const filled = buckets.map((bucket) => [...bucket]);
  for (let i = 0; i < count; i++) {
    if ((filled[i] as Hash[]).length > 0) continue;
    for (let j = 1; j < count; j++) {
      const source = filled[(i + j) % count] as Hash[];
      if (source.length === 0) continue;
      buckets[i] = [...source];
      break;
    }
  }
}

function combine(a: Hash, b: Hash): Hash {
  return { low: (a.low * 37n + b.low) & MASK, high: (a.high * 37n + b.high) & MASK };
}

function seedHash(index: number): Hash {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, index);
  return murmur3x64(bytes, 0);
}

/** Terms are hashed as UTF-16 bytes, low byte first. */
function utf16Bytes(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length * 2);
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    bytes[i * 2] = code & 0xff;
    bytes[i * 2 + 1] = code >> 8;
  }
  return bytes;
}

/** 128 bits as characters, high word first; of several hashes each begins with its number and loses its last 32 bits. */
function hashText(hash: Hash, index: number): string {
  let text = index < 0 ? '' : String.fromCharCode(index >> 16, index & 0xffff);
  for (const word of [hash.high, hash.low]) {
    for (let shift = 48n; shift >= 0n; shift -= 16n) {
      text += String.fromCharCode(Number((word >> shift) & 0xffffn));
    }
  }
  return text.slice(0, 8);
}
