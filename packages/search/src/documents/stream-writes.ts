/** Data streams only grow: which writes to them, or to their indices, are let through. */
import { illegalArgument } from '../errors/search-error.ts';
import type { IndexMetadata } from '../metadata/cluster-state.ts';
import type { WriteDocument } from './requests.ts';

/** Throws for a write that would change or take away what a stream holds. */
export function checkStreamWrite(write: WriteDocument, index: IndexMetadata): void {
  const { dataStream } = index;
  if (dataStream === undefined) return;
  const isCreate = write.kind === 'index' && write.mustBeNew === true;
  if (write.index !== index.name) {
    if (isCreate) return;
    throw illegalArgument('only write ops with an op_type of create are allowed in data streams');
  }
  // Named itself, an index of a stream takes only changes to documents that are known to be there.
  if (write.kind !== 'index') return;
  if (isCreate) throw disallowed('op_type=create', dataStream);
  if (write.ifSeqNo === undefined) {
    throw disallowed('op_type=index and no if_primary_term and if_seq_no set', dataStream);
  }
}

function disallowed(what: string, stream: string) {
  return illegalArgument(
    `index request with ${what} targeting backing indices is disallowed, target corresponding data stream [${stream}] instead`,
  );
}
