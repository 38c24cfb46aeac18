import { expect, test } from 'bun:test';
import { type EvalScript, EvalScripts } from './eval-scripts.ts';

const MB = 1024 * 1024;

test('finds a script by body and by digest in any case', () => {
  const scripts = new EvalScripts();
  const script = scripts.load('return 1') as EvalScript;
  expect(scripts.load('return 1')).toBe(script);
  expect(scripts.findBody('return 1')).toBe(script);
  expect(scripts.findSha(script.sha.toUpperCase())).toBe(script);
  expect(scripts.count).toBe(1);
  scripts.flush();
  expect(scripts.findSha(script.sha)).toBe(null);
  expect([scripts.count, scripts.bytes, scripts.vmBytes]).toEqual([0, 0, 0]);
});

test('does not keep what does not compile', () => {
  const scripts = new EvalScripts();
  expect(scripts.load('return return')).toStartWith('ERR Error compiling script (new function): ');
  expect(scripts.count).toBe(0);
});

test('gives up a state that has grown or broken, and compiles again in the next', () => {
  const scripts = new EvalScripts(32 * MB);
  const script = scripts.load('return 1') as EvalScript;
  const first = scripts.ready(script);
  scripts.settle();
  expect(scripts.ready(script)).toBe(first);
  first.lua.api.malloc(64 * MB);
  scripts.settle();
  const second = scripts.ready(script);
  expect(second).not.toBe(first);
  expect(script.state).toBe(second);
  second.broken = true;
  scripts.settle();
  expect(scripts.ready(script)).not.toBe(second);
});
