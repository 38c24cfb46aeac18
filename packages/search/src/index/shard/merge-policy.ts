/** What the policy must know of a segment. */
export interface MergeCandidate {
  readonly name: string;
  readonly bytes: number;
  readonly documents: number;
  readonly deleted: number;
}

export interface MergePolicy {
  /** Segments of about the same size that may stand side by side. */
  readonly segmentsPerTier: number;
  /** Smaller segments count as this large: many tiny ones are merged soon. */
  readonly floorBytes: number;
  /** No merge makes a larger segment. */
  readonly maxBytes: number;
  /** A segment with a larger share of deleted documents is rewritten. */
  readonly maxDeletedShare: number;
}

export const DEFAULT_MERGE_POLICY: MergePolicy = {
  segmentsPerTier: 10,
  floorBytes: 2 * 1024 * 1024,
  maxBytes: 5 * 1024 * 1024 * 1024,
  maxDeletedShare: 0.2,
};

/** Bytes that will be left of a segment. */
function liveBytes({ bytes, documents, deleted }: MergeCandidate): number {
  return documents === 0 ? 0 : bytes * (1 - deleted / documents);
}

/**
 * The segments to merge next, in their order in the shard; undefined when there are few enough.
 * Tiers: sizes within a factor of `segmentsPerTier` of each other, the smallest first.
 */
export function chooseMerge(
  candidates: readonly MergeCandidate[],
  policy: MergePolicy = DEFAULT_MERGE_POLICY,
): readonly MergeCandidate[] | undefined {
  const tiers = new Map<number, MergeCandidate[]>();
  for (const candidate of candidates) {
    const size = Math.max(liveBytes(candidate), policy.floorBytes);
    const tier = Math.floor(Math.log(size / policy.floorBytes) / Math.log(policy.segmentsPerTier));
    tiers.set(tier, [...(tiers.get(tier) ?? []), candidate]);
  }
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = tiers.get(tier) as MergeCandidate[];
    if (members.length < policy.segmentsPerTier) continue;
    const chosen = fitting(members.slice(0, policy.segmentsPerTier), policy.maxBytes);
    if (chosen.length > 1) return chosen;
  }
  const worn = candidates.find(
    ({ deleted, documents }) => deleted > 0 && deleted > documents * policy.maxDeletedShare,
  );
  return worn === undefined ? undefined : [worn];
}

function fitting(candidates: readonly MergeCandidate[], maxBytes: number): MergeCandidate[] {
  const chosen: MergeCandidate[] = [];
  let total = 0;
  for (const candidate of candidates) {
    total += liveBytes(candidate);
    if (total > maxBytes) break;
    chosen.push(candidate);
  }
  return chosen;
}
