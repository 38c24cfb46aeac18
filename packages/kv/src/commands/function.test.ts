import { describe, expect, test } from 'bun:test';
import { Engine, ErrorReply } from '../testing/engine.ts';

const errorOf = (reply: unknown) => (reply as ErrorReply).text;
const library = (name: string, ...functions: string[]) =>
  `#!lua name=${name}\n${functions.map((f) => `redis.register_function('${f}', function(k, a) return '${name}.${f}' end)`).join('\n')}`;

describe('FUNCTION LOAD', () => {
  test('registers functions whose names have no case', () => {
    const e = new Engine();
    expect(e.run('function', 'load', library('lib', 'f', 'g'))).toBe('lib');
    expect(e.run('fcall', 'F', 0)).toBe('lib.f');
    expect(e.run('fcall_ro', 'g', 0)).toEqual(
      new ErrorReply('ERR Can not execute a script with write flag using *_ro command.'),
    );
    expect(errorOf(e.run('fcall', 'nosuch', 0))).toBe('ERR Function not found');
  });

  test('replaces a library entirely or not at all', () => {
    const e = new Engine();
    e.run('function', 'load', library('lib', 'f'));
    expect(errorOf(e.run('function', 'load', library('lib', 'f')))).toBe(
      "ERR Library 'lib' already exists",
    );
    const broken = '#!lua name=lib\nredis.register_function(1)';
    expect(errorOf(e.run('function', 'load', 'replace', broken))).toStartWith(
      'ERR Error registering functions: ',
    );
    expect(e.run('fcall', 'f', 0)).toBe('lib.f');
    expect(e.run('function', 'load', 'REPLACE', library('lib', 'g'))).toBe('lib');
    expect(errorOf(e.run('fcall', 'f', 0))).toBe('ERR Function not found');
    expect(errorOf(e.run('function', 'load', library('other', 'g')))).toBe(
      'ERR Function g already exists',
    );
  });

  test('says what is wrong with the first line', () => {
    const e = new Engine();
    const load = (code: string) => errorOf(e.run('function', 'load', code));
    expect(load('return 1')).toBe('ERR Missing library metadata');
    expect(load('#!lua name=x')).toBe('ERR Invalid library metadata');
    expect(load('#!lua\n')).toBe('ERR Library name was not given');
    expect(load('#!lua name=a name=b\n')).toBe(
      'ERR Invalid metadata value, name argument was given multiple times',
    );
    expect(load('#!lua name=a-b\n')).toStartWith('ERR Library names can only contain letters');
    expect(load('#!py name=a\n')).toBe("ERR Engine 'py' not found");
    expect(load('#!lua name=a\n')).toBe('ERR No functions registered');
    expect(load('#!lua name=a\nfoo bar')).toStartWith(
      'ERR Error compiling function: user_function:2',
    );
  });

  test('gives a loading library little, and functions the rest', () => {
    const e = new Engine();
    const load = (code: string) => e.run('function', 'load', 'replace', `#!lua name=l\n${code}`);
    expect(errorOf(load("redis.call('get', 'k')"))).toContain("variable 'call'");
    expect(errorOf(load('local t = string.rep'))).toContain("variable 'string'");
    expect(errorOf(load('x = 1'))).toContain('Attempt to modify a readonly table');
    load("redis.register_function('f', function() return string.rep('x', 3) end)");
    expect(e.run('fcall', 'f', 0)).toBe('xxx');
    load("redis.register_function('f', function() x = 1 end)");
    expect(errorOf(e.run('fcall', 'f', 0))).toContain('Attempt to modify a readonly table');
    load("redis.register_function('f', function() redis.register_function() end)");
    expect(errorOf(e.run('fcall', 'f', 0))).toContain("field 'register_function' (a nil value)");
  });

  test('keeps state in upvalues between calls', () => {
    const e = new Engine();
    const code = "local n = 0 redis.register_function('f', function() n = n + 1 return n end)";
    e.run('function', 'load', `#!lua name=l\n${code}`);
    expect([e.run('fcall', 'f', 0), e.run('fcall', 'f', 0)]).toEqual([1, 2]);
  });

  test('takes named arguments', () => {
    const e = new Engine();
    const load = (args: string) =>
      e.run('function', 'load', 'replace', `#!lua name=l\nredis.register_function{${args}}`);
    const full =
      "function_name='f', callback=function() return 1 end, description='d', flags={'no-writes'}";
    expect(load(full)).toBe('l');
    expect(e.run('fcall_ro', 'f', 0)).toBe(1);
    expect(e.run('function', 'list')).toEqual([
      [
        ...['library_name', 'l', 'engine', 'LUA', 'functions'],
        [['name', 'f', 'description', 'd', 'flags', ['no-writes']]],
      ],
    ]);
    expect(errorOf(load("function_name='f'"))).toContain('must get a callback argument');
    expect(errorOf(load('callback=function() end'))).toContain('must get a function name argument');
    expect(errorOf(load("function_name='f', callback=1"))).toContain('must be a function');
    expect(errorOf(load(`${full}, x=1`))).toContain('unknown argument given');
    expect(errorOf(load(full.replace('no-writes', 'no')))).toContain('unknown flag given');
  });
});

describe('FUNCTION DUMP and RESTORE', () => {
  const dumped = () => {
    const e = new Engine();
    e.run('function', 'load', library('a', 'f'));
    e.run('function', 'load', library('b', 'g'));
    return { e, payload: e.run('function', 'dump') as string };
  };

  test('bring libraries back', () => {
    const { e, payload } = dumped();
    e.run('function', 'flush');
    expect(e.run('function', 'restore', payload)).toBe('OK');
    expect([e.run('fcall', 'f', 0), e.run('fcall', 'g', 0)]).toEqual(['a.f', 'b.g']);
  });

  test('append nothing when a name is taken', () => {
    const { e, payload } = dumped();
    e.run('function', 'delete', 'a');
    expect(errorOf(e.run('function', 'restore', payload))).toBe('ERR Library b already exists');
    expect(errorOf(e.run('fcall', 'f', 0))).toBe('ERR Function not found');
    e.run('function', 'load', library('c', 'f'));
    expect(errorOf(e.run('function', 'restore', payload, 'replace'))).toBe(
      'ERR Function f already exists',
    );
    expect(e.run('fcall', 'g', 0)).toBe('b.g');
    expect(e.run('function', 'restore', payload, 'flush')).toBe('OK');
    expect(e.run('fcall', 'f', 0)).toBe('a.f');
  });

  test('refuse a damaged payload', () => {
    const { e, payload } = dumped();
    const damaged = `${payload.slice(0, 3)}\xff${payload.slice(4)}`;
    expect(errorOf(e.run('function', 'restore', damaged))).toBe(
      'ERR DUMP payload version or checksum are wrong',
    );
    expect(errorOf(e.run('function', 'restore', payload, 'x'))).toStartWith(
      'ERR Wrong restore policy given',
    );
  });
});
