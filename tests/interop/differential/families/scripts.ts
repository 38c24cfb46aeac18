import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

/** Values that cross from Lua to the protocol and back. */
const RESULTS = [
  'return 1',
  'return 3.99',
  'return -0.5',
  'return "text"',
  'return nil',
  'return true',
  'return false',
  'return {1, 2, {3, "x", nil, 4}}',
  'return {ok = "FINE"}',
  'return {err = "MY bad"}',
  'return redis.error_reply("plain")',
  'return redis.status_reply("DONE")',
  'return {double = 3.5}',
  'return {map = {a = 1}}',
  'return {set = {x = true}}',
  'return {big_number = "123"}',
  'return ARGV',
  'return {#KEYS, #ARGV, KEYS[1] or false}',
  'return redis.sha1hex(ARGV[1] or "")',
  'return tostring(tonumber("0x10")) .. tostring(1e15) .. tostring(0.1)',
  'return string.format("%5.2f|%d|%s|%q", 3.14159, 42, "s", "q\\n")',
  'return cjson.encode({1, 2, {a = false}, "ü"})',
  'return cjson.decode("[1, 2.5, \\"x\\", null, {\\"k\\": [true]}]")[2]',
  'return cmsgpack.unpack(cmsgpack.pack({1, -1, 300, "s", {true}}))',
  'return struct.pack(">I2i4", 7, -7)',
  'return bit.tohex(bit.bxor(0xff00, 0x0ff0))',
  'return redis.REDIS_VERSION_NUM > 0',
  'return #redis.pcall("nosuch").err > 0',
  'local t = {} for i = 1, 10 do t[i] = i * i end return t',
  'return error("raised")',
  'return undefined_global',
  'syntax error here',
  'redis.setresp(3) return redis.call("hgetall", "hash:1")["m1"] or false',
];

/** Commands inside a script, with the script's keys and arguments for their own. */
const CALLS = [
  'return redis.call("get", KEYS[1])',
  'return redis.call("set", KEYS[1], ARGV[1])',
  'return redis.pcall("lpush", KEYS[1], ARGV[1])',
  'return redis.call("incr", KEYS[1])',
  'return redis.call("hset", KEYS[1], "f", ARGV[1])',
  'return redis.call("zadd", KEYS[1], 1.5, ARGV[1])',
  'return redis.call("zscore", KEYS[1], ARGV[1])',
  'return redis.call("type", KEYS[1])',
  'return redis.call("exists", KEYS[1], KEYS[2])',
  'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0',
  'return redis.call("lrange", KEYS[1], 0, -1)',
];

const numbered = (d: Draw) => ['2', d.key('string'), d.anyKey(), ...d.some(1, 2, () => d.value())];

const LIBRARY = `#!lua name=lib
redis.register_function('echo', function(keys, args) return {keys, args} end)
redis.register_function{
  function_name = 'peek',
  callback = function(keys) return redis.call('get', keys[1]) end,
  flags = {'no-writes'},
}
redis.register_function('store', function(keys, args) return redis.call('set', keys[1], args[1]) end)`;

export const scripts: Family = {
  name: 'scripts',
  weight: 3,
  recipes: [
    recipe('EVAL', (d) => [d.pick(RESULTS), ...numbered(d)], 4),
    recipe('EVAL', (d) => [d.pick(CALLS), ...numbered(d)], 4),
    recipe('EVAL_RO', (d) => [d.pick(CALLS), ...numbered(d)]),
    recipe('EVALSHA', (d) => [d.pick(['0'.repeat(40), 'x']), '0'], 0.3),
    recipe('SCRIPT LOAD', (d) => [d.pick(RESULTS)], 0.5),
    recipe('SCRIPT EXISTS', (d) => d.some(1, 2, () => '0'.repeat(40)), 0.3),
    recipe('FUNCTION LOAD', (d) => [...d.maybe(0.5, 'REPLACE'), LIBRARY], 0.5),
    recipe('FCALL', (d) => [d.pick(['echo', 'peek', 'store', 'nosuch']), ...numbered(d)]),
    recipe('FCALL_RO', (d) => [d.pick(['echo', 'peek', 'store']), ...numbered(d)]),
    recipe('FUNCTION LIST', (d) => d.maybe(0.3, 'WITHCODE'), 0.3),
  ],
};
