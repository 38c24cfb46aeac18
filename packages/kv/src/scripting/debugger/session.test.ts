import { expect, test } from 'bun:test';
import { TestScripts } from '../test-host.ts';
import { DebugSession } from './session.ts';
import { parseCommand, WireError } from './wire.ts';

const encode = (words: string) =>
  `*${words.split(' ').length}\r\n${words
    .split(' ')
    .map((w) => `$${w.length}\r\n${w}\r\n`)
    .join('')}`;

/** Debugs a script with these commands; every answer of the debugger, and the script's reply. */
function debug(code: string, commands: string[], keys: string[] = [], argv: string[] = []) {
  const scripts = new TestScripts();
  const answers: string[][] = [];
  const left = [...commands];
  const wire = {
    send(text: string) {
      answers.push(
        text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.slice(1)),
      );
    },
    receive() {
      const next = left.shift();
      return next === undefined ? null : encode(next);
    },
  };
  const session = new DebugSession(scripts.state.lua, wire, code, 5000);
  scripts.debugger = session;
  const reply = scripts.eval(code, keys, argv);
  session.end();
  return { answers, reply };
}

const SCRIPT = `local a = 1
local b = {1, 'x', {k = true}}
local c = redis.call('echo', 'hi')
return a`;

test('steps through lines and prints variables', () => {
  const { answers, reply } = debug(SCRIPT, ['p', 's', 's', 'print b', 'p KEYS', 's', 'c'], ['k']);
  expect(answers).toEqual([
    ['* Stopped at 1, stop reason = step over', '-> 1   local a = 1'],
    ['No local variables in the current context.'],
    ['* Stopped at 2, stop reason = step over', "-> 2   local b = {1, 'x', {k = true}}"],
    ['* Stopped at 3, stop reason = step over', "-> 3   local c = redis.call('echo', 'hi')"],
    ['<value> {1; "x"; {["k"]=true}}'],
    ['<value> {"k"}'],
    [
      '<redis> echo hi',
      '<reply> "hi"',
      '* Stopped at 4, stop reason = step over',
      '-> 4   return a',
    ],
    ['<endsession>'],
  ]);
  expect(reply).toBe(':1\r\n');
});

test('stops at breakpoints', () => {
  const { answers } = debug(SCRIPT, ['b 3', 'b', 'c', 'b 0', 't', 'c']);
  expect(answers.slice(1)).toEqual([
    [
      "   2   local b = {1, 'x', {k = true}}",
      "  #3   local c = redis.call('echo', 'hi')",
      '   4   return a',
    ],
    ['1 breakpoints set:', "  #3   local c = redis.call('echo', 'hi')"],
    ['* Stopped at 3, stop reason = break point', "->#3   local c = redis.call('echo', 'hi')"],
    ['All breakpoints removed.'],
    ['In top level:', "-> 3   local c = redis.call('echo', 'hi')"],
    ['<endsession>'],
  ]);
});

test('evaluates code and runs commands', () => {
  const { answers } = debug(SCRIPT, ['e 1 + 1', 'e nosuch', 'r echo x', 'r nosuch', 'x', 'c']);
  expect(answers.slice(1, 6)).toEqual([
    ['<retval> 2'],
    ["<error> ldb_eval:1: Script attempted to access nonexistent global variable 'nosuch'"],
    ['<redis> echo x', '<reply> "x"'],
    ['<redis> nosuch', '<error> Unknown Redis command called from script'],
    ['<error> Unknown Redis Lua debugger command or wrong number of arguments.'],
  ]);
});

test('aborts, and lets go when the client leaves', () => {
  expect(debug(SCRIPT, ['a']).reply).toStartWith('-ERR script aborted for user request');
  expect(debug(SCRIPT, []).reply).toBe(':1\r\n');
});

test('reads commands whole', () => {
  const whole = encode('print abc');
  for (let n = 1; n < whole.length; n++) expect(parseCommand(whole.slice(0, n))).toBe(null);
  expect(parseCommand(whole)).toEqual(['print', 'abc']);
  expect(() => parseCommand('ping\r\n')).toThrow(WireError);
  expect(() => parseCommand('*0\r\n')).toThrow(WireError);
});
