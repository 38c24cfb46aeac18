import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeOffset } from '@tandem/testkit/free-port.ts';
import { run } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';

const TANDEM = join(import.meta.dir, '../../packages/stack/bin/tandem');

test('search: the first start tells a password once, and system accounts follow a reset', async () => {
  const offset = await freeOffset([9200, 9300]);
  const port = 9200 + offset;
  const data = join(tempDir('search-stack'), 'data');
  const tandem = (word: string, ...args: string[]) => run([TANDEM, word, '--data', data, ...args]);
  const up = () => tandem('up', '--only', 'search', '--port-offset', String(offset), '--detach');
  const status = async (user: string, password: string) => {
    const authorization = `Basic ${btoa(`${user}:${password}`)}`;
    return (await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization } })).status;
  };
  const file = join(data, 'credentials/search.json');
  const kept = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).kibana_system!;

  const first = await up();
  expect(first.code, first.stderr).toBe(0);
  const password = /^Password of elastic \(search\), shown only now: (\S{20})$/m.exec(
    first.stdout,
  )?.[1];
  expect(await status('elastic', password!)).toBe(200);
  expect(await status('elastic', 'wrong-password')).toBe(401);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await status('kibana_system', kept())).toBe(200);

  const old = kept();
  const reset = await tandem('reset-password', 'kibana_system');
  expect(reset.stdout).toBe(`New password of kibana_system: ${kept()}\n`);
  expect(kept()).not.toBe(old);
  expect(await status('kibana_system', kept())).toBe(200);
  expect(await status('kibana_system', old)).toBe(401);
  expect((await tandem('reset-password', 'nobody')).code).toBe(2);

  const logs = readdirSync(join(data, 'logs')).map((name) =>
    readFileSync(join(data, 'logs', name), 'utf8'),
  );
  for (const secret of [password!, old, kept()]) expect(logs.join('')).not.toContain(secret);

  expect((await tandem('down')).code).toBe(0);
  expect((await tandem('reset-password', 'elastic')).code).toBe(3);
  const second = await up();
  expect(second.stdout).not.toContain('shown only now');
  expect(second.stdout).toContain('New password: npx tandem reset-password elastic');
  expect(await status('elastic', password!)).toBe(200);
  expect((await tandem('down')).code).toBe(0);
});
