import { describe, expect, test } from 'bun:test';
import { TestScripts } from './test-host.ts';

describe('replies of commands', () => {
  const scripts = new TestScripts();
  const seen = (raw: string, code: string, setup = 'redis.setresp(3)') => {
    scripts.raw = raw;
    return scripts.eval(`${setup} local r = redis.call('raw') return ${code}`);
  };

  test('RESP2 kinds', () => {
    expect(seen(':42\r\n', 'r + 1', '')).toBe(':43\r\n');
    expect(seen(':-9223372036854775808\r\n', "string.format('%.0f', r)", '')).toContain(
      '-9223372036854775808',
    );
    expect(seen('$-1\r\n', 'r == false and 1', '')).toBe(':1\r\n');
    expect(seen('*-1\r\n', 'r == false and 1', '')).toBe(':1\r\n');
    expect(seen('+PONG\r\n', 'r.ok', '')).toBe('$4\r\nPONG\r\n');
    expect(seen('*2\r\n$1\r\na\r\n*1\r\n:1\r\n', '{r[1], r[2][1], #r}', '')).toBe(
      '*3\r\n$1\r\na\r\n:1\r\n:2\r\n',
    );
    expect(seen('$3\r\n\0\xff\r\r\n', '{#r, r}', '')).toBe('*2\r\n:3\r\n$3\r\n\0\xff\r\r\n');
  });

  test('RESP3 kinds', () => {
    expect(seen('_\r\n', 'r == nil and 1')).toBe(':1\r\n');
    expect(seen('#t\r\n', 'r == true and 1')).toBe(':1\r\n');
    expect(seen(',1.5\r\n', 'tostring(r.double)')).toBe('$3\r\n1.5\r\n');
    expect(seen(',inf\r\n', 'tostring(r.double)')).toBe('$3\r\ninf\r\n');
    expect(seen('(123\r\n', 'r.big_number')).toBe('$3\r\n123\r\n');
    expect(seen('=7\r\ntxt:abc\r\n', '{r.verbatim_string.format, r.verbatim_string.string}')).toBe(
      '*2\r\n$3\r\ntxt\r\n$3\r\nabc\r\n',
    );
    expect(seen('%1\r\n$1\r\nk\r\n:1\r\n', 'r.map.k')).toBe(':1\r\n');
    expect(seen('~1\r\n$1\r\nm\r\n', 'r.set.m and 1')).toBe(':1\r\n');
    expect(seen('|1\r\n+ttl\r\n:5\r\n$1\r\nv\r\n', 'r')).toBe('$1\r\nv\r\n');
    expect(seen('*3\r\n:1\r\n_\r\n:3\r\n', '{r[1], r[3]}')).toBe('*2\r\n:1\r\n:3\r\n');
  });

  test('an error reply is raised by call and returned by pcall', () => {
    scripts.raw = '-WRONGTYPE bad type\r\n';
    expect(scripts.eval("redis.call('raw')")).toBe(
      '-WRONGTYPE bad type script: SHA, on @user_script:1.\r\n',
    );
    expect(scripts.eval("return redis.pcall('raw')")).toBe('-WRONGTYPE bad type\r\n');
    expect(scripts.eval("return redis.pcall('raw').err")).toBe(
      '$19\r\nWRONGTYPE bad type\r\n'.replace('19', '18'),
    );
  });
});

describe('replies of scripts in RESP3', () => {
  const scripts = new TestScripts();
  const cases: [string, string][] = [
    ['return {double=3.5}', ',3.5\r\n'],
    ["return {map={k='v'}}", '%1\r\n$1\r\nk\r\n$1\r\nv\r\n'],
    ['return {set={m=true}}', '~1\r\n$1\r\nm\r\n'],
    ["return {big_number='123'}", '(123\r\n'],
    ["return {verbatim_string={string='abc',format='mkd'}}", '=7\r\nmkd:abc\r\n'],
    ["return {verbatim_string={string='abc',format='m'}}", '=7\r\nm  :abc\r\n'],
    ['return false', '_\r\n'],
    ['return true', ':1\r\n'],
    ['redis.setresp(3) return true', '#t\r\n'],
    ['redis.setresp(3) return false', '#f\r\n'],
    ['return {1,nil,2}', '*1\r\n:1\r\n'],
  ];
  test.each(cases)('%s', (code, reply) => {
    expect(scripts.eval(code, [], [], 3)).toBe(reply);
  });
});

describe('limits', () => {
  test('a killed script cannot catch its end', () => {
    const scripts = new TestScripts();
    let asked = 0;
    scripts.interrupt = () => ++asked > 3;
    const code = 'local function f() while 1 do end end while 1 do pcall(f) end';
    expect(scripts.eval(code)).toStartWith('-ERR Script killed by user with SCRIPT KILL...');
    scripts.interrupt = () => false;
    expect(scripts.eval('return 1')).toBe(':1\r\n');
  });

  test('no hook is set without a threshold', () => {
    const scripts = new TestScripts();
    scripts.busyThreshold = 0;
    scripts.interrupt = () => true;
    expect(scripts.eval('for i = 1, 1000000 do end return 1')).toBe(':1\r\n');
  });

  test('memory is bounded and the state survives', () => {
    const scripts = new TestScripts();
    const code = "local t = {} for i = 1, 1e9 do t[i] = string.rep('x', 1024 * 1024) .. i end";
    expect(scripts.eval(code)).toContain('not enough memory');
    expect(scripts.eval('return 1')).toBe(':1\r\n');
  });

  test('a result nested without end stops at the stack limit', () => {
    const scripts = new TestScripts();
    const reply = scripts.eval('local t = {} t[1] = t return t');
    expect(reply).toEndWith('*1\r\n-ERR reached lua stack limit\r\n');
  });

  test('setfenv(0) does not outlive the script', () => {
    const scripts = new TestScripts();
    expect(scripts.eval('setfenv(0, {}) return 1')).toBe(':1\r\n');
    expect(scripts.eval('return {KEYS[1], type(redis.call)}', ['k'])).toBe(
      '*2\r\n$1\r\nk\r\n$8\r\nfunction\r\n',
    );
  });

  test('an exception of ours breaks the state', () => {
    const scripts = new TestScripts();
    scripts.call = () => {
      throw new Error('bug');
    };
    expect(() => scripts.eval("redis.call('x')")).toThrow('bug');
    expect(scripts.state.broken).toBe(true);
  });
});

describe('collected memory', () => {
  test('readonly tables stay readonly through collections', () => {
    const scripts = new TestScripts();
    const code = 'for i = 1, 3 do collectgarbage() end redis.x = 1';
    expect(scripts.eval(code)).toContain('Attempt to modify a readonly table');
  });

  test('arguments of a command survive until it has run', () => {
    const scripts = new TestScripts();
    const code = `local n = 0
      for i = 1, 2000 do
        local s = string.rep('a', 1000) .. i
        if redis.call('echo', s .. 'x') == s .. 'x' then n = n + 1 end
      end
      return n`;
    expect(scripts.eval(code)).toBe(':2000\r\n');
  });
});

test('redis.log writes to the host', () => {
  const scripts = new TestScripts();
  scripts.eval("redis.log(redis.LOG_NOTICE, 'a', 1, 'b')");
  expect(scripts.logged).toEqual([[2, 'a 1 b']]);
});

test('acl_check_cmd asks the host', () => {
  const scripts = new TestScripts();
  expect(scripts.eval("return redis.acl_check_cmd('echo', 'x')")).toBe(':1\r\n');
  expect(scripts.eval("return redis.acl_check_cmd('nosuch')")).toContain(
    'Invalid command passed to redis.acl_check_cmd()',
  );
});

describe('deep nesting', () => {
  const scripts = new TestScripts();
  const nested = (n: number, code: string) =>
    `local t = {} local c = t for i = 1, ${n} do ${code} end`;

  test('of maps in a reply', () => {
    const reply = scripts.eval(`${nested(3000, 'c.map = {k = {}} c = c.map.k')} return t`);
    expect(reply).toContain('reached lua stack limit');
  });

  test('of what the JSON and MessagePack functions read and write', () => {
    expect(scripts.eval('cjson.encode_max_depth(100000) cjson.decode_max_depth(100000)')).toBe(
      '$-1\r\n',
    );
    const arrays = `${nested(100000, 'c[1] = {} c = c[1]')} return pcall(cjson.encode, t)`;
    expect(scripts.eval(arrays)).toBe('$-1\r\n');
    const objects = `${nested(100000, 'c.x = {} c = c.x')} return pcall(cjson.encode, t)`;
    expect(scripts.eval(objects)).toBe('$-1\r\n');
    expect(scripts.eval("return pcall(cjson.decode, string.rep('[', 100000))")).toBe('$-1\r\n');
    expect(scripts.eval(`return pcall(cjson.decode, string.rep('{"a":', 100000))`)).toBe('$-1\r\n');
    expect(scripts.eval("return pcall(cmsgpack.unpack, string.rep('\\145', 100000))")).toBe(
      '$-1\r\n',
    );
    expect(scripts.eval("return pcall(cmsgpack.unpack, string.rep('\\129\\1', 100000))")).toBe(
      '$-1\r\n',
    );
    expect(scripts.eval("return pcall(cmsgpack.unpack, string.rep('\\129', 100000))")).toBe(
      '$-1\r\n',
    );
    expect(scripts.state.broken).toBe(false);
  });
});
