/**
 * Which arguments of a command are keys and how it uses them, read from its key specs, or from a
 * function where specs do not suffice. ACL checks, cluster routing, client tracking and COMMAND
 * GETKEYS ask here.
 */
import type { Args } from '../resp/args.ts';
import { parseInteger } from '../resp/numbers.ts';
import { KEY_FUNCTIONS, type KeyFunction } from './key-functions.ts';
import { KEY_FLAG, type KeyList } from './key-list.ts';
import type { CommandSpec, KeySpec } from './spec.ts';

/** How to find the keys of one command; made once, held by the command. */
export interface KeyPlan {
  /** True when the command may have keys (shard channels, which share key specs, are none). */
  readonly hasKeys: boolean;
  /** Specs tell all: position and use. False when the use depends on options. */
  readonly specsSuffice: boolean;
  readonly specs: readonly CompiledSpec[];
  readonly special: KeyFunction | null;
}

interface CompiledSpec extends KeySpec {
  readonly bits: number;
}

function compile(spec: KeySpec): CompiledSpec {
  let bits = 0;
  for (const flag of spec.flags) bits |= KEY_FLAG[flag as keyof typeof KEY_FLAG];
  return { ...spec, bits };
}

export function planKeys(spec: CommandSpec, isSubcommand: boolean): KeyPlan {
  const specs = (spec.keySpecs ?? []).map(compile);
  const special = isSubcommand ? null : (KEY_FUNCTIONS.get(spec.name) ?? null);
  const real = specs.some((s) => (s.bits & KEY_FLAG.not_key) === 0);
  return {
    hasKeys: special !== null || real,
    specsSuffice: real && !specs.some((s) => (s.bits & KEY_FLAG.variable_flags) !== 0),
    specs,
    special,
  };
}

/**
 * Fills `out` with the keys of a command, in the order of its key specs, and returns how many there
 * are: 0 also when the command is malformed.
 */
export function commandKeys(plan: KeyPlan, a: Args, out: KeyList): number {
  out.clear();
  if (plan.specsSuffice && keysBySpecs(plan, a, out)) return out.n;
  out.clear();
  plan.special?.(a, out);
  return out.n;
}

/**
 * As commandKeys, but asks the command's own function first: it reads options properly where a spec
 * only looks for a keyword (a consumer group may be called "streams"). For routing and tracking,
 * which must not be misled.
 */
export function parsedKeys(plan: KeyPlan, a: Args, out: KeyList): number {
  if (plan.special === null) return commandKeys(plan, a, out);
  out.clear();
  plan.special(a, out);
  return out.n;
}

/** False when a spec does not fit the arguments. */
function keysBySpecs(plan: KeyPlan, a: Args, out: KeyList): boolean {
  for (const spec of plan.specs) {
    if ((spec.bits & KEY_FLAG.not_key) !== 0) continue;
    const begin = beginOf(spec, a);
    if (begin === 0) continue;
    if (begin < 0 || !addKeys(spec, begin, a, out)) return false;
    if ((spec.bits & KEY_FLAG.incomplete) !== 0) return false;
  }
  return true;
}

/** Argument where the keys of a spec begin; 0 when its keyword is absent, -1 when unknown. */
function beginOf(spec: KeySpec, a: Args): number {
  const { begin } = spec;
  if (begin === 'unknown') return -1;
  if ('index' in begin) return begin.index;
  // The keyword may not be the last word; backwards, not the first argument.
  if (begin.from > 0) {
    for (let i = begin.from; i < a.n - 1; i++) if (a.is(i, begin.keyword)) return i + 1;
  } else {
    for (let i = a.n + begin.from; i > 1; i--) if (a.is(i, begin.keyword)) return i + 1;
  }
  return 0;
}

function addKeys(spec: CompiledSpec, begin: number, a: Args, out: KeyList): boolean {
  const { find, bits } = spec;
  let first = begin;
  let last: number;
  if (find === 'unknown') return false;
  if ('lastKey' in find) {
    if (find.lastKey >= 0) last = first + find.lastKey;
    else if (find.limit === 0) last = a.n + find.lastKey;
    // Half (limit 2) of what is left, as in XREAD's keys before their IDs.
    else last = first + Math.trunc((a.n - first) / find.limit) + find.lastKey;
  } else {
    const at = first + find.keyNumIndex;
    if (at >= a.n) return false;
    const count = parseInteger(a.buf, a.off[at] as number, a.len[at] as number);
    if (!(count >= 0)) return false;
    first += find.firstKey;
    last = first + count - 1;
  }
  if (last >= a.n || last < first) return false;
  for (let i = first; i <= last; i += find.step) out.add(i, bits);
  return true;
}
