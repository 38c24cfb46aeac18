import { readFileSync } from 'node:fs';
import { type StartedServer, startKv, startRedis } from '@tandem/testkit/servers.ts';

/** Kernel clock ticks per second; 100 on every Linux that Node supports. */
const TICKS = 100;

/** A server under measurement: ours, or the peer. */
export class Contender {
  private constructor(
    readonly name: string,
    private readonly server: StartedServer,
  ) {}

  static async ours(): Promise<Contender> {
    return new Contender('tandem-kv', await startKv());
  }

  static async peer(): Promise<Contender> {
    return new Contender('redis-server', await startRedis({ args: ['--appendonly', 'no'] }));
  }

  get port(): number {
    return this.server.port;
  }

  /** Seconds of CPU the process has used, in user and kernel mode. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.server.process.pid}/stat`, 'utf8');
    // The command name may hold blanks; fields are counted from behind its closing bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  }

  residentBytes(): number {
    const status = readFileSync(`/proc/${this.server.process.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  }

  async stop(): Promise<void> {
    await this.server.process.stop('SIGTERM');
  }
}

/** Seconds all cores together have been busy since boot. */
export function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [, user, nice, system, , , irq, softirq] = line.split(/\s+/).map(Number);
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0)) / TICKS;
}
