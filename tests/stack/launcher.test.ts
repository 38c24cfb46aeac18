import { beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';

const root = join(import.meta.dir, '../..');
const cpu = process.arch === 'arm64' ? 'aarch64' : 'x64';
const platforms =
  process.platform === 'darwin' ? [`darwin-${cpu}`] : [`linux-${cpu}`, `linux-${cpu}-musl`];
const script = `console.log(JSON.stringify({ pid: process.pid, argv: process.argv.slice(2), env: process.env.FROM_DOTENV ?? null }));`;

/** A checkout as npm leaves it, with a product that only prints what it was given. */
class Checkout {
  readonly dir = tempDir('launcher');
  readonly bin = join(this.dir, 'node_modules/.bin/tandem');

  constructor() {
    for (const name of ['common', 'stack']) {
      cpSync(join(root, 'packages', name, 'bin'), join(this.dir, 'packages', name, 'bin'), {
        recursive: true,
      });
    }
    mkdirSync(join(this.dir, 'packages/stack/src'));
    writeFileSync(join(this.dir, 'packages/stack/src/main.ts'), script);
    mkdirSync(join(this.dir, 'node_modules/.bin'), { recursive: true });
    mkdirSync(join(this.dir, 'node_modules/@tandem'));
    // The two links that npm makes: the package, and the command through it.
    symlinkSync('../../packages/stack', join(this.dir, 'node_modules/@tandem/stack'));
    symlinkSync('../@tandem/stack/bin/tandem', this.bin);
  }

  platformPackage(platform: string): void {
    const bin = join(this.dir, `node_modules/@oven/bun-${platform}/bin`);
    mkdirSync(bin, { recursive: true });
    symlinkSync(process.execPath, join(bin, 'bun'));
  }

  /** What the bun package holds before, and after, its install script ran. */
  bunPackage(installed: boolean): void {
    const bin = join(this.dir, 'node_modules/bun/bin');
    mkdirSync(bin, { recursive: true });
    const path = join(bin, 'bun.exe');
    if (installed) symlinkSync(process.execPath, path);
    else writeFileSync(path, 'echo "install script was not run" >&2; exit 1\n');
    if (!installed) chmodSync(path, 0o755);
  }
}

describe('a launcher', () => {
  let checkout: Checkout;
  beforeEach(() => {
    checkout = new Checkout();
  });

  for (const platform of platforms) {
    test(`finds ${platform} when npm ran no install scripts`, async () => {
      checkout.bunPackage(false);
      checkout.platformPackage(platform);
      const { code, stdout, stderr } = await run([checkout.bin, 'up', '--x', 'a b']);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(JSON.parse(stdout).argv).toEqual(['up', '--x', 'a b']);
    });
  }

  test('finds the bun package when npm ran its install script', async () => {
    checkout.bunPackage(true);
    const { stdout } = await run([checkout.bin]);
    expect(JSON.parse(stdout).argv).toEqual([]);
  });

  test('becomes the server: the pid that was started is the server’s own', async () => {
    checkout.bunPackage(true);
    const started = startProcess([checkout.bin]);
    await started.exited;
    expect(JSON.parse(started.stdout).pid).toBe(started.pid);
  });

  test('works from any directory, through further links, and ignores what lies there', async () => {
    checkout.platformPackage(platforms[0] as string);
    const elsewhere = tempDir('elsewhere');
    writeFileSync(join(elsewhere, '.env'), 'FROM_DOTENV=yes\n');
    symlinkSync(checkout.bin, join(elsewhere, 'my-tandem'));
    for (const command of [join(elsewhere, 'my-tandem'), './my-tandem']) {
      const { stdout } = await run([command], { cwd: elsewhere });
      expect(JSON.parse(stdout).env).toBeNull();
    }
  });

  test('says what to type when Bun is not there', async () => {
    checkout.bunPackage(false);
    const { code, stderr } = await run([checkout.bin]);
    expect(code).toBe(1);
    expect(stderr).toContain('Run `npm install`');
  });
});
