import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('what clients name cannot forge lines, and traces keep theirs', () => {
  const log = join(import.meta.dir, 'log.ts');
  const script = `import { Log } from ${JSON.stringify(log)};
    new Log().warn('c', 'a\\n[INFO] b\\u001b[2J\\r\\n    at f (x.ts:1)');`;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script]);
  expect(stdout.toString().split('\n').slice(0, -1)).toEqual([
    expect.stringContaining('a\\u000a[INFO] b\\u001b[2J\\u000d'),
    '    at f (x.ts:1)',
  ]);
});
