import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { parseNodeCommand } from './command-line.ts';
import { Settings } from './settings.ts';
import { environmentSettings, heapBudget, readSettingsFile, settingsFile } from './sources.ts';
import { bytesText, parseBytes, parseTime } from './units.ts';

describe('a settings file', () => {
  test('takes flat and nested names, lists and placeholders', () => {
    const dir = tempDir('conf');
    writeFileSync(
      join(dir, 'elasticsearch.yml'),
      'cluster.name: demo\nhttp:\n  port: 9201\npath.repo: ["/a", "/b"]\nnode.name: $' +
        '{WHO:me}-$' +
        '{ME}\nnode.attr.rack: r1\n',
    );
    const values = readSettingsFile(settingsFile(dir)!, { ME: 'x' });
    expect(Object.fromEntries(values)).toEqual({
      'cluster.name': 'demo',
      'http.port': '9201',
      'path.repo': '/a,/b',
      'node.name': 'me-x',
      'node.attr.rack': 'r1',
    });
    const settings = new Settings(values);
    settings.check();
    expect(settings.list('path.repo')).toEqual(['/a', '/b']);
    expect([...settings.below('node.attr.')]).toEqual([['rack', 'r1']]);
  });

  test('search.yml comes before elasticsearch.yml', () => {
    const dir = tempDir('conf');
    expect(settingsFile(dir)).toBeUndefined();
    writeFileSync(join(dir, 'elasticsearch.yml'), '');
    writeFileSync(join(dir, 'search.yml'), '');
    expect(settingsFile(dir)).toBe(join(dir, 'search.yml'));
  });

  test('a broken one is named', () => {
    const path = join(tempDir('conf'), 'search.yml');
    writeFileSync(path, 'a: [1, \n');
    expect(() => readSettingsFile(path, {})).toThrow(`Failed to load settings from [${path}]`);
  });
});

describe('unknown and wrong settings stop the start', () => {
  const cases: [Record<string, string>, string][] = [
    [{ 'htp.port': '1' }, 'unknown setting [htp.port] did you mean [http.port]?'],
    [
      { 'foo.bar': '1' },
      'unknown setting [foo.bar] please check that any required plugins are installed, or check the breaking changes documentation for removed settings',
    ],
    [
      { 'xpack.security.enabled': 'yes' },
      'Failed to parse value [yes] for setting [xpack.security.enabled]',
    ],
    [{ 'http.port': 'x' }, 'Failed to parse value [x] for setting [http.port]'],
    [
      { 'http.max_content_length': '5' },
      'failed to parse setting [http.max_content_length] with value [5] as a size in bytes: unit is missing or unrecognized',
    ],
  ];
  for (const [values, message] of cases) {
    test(JSON.stringify(values), () => expect(() => new Settings(values).check()).toThrow(message));
  }
});

test('the environment is read in the container style', () => {
  expect(
    Object.fromEntries(
      environmentSettings({
        'discovery.type': 'single-node',
        'xpack.security.enabled': 'true',
        ES_SETTING_NODE_NAME: 'n',
        ES_SETTING_XPACK_SECURITY_AUTHC_API__KEY_ENABLED: 'true',
        PATH: '/bin',
        'npm_config_user-agent': 'x',
        ELASTIC_PASSWORD: 'secret',
      }),
    ),
  ).toEqual({
    'discovery.type': 'single-node',
    'xpack.security.enabled': 'true',
    'node.name': 'n',
    'xpack.security.authc.api_key.enabled': 'true',
  });
});

test('the heap budget', () => {
  expect(heapBudget(undefined)).toBe(512 * 2 ** 20);
  expect(heapBudget('-Xms1g -Xmx1g -Dx=y')).toBe(2 ** 30);
  expect(() => heapBudget('-Xmxmany')).toThrow('Invalid maximum heap size: -Xmxmany');
  expect(() => heapBudget('-Xms2g -Xmx1g')).toThrow('Initial heap size set to a larger value');
});

describe('the command line', () => {
  test('settings and switches', () => {
    const line = parseNodeCommand([
      '-E',
      'http.port=9201',
      '-Enode.name=a=b',
      '-q',
      '-p',
      '/run/x',
    ]);
    expect(line).toEqual({
      mode: 'serve',
      settings: new Map([
        ['http.port', '9201'],
        ['node.name', 'a=b'],
      ]),
      pidFile: '/run/x',
      quiet: true,
    });
  });

  const cases: [string[], string][] = [
    [['-E', 'x.y'], 'ERROR: setting [x.y] must not be empty'],
    [['-E', 'a.b=1', '-E', 'a.b=2'], 'ERROR: setting [a.b] already set, saw [1] and [2]'],
    [['--foo'], 'ERROR: foo is not a recognized option'],
    [['foo'], 'ERROR: Positional arguments not allowed, found [foo]'],
  ];
  for (const [argv, message] of cases) {
    test(argv.join(' '), () => expect(() => parseNodeCommand(argv)).toThrow(message));
  }
});

test('units', () => {
  expect(parseTime('30s', 't')).toBe(30_000);
  expect(parseTime('-1', 't')).toBe(-1);
  expect(() => parseTime('1.5s', 't')).toThrow('fractional time values are not supported');
  expect(parseBytes('100mb', 'b')).toBe(100 * 2 ** 20);
  expect([0, 1023, 1536, 11225477939].map(bytesText)).toEqual(['0b', '1023b', '1.5kb', '10.4gb']);
});
