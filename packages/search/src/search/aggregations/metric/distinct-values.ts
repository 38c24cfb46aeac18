import { murmur32 } from '../bucket/terms/include-exclude.ts';

/** Values are kept as they are up to this many: the most precise the reference can be set to. */
const EXACT = 40_000;
const BITS = 16;
const REGISTERS = 1 << BITS;
const encoder = new TextEncoder();

type Value = string | number | bigint;

/**
 * A set of values that can be merged and counted: exact while it is small, then a HyperLogLog of
 * 65,536 registers, whose count is right to about half a percent.
 */
export class DistinctValues {
  private exact: Set<Value> | undefined = new Set();
  private registers: Uint8Array | undefined;

  add(value: Value): void {
    if (this.exact === undefined) {
      this.note(value);
      return;
    }
    this.exact.add(value);
    if (this.exact.size > EXACT) this.sketch();
  }

  merge(other: DistinctValues): void {
    if (other.exact !== undefined) {
      for (const value of other.exact) this.add(value);
      return;
    }
    if (this.exact !== undefined) this.sketch();
    const own = this.registers as Uint8Array;
    const theirs = other.registers as Uint8Array;
    for (let i = 0; i < REGISTERS; i += 1) {
      if ((theirs[i] as number) > (own[i] as number)) own[i] = theirs[i] as number;
    }
  }

  get count(): number {
    if (this.exact !== undefined) return this.exact.size;
    let sum = 0;
    let zeros = 0;
    for (const rank of this.registers as Uint8Array) {
      sum += 2 ** -rank;
      if (rank === 0) zeros += 1;
    }
    const estimate = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS * REGISTERS) / sum;
    if (estimate <= 2.5 * REGISTERS && zeros > 0) {
      return Math.round(REGISTERS * Math.log(REGISTERS / zeros));
    }
    return Math.round(estimate);
  }

  private sketch(): void {
    const values = this.exact as Set<Value>;
    this.exact = undefined;
    this.registers = new Uint8Array(REGISTERS);
    for (const value of values) this.note(value);
  }

  private note(value: Value): void {
    // A number and its text are not the same value, but never meet in one field.
    const bytes = encoder.encode(String(value));
    const register = murmur32(bytes, 0x5bd1e995) >>> (32 - BITS);
    const rank = Math.clz32(murmur32(bytes, 0x9747b28c)) + 1;
    const registers = this.registers as Uint8Array;
    if (rank > (registers[register] as number)) registers[register] = rank;
  }
}
