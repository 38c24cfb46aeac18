/** The few pieces of the WebAssembly binary format that patching and building small modules need. */

export function unsignedLeb(n: number): number[] {
  const out: number[] = [];
  let rest = n >>> 0;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    out.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return out;
}

export function signedLeb(n: number): number[] {
  const out: number[] = [];
  let rest = n | 0;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    out.push(done ? low : low | 0x80);
    if (done) return out;
  }
}

export function readUnsignedLeb(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  let shift = 0;
  let next = at;
  for (;;) {
    const b = bytes[next++] as number;
    value |= (b & 0x7f) << shift;
    if (b < 0x80) return { value: value >>> 0, next };
    shift += 7;
  }
}

/** A section or a name: its length, then its bytes. */
export function sized(content: readonly number[]): number[] {
  return [...unsignedLeb(content.length), ...content];
}

export const SECTION = { type: 1, import: 2, export: 7, code: 10 } as const;
export const I32 = 0x7f;

/** Opcodes by their names in the text format. */
export const OP = {
  if: 0x04,
  end: 0x0b,
  call: 0x10,
  localGet: 0x20,
  load8Signed: 0x2c,
  const: 0x41,
  eq: 0x46,
  ltSigned: 0x48,
  /** Block type of an `if` that leaves no value. */
  void: 0x40,
} as const;
