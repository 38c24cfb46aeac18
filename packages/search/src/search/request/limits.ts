import { illegalArgument } from '../../errors/search-error.ts';
import type { IndexMetadata } from '../../metadata/cluster-state.ts';
import type { SearchRequest } from './search-request.ts';

function limitOf(index: IndexMetadata, setting: string, otherwise: number): number {
  const given = index.settings.get(`index.${setting}`);
  return given === undefined ? otherwise : Number(given);
}

/** What an index lets a search ask for. */
export function checkLimits(index: IndexMetadata, request: SearchRequest, isScroll = false): void {
  const window = limitOf(index, 'max_result_window', 10_000);
  const wanted = request.from + request.size;
  if (wanted > window) {
    throw illegalArgument(
      isScroll
        ? `Batch size is too large, size must be less than or equal to: [${window}] but was [${wanted}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`
        : `Result window is too large, from + size must be less than or equal to: [${window}] but was [${wanted}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
    );
  }
  const rescoreLimit = limitOf(index, 'max_rescore_window', window);
  for (const { window: size } of request.rescore ?? []) {
    if (size <= rescoreLimit) continue;
    throw illegalArgument(
      `Rescore window [${size}] is too large. It must be less than [${rescoreLimit}]. This prevents allocating massive heaps for storing the results to be rescored. This limit can be set by changing the [index.max_rescore_window] index level setting.`,
    );
  }
  const slices = limitOf(index, 'max_slices_per_scroll', 1024);
  if (request.slice !== undefined && request.slice.max > slices) {
    throw illegalArgument(
      `The number of slices [${request.slice.max}] is too large. It must be less than [${slices}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
    );
  }
  const fields = limitOf(index, 'max_docvalue_fields_search', 100);
  const count = request.docvalueFields?.length ?? 0;
  if (count > fields) {
    throw illegalArgument(
      `Trying to retrieve too many docvalue_fields. Must be less than or equal to: [${fields}] but was [${count}]. This limit can be set by changing the [index.max_docvalue_fields_search] index level setting.`,
    );
  }
}
