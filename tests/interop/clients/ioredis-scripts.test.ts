import { expect, test } from 'bun:test';
import type { Ioredis } from './ioredis-variants.ts';
import { forEachIoredis } from './ioredis-variants.ts';

type Custom = Ioredis & { addTo: (key: string, amount: number) => Promise<number> };

const LIBRARY = (library: string) => `#!lua name=${library}
redis.register_function('${library}_double', function(keys, args) return args[1] * 2 end)
redis.register_function{
  function_name = '${library}_peek',
  callback = function(keys) return redis.call('GET', keys[1]) end,
  flags = {'no-writes'},
}`;

forEachIoredis(({ open, name }) => {
  test('a custom command is loaded once, and again when the server forgot it', async () => {
    const client = open() as Custom;
    client.defineCommand('addTo', {
      numberOfKeys: 1,
      lua: 'return redis.call("INCRBY", KEYS[1], ARGV[1])',
    });
    const key = name('script');
    expect(await client.addTo(key, 5)).toBe(5);
    expect(await client.addTo(key, 5)).toBe(10);
    await client.script('FLUSH');
    expect(await client.addTo(key, 5)).toBe(15);
    await client.script('FLUSH');
    const pipeline = client.pipeline();
    (pipeline as unknown as Custom).addTo(key, 1);
    expect(await pipeline.exec()).toEqual([[null, 16]]);
  });

  test('scripts take and return what the protocol knows', async () => {
    const client = open();
    expect(await client.eval('return {1, "two", {3.9, false}, {ok = "four"}}', 0)).toEqual([
      1,
      'two',
      [3, null],
      'four',
    ]);
    expect(await client.eval('return cjson.decode(ARGV[1]).a[2]', 0, '{"a":[1,"x"]}')).toBe('x');
    await expect(client.eval('return redis.error_reply("MY own")', 0)).rejects.toThrow('MY own');
    await expect(client.eval('return redis.call("nosuch")', 0)).rejects.toThrow(
      /^ERR Unknown Redis command called from script script: [0-9a-f]{40}, on @user_script:1\.$/,
    );
    await expect(client.evalsha('0'.repeat(40), 0)).rejects.toThrow(
      'NOSCRIPT No matching script. Please use EVAL.',
    );
    const sha = (await client.script('LOAD', 'return ARGV[1]')) as string;
    expect(await client.script('EXISTS', sha, '0'.repeat(40))).toEqual([1, 0]);
    expect(await client.evalsha(sha, 0, 'back')).toBe('back');
  });

  test('functions are loaded, called, listed and deleted', async () => {
    const client = open();
    const library = name('library').replace(':', '');
    expect(await client.function('LOAD', LIBRARY(library))).toBe(library);
    expect(await client.fcall(`${library}_double`, 0, 21)).toBe(42);
    const key = name('peeked');
    await client.set(key, 'seen');
    expect(await client.fcall_ro(`${library}_peek`, 1, key)).toBe('seen');
    await expect(client.fcall_ro(`${library}_double`, 0, 1)).rejects.toThrow(
      'ERR Can not execute a script with write flag using *_ro command.',
    );
    const listed = (await client.function('LIST', 'LIBRARYNAME', library)) as unknown[][];
    expect(listed[0]).toContain(library);
    const dump = (await client.callBuffer('FUNCTION', 'DUMP')) as Buffer;
    expect(await client.function('DELETE', library)).toBe('OK');
    expect(await client.function('RESTORE', dump, 'REPLACE')).toBe('OK');
    expect(await client.fcall(`${library}_double`, 0, 4)).toBe(8);
    await client.function('DELETE', library);
  });

  test('a script with a million steps does not lose its result', async () => {
    const client = open();
    const lua = 'local sum = 0 for i = 1, 1e6 do sum = sum + i end return tostring(sum)';
    expect(await client.eval(lua, 0)).toBe('500000500000');
  });
});
