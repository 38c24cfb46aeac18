/** What can be wrong with a write before any index is looked at, in the reference's words. */
import type { VersionType } from '../index/shard/version-check.ts';
import type { UpdateDocument, WriteDocument } from './requests.ts';

const MAX_ID_BYTES = 512;
/** How the reference's texts write a version that was not given. */
const NO_VERSION = -3;

/** Complaints about one write; none when it may go ahead. */
export function writeComplaints(write: WriteDocument): string[] {
  const complaints: string[] = [];
  const { versionType = 'internal', version, ifSeqNo } = write;
  if (write.index === '') complaints.push('index is missing');
  if (write.kind !== 'index' && write.id === '') complaints.push('id is missing');
  if (write.kind === 'index') {
    if (write.mustBeNew) {
      if (versionType !== 'internal') {
        return ['create operations only support internal versioning. use index instead'];
      }
      if (version !== undefined) {
        return ['create operations do not support explicit versions. use index instead'];
      }
      if (ifSeqNo !== undefined || write.ifPrimaryTerm !== undefined) {
        return ['create operations do not support compare and set. use index instead'];
      }
    }
    if (write.id === undefined && (versionType !== 'internal' || version !== undefined)) {
      complaints.push('an id must be provided if version type or value are set');
    }
  }
  if (write.kind === 'update') complaints.push(...updateComplaints(write));
  complaints.push(...versionComplaints(versionType, version, write));
  if (write.kind === 'index' && write.id !== undefined && write.id.length > MAX_ID_BYTES / 3) {
    const bytes = Buffer.byteLength(write.id);
    if (bytes > MAX_ID_BYTES) {
      complaints.push(
        `id [${write.id}] is too long, must be no longer than ${MAX_ID_BYTES} bytes but was: ${bytes}`,
      );
    }
  }
  return complaints;
}

function versionComplaints(
  versionType: VersionType,
  version: number | undefined,
  { ifSeqNo, ifPrimaryTerm = 0 }: WriteDocument,
): string[] {
  const complaints: string[] = [];
  if (versionType === 'internal' && version !== undefined) {
    complaints.push(
      'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  if (versionType !== 'internal' && (version === undefined || version < 0)) {
    complaints.push(
      `illegal version value [${version ?? NO_VERSION}] for version type [${versionType.toUpperCase()}]`,
    );
  }
  if (ifSeqNo !== undefined && (versionType !== 'internal' || version !== undefined)) {
    complaints.push('compare and write operations can not be used with versioning');
  }
  if (ifSeqNo !== undefined && ifPrimaryTerm === 0) {
    complaints.push('ifSeqNo is set, but primary term is [0]');
  }
  if (ifSeqNo === undefined && ifPrimaryTerm !== 0) {
    complaints.push(`ifSeqNo is unassigned, but primary term is [${ifPrimaryTerm}]`);
  }
  return complaints;
}

function updateComplaints(update: UpdateDocument): string[] {
  const { doc, script, upsert, docAsUpsert, ifSeqNo, retryOnConflict = 0 } = update;
  const complaints: string[] = [];
  if (ifSeqNo !== undefined && (docAsUpsert || upsert !== undefined)) {
    complaints.push("upsert requests don't support `if_seq_no` and `if_primary_term`");
  }
  if (ifSeqNo !== undefined && retryOnConflict > 0) {
    complaints.push('compare and write operations can not be retried');
  }
  if (script === undefined && doc === undefined) complaints.push('script or doc is missing');
  if (script !== undefined && doc !== undefined) {
    complaints.push("can't provide both script and doc");
  }
  if (doc === undefined && docAsUpsert) {
    complaints.push('doc must be specified if doc_as_upsert is enabled');
  }
  return complaints;
}
