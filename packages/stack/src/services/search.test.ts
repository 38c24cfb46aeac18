import { describe, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@tandem/testkit/free-port.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { CredentialFile } from '../credentials/credential-file.ts';
import { probeHttp } from './http-probe.ts';
import { search } from './search.ts';
import { searchHost, writeFirstSettings } from './search-conf.ts';

describe('search.yml', () => {
  const cases: [string, string][] = [
    ['', '127.0.0.1'],
    ['network.host: 0.0.0.0\n', '127.0.0.1'],
    ['network.host: _local_\n', '127.0.0.1'],
    ['network.host: 192.168.1.7 # here\n', '192.168.1.7'],
    ['network.host: "::1"\n', '::1'],
    ['network.host: 10.0.0.1\nhttp.host: 10.0.0.2\n', '10.0.0.2'],
  ];
  for (const [conf, host] of cases) {
    test(`${JSON.stringify(conf)} is reached at ${host}`, () => {
      const path = join(tempDir('conf'), 'search.yml');
      writeFileSync(path, conf);
      writeFirstSettings(path);
      expect(searchHost(path)).toBe(host);
    });
  }

  test('a first one listens on loopback', () => {
    const path = join(tempDir('conf'), 'search.yml');
    writeFirstSettings(path);
    expect(searchHost(path)).toBe('127.0.0.1');
  });
});

describe('a probe', () => {
  const replies: [number, string][] = [
    [200, 'ready'],
    [401, 'ready'],
    [503, 'busy'],
    [404, 'silent'],
  ];
  for (const [status, health] of replies) {
    test(`finds ${status} ${health}`, async () => {
      const server = createServer((_, response) => response.writeHead(status).end());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      expect(await probeHttp(`http://127.0.0.1:${port}/`)).toBe(health as 'ready');
      server.close();
    });
  }

  test('finds nobody silent', async () => {
    expect(await probeHttp(`http://127.0.0.1:${await freePort()}/`)).toBe('silent');
  });
});

describe('a death that no restart will mend', () => {
  const context = { dir: '/d/search', port: () => 9200 };
  const explain = (line: string) => search.explain?.(['x', line], context);

  test('an unknown setting', () => {
    expect(explain('ERROR: unknown setting [htp.port] did you mean [http.port]?')).toBe(
      'unknown setting [htp.port] did you mean [http.port]? (settings: /d/search/search.yml, environment). Mend that, then start again',
    );
  });

  test('a port that was taken meanwhile', () => {
    expect(
      explain(
        'ERROR: BindHttpException: Failed to bind to 127.0.0.1:[9200]; nested: BindException[Address already in use]',
      ),
    ).toBe(
      'port 9200 is in use by another program. Stop that, or choose other ports with --port-offset',
    );
  });

  test('anything else is left to the restart policy', () => {
    expect(explain('Segmentation fault')).toBeUndefined();
  });
});

test('credentials are the owner’s alone', () => {
  const file = new CredentialFile(join(tempDir('credentials'), 'x/search.json'));
  expect(file.read()).toBeUndefined();
  file.write({ kibana_system: 'secret' });
  expect(file.read()).toEqual({ kibana_system: 'secret' });
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
});
