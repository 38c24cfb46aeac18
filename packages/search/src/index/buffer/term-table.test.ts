import { expect, test } from 'bun:test';
import { seededRandom } from '@tandem/testkit/random.ts';
import { runToEnd } from '../run-to-end.ts';
import { TermTable } from './term-table.ts';

for (const count of [1, 300, 6000]) {
  test(`${count} terms get one number each, and come back in the order of their bytes`, () => {
    const random = seededRandom(`terms ${count}`);
    const table = new TermTable();
    const numbers = new Map<string, number>();
    while (table.count < count) {
      // Long common beginnings, bytes of all values, ends that are zero.
      const beginning = ['', 'common', 'common beginning', '\u0000'][Math.floor(random() * 4)];
      const rest = Array.from({ length: Math.floor(random() * 4) }, () =>
        random() < 0.2 ? 0 : Math.floor(random() * 256),
      );
      const term = Buffer.concat([Buffer.from(beginning as string), Buffer.from(rest)]);
      const number = table.add(term, 0, term.length);
      const known = numbers.get(term.toString('latin1'));
      if (known !== undefined) expect(number).toBe(known);
      numbers.set(term.toString('latin1'), number);
    }
    const order = [...runToEnd(table.sorted())];
    const terms = order.map((number) =>
      Buffer.from(table.bytes.slice(table.offsets[number], table.offsets[number + 1])),
    );
    expect(terms.length).toBe(numbers.size);
    for (const [i, term] of terms.entries()) {
      if (i > 0) expect(Buffer.compare(terms[i - 1]!, term)).toBe(-1);
      expect(numbers.get(term.toString('latin1'))).toBe(order[i]!);
    }
  });
}
