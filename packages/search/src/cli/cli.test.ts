import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { run } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { startTestNode, type TestNode } from '../testing.ts';

const LAUNCHER = join(import.meta.dir, '../../bin/tandem-search');

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode(tempDir('search'));
});
afterAll(() => node.node.stop());

const tool = (...args: string[]) => run([LAUNCHER, ...args, '-E', `path.data=${node.dataDir}`]);

describe('reset-password', () => {
  test('prints the new password of a built-in user, which then works', async () => {
    const { code, stdout } = await tool('reset-password', '-u', 'kibana_system', '-b');
    expect(code).toBe(0);
    const password =
      /^Password for the \[kibana_system\] user successfully reset\.\nNew value: (\S+)\n$/.exec(
        stdout,
      )?.[1];
    expect((await node.call('GET', '/', undefined, `kibana_system:${password}`)).status).toBe(200);
  });

  const mistakes: [string[], number, string][] = [
    [['reset-password'], 64, 'ERROR: Missing required option(s) [u/username]\n'],
    [
      ['reset-password', '-u', 'nobody', '-b'],
      65,
      'ERROR: Failed to reset password for the [nobody] user: the user does not exist\n',
    ],
    [
      ['reset-password', '-u', 'x', '-ia'],
      64,
      'ERROR: Option(s) [a/auto] are unavailable given other options on the command line\n',
    ],
    [['reset-password', '--frob'], 64, 'ERROR: frob is not a recognized option\n'],
    [['create-enrollment-token'], 64, 'ERROR: Missing required option(s) [s/scope]\n'],
    [
      ['create-enrollment-token', '-s', 'kibana', '-E', 'xpack.security.enrollment.enabled=true'],
      73,
      'Unable to create enrollment token for scope [kibana]\n\nERROR: Unable to create an enrollment token. Elasticsearch node HTTP layer SSL configuration is not configured with a keystore, with exit code 73\n',
    ],
  ];
  for (const [args, code, stderr] of mistakes) {
    test(args.join(' '), async () => {
      const result = await tool(...args);
      expect([result.code, result.stderr]).toEqual([code, stderr]);
    });
  }

  test('says so when no node runs there', async () => {
    const empty = tempDir('empty');
    const { code, stderr } = await run([
      LAUNCHER,
      'reset-password',
      '-u',
      'elastic',
      '-b',
      '-E',
      `path.data=${empty}`,
    ]);
    expect([code, stderr]).toEqual([
      69,
      `ERROR: No node runs on [${empty}]. Start it first, or name its directory with -E path.data=DIR.\n`,
    ]);
  });

  test('has help', async () => {
    expect((await tool('reset-password', '--help')).stdout).toContain('-u, --username USER');
  });
});

describe('the node', () => {
  test('is refused a second time on one data directory', async () => {
    const { code, stderr } = await tool('-E', 'http.port=0', '-E', 'transport.port=0');
    expect([code, stderr]).toEqual([
      1,
      `ERROR: failed to obtain node locks, tried [${node.dataDir}]; maybe these locations are not writable or multiple nodes were started on the same data path?\n`,
    ]);
  });

  test('does not start with a setting it does not know', async () => {
    const { code, stderr } = await tool('-E', 'http.prt=1');
    expect([code, stderr]).toEqual([
      1,
      'ERROR: unknown setting [http.prt] did you mean [http.port]?\n',
    ]);
  });
});
