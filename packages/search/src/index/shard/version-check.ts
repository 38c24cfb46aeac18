/** Whether a write may go ahead, given what is known of the document; the reference's rules and texts. */
export type VersionType = 'internal' | 'external' | 'external_gte';

export interface WriteConditions {
  /** `create`: the document must not exist. */
  readonly mustBeNew?: boolean;
  readonly versionType?: VersionType;
  /** With external versioning: the version to be stored. */
  readonly version?: number;
  readonly ifSeqNo?: number;
  readonly ifPrimaryTerm?: number;
}

/** What the shard knows of an id; a deleted one is remembered for a while. */
export interface KnownVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** Status 409, `version_conflict_engine_exception`. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';

  constructor(
    readonly id: string,
    reason: string,
  ) {
    super(`[${id}]: version conflict, ${reason}`);
  }
}

/** The version to store; throws a VersionConflictError when the conditions do not hold. */
export function nextVersion(
  id: string,
  known: KnownVersion | undefined,
  conditions: WriteConditions,
): number {
  const { ifSeqNo, ifPrimaryTerm, versionType = 'internal' } = conditions;
  const existing = known === undefined || known.isDeleted ? undefined : known;
  if (ifSeqNo !== undefined) checkSeqNo(id, existing, ifSeqNo, ifPrimaryTerm ?? 0);
  if (conditions.mustBeNew && existing !== undefined) {
    const current = existing.version;
    throw new VersionConflictError(id, `document already exists (current version [${current}])`);
  }
  if (versionType === 'internal') return known === undefined ? 1 : known.version + 1;
  const given = conditions.version ?? 0;
  if (known !== undefined) checkExternal(id, known.version, given, versionType);
  return given;
}

function checkSeqNo(
  id: string,
  existing: KnownVersion | undefined,
  seqNo: number,
  primaryTerm: number,
): void {
  const required = `required seqNo [${seqNo}], primary term [${primaryTerm}].`;
  if (existing === undefined) {
    throw new VersionConflictError(id, `${required} but no document was found`);
  }
  if (existing.seqNo === seqNo && existing.primaryTerm === primaryTerm) return;
  const current = `seqNo [${existing.seqNo}] and primary term [${existing.primaryTerm}]`;
  throw new VersionConflictError(id, `${required} current document has ${current}`);
}

function checkExternal(id: string, current: number, given: number, type: VersionType): void {
  const provided = `the one provided [${given}]`;
  if (type === 'external' && current >= given) {
    throw new VersionConflictError(
      id,
      `current version [${current}] is higher or equal to ${provided}`,
    );
  }
  if (type === 'external_gte' && current > given) {
    throw new VersionConflictError(id, `current version [${current}] is higher than ${provided}`);
  }
}
