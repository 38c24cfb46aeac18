import { expect, test } from 'bun:test';
import { Engine, ErrorReply } from '../testing/engine.ts';

test('SORT by number, by text, by the weights of other keys', () => {
  const engine = new Engine();
  engine.run('RPUSH', 'l', 3, 10, 2, -1);
  expect(engine.run('SORT', 'l')).toEqual(['-1', '2', '3', '10']);
  expect(engine.run('SORT', 'l', 'DESC', 'LIMIT', 1, 2)).toEqual(['3', '2']);
  expect(engine.run('SORT', 'l', 'ALPHA')).toEqual(['-1', '10', '2', '3']);
  engine.run('MSET', 'w_3', 1, 'w_10', 0.5, 'w_2', 7);
  expect(engine.run('SORT', 'l', 'BY', 'w_*')).toEqual(['-1', '10', '3', '2']);
  engine.run('HSET', 'h_3', 'name', 'c');
  engine.run('HSET', 'h_10', 'name', 'a');
  expect(
    engine.run('SORT', 'l', 'BY', 'h_*->name', 'ALPHA', 'GET', '#', 'GET', 'h_*->name'),
  ).toEqual(['2', null, '-1', null, '10', 'a', '3', 'c']);
  expect(engine.run('SORT', 'l', 'BY', 'nosort')).toEqual(['3', '10', '2', '-1']);
  expect(engine.run('SORT', 'l', 'BY', 'nosort', 'DESC')).toEqual(['-1', '2', '10', '3']);
  engine.run('RPUSH', 'l', 'x');
  expect(engine.run('SORT', 'l')).toEqual(
    new ErrorReply("ERR One or more scores can't be converted into double"),
  );
});

test('SORT STORE makes a list, or deletes the key when there is nothing', () => {
  const engine = new Engine();
  engine.run('SADD', 's', 'b', 'a', 'c');
  expect(engine.run('SORT', 's', 'BY', 'nosort', 'STORE', 'd')).toBe(3);
  expect(engine.run('LRANGE', 'd', 0, -1)).toEqual(['a', 'b', 'c']);
  expect(engine.run('SORT', 's', 'ALPHA', 'GET', 'none_*', 'STORE', 'd')).toBe(3);
  expect(engine.run('LRANGE', 'd', 0, -1)).toEqual(['', '', '']);
  expect(engine.run('SORT', 'missing', 'STORE', 'd')).toBe(0);
  expect(engine.run('EXISTS', 'd')).toBe(0);
  expect(engine.run('SORT_RO', 's', 'STORE', 'd')).toEqual(new ErrorReply('ERR syntax error'));
});
