import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@tandem/testkit/free-port.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { kv } from './kv.ts';
import { boundHost, writeFirstConf } from './kv-conf.ts';
import { probeResp } from './resp-probe.ts';

describe('kv.conf', () => {
  test('is written once, then left to the user', () => {
    const path = join(tempDir('conf'), 'kv.conf');
    writeFirstConf(path);
    expect(readFileSync(path, 'utf8')).toContain('\nbind 127.0.0.1 -::1\n');
    writeFileSync(path, 'maxmemory 1gb\n');
    writeFirstConf(path);
    expect(readFileSync(path, 'utf8')).toBe('maxmemory 1gb\n');
  });

  const cases: [string, string][] = [
    ['', '127.0.0.1'],
    ['# bind 10.0.0.1\n', '127.0.0.1'],
    ['bind 127.0.0.1 -::1\n', '127.0.0.1'],
    ['bind * -::*\n', '127.0.0.1'],
    ['BIND 192.168.1.7\n', '192.168.1.7'],
    ['bind -::1\n', '::1'],
    ['bind "10.0.0.1"\n', '10.0.0.1'],
    ['bind 10.0.0.1\nbind 10.0.0.2\n', '10.0.0.2'],
  ];
  for (const [conf, host] of cases) {
    test(`${JSON.stringify(conf)} is reached at ${host}`, () => {
      const path = join(tempDir('conf'), 'kv.conf');
      writeFileSync(path, conf);
      expect(boundHost(path)).toBe(host);
    });
  }
});

describe('a probe', () => {
  const replies: [string, string][] = [
    ['+PONG\r\n', 'ready'],
    ['-NOAUTH Authentication required.\r\n', 'ready'],
    ['-LOADING Redis is loading the dataset in memory\r\n', 'busy'],
    ['HTTP/1.1 400 Bad Request\r\n', 'silent'],
  ];
  for (const [reply, health] of replies) {
    test(`finds ${JSON.stringify(reply)} ${health}`, async () => {
      const port = await freePort();
      const server = createServer((socket) => socket.on('data', () => socket.write(reply)));
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      expect(await probeResp('127.0.0.1', port)).toBe(health as 'ready');
      server.close();
    });
  }

  test('finds nobody silent', async () => {
    expect(await probeResp('127.0.0.1', await freePort())).toBe('silent');
  });
});

describe('a death that no restart will mend', () => {
  const context = { dir: '/d/kv', port: () => 6379 };

  test('a bad line is named with file and number', () => {
    const log = [
      '*** FATAL CONFIG FILE ERROR (Redis 7.2.3) ***',
      'Reading the configuration file, at line 7',
      ">>> 'maxmemori 1gb'",
      'Bad directive or wrong number of arguments',
    ];
    expect(kv.explain?.(log, context)).toBe(
      "/d/kv/kv.conf:7 is wrong: 'maxmemori 1gb': Bad directive or wrong number of arguments. " +
        'Mend that line, then start again',
    );
  });

  test('anything else is left to the restart policy', () => {
    expect(kv.explain?.(['Segmentation fault'], context)).toBeUndefined();
  });
});
