/**
 * What the reference derives from a command's description rather than writing it down: ACL
 * categories that follow from flags, the movablekeys flag, and the one range of keys that old
 * clients read from COMMAND INFO.
 */
import type { Category, CommandSpec, FlagName, KeySpec } from './spec.ts';

/** First and last key (from the end when negative) and step; all 0 when no range can say it. */
export interface LegacyRange {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

const NO_RANGE: LegacyRange = { first: 0, last: 0, step: 0 };

/** Category that a flag brings with it. */
const CATEGORIES_OF_FLAG: readonly (readonly [FlagName, readonly Category[]])[] = [
  ['write', ['write']],
  ['admin', ['admin', 'dangerous']],
  ['pubsub', ['pubsub']],
  ['fast', ['fast']],
  ['blocking', ['blocking']],
];

/** All ACL categories of a command: the written ones and those its flags imply. */
export function impliedCategories(spec: CommandSpec): Category[] {
  const all = new Set<Category>(spec.categories);
  for (const [flag, categories] of CATEGORIES_OF_FLAG) {
    if (spec.flags.includes(flag)) for (const c of categories) all.add(c);
  }
  // Scripts are read-only or not by what they call, so they stay out of @read.
  if (spec.flags.includes('readonly') && !all.has('scripting')) all.add('read');
  if (!all.has('fast')) all.add('slow');
  return [...all];
}

function plainRange(spec: KeySpec): { index: number; lastKey: number; step: number } | null {
  if (typeof spec.begin === 'string' || !('index' in spec.begin)) return null;
  if (typeof spec.find === 'string' || !('lastKey' in spec.find)) return null;
  return { index: spec.begin.index, lastKey: spec.find.lastKey, step: spec.find.step };
}

/**
 * The legacy range of a command's key specs, and whether keys may be elsewhere too (movablekeys).
 * Ranges that follow each other with step 1 are joined; whatever does not fit makes keys movable.
 */
export function legacyRange(specs: readonly KeySpec[]): { range: LegacyRange; movable: boolean } {
  if (specs.length === 0) return { range: NO_RANGE, movable: false };
  const only = specs.length === 1 ? plainRange(specs[0] as KeySpec) : null;
  if (only !== null) {
    const last = only.lastKey < 0 ? only.lastKey : only.index + only.lastKey;
    return {
      range: { first: only.index, last, step: only.step },
      movable: (specs[0] as KeySpec).flags.includes('incomplete'),
    };
  }
  let movable = false;
  let first = 0;
  let last = 0;
  for (const spec of specs) {
    const range = plainRange(spec);
    if (range === null || range.step !== 1 || (last !== 0 && last !== range.index - 1)) {
      movable = true;
      continue;
    }
    if (spec.flags.includes('incomplete')) movable = true;
    if (first === 0 || range.index < first) first = range.index;
    const end = range.lastKey < 0 ? range.lastKey : range.index + range.lastKey;
    // As unsigned numbers: "from the end" (negative) is further than any index.
    if (end >>> 0 > last >>> 0) last = end;
  }
  if (first === 0) return { range: NO_RANGE, movable: true };
  return { range: { first, last, step: 1 }, movable };
}

/** The descriptor with everything implied written out, subcommands too. */
export function withImplied(spec: CommandSpec): CommandSpec {
  const { movable } = legacyRange(spec.keySpecs ?? []);
  const full = {
    ...spec,
    flags: movable ? [...spec.flags, 'movablekeys' as const] : spec.flags,
    categories: impliedCategories(spec),
  };
  return spec.subcommands === undefined
    ? full
    : { ...full, subcommands: spec.subcommands.map(withImplied) };
}
