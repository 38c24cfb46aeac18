/** Which changes of settings are allowed, and what they make. */
import { illegalArgument, validationError } from '../errors/search-error.ts';
import type { IndexMetadata, SettingsMap } from './cluster-state.ts';
import {
  applyChanges,
  checkIndexSettings,
  checkRetention,
  privateComplaints,
  type SettingChanges,
  scopeOf,
} from './index-settings.ts';

/** The new settings of each index; throws when one of the changes is not allowed. */
export function settingsAfter(
  indices: readonly IndexMetadata[],
  changes: SettingChanges,
  preserveExisting: boolean,
): Map<string, SettingsMap> {
  checkIndexSettings(changes);
  const complaints = privateComplaints(changes);
  if (complaints.length > 0) throw validationError(complaints);
  checkRetention(changes);
  const result = new Map<string, SettingsMap>();
  const named = (scope: string) =>
    [...changes.keys()].filter((name) => scopeOf(name) === scope).sort();
  const finals = named('final');
  const statics = [...finals, ...named('static')].sort();
  const open = indices.filter(({ state }) => state === 'open');
  if (statics.length > 0 && open.length > 0) {
    const where = open.map(({ name, uuid }) => `[${name}/${uuid}]`).join(', ');
    throw illegalArgument(
      `Can't update non dynamic settings [[${statics.join(', ')}]] for open indices [${where}]`,
    );
  }
  for (const index of indices) {
    const [final] = finals;
    if (final !== undefined) {
      throw illegalArgument(`final ${index.name} setting [${final}], not updateable`);
    }
    const wanted = preserveExisting
      ? new Map([...changes].filter(([name]) => !index.settings.has(name)))
      : changes;
    const settings = new Map(applyChanges(index.settings, wanted));
    // Every index has a number of replicas, given or not.
    if (!settings.has('index.number_of_replicas')) settings.set('index.number_of_replicas', '1');
    result.set(index.name, settings);
  }
  return result;
}
