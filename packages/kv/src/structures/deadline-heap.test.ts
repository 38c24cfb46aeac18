import { expect, test } from 'bun:test';
import { DeadlineHeap, type Timed } from './deadline-heap.ts';

test('items leave in order of their deadlines, whatever left early', () => {
  let s = 7;
  const rnd = (n: number) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
  for (let round = 0; round < 50; round++) {
    const heap = new DeadlineHeap<Timed>();
    const inside = new Set<Timed>();
    for (let i = 0; i < 200; i++) {
      const item = { deadline: rnd(50), place: -1 };
      heap.add(item);
      inside.add(item);
      if (rnd(3) === 0) {
        const gone = [...inside][rnd(inside.size)]!;
        heap.remove(gone);
        heap.remove(gone);
        inside.delete(gone);
      }
    }
    expect(heap.size).toBe(inside.size);
    const expected = [...inside].map((x) => x.deadline).sort((a, b) => a - b);
    const got: number[] = [];
    for (let x = heap.first; x !== undefined; x = heap.first) {
      got.push(x.deadline);
      heap.remove(x);
    }
    expect(got).toEqual(expected);
  }
});
