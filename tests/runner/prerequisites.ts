import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installWithoutStarting } from './apt.ts';

/** A program the tests start that npm cannot bring. */
export interface Prerequisite {
  readonly command: string;
  readonly debianPackage: string;
  /** The service that the package would start at every boot. */
  readonly service?: string;
}

export const prerequisites = {
  git: { command: 'git', debianPackage: 'git' },
  redisServer: { command: 'redis-server', debianPackage: 'redis-server', service: 'redis-server' },
  redisTools: { command: 'redis-cli', debianPackage: 'redis-tools' },
  redisSentinel: {
    command: 'redis-sentinel',
    debianPackage: 'redis-sentinel',
    service: 'redis-sentinel',
  },
  chromium: { command: 'chromium', debianPackage: 'chromium' },
} as const satisfies Record<string, Prerequisite>;

/** What the rest of the machine looks like to `ensure`, so that a test can show it another. */
export interface Machine {
  has(command: string): boolean;
  readonly isRoot: boolean;
  readonly isDebian: boolean;
  /** Installs and returns whether it worked; its output goes to the terminal. */
  install(packages: readonly string[], services: readonly string[]): boolean;
}

export const thisMachine: Machine = {
  has: (command) => Bun.which(command) !== null,
  isRoot: process.getuid?.() === 0,
  isDebian: existsSync('/etc/debian_version') && Bun.which('apt-get') !== null,
  install: (packages, services) =>
    installWithoutStarting(
      packages,
      services,
      (argv) =>
        spawnSync(argv[0] as string, argv.slice(1), {
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        }).status === 0,
    ),
};

/**
 * Makes sure that everything in `needs` is there, installing it when we are root on Debian.
 * Returns undefined when all is well, otherwise the sentence that tells the user what to type.
 */
export function ensure(needs: readonly Prerequisite[], machine: Machine): string | undefined {
  const missing = () => needs.filter((need) => !machine.has(need.command));
  const wanted = [...new Set(missing())];
  if (wanted.length === 0) return undefined;
  const packages = wanted.map((need) => need.debianPackage);
  if (machine.isRoot && machine.isDebian) {
    machine.install(
      packages,
      wanted.flatMap((need) => need.service ?? []),
    );
  }
  const left = missing();
  if (left.length === 0) return undefined;
  const names = left.map((need) => need.command).join(', ');
  return machine.isDebian
    ? `The tests need ${names}. Type: sudo apt-get install ${packages.join(' ')}`
    : `The tests need ${names} on the PATH (Debian packages: ${packages.join(' ')}).`;
}
