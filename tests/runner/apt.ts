import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Debian asks this program before a package script may start a service; 101 means "no". */
const POLICY = '/usr/sbin/policy-rc.d';
const KEPT = `${POLICY}.tandem-kept`;

/**
 * Installs Debian packages while forbidding their scripts to start services, keeps `services` from
 * starting at the next boot too (they would sit on the ports we use), and puts the machine's own
 * policy back. Returns whether the packages were installed.
 */
export function installWithoutStarting(
  packages: readonly string[],
  services: readonly string[],
  run: (argv: readonly string[]) => boolean,
): boolean {
  const install = [
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=300',
    'install',
    '-y',
    '--no-install-recommends',
    ...packages,
  ];
  forbidStarting();
  try {
    // A bare machine has no package lists, and an old one may have lists that are out of date.
    run(['apt-get', '-o', 'DPkg::Lock::Timeout=300', 'update']);
    const installed = run(install);
    for (const service of services) run(['update-rc.d', service, 'disable']);
    return installed;
  } finally {
    restorePolicy();
  }
}

function forbidStarting(): void {
  // A kept policy means that an earlier run died in between: it is still the machine's own.
  if (existsSync(POLICY) && !existsSync(KEPT)) renameSync(POLICY, KEPT);
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n');
  chmodSync(POLICY, 0o755);
}

function restorePolicy(): void {
  rmSync(POLICY, { force: true });
  if (existsSync(KEPT)) renameSync(KEPT, POLICY);
}
