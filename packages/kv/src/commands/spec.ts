/**
 * What a command is: its descriptor (the single source for arity, flags, key positions, ACL
 * categories and COMMAND DOCS) and the handler that runs it.
 */
import type { Client } from '../clients/client.ts';
import type { Args } from '../resp/args.ts';
import type { HdrHistogram } from '../structures/hdr-histogram.ts';
import { type KeyPlan, planKeys } from './keys.ts';

/** Runs a command: reads its arguments, appends exactly one reply to c.out, or throws CommandError. */
export type Handler = (c: Client, a: Args) => void;

/** Handlers by command name, 'get' or 'config|get' for a subcommand. */
export type Handlers = { readonly [name: string]: Handler };

/** Bits of Command.flags, named as COMMAND INFO prints them. */
export const FLAG = {
  write: 1 << 0,
  readonly: 1 << 1,
  denyoom: 1 << 2,
  admin: 1 << 3,
  pubsub: 1 << 4,
  noscript: 1 << 5,
  blocking: 1 << 6,
  loading: 1 << 7,
  stale: 1 << 8,
  skip_monitor: 1 << 9,
  skip_slowlog: 1 << 10,
  asking: 1 << 11,
  fast: 1 << 12,
  no_auth: 1 << 13,
  may_replicate: 1 << 14,
  no_mandatory_keys: 1 << 15,
  protected: 1 << 16,
  no_async_loading: 1 << 17,
  no_multi: 1 << 18,
  allow_busy: 1 << 19,
  movablekeys: 1 << 20,
  touches_arbitrary_keys: 1 << 21,
  module: 1 << 22,
  sentinel: 1 << 23,
  only_sentinel: 1 << 24,
} as const;
export type FlagName = keyof typeof FLAG;

/** ACL categories in the reference's order (ACL CAT prints them so); a command holds a bit set. */
export const CATEGORIES = [
  'keyspace',
  'read',
  'write',
  'set',
  'sortedset',
  'list',
  'hash',
  'string',
  'bitmap',
  'hyperloglog',
  'geo',
  'stream',
  'pubsub',
  'admin',
  'fast',
  'slow',
  'blocking',
  'dangerous',
  'connection',
  'transaction',
  'scripting',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface KeySpec {
  readonly flags: readonly string[];
  readonly notes?: string;
  readonly begin:
    | { readonly index: number }
    | { readonly keyword: string; readonly from: number }
    | 'unknown';
  readonly find:
    | { readonly lastKey: number; readonly step: number; readonly limit: number }
    | { readonly keyNumIndex: number; readonly firstKey: number; readonly step: number }
    | 'unknown';
}

export interface ArgumentSpec {
  readonly name: string;
  readonly type:
    | 'string'
    | 'integer'
    | 'double'
    | 'key'
    | 'pattern'
    | 'unix-time'
    | 'pure-token'
    | 'oneof'
    | 'block';
  readonly token?: string;
  readonly display?: string;
  readonly keySpecIndex?: number;
  readonly since?: string;
  readonly deprecatedSince?: string;
  readonly summary?: string;
  readonly flags?: readonly ('optional' | 'multiple' | 'multiple_token')[];
  readonly arguments?: readonly ArgumentSpec[];
}

/** A command's descriptor, as data. `name` of a subcommand is without its parent. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly since: string;
  readonly group: string;
  readonly complexity?: string;
  readonly arity: number;
  readonly flags: readonly FlagName[];
  readonly categories: readonly Category[];
  readonly docFlags?: readonly string[];
  readonly deprecatedSince?: string;
  readonly replacedBy?: string;
  readonly history?: readonly (readonly [string, string])[];
  readonly tips?: readonly string[];
  readonly keySpecs?: readonly KeySpec[];
  readonly arguments?: readonly ArgumentSpec[];
  readonly subcommands?: readonly CommandSpec[];
}

/** Commands that act at once inside MULTI instead of being queued. */
const RUN_IN_MULTI = new Set(['exec', 'discard', 'multi', 'watch', 'quit', 'reset']);

/** A descriptor made ready to run: numbers instead of lists, counters beside them. */
export class Command {
  /** Bit in ACL command bitmaps; dense, assigned at registration. */
  id = -1;
  calls = 0;
  microseconds = 0;
  rejectedCalls = 0;
  failedCalls = 0;
  /** Latency histogram, made at the first call when latency-tracking is on (observe/ fills it). */
  histogram: HdrHistogram | null = null;
  /** Absent for containers such as CONFIG, whose subcommands do the work. */
  handler: Handler | null = null;
  subcommands: Map<string, Command> | null = null;
  readonly nameBytes: Buffer;
  readonly arity: number;
  readonly flags: number;
  /** Bit set over CATEGORIES. */
  readonly categories: number;
  /** Where the keys are among the arguments; for commandKeys. */
  readonly keyPlan: KeyPlan;

  /** Acts at once inside MULTI instead of being queued. */
  readonly runsInMulti: boolean;

  constructor(
    readonly spec: CommandSpec,
    readonly parent: Command | null,
  ) {
    this.nameBytes = Buffer.from(spec.name.toUpperCase(), 'latin1');
    this.arity = spec.arity;
    this.runsInMulti = parent === null && RUN_IN_MULTI.has(spec.name);
    let flags = 0;
    for (const f of spec.flags) flags |= FLAG[f];
    this.flags = flags;
    let categories = 0;
    for (const c of spec.categories) categories |= 1 << CATEGORIES.indexOf(c);
    this.categories = categories;
    this.keyPlan = planKeys(spec, parent !== null);
  }

  /** 'get', or 'config|get'. */
  get fullName(): string {
    return this.parent === null ? this.spec.name : `${this.parent.spec.name}|${this.spec.name}`;
  }
}
