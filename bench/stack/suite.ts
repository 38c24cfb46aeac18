import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@tandem/stack/services/catalogue.ts';
import type { StackStatus } from '@tandem/stack/supervisor/status.ts';
import { freeOffset } from '@tandem/testkit/free-port.ts';
import { run, startProcess } from '@tandem/testkit/started-process.ts';
import { tempDir } from '@tandem/testkit/temp-dir.ts';
import { Sample } from '../report/sample.ts';
import type { Suite } from '../suite.ts';

const RUNS = { quick: 5, full: 30 } as const;
const tandem = join(import.meta.dir, '../../packages/stack/bin/tandem');

/** The whole stack as a user starts it: how long until all is ready, how much memory it then holds. */
export const stack: Suite = {
  name: 'stack',
  method:
    'tandem up on an empty data directory, from the start of the process to the table; then the resident memory of the supervisor and of every service, summed (shared pages count each time).',
  run: async (effort, progress) => {
    const startMs: number[] = [];
    const memoryMiB: number[] = [];
    for (let round = 1; round <= RUNS[effort]; round += 1) {
      progress(`start ${round} of ${RUNS[effort]}`);
      const result = await startOnce();
      startMs.push(result.startMs);
      memoryMiB.push(result.memoryMiB);
    }
    return [
      { what: 'everything ready', unit: 'ms', ours: new Sample(startMs), better: 'less' },
      { what: 'resident memory', unit: 'MiB', ours: new Sample(memoryMiB), better: 'less' },
    ];
  },
};

async function startOnce(): Promise<{ startMs: number; memoryMiB: number }> {
  const data = ['--data', tempDir('bench')];
  const ports = catalogue.services.flatMap((service) => service.ports.map((port) => port.number));
  const offset = String(await freeOffset(ports));
  const started = performance.now();
  const up = startProcess([tandem, 'up', ...data, '--port-offset', offset]);
  await up.output('Stop: Ctrl-C', 2);
  const startMs = performance.now() - started;
  const { stdout } = await run([tandem, 'status', '--json', ...data]);
  const status = JSON.parse(stdout) as StackStatus;
  const pids = [status.supervisorPid, ...status.services.flatMap(({ pid }) => pid ?? [])];
  const memoryMiB = pids.reduce((sum, pid) => sum + residentMiB(pid), 0);
  await up.stop('SIGINT');
  return { startMs, memoryMiB };
}

function residentMiB(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
