/** Whether a write may make the index it names (`action.auto_create_index`, templates). */
import { SearchError } from '../errors/search-error.ts';
import type { ClusterState } from './cluster-state.ts';
import { patternTest } from './index-names.ts';
import { templatePartsFor } from './templates.ts';

const SETTING = 'action.auto_create_index';

/** Throws index_not_found_exception when a write may not make the index. `setting`: of the node. */
export function checkAutoCreate(
  state: ClusterState,
  index: string,
  setting: string | undefined,
): void {
  const { composable } = templatePartsFor(state, index);
  const template =
    composable === undefined ? undefined : state.templates.composable.get(composable);
  const byTemplate = template?.get('allow_auto_create');
  if (byTemplate === true) return;
  if (byTemplate === false) {
    throw refused(index, `composable template [${composable}] forbids index auto creation`);
  }
  const told = state.transientSettings.get(SETTING) ?? state.persistentSettings.get(SETTING);
  const value = String(told ?? setting ?? 'true');
  if (value === 'true') return;
  if (value === 'false') throw refused(index, `[${SETTING}] is [false]`);
  for (const part of value.split(',').map((text) => text.trim())) {
    const isAllowed = !part.startsWith('-');
    if (!patternTest(part.replace(/^[+-]/, ''))(index)) continue;
    if (isAllowed) return;
    throw refused(
      index,
      `[${SETTING}] contains [${part}] which forbids automatic creation of the index`,
    );
  }
  throw refused(index, `[${SETTING}] ([${value}]) doesn't match`);
}

function refused(index: string, why: string): SearchError {
  return new SearchError('index_not_found_exception', `no such index [${index}] and ${why}`, {
    fields: {
      index_uuid: '_na_',
      index,
    },
  });
}
