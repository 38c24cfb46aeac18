import { textTable } from '@tandem/common/cli/text-table.ts';
import { ask } from '../control/client.ts';
import { exitCodes } from '../exit-codes.ts';
import { findOrphans } from '../state/state-file.ts';
import type { ServiceStatus } from '../supervisor/status.ts';
import { typedCommand } from '../typed-command.ts';
import { type Command, dataDirOf, dataOption } from './command.ts';

export const status: Command = {
  spec: () => ({
    name: 'tandem status',
    summary: 'Show the services of a running stack.',
    positionals: [],
    options: [dataOption, { name: 'json', help: 'Print JSON for programs.' }],
    notes: ['Exit code: 0 when every service is ready, 1 when one is not, 3 when nothing runs.'],
  }),
  run: async (line) => {
    const dataDir = dataDirOf(line);
    const reply = await ask(dataDir.socket, { command: 'status' });
    if (reply?.ok) {
      const { services } = reply.status;
      console.log(line.flag('json') ? JSON.stringify(reply.status, null, 2) : table(services));
      return services.every((service) => service.state === 'ready')
        ? exitCodes.ok
        : exitCodes.failed;
    }
    const orphans = findOrphans(dataDir.state);
    if (line.flag('json')) {
      const left = orphans.map(({ name, pid }) => ({ name, pid }));
      console.log(JSON.stringify({ running: false, dataDir: dataDir.path, left }, null, 2));
    } else {
      console.log(`Nothing is running on ${dataDir.path}.`);
      for (const { name, pid } of orphans) {
        console.log(
          `But ${name} (pid ${pid}) was left behind by a tandem that was killed; \`${typedCommand('down', dataDir)}\` stops it.`,
        );
      }
    }
    return exitCodes.notRunning;
  },
};

function table(services: readonly ServiceStatus[]): string {
  return textTable([
    ['SERVICE', 'STATE', 'PID', 'ADDRESS', 'USER', 'UP', 'RESTARTS', ''],
    ...services.map((service) => [
      service.name,
      service.state,
      service.pid === null ? '-' : String(service.pid),
      service.address,
      service.user,
      service.startedAt === null ? '-' : duration(Date.now() - service.startedAt),
      String(service.restarts),
      service.reason ?? '',
    ]),
  ]);
}

/** `3d 4h`, `4h 5m`, `5m 6s`, `6s`. */
function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return '0s';
  return parts
    .slice(first, first + 2)
    .map(([amount, unit]) => `${amount}${unit}`)
    .join(' ');
}
