import { describe, expect, test } from 'bun:test';
import { Engine, type ErrorReply } from '../testing/engine.ts';

function engineWith(n: number) {
  const engine = new Engine();
  return { engine, clients: Array.from({ length: n }, () => engine.connect()) };
}

describe('clients waiting for keys', () => {
  test('are served in the order in which they came, one element each', () => {
    const { engine, clients } = engineWith(3);
    const [a, b, c] = clients as [(typeof clients)[0], (typeof clients)[0], (typeof clients)[0]];
    expect(a.run('BLPOP', 'k', 0)).toBeUndefined();
    expect(b.run('BRPOP', 'k', 0)).toBeUndefined();
    expect(c.run('BLPOP', 'k', 0)).toBeUndefined();
    expect(engine.server.blocking.count).toBe(3);
    expect(engine.run('RPUSH', 'k', '1', '2')).toBe(2);
    expect(a.received()).toEqual([['k', '1']]);
    expect(b.received()).toEqual([['k', '2']]);
    expect(c.waits).toBe(true);
    expect(engine.run('EXISTS', 'k')).toBe(0);
    engine.run('RPUSH', 'k', '3');
    expect(c.received()).toEqual([['k', '3']]);
    expect(engine.server.blocking.count).toBe(0);
    expect(engine.server.blocking.keyCount).toBe(0);
  });

  test('who could not be served keeps its place among those who wait', () => {
    const { engine, clients } = engineWith(3);
    for (const c of clients) c.run('BLPOP', 'k', 0);
    for (let i = 0; i < 3; i++) {
      engine.run('RPUSH', 'k', `v${i}`);
      expect(clients.map((c) => c.received())).toEqual(
        clients.map((_, j) => (j === i ? [['k', `v${i}`]] : [])),
      );
    }
  });

  test('a key given twice is waited for once', () => {
    const { engine, clients } = engineWith(1);
    clients[0]!.run('BLPOP', 'k', 'k', 'other', 'k', 0);
    expect(engine.server.blocking.keyCount).toBe(2);
    engine.run('LPUSH', 'k', 'x', 'y');
    expect(clients[0]!.received()).toEqual([['k', 'y']]);
    expect(engine.run('LLEN', 'k')).toBe(1);
  });

  test('the first of several keys in the order of the arguments serves', () => {
    const { engine, clients } = engineWith(1);
    clients[0]!.run('BLMPOP', 0, 2, 'a', 'b', 'LEFT', 'COUNT', 10);
    engine.run('MULTI');
    engine.run('RPUSH', 'b', '1');
    engine.run('RPUSH', 'a', '2', '3');
    engine.run('EXEC');
    expect(clients[0]!.received()).toEqual([['a', ['2', '3']]]);
    expect(engine.run('LRANGE', 'b', 0, -1)).toEqual(['1']);
  });

  test('what a served BLMOVE pushes serves the next in line', () => {
    const { engine, clients } = engineWith(3);
    clients[0]!.run('BLMOVE', 'a', 'b', 'LEFT', 'RIGHT', 0);
    clients[1]!.run('BLMOVE', 'b', 'c', 'LEFT', 'RIGHT', 0);
    clients[2]!.run('BLPOP', 'c', 0);
    engine.run('RPUSH', 'a', 'x');
    expect(clients.map((c) => c.received())).toEqual([['x'], ['x'], [['c', 'x']]]);
    expect(engine.run('EXISTS', 'a', 'b', 'c')).toBe(0);
  });

  test('circular moves end', () => {
    const { engine, clients } = engineWith(2);
    clients[0]!.run('BRPOPLPUSH', 'a', 'b', 0);
    clients[1]!.run('BRPOPLPUSH', 'b', 'a', 0);
    engine.run('RPUSH', 'a', 'x');
    expect(clients.map((c) => c.received())).toEqual([['x'], ['x']]);
    expect(engine.run('LRANGE', 'a', 0, -1)).toEqual(['x']);
  });

  test('a value of another type wakes nobody, a wrong target is an error then', () => {
    const { engine, clients } = engineWith(2);
    clients[0]!.run('BLPOP', 'k', 0);
    engine.run('SET', 'k', 'text');
    expect(clients[0]!.waits).toBe(true);
    engine.run('DEL', 'k');
    engine.run('SET', 'target', 'text');
    clients[1]!.run('BLMOVE', 'source', 'target', 'LEFT', 'LEFT', 0);
    engine.run('RPUSH', 'source', 'x');
    const [reply] = clients[1]!.received();
    expect((reply as ErrorReply).text).toStartWith('WRONGTYPE');
    expect(engine.run('LLEN', 'source')).toBe(1);
  });

  test('push and delete in one transaction wake nobody', () => {
    const { engine, clients } = engineWith(1);
    clients[0]!.run('BLPOP', 'k', 0);
    engine.run('MULTI');
    engine.run('RPUSH', 'k', 'x');
    engine.run('DEL', 'k');
    engine.run('EXEC');
    expect(clients[0]!.waits).toBe(true);
    engine.run('RPUSH', 'k', 'y');
    expect(clients[0]!.received()).toEqual([['k', 'y']]);
  });

  test('a transaction never waits', () => {
    const { engine } = engineWith(0);
    engine.run('MULTI');
    engine.run('BLPOP', 'k', 0);
    engine.run('BLMOVE', 'k', 'l', 'LEFT', 'LEFT', 0);
    expect(engine.run('EXEC')).toEqual([null, null]);
  });
});

describe('the end of a wait', () => {
  test('comes by timeout, earliest first, and is counted once', () => {
    const { engine, clients } = engineWith(3);
    const { blocking } = engine.server;
    for (const [i, seconds] of [5, 1, 0].entries()) clients[i]!.run('BLPOP', 'k', seconds);
    const [later, sooner] = clients.map((c) => c.client.blocked!.deadline) as [number, number];
    expect(sooner).toBeLessThan(later);
    expect(blocking.nextDeadline()).toBe(sooner);
    blocking.expire(sooner);
    expect(clients[1]!.waits).toBe(true);
    blocking.expire(sooner + 1);
    expect(clients.map((c) => c.received())).toEqual([[], [null], []]);
    expect(blocking.nextDeadline()).toBe(later);
    blocking.expire(later + 1);
    expect(clients.map((c) => c.waits)).toEqual([false, false, true]);
    expect(blocking.nextDeadline()).toBe(Number.POSITIVE_INFINITY);
    expect(clients[0]!.client.command?.calls).toBe(2);
  });

  test('a command that runs again and waits on keeps its deadline', () => {
    const { engine, clients } = engineWith(2);
    const { blocking } = engine.server;
    clients[0]!.run('BLPOP', 'k', 0);
    clients[1]!.run('BLPOP', 'k', 3);
    const { deadline } = clients[1]!.client.blocked!;
    engine.run('RPUSH', 'k', 'x');
    expect(clients[1]!.waits).toBe(true);
    expect(blocking.nextDeadline()).toBe(deadline);
  });

  test('comes by CLIENT UNBLOCK, as a timeout or an error', () => {
    const { engine, clients } = engineWith(2);
    for (const c of clients) c.run('BLPOP', 'k', 0);
    const [first, second] = clients.map((c) => c.client.id) as [number, number];
    expect(engine.run('CLIENT', 'UNBLOCK', first)).toBe(1);
    expect(engine.run('CLIENT', 'UNBLOCK', second, 'ERROR')).toBe(1);
    expect(engine.run('CLIENT', 'UNBLOCK', second)).toBe(0);
    expect(clients[0]!.received()).toEqual([null]);
    const [error] = clients[1]!.received();
    expect((error as ErrorReply).text).toBe('UNBLOCKED client unblocked via CLIENT UNBLOCK');
    engine.run('RPUSH', 'k', 'x');
    expect(engine.run('LLEN', 'k')).toBe(1);
  });

  test('comes by disconnection, which leaves the element to others', () => {
    const { engine, clients } = engineWith(2);
    for (const c of clients) c.run('BLPOP', 'k', 0);
    clients[0]!.close();
    engine.run('RPUSH', 'k', 'x');
    expect(clients[1]!.received()).toEqual([['k', 'x']]);
  });
});

describe('followers see', () => {
  function followed() {
    const { engine, clients } = engineWith(3);
    const effects: string[] = [];
    engine.server.propagation.followers.push({
      effect(_db, args) {
        effects.push(args.strs().join(' '));
      },
    });
    return { engine, clients, effects };
  }

  test('pops instead of waits, in the order of execution', () => {
    const { engine, clients, effects } = followed();
    clients[0]!.run('BLMOVE', 'src', 'dst', 'left', 'right', 0);
    clients[1]!.run('BRPOPLPUSH', 'dst', 'src', 0);
    clients[2]!.run('BLMPOP', 0, 2, 'other', 'src', 'left', 'count', 5);
    engine.run('LPUSH', 'src', 'x');
    engine.run('SET', 'after', '1');
    expect(effects).toEqual([
      'LPUSH src x',
      'LMOVE src dst left right',
      'RPOPLPUSH dst src',
      'LPOP src 1',
      'SET after 1',
    ]);
  });

  test('the same when nobody had to wait, and nothing when nothing was there', () => {
    const { engine, effects } = followed();
    engine.run('RPUSH', 'k', 'a', 'b', 'c', 'd', 'e', 'f');
    engine.run('BLPOP', 'k', 0);
    engine.run('BRPOP', 'none', 'k', 0);
    engine.run('LMPOP', 2, 'none', 'k', 'RIGHT', 'COUNT', 2);
    engine.run('BLMPOP', 0, 1, 'k', 'LEFT', 'COUNT', 10);
    engine.run('LMPOP', 1, 'k', 'LEFT');
    engine.run('LREM', 'k', 0, 'x');
    engine.run('LTRIM', 'k', 0, 1);
    expect(effects.slice(1)).toEqual(['LPOP k', 'RPOP k', 'RPOP k 2', 'LPOP k 2']);
  });

  test('a transaction whole before what it serves', () => {
    const { engine, clients, effects } = followed();
    clients[0]!.run('BLPOP', 'k', 0);
    engine.run('MULTI');
    engine.run('RPUSH', 'k', '1');
    engine.run('RPUSH', 'l', '2');
    engine.run('EXEC');
    expect(effects).toEqual(['MULTI', 'RPUSH k 1', 'RPUSH l 2', 'EXEC', 'LPOP k']);
  });
});

test('timeouts that are no numbers, negative or too large are refused as the reference does', () => {
  const { engine } = engineWith(0);
  const errors = ['x', '-1', '1e400', 'inf', '9223372036854775', '0x7FFFFFFFFFFFFFFF'].map(
    (t) => (engine.run('BLPOP', 'k', t) as ErrorReply).text,
  );
  expect(errors).toEqual([
    'ERR timeout is not a float or out of range',
    'ERR timeout is negative',
    'ERR timeout is out of range',
    'ERR timeout is out of range',
    'ERR timeout is out of range',
    'ERR timeout is out of range',
  ]);
});
