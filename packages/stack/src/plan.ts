import { UserError } from '@tandem/common/user-error.ts';
import type { DataDir } from './data-dir.ts';
import { exitCodes } from './exit-codes.ts';
import type { Catalogue } from './services/catalogue.ts';
import type { ServiceContext, ServiceDescriptor } from './services/descriptor.ts';

const HIGHEST_PORT = 65_535;

/** What the user asked for. */
export interface PlanOptions {
  readonly topology?: string;
  /** Names of the services to start, with what they depend on; all when absent. */
  readonly only?: readonly string[];
  readonly portOffset: number;
}

/** One service of a planned stack. */
export interface PlannedService {
  readonly descriptor: ServiceDescriptor;
  readonly context: ServiceContext;
}

/** A stack that could be started. */
export interface Plan {
  readonly dataDir: DataDir;
  readonly topology: string;
  readonly portOffset: number;
  /** In an order in which each comes after what it depends on. */
  readonly services: readonly PlannedService[];
}

/** Chooses and orders services; throws a UserError about a name or a number that cannot be. */
export function makePlan(catalogue: Catalogue, dataDir: DataDir, options: PlanOptions): Plan {
  const topology = options.topology ?? (catalogue.topologies[0] as string);
  if (!catalogue.topologies.includes(topology)) {
    throw new UserError(
      `The topology "${topology}" is not available in this version; available: ${catalogue.topologies.join(', ')}.`,
      exitCodes.usage,
    );
  }
  const chosen = options.only ?? catalogue.services.map((service) => service.name);
  const services = inStartOrder(catalogue, chosen).map((descriptor) => ({
    descriptor,
    context: contextOf(descriptor, dataDir, options.portOffset),
  }));
  return { dataDir, topology, portOffset: options.portOffset, services };
}

/** The service called `name`; throws a UserError that lists those there are. */
export function findService(catalogue: Catalogue, name: string): ServiceDescriptor {
  const found = catalogue.services.find((service) => service.name === name);
  if (found) return found;
  const names = catalogue.services.map((service) => service.name).join(', ');
  throw new UserError(`There is no service "${name}"; there is: ${names}.`, exitCodes.usage);
}

function inStartOrder(catalogue: Catalogue, names: readonly string[]): ServiceDescriptor[] {
  const ordered: ServiceDescriptor[] = [];
  const add = (name: string) => {
    const service = findService(catalogue, name);
    if (ordered.includes(service)) return;
    for (const dependency of service.dependsOn) add(dependency);
    ordered.push(service);
  };
  for (const name of names) add(name);
  return ordered;
}

function contextOf(
  descriptor: ServiceDescriptor,
  dataDir: DataDir,
  portOffset: number,
): ServiceContext {
  const ports = new Map<string, number>();
  for (const port of descriptor.ports) {
    const number = port.number + portOffset;
    if (number < 1 || number > HIGHEST_PORT) {
      throw new UserError(
        `--port-offset ${portOffset} moves ${descriptor.name} to port ${number}; ports end at ${HIGHEST_PORT}.`,
        exitCodes.usage,
      );
    }
    ports.set(port.name, number);
  }
  return {
    dir: dataDir.service(descriptor.name),
    port: (name) => {
      const number = ports.get(name);
      if (number === undefined) throw new Error(`${descriptor.name} has no port "${name}"`);
      return number;
    },
  };
}
