/**
 * What all databases of one server share: the arena, the object table, the clock and the queue of
 * values waiting to be freed in slices.
 */
import { Arena } from '../structures/arena.ts';
import { IntsetEditor } from '../structures/intset.ts';
import { addressOf } from '../structures/libc.ts';
import { ListpackEditor } from '../structures/listpack-editor.ts';
import { Records } from '../structures/record.ts';
import { ObjectTable } from './object-table.ts';
import type { LargeValue } from './value.ts';

/** Longest key name given as a string; longer ones take a buffer of their own. */
const SCRATCH_BYTES = 64 * 1024;
/** Values with at most this many elements are freed at once even by UNLINK. */
export const LAZY_FREE_ABOVE = 64;

export class Store {
  readonly arena = new Arena();
  readonly records = new Records(this.arena);
  readonly listpacks = new ListpackEditor(this.arena);
  readonly intsets = new IntsetEditor(this.arena);
  readonly objects = new ObjectTable();
  /** Milliseconds since the epoch as the running command sees them; frozen while it runs. */
  now = Date.now();
  /** The 24 bits written into a record's clock when it is touched (LRU seconds). */
  lruClock = 0;
  /** Set while a maxmemory policy of the LFU kind is active. */
  lfu = false;
  /** Touches a record's LFU counter; replaced by the eviction module. */
  touchLfu: (a: number) => void = () => {};
  /** True while lookups must not touch clocks (CLIENT NO-TOUCH, snapshots). */
  noTouch = false;

  private scratchBuf: Buffer = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  scratchAddress = addressOf(this.scratchBuf);
  private readonly lazy: { readonly steps: Iterator<void>; readonly objects: number }[] = [];
  /** Objects waiting to be freed, and freed so. */
  lazyPending = 0;
  lazyFreed = 0;

  /** Writes a binary string into a shared buffer and returns it; valid until the next call. */
  scratch(s: string): Buffer {
    if (s.length > this.scratchBuf.length) {
      this.scratchBuf = Buffer.allocUnsafeSlow(s.length * 2);
      this.scratchAddress = addressOf(this.scratchBuf);
    }
    this.scratchBuf.latin1Write(s, 0);
    return this.scratchBuf;
  }

  /** A new block with these bytes; returns its address. */
  loadBlock(src: Buffer, off: number, len: number): number {
    const a = this.arena.alloc(len);
    src.copy(this.listpacks.bytes(a), this.listpacks.offset(a), off, off + len);
    return a;
  }

  /** Bytes of data: blocks, tables and what structures hold outside the arena. */
  get usedBytes(): number {
    return this.arena.used + this.arena.outside;
  }

  /** Queues a value that is no longer reachable, which counts as so many objects. */
  freeLater(value: LargeValue, objects = 1): void {
    this.lazy.push({ steps: value.freeInSteps?.() ?? atOnce(value), objects });
    this.lazyPending += objects;
  }

  /** Frees queued values until `deadline` (performance.now() ms); true when more are left. */
  freeSome(deadline: number): boolean {
    for (let last = this.lazy.at(-1); last !== undefined; last = this.lazy.at(-1)) {
      if (last.steps.next().done) {
        this.lazy.pop();
        this.lazyPending -= last.objects;
        this.lazyFreed += last.objects;
      }
      if (performance.now() >= deadline) return this.lazy.length > 0;
    }
    return false;
  }
}

function atOnce(value: LargeValue): Iterator<void> {
  return {
    next() {
      value.free();
      return { done: true, value: undefined };
    },
  };
}
