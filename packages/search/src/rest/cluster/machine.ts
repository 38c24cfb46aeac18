/** What the node can tell of the machine and process it is. */
import { cpus, freemem, loadavg, totalmem } from 'node:os';
import type { NodeServices } from '../node-services.ts';

export interface Machine {
  readonly ip: string;
  readonly transportPort: number;
  readonly httpAddress: string;
  readonly heapPercent: number;
  readonly memoryPercent: number;
  readonly cpuPercent: number;
  readonly load: readonly [number, number, number];
}

export function machineOf(node: NodeServices): Machine {
  const { http, transport } = node.addresses();
  const load = loadavg() as [number, number, number];
  return {
    ip: http.replace(/:\d+$/, ''),
    transportPort: Number(transport.split(':').at(-1)),
    httpAddress: http,
    heapPercent: percent(process.memoryUsage().heapUsed, node.breakers.budget),
    memoryPercent: percent(totalmem() - freemem(), totalmem()),
    cpuPercent: percent(load[0], cpus().length),
    load,
  };
}

function percent(part: number, whole: number): number {
  return Math.min(100, Math.round((100 * part) / whole));
}
