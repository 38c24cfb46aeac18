import { expect, test } from 'bun:test';
import { minimumShouldMatch } from './minimum-should-match.ts';

test('how many clauses must match', () => {
  for (const [clauses, spec, wanted] of [
    [4, '3', 3],
    [4, '-1', 3],
    [4, '75%', 3],
    [5, '-25%', 4],
    [2, '3<90%', 2],
    [10, '3<90%', 9],
    [1, '2<-25% 9<-3', 1],
    [8, '2<-25% 9<-3', 6],
    [12, '2<-25% 9<-3', 9],
    [2, '5', 5],
    [2, '-5', 0],
  ] as const) {
    expect(minimumShouldMatch(clauses, spec), `${clauses} ${spec}`).toBe(wanted);
  }
  expect(() => minimumShouldMatch(2, 'x')).toThrow('For input string: "x"');
});
