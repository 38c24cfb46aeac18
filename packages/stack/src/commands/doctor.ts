import { readFileSync, statfsSync } from 'node:fs';
import { textTable } from '@tandem/common/cli/text-table.ts';
import { ask } from '../control/client.ts';
import { exitCodes } from '../exit-codes.ts';
import { makePlan, type Plan } from '../plan.ts';
import { availableMiB, memoryTrouble } from '../preflight/memory.ts';
import { portTrouble } from '../preflight/ports.ts';
import { findOrphans } from '../state/state-file.ts';
import { typedCommand } from '../typed-command.ts';
import { type Command, dataDirOf, dataOption } from './command.ts';

const MIB = 1024 * 1024;
const LEAST_DISK_MIB = 512;
const LEAST_OPEN_FILES = 10_032;

/** One thing looked at: in order, worth knowing, or in the way of a start. */
interface Finding {
  readonly verdict: 'ok' | 'warning' | 'trouble';
  readonly what: string;
  readonly detail: string;
}

export const doctor: Command = {
  spec: () => ({
    name: 'tandem doctor',
    summary: 'Look for what could stand in the way of a start.',
    positionals: [],
    options: [dataOption, { name: 'port-offset', value: 'N', help: 'As for `tandem up`.' }],
    notes: ['Exit code: 0 when a start should work, 4 when something is in its way.'],
  }),
  run: async (line, catalogue) => {
    const portOffset = line.integer('port-offset', 0, 0, 65_535);
    const plan = makePlan(catalogue, dataDirOf(line), { portOffset });
    const findings = [
      runtime(),
      dataDirectory(plan),
      disk(plan),
      memory(plan),
      openFiles(),
      ...(await ports(plan)),
    ];
    console.log(textTable(findings.map(({ verdict, what, detail }) => [verdict, what, detail])));
    const inTheWay = findings.some((finding) => finding.verdict === 'trouble');
    return inTheWay ? exitCodes.cannotStart : exitCodes.ok;
  },
};

function runtime(): Finding {
  const detail = `Bun ${Bun.version} on ${process.platform} ${process.arch}`;
  return { verdict: 'ok', what: 'runtime', detail };
}

function dataDirectory(plan: Plan): Finding {
  const what = 'data directory';
  const trouble = plan.dataDir.trouble();
  if (trouble !== undefined) return { verdict: 'trouble', what, detail: trouble };
  return { verdict: 'ok', what, detail: plan.dataDir.path };
}

function disk(plan: Plan): Finding {
  const { bavail, bsize } = statfsSync(plan.dataDir.nearestExisting);
  const free = Math.floor((bavail * bsize) / MIB);
  const verdict = free < LEAST_DISK_MIB ? 'warning' : 'ok';
  return { verdict, what: 'disk', detail: `${free} MiB free for the data directory` };
}

function memory(plan: Plan): Finding {
  const available = availableMiB();
  const services = plan.services.map(({ descriptor }) => descriptor);
  const trouble = memoryTrouble(services, available);
  if (trouble !== undefined) return { verdict: 'trouble', what: 'memory', detail: trouble };
  return { verdict: 'ok', what: 'memory', detail: `${available} MiB free` };
}

/** The reference keeps 10000 clients and 32 files for itself; with fewer it lowers maxclients. */
function openFiles(): Finding {
  const limits = readLimits();
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1] ?? 'unlimited';
  const enough = hard === 'unlimited' || Number(hard) >= LEAST_OPEN_FILES;
  const detail = enough
    ? `up to ${hard}`
    : `up to ${hard}; kv serves fewer than 10000 clients. Raise it: ulimit -n ${LEAST_OPEN_FILES}`;
  return { verdict: enough ? 'ok' : 'warning', what: 'open files', detail };
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Ports, unless this data directory's own stack holds them. */
async function ports(plan: Plan): Promise<Finding[]> {
  const { dataDir } = plan;
  const running = await ask(dataDir.socket, { command: 'status' });
  if (running?.ok) {
    const pid = running.status.supervisorPid;
    return [{ verdict: 'ok', what: 'stack', detail: `runs already (pid ${pid})` }];
  }
  const findings: Finding[] = findOrphans(dataDir.state).map(({ name, pid }) => ({
    verdict: 'trouble',
    what: name,
    detail: `pid ${pid} was left behind by a tandem that was killed. Stop it: ${typedCommand('down', dataDir)}`,
  }));
  for (const { descriptor, context } of plan.services) {
    for (const { name } of descriptor.ports) {
      const port = context.port(name);
      const host = descriptor.host(context);
      const trouble = await portTrouble({ service: descriptor.name, host, port });
      findings.push({
        verdict: trouble === undefined ? 'ok' : 'trouble',
        what: `${descriptor.name} port`,
        detail: trouble ?? `${host}:${port} is free`,
      });
    }
  }
  return findings;
}
