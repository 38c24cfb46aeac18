import { describe, expect, test } from 'bun:test';
import { Engine, type ErrorReply } from '../testing/engine.ts';

const errorOf = (reply: unknown) => (reply as ErrorReply).text;
const engine = () => new Engine();

describe('EVAL', () => {
  test('passes keys and arguments and runs commands in the caller database', () => {
    const e = engine();
    e.run('select', 3);
    expect(
      e.run('eval', "return {redis.call('set', KEYS[1], ARGV[1]), #KEYS, #ARGV}", 1, 'k', 'v'),
    ).toEqual(['OK', 1, 1]);
    expect(e.run('get', 'k')).toBe('v');
    expect(e.run('eval', "redis.call('select', 5) redis.call('set', 'x', 1)", 0)).toBe(null);
    expect(e.run('exists', 'x')).toBe(0);
  });

  test('counts keys as the reference does', () => {
    const e = engine();
    expect(errorOf(e.run('eval', 'return 1', 2, 'k'))).toBe(
      "ERR Number of keys can't be greater than number of args",
    );
    expect(errorOf(e.run('eval', 'return 1', -1))).toBe("ERR Number of keys can't be negative");
    expect(errorOf(e.run('eval', 'return 1', 'x'))).toBe(
      'ERR value is not an integer or out of range',
    );
  });

  test('keeps scripts by digest', () => {
    const e = engine();
    const sha = e.run('script', 'load', 'return 7') as string;
    expect(e.run('evalsha', sha.toUpperCase(), 0)).toBe(7);
    expect(e.run('script', 'exists', sha, 'nosuch')).toEqual([1, 0]);
    expect(e.run('script', 'flush')).toBe('OK');
    expect(errorOf(e.run('evalsha', sha, 0))).toStartWith('NOSCRIPT');
    expect(e.run('eval', 'return 7', 0)).toBe(7);
    expect(e.run('evalsha', sha, 0)).toBe(7);
  });

  test('refuses what scripts may not do', () => {
    const e = engine();
    const call = (...words: string[]) =>
      errorOf(e.run('eval', 'return redis.pcall(unpack(ARGV))', 0, ...words));
    expect(call('nosuch')).toBe('ERR Unknown Redis command called from script');
    expect(call('get')).toBe('ERR Wrong number of args calling Redis command from script');
    expect(call('multi')).toBe('ERR This Redis command is not allowed from script');
    expect(call('eval', 'return 1', '0')).toBe('ERR This Redis command is not allowed from script');
    expect(errorOf(e.run('eval_ro', "return redis.call('set', 'k', 1)", 0))).toStartWith(
      'ERR Write commands are not allowed from read-only scripts.',
    );
  });

  test('reads flags from the shebang', () => {
    const e = engine();
    const eval_ = (header: string, code: string) => e.run('eval', `${header}\n${code}`, 0);
    expect(eval_('#!lua', 'return 1')).toBe(1);
    expect(errorOf(eval_('#!lua flags=no-writes', "redis.call('set', 'k', 1)"))).toContain(
      'Write commands are not allowed from read-only scripts. script: ',
    );
    expect(errorOf(eval_('#!lua flags=bad', ''))).toBe(
      'ERR Unexpected flag in script shebang: bad',
    );
    expect(errorOf(eval_('#!lua x=y', ''))).toBe('ERR Unknown lua shebang option: x=y');
    expect(errorOf(eval_('#!python', ''))).toBe(
      'ERR Unexpected engine in script shebang: #!python',
    );
    expect(errorOf(e.run('eval', '#!lua', 0))).toBe('ERR Invalid script shebang');
    expect(errorOf(eval_('#!lua', 'error("x")'))).toContain('on @user_script:2.');
  });

  test('blocking commands do not block', () => {
    expect(engine().run('eval', "return redis.call('blpop', 'list', 0)", 0)).toBe(null);
  });

  test('statistics count an error once, and the script as failed', () => {
    const e = engine();
    e.run('set', 'k', 'v');
    e.run('eval', "return redis.call('lpush', 'k', 1)", 0);
    const { stats, registry } = e.server;
    expect(stats.errorReplies).toBe(1);
    expect([...stats.errors]).toEqual([['WRONGTYPE', 1]]);
    expect(registry.get('lpush')?.failedCalls).toBe(1);
    expect(registry.get('eval')?.failedCalls).toBe(1);
    e.run('eval', "redis.pcall('lpush', 'k', 1) return 1", 0);
    expect(registry.get('eval')?.failedCalls).toBe(1);
  });
});

describe('effects of scripts', () => {
  const followed = () => {
    const e = engine();
    const seen: string[] = [];
    e.server.propagation.followers.push({
      effect: (_db, args) => seen.push(args.strs().join(' ')),
    });
    return { e, seen };
  };

  test('go to followers one by one, wrapped when they are several', () => {
    const { e, seen } = followed();
    e.run('eval', "redis.call('set', 'a', 1)", 0);
    expect(seen.splice(0)).toEqual(['set a 1']);
    e.run('eval', "redis.call('set', 'a', 1) redis.call('get', 'a') redis.call('incr', 'a')", 0);
    expect(seen.splice(0)).toEqual(['MULTI', 'set a 1', 'incr a', 'EXEC']);
    e.run('eval', "return redis.call('get', 'a')", 0);
    expect(seen).toEqual([]);
  });

  test('can be kept back', () => {
    const { e, seen } = followed();
    const aof: string[] = [];
    e.server.propagation.followers.push({
      target: 1,
      effect: (_db, args) => aof.push(args.strs().join(' ')),
    });
    const code = `redis.set_repl(redis.REPL_NONE) redis.call('set', 'a', 1)
      redis.set_repl(redis.REPL_REPLICA) redis.call('set', 'b', 1)
      redis.set_repl(redis.REPL_ALL) redis.call('set', 'c', 1)`;
    e.run('eval', code, 0);
    expect(seen).toEqual(['MULTI', 'set b 1', 'set c 1', 'EXEC']);
    expect(aof).toEqual(['MULTI', 'set c 1', 'EXEC']);
  });
});

describe('transactions', () => {
  test('run scripts, and keep the effects of all in one unit', () => {
    const e = engine();
    e.run('multi');
    e.run('eval', "return redis.call('incr', 'n')", 0);
    e.run('eval', 'return nosuch', 0);
    const replies = e.run('exec') as unknown[];
    expect(replies[0]).toBe(1);
    expect(errorOf(replies[1])).toContain('nonexistent global variable');
  });
});
