import { expect, test } from 'bun:test';
import { ensure, type Machine, prerequisites } from './prerequisites.ts';

function machine(
  options: Partial<Machine> & { present: string[]; installable?: string[] },
): Machine & { installed: string[] } {
  const present = new Set(options.present);
  const installed: string[] = [];
  return {
    isRoot: options.isRoot ?? true,
    isDebian: options.isDebian ?? true,
    installed,
    has: (command) => present.has(command),
    install: (packages, services) => {
      installed.push(...packages, ...services.map((service) => `not ${service}`));
      for (const command of options.installable ?? []) present.add(command);
      return true;
    },
  };
}

const needs = [prerequisites.redisServer, prerequisites.redisTools];

test('installs nothing when everything is there', () => {
  const debian = machine({ present: ['redis-server', 'redis-cli'] });
  expect(ensure(needs, debian)).toBeUndefined();
  expect(debian.installed).toEqual([]);
});

test('root on Debian gets what is missing, and only that', () => {
  const debian = machine({ present: ['redis-cli'], installable: ['redis-server'] });
  expect(ensure(needs, debian)).toBeUndefined();
  expect(debian.installed).toEqual(['redis-server', 'not redis-server']);
});

test('an ordinary user is told the one line to type', () => {
  const debian = machine({ present: [], isRoot: false });
  expect(ensure(needs, debian)).toBe(
    'The tests need redis-server, redis-cli. Type: sudo apt-get install redis-server redis-tools',
  );
  expect(debian.installed).toEqual([]);
});

test('an installation that did not bring the program is not taken for a success', () => {
  const debian = machine({ present: [] });
  expect(ensure([prerequisites.chromium], debian)).toContain('sudo apt-get install chromium');
});

test('another system gets the names, not a Debian command', () => {
  const mac = machine({ present: [], isRoot: false, isDebian: false });
  expect(ensure([prerequisites.redisSentinel], mac)).not.toContain('apt-get');
});
