/**
 * C's strtod over a NUL-terminated text in memory: the longest prefix that is a number, in decimal
 * or hexadecimal form, or inf, infinity, nan in any case.
 */
const NUMBER =
  /^[+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf(?:inity)?|nan(?:\([0-9a-zA-Z_]*\))?)/i;

/** Bytes after which no number goes on. */
function endOf(buf: Uint8Array, at: number): number {
  let end = at;
  for (;;) {
    const b = buf[end] as number;
    const lower = b | 0x20;
    const part =
      (b >= 48 && b <= 57) ||
      (lower >= 97 && lower <= 122) ||
      b === 46 ||
      b === 43 ||
      b === 45 ||
      b === 40 ||
      b === 41 ||
      b === 95;
    if (!part) return end;
    end++;
  }
}

export class Strtod {
  /** Where the number of the last read ended; its start when there was none. */
  end = 0;

  /** The number at `at`. */
  read(buf: Buffer, at: number): number {
    const short = this.integer(buf, at);
    if (short >= 0) return short;
    const text = buf.latin1Slice(at, endOf(buf, at));
    const found = NUMBER.exec(text)?.[0] ?? '';
    this.end = at + found.length;
    if (found === '') return 0;
    const negative = found[0] === '-';
    const plain = /^[+-]/.test(found) ? found.slice(1) : found;
    const value = this.magnitude(plain.toLowerCase());
    return negative ? -value : value;
  }

  private magnitude(text: string): number {
    if (text.startsWith('inf')) return Number.POSITIVE_INFINITY;
    if (text.startsWith('nan')) return Number.NaN;
    if (!text.startsWith('0x')) return Number(text);
    const [digits, power] = text.slice(2).split('p') as [string, string?];
    const [whole, fraction = ''] = digits.split('.') as [string, string?];
    const mantissa = Number(`0x${whole}${fraction}`);
    return mantissa * 2 ** (Number(power ?? 0) - 4 * fraction.length);
  }

  /** Whole numbers of few digits, the common case; -1 when the text is something else. */
  private integer(buf: Uint8Array, at: number): number {
    let n = 0;
    let end = at;
    for (; end < at + 15; end++) {
      const digit = (buf[end] as number) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      n = n * 10 + digit;
    }
    const after = buf[end] as number;
    const goesOn = (after >= 48 && after <= 57) || after === 46 || (after | 0x20) >= 97;
    if (end === at || (goesOn && after < 123)) return -1;
    this.end = end;
    return n;
  }
}
