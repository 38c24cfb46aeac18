import { expect, test } from 'bun:test';
import { availableMiB, memoryTrouble } from './memory.ts';

const machine = (files: Record<string, string>) => (path: string) => files[path];
const meminfo = { '/proc/meminfo': 'MemTotal: 4096000 kB\nMemAvailable:    2048000 kB\n' };

test('what the system has left counts', () => {
  expect(availableMiB(machine(meminfo))).toBe(2000);
  expect(availableMiB(machine({ ...meminfo, '/sys/fs/cgroup/memory.max': 'max\n' }))).toBe(2000);
});

test('a container may have less', () => {
  const container = {
    ...meminfo,
    '/sys/fs/cgroup/memory.max': String(512 * 1024 * 1024),
    '/sys/fs/cgroup/memory.current': String(500 * 1024 * 1024),
  };
  expect(availableMiB(machine(container))).toBe(12);
});

test('too little memory is said before anything starts', () => {
  const services = [
    { name: 'kv', memoryMiB: 100 },
    { name: 'search', memoryMiB: 500 },
  ];
  expect(memoryTrouble(services, 600)).toBeUndefined();
  expect(memoryTrouble(services, 599)).toBe(
    'kv, search need 600 MiB of memory to start and 599 MiB are free. ' +
      'End other programs, or start fewer services with --only.',
  );
});
