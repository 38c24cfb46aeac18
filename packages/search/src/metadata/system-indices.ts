/** Indices that belong to the node itself. */

const SYSTEM = /^\.(tasks|security(-|$)|async-search|fleet-)/;

/** They are hidden, whatever their settings say, and their use is warned of. */
export function isSystemIndex(name: string): boolean {
  return SYSTEM.test(name);
}

/** The warning for a request that names some of them. */
export function systemAccessWarning(names: readonly string[]): string {
  return `this request accesses system indices: [${names.join(', ')}], but in a future major version, direct access to system indices will be prevented by default`;
}
