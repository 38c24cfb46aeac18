/** Which terms of an aggregation count: by expression, by list, or by a share of all. */
import { illegalArgument, SearchError } from '../../../../errors/search-error.ts';
import { isJsonNumber, isJsonObject, type Json, toNumber } from '../../../../json/values.ts';
import { javaText } from '../../../../mapping/parameter.ts';
import { regexpTest } from '../../../patterns/term-patterns.ts';
import type { OptionKind } from '../../options.ts';

type Rule =
  | { readonly kind: 'pattern'; readonly test: (text: string) => boolean }
  | { readonly kind: 'list'; readonly values: readonly string[] }
  | { readonly kind: 'partition'; readonly partition: number; readonly of: number };

const MAX_PATTERN = 1000;

function readRule(value: Json): Rule {
  if (typeof value === 'string') {
    if (value.length > MAX_PATTERN) {
      throw illegalArgument(
        `The length of regex [${value.length}] used in the request has exceeded the allowed maximum of [${MAX_PATTERN}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
      );
    }
    return { kind: 'pattern', test: regexpTest(value) };
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      if (Array.isArray(item) || isJsonObject(item) || item === null) {
        throw illegalArgument('Array elements in include/exclude clauses should be string values');
      }
    }
    return { kind: 'list', values: value.map(javaText) };
  }
  return readPartition(value as ReadonlyMap<string, Json>);
}

function readPartition(value: ReadonlyMap<string, Json>): Rule {
  const number = (name: string) => {
    const found = value.get(name);
    if (found !== undefined && isJsonNumber(found)) return toNumber(found);
    throw illegalArgument(`Missing [${name}] parameter for partition-based include`);
  };
  for (const name of value.keys()) {
    if (name !== 'partition' && name !== 'num_partitions') {
      throw illegalArgument(`Unknown parameter in Include/Exclude clause: ${name}`);
    }
  }
  const partition = number('partition');
  const of = number('num_partitions');
  if (of < 2) throw illegalArgument('num_partitions must be >=2');
  if (partition < 0 || partition >= of)
    throw illegalArgument('partition must be >=0 and < num_partitions');
  return { kind: 'partition', partition, of };
}

export const include: OptionKind<Rule> = {
  accepts: (value) => typeof value === 'string' || Array.isArray(value) || isJsonObject(value),
  read: readRule,
};
export const exclude: OptionKind<Rule> = {
  accepts: (value) => typeof value === 'string' || Array.isArray(value),
  read: readRule,
};

export class IncludeExclude {
  constructor(
    private readonly included: Rule | undefined,
    private readonly excluded: Rule | undefined,
  ) {
    if (included?.kind === 'partition' && excluded !== undefined) {
      throw illegalArgument('Cannot specify any excludes when using a partition-based include');
    }
  }

  get isEmpty(): boolean {
    return this.included === undefined && this.excluded === undefined;
  }

  /** Only strings have patterns. */
  checkNoPattern(name: string): void {
    if (this.included?.kind === 'pattern' || this.excluded?.kind === 'pattern') {
      throw new SearchError(
        'aggregation_execution_exception',
        `Aggregation [${name}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of values for include/exclude clauses`,
        // So the reference answers, and its suite asks for it.
        { status: 500 },
      );
    }
  }

  /** A test for terms; `bytes` reads the values of a list. */
  forTerms(bytes: (text: string) => Uint8Array): ((term: Uint8Array) => boolean) | undefined {
    if (this.isEmpty) return undefined;
    const key = (term: Uint8Array) => Buffer.from(term).toString('latin1');
    const test = (rule: Rule | undefined) => {
      if (rule === undefined) return undefined;
      if (rule.kind === 'pattern') {
        return (term: Uint8Array) => rule.test(Buffer.from(term).toString());
      }
      if (rule.kind === 'partition') {
        return (term: Uint8Array) => mod(murmur32(term, 31), rule.of) === rule.partition;
      }
      const listed = new Set(rule.values.map((value) => key(bytes(value))));
      return (term: Uint8Array) => listed.has(key(term));
    };
    const isIn = test(this.included);
    const isOut = test(this.excluded);
    return (term) => (isIn?.(term) ?? true) && !(isOut?.(term) ?? false);
  }

  /** A test for numbers; `parse` reads the values of a list. */
  forNumbers(
    parse: (text: string) => number,
  ): ((value: number | bigint, isReal: boolean) => boolean) | undefined {
    if (this.isEmpty) return undefined;
    const test = (rule: Rule | undefined) => {
      if (rule === undefined || rule.kind === 'pattern') return undefined;
      if (rule.kind === 'partition') {
        return (value: number | bigint, isReal: boolean) =>
          Number(floorMod(mix64(bitsOf(value, isReal)), BigInt(rule.of))) === rule.partition;
      }
      const listed = new Set(rule.values.map(parse));
      return (value: number | bigint) => listed.has(Number(value));
    };
    const isIn = test(this.included);
    const isOut = test(this.excluded);
    return (value, isReal) => (isIn?.(value, isReal) ?? true) && !(isOut?.(value, isReal) ?? false);
  }
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function floorMod(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

const view = new DataView(new ArrayBuffer(8));

function bitsOf(value: number | bigint, isReal: boolean): bigint {
  if (!isReal) return BigInt(value);
  view.setFloat64(0, Number(value));
  const bits = view.getBigInt64(0);
  return bits < 0n ? bits ^ (2n ** 63n - 1n) : bits;
}

const MASK = 2n ** 64n - 1n;

/** A 64-bit finaliser that spreads every bit over all. */
function mix64(value: bigint): bigint {
  let z = BigInt.asUintN(64, value);
  z = ((z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn) & MASK;
  z = ((z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n) & MASK;
  return BigInt.asIntN(64, z ^ (z >> 32n));
}

/** MurmurHash3, 32 bits. */
export function murmur32(bytes: Uint8Array, seed: number): number {
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  let hash = seed;
  const blocks = bytes.length & ~3;
  for (let i = 0; i < blocks; i += 4) {
    const word =
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24);
    hash ^= Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotate(hash, 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let i = bytes.length - 1; i >= blocks; i -= 1) rest = (rest << 8) | (bytes[i] as number);
  if (bytes.length > blocks) hash ^= Math.imul(rotate(Math.imul(rest, 0xcc9e2d51), 15), 0x1b873593);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
