/** What the node can tell of the machine and process it is. */
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { cpus, freemem, loadavg, totalmem } from 'node:os';
import type { NodeServices } from '../node-services.ts';

export interface Machine {
  readonly ip: string;
  readonly transportPort: number;
  readonly httpAddress: string;
  readonly heapUsed: number;
  readonly heapPercent: number;
  readonly memory: { readonly total: number; readonly used: number };
  readonly memoryPercent: number;
  readonly cpuPercent: number;
  readonly load: readonly [number, number, number];
}

export function machineOf(node: NodeServices): Machine {
  const { http, transport } = node.addresses();
  const heapUsed = process.memoryUsage().heapUsed;
  return {
    ip: http.replace(/:\d+$/, ''),
    transportPort: Number(transport.split(':').at(-1)),
    httpAddress: http,
    heapUsed,
    heapPercent: percent(heapUsed, node.breakers.budget),
    memory: { total: totalmem(), used: totalmem() - freemem() },
    memoryPercent: percent(totalmem() - freemem(), totalmem()),
    cpuPercent: machineCpu(),
    load: loadavg() as [number, number, number],
  };
}

export function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.round((100 * part) / whole));
}

/** Two questions within this time get one answer: shorter spans measure noise. */
const CPU_SPAN_MS = 1000;

/** A share of CPU time between now and the last time somebody asked. */
class CpuMeter {
  private last: { readonly at: number; readonly busy: number; readonly all: number };
  private shown: number;

  constructor(private readonly read: () => { busy: number; all: number }) {
    this.last = { at: Date.now(), ...read() };
    this.shown = percent(this.last.busy, this.last.all);
  }

  percent(): number {
    if (Date.now() - this.last.at < CPU_SPAN_MS) return this.shown;
    const now = { at: Date.now(), ...this.read() };
    this.shown = percent(now.busy - this.last.busy, now.all - this.last.all);
    this.last = now;
    return this.shown;
  }
}

const machineMeter = new CpuMeter(() => {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
});
const processMeter = new CpuMeter(() => {
  const { user, system } = process.cpuUsage();
  return { busy: (user + system) / 1000, all: performance.now() * cpus().length };
});

const machineCpu = () => machineMeter.percent();
export const processCpu = () => processMeter.percent();

/** Milliseconds of CPU the process has used. */
export function processCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

/** Bytes of the file system that holds the data. */
export function diskOf(node: NodeServices): { total: number; free: number; available: number } {
  const { blocks, bfree, bavail, bsize } = statfsSync(node.dataDir);
  return { total: blocks * bsize, free: bfree * bsize, available: bavail * bsize };
}

/** Open files and how many may be; -1 where the system does not tell. */
export function fileDescriptors(): { open: number; max: number } {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const max = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return { open: readdirSync('/proc/self/fd').length, max: Number(max ?? -1) };
  } catch {
    return { open: -1, max: -1 };
  }
}

/** Bytes of address space; -1 where the system does not tell. */
export function virtualMemory(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Number(/^VmSize:\s+(\d+) kB/m.exec(status)?.[1] ?? -1) * 1024;
  } catch {
    return -1;
  }
}

/** Name and version of the system as people write it. */
export function prettySystemName(): string {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1] ?? process.platform;
  } catch {
    return process.platform;
  }
}
