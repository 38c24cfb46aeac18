import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StackStatus } from '@tandem/stack/supervisor/status.ts';
import { eventually } from '@tandem/testkit/eventually.ts';
import { freePort, isFree } from '@tandem/testkit/free-port.ts';
import { isAlive } from '@tandem/testkit/is-alive.ts';
import { run, type StartedProcess, startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import type { Behaviour } from './fixture/service.ts';

const FIXTURE = join(import.meta.dir, 'fixture/tandem.ts');

/** A stack of fixture services on free ports and a directory of its own. */
export class TestStack {
  readonly dir: string;
  readonly offset: number;

  private constructor(dir: string, offset: number) {
    this.dir = dir;
    this.offset = offset;
  }

  static async make(subdirectory = 'data'): Promise<TestStack> {
    for (;;) {
      const offset = await freePort();
      const ports = [offset + 1, offset + 2, offset + 3];
      const free = await Promise.all(ports.map(isFree));
      if (free.every(Boolean)) return new TestStack(join(tempDir('stack'), subdirectory), offset);
    }
  }

  /** Tells a service how to behave at its next start. */
  behave(service: string, behaviour: Behaviour): void {
    mkdirSync(join(this.dir, service), { recursive: true });
    writeFileSync(join(this.dir, service, 'behaviour.json'), JSON.stringify(behaviour));
  }

  /** `tandem up …`, running. */
  up(...args: string[]): StartedProcess {
    return startProcess(this.upCommand(...args));
  }

  upCommand(...args: string[]): string[] {
    const where = ['--data', this.dir, '--port-offset', `${this.offset}`];
    return [process.execPath, FIXTURE, 'up', ...where, ...args];
  }

  /** `tandem <word> …`, to its end. */
  run(word: string, ...args: string[]) {
    return run([process.execPath, FIXTURE, word, '--data', this.dir, ...args]);
  }

  start(word: string, ...args: string[]): StartedProcess {
    return startProcess([process.execPath, FIXTURE, word, '--data', this.dir, ...args]);
  }

  async status(): Promise<StackStatus> {
    const { stdout } = await this.run('status', '--json');
    return JSON.parse(stdout) as StackStatus;
  }

  async service(name: string) {
    return (await this.status()).services.find((service) => service.name === name)!;
  }

  /** What the services noted, in the order they did: `base started`, `front started`, … */
  order(): string[] {
    const path = join(this.dir, 'order.txt');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  }

  /** Every pid that a service of this stack has ever printed. */
  pids(): number[] {
    return ['base', 'front', 'side'].flatMap((name) => {
      const path = join(this.dir, 'logs', `${name}.log`);
      const log = existsSync(path) ? readFileSync(path, 'utf8') : '';
      return [...log.matchAll(/runs as (\d+)/g)].map((match) => Number(match[1]));
    });
  }

  /** Fails unless no process, no listener, no socket and no state of it is left. */
  async nothingLeft(): Promise<void> {
    await eventually('its processes to be gone', () => !this.pids().some(isAlive));
    for (const port of [1, 2, 3]) {
      await eventually(`port ${this.offset + port} to be free`, () => isFree(this.offset + port));
    }
    for (const name of ['control.sock', 'state.json']) {
      if (existsSync(join(this.dir, 'run', name))) throw new Error(`${name} is left behind`);
    }
  }
}
