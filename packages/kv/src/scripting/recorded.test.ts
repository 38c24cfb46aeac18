/**
 * Scripts whose replies were recorded from the reference, in order: some change settings that later
 * ones see. Each runs with ARGV = { '\0\xff', a JSON document }.
 */
import { expect, test } from 'bun:test';
import recorded from './recorded-replies.json';
import { TestScripts } from './test-host.ts';

test('scripts answer as the reference did', () => {
  const scripts = new TestScripts();
  const argv = ['\0\xff', '{"a":[1,2,{"b":null}],"c":"\\ud83d\\ude00"}'];
  for (const [code, reply] of recorded as [string, string][]) {
    expect([code, scripts.eval(code, [], argv)]).toEqual([code, reply]);
  }
});
