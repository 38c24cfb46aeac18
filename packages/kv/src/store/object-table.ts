/** Objects that records refer to by a small number: large collections and huge strings. */
import type { LargeValue } from './value.ts';

export class ObjectTable {
  private readonly slots: (LargeValue | null)[] = [null];
  private readonly free: number[] = [];

  /** Keeps an object and returns its id, never 0. */
  add(value: LargeValue): number {
    const id = this.free.pop();
    if (id === undefined) return this.slots.push(value) - 1;
    this.slots[id] = value;
    return id;
  }

  get(id: number): LargeValue {
    return this.slots[id] as LargeValue;
  }

  /** Forgets the object (without freeing it) and returns it. */
  take(id: number): LargeValue {
    const value = this.slots[id] as LargeValue;
    this.slots[id] = null;
    this.free.push(id);
    return value;
  }

  replace(id: number, value: LargeValue): void {
    this.slots[id] = value;
  }

  get count(): number {
    return this.slots.length - 1 - this.free.length;
  }
}
