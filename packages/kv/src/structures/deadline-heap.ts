/** Things with a deadline, the earliest first; each knows its place, so that it can leave early. */
export interface Timed {
  readonly deadline: number;
  /** Index in the heap, -1 while outside; the heap's business. */
  place: number;
}

export class DeadlineHeap<T extends Timed> {
  private readonly items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  /** The item with the earliest deadline. */
  get first(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    item.place = this.items.length;
    this.items.push(item);
    this.rise(item);
  }

  /** Takes an item out; does nothing when it is not in. */
  remove(item: T): void {
    const i = item.place;
    if (i < 0) return;
    item.place = -1;
    const last = this.items.pop() as T;
    if (last === item) return;
    this.put(last, i);
    this.rise(last);
    this.sink(last);
  }

  private put(item: T, i: number): void {
    this.items[i] = item;
    item.place = i;
  }

  private rise(item: T): void {
    let i = item.place;
    while (i > 0) {
      const parent = this.items[(i - 1) >> 1] as T;
      if (parent.deadline <= item.deadline) break;
      this.put(parent, i);
      i = (i - 1) >> 1;
    }
    this.put(item, i);
  }

  private sink(item: T): void {
    let i = item.place;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= this.items.length) break;
      const right = this.items[child + 1];
      if (right !== undefined && right.deadline < (this.items[child] as T).deadline) child++;
      const next = this.items[child] as T;
      if (next.deadline >= item.deadline) break;
      this.put(next, i);
      i = child;
    }
    this.put(item, i);
  }
}
