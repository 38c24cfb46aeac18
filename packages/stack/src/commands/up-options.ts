import type { CommandLine, OptionSpec } from '@tandem/common/cli/command-line.ts';
import { makePlan, type Plan } from '../plan.ts';
import type { Catalogue } from '../services/catalogue.ts';
import { dataDirOf, dataOption } from './command.ts';

/** Options that say which stack is meant; the process that runs it in the background takes them too. */
export function upOptions(catalogue: Catalogue): OptionSpec[] {
  const names = catalogue.services.map((service) => service.name).join(', ');
  return [
    {
      name: 'topology',
      value: 'NAME',
      help: `How the key-value servers are arranged: ${catalogue.topologies.join(', ')}.`,
    },
    {
      name: 'only',
      value: 'A,B',
      help: `Start only these services and what they depend on: ${names}.`,
    },
    dataOption,
    { name: 'port-offset', value: 'N', help: 'Add N to every port (default: 0).' },
  ];
}

/** The stack that the options describe; throws a UserError when there can be no such stack. */
export function planFrom(line: CommandLine, catalogue: Catalogue): Plan {
  const topology = line.text('topology');
  const only = line
    .text('only')
    ?.split(',')
    .map((name) => name.trim());
  return makePlan(catalogue, dataDirOf(line), {
    ...(topology !== undefined && { topology }),
    ...(only !== undefined && { only }),
    portOffset: line.integer('port-offset', 0, 0, 65_535),
  });
}
