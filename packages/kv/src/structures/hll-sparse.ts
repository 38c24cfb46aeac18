/**
 * The sparse form of a HyperLogLog's registers: a row of run lengths that covers all 16384 of them.
 *
 *   00xxxxxx            ZERO   x+1 registers are 0 (1 to 64)
 *   01xxxxxx xxxxxxxx   XZERO  x+1 registers are 0 (1 to 16384)
 *   1vvvvvxx            VAL    x+1 registers (1 to 4) are v+1 (1 to 32)
 *
 * Functions take the bytes and the range [from, to) of the row in them.
 */
export const REGISTERS = 16384;
export const SPARSE_MAX_VALUE = 32;
const XZERO = 0x40;
const VAL = 0x80;
const ZERO_MAX = 64;
const VAL_MAX_LEN = 4;
/** Runs looked at for merging after a change. */
const MERGE_RUNS = 5;

function isVal(op: number): boolean {
  return op >= VAL;
}

function isXzero(op: number): boolean {
  return (op & 0xc0) === XZERO;
}

/** Bytes of the run at p. */
function runBytes(op: number): number {
  return isXzero(op) ? 2 : 1;
}

/** Registers of the run at p; a run cut off at the end reads as followed by a zero byte. */
function runLength(b: Uint8Array, p: number, to: number): number {
  const op = b[p] as number;
  if (isVal(op)) return (op & 3) + 1;
  if (!isXzero(op)) return (op & 0x3f) + 1;
  return (((op & 0x3f) << 8) | (p + 1 < to ? (b[p + 1] as number) : 0)) + 1;
}

/** The value of the registers of a run. */
function runValue(op: number): number {
  return isVal(op) ? ((op >>> 2) & 0x1f) + 1 : 0;
}

function val(value: number, length: number): number {
  return VAL | ((value - 1) << 2) | (length - 1);
}

/** Writes a run of zeros; returns where it ends. */
function writeZeros(b: Uint8Array, p: number, length: number): number {
  const x = length - 1;
  if (length <= ZERO_MAX) {
    b[p] = x;
    return p + 1;
  }
  b[p] = XZERO | (x >>> 8);
  b[p + 1] = x;
  return p + 2;
}

/** Writes the form in which all registers are zero; returns its length. */
export function writeEmptySparse(b: Uint8Array, p: number): number {
  return writeZeros(b, p, REGISTERS) - p;
}

/** Calls `visit` for each run; false when the runs do not cover exactly all registers. */
export function eachRun(
  b: Uint8Array,
  from: number,
  to: number,
  visit: (value: number, first: number, length: number) => void,
): boolean {
  let register = 0;
  for (let p = from; p < to; p += runBytes(b[p] as number)) {
    const length = runLength(b, p, to);
    const value = runValue(b[p] as number);
    if (value > 0 && register + length > REGISTERS) return false;
    visit(value, register, length);
    register += length;
  }
  return register === REGISTERS;
}

/** The runs as text: z:n and Z:n for zeros, v:value,n for values. */
export function describeRuns(b: Uint8Array, from: number, to: number): string {
  const words: string[] = [];
  for (let p = from; p < to; p += runBytes(b[p] as number)) {
    const op = b[p] as number;
    const length = runLength(b, p, to);
    if (isVal(op)) words.push(`v:${runValue(op)},${length}`);
    else words.push(`${isXzero(op) ? 'Z' : 'z'}:${length}`);
  }
  return words.join(' ');
}

export const SPARSE_SAME = -1;
export const SPARSE_INVALID = -2;
export const SPARSE_PROMOTE = -3;

const sequence = new Uint8Array(5);

/**
 * Raises a register to `value` if it is lower. Returns the new end of the row; or SPARSE_SAME when
 * nothing changed, SPARSE_INVALID when the row does not reach the register, SPARSE_PROMOTE when it
 * would grow beyond `limit` bytes (nothing is changed then). The bytes must have room for 3 more.
 */
export function sparseRaise(
  b: Uint8Array,
  from: number,
  to: number,
  register: number,
  value: number,
  limit: number,
): number {
  let p = from;
  let first = 0;
  let length = 0;
  let before = from;
  while (p < to) {
    length = runLength(b, p, to);
    if (register < first + length) break;
    before = p;
    p += runBytes(b[p] as number);
    first += length;
  }
  if (length === 0 || p >= to) return SPARSE_INVALID;
  const op = b[p] as number;
  const old = runValue(op);
  if (old >= value) return SPARSE_SAME;
  let end = to;
  if (length === 1 && !isXzero(op)) b[p] = val(value, 1);
  else {
    const last = first + length - 1;
    let n = 0;
    if (register > first) n = part(old, register - first, n);
    sequence[n++] = val(value, 1);
    if (register < last) n = part(old, last - register, n);
    const grows = n - runBytes(op);
    if (grows > 0 && to + grows > limit) return SPARSE_PROMOTE;
    b.copyWithin(p + n, p + runBytes(op), to);
    for (let i = 0; i < n; i++) b[p + i] = sequence[i] as number;
    end += grows;
  }
  return merge(b, before, end);
}

/** Appends a run of a split to the sequence; returns where the next goes. */
function part(value: number, length: number, at: number): number {
  if (value === 0) return writeZeros(sequence, at, length);
  sequence[at] = val(value, length);
  return at + 1;
}

/** Joins neighbouring equal values near a change; returns the new end. */
function merge(b: Uint8Array, from: number, to: number): number {
  let p = from;
  let end = to;
  for (let runs = MERGE_RUNS; p < end && runs > 0; runs--) {
    const op = b[p] as number;
    const next = b[p + 1] as number;
    if (isVal(op) && p + 1 < end && isVal(next) && runValue(op) === runValue(next)) {
      const length = runLength(b, p, end) + runLength(b, p + 1, end);
      if (length <= VAL_MAX_LEN) {
        b[p + 1] = val(runValue(op), length);
        b.copyWithin(p, p + 1, end);
        end--;
        continue;
      }
    }
    p += runBytes(op);
  }
  return end;
}
