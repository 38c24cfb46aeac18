/** LCS: the longest common subsequence of two strings, by the usual table of partial lengths. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { TYPE } from '../store/value.ts';
import type { Handlers } from './spec.ts';

interface LcsOptions {
  idx: boolean;
  len: boolean;
  withMatchLen: boolean;
  minMatchLen: number;
}

/** A run of bytes that both strings share: first positions and length. */
interface Match {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

function lcsOptions(a: Args): LcsOptions {
  const o: LcsOptions = { idx: false, len: false, withMatchLen: false, minMatchLen: 0 };
  for (let i = 3; i < a.n; i++) {
    if (a.is(i, 'IDX')) o.idx = true;
    else if (a.is(i, 'LEN')) o.len = true;
    else if (a.is(i, 'WITHMATCHLEN')) o.withMatchLen = true;
    else if (a.is(i, 'MINMATCHLEN') && i + 1 < a.n) o.minMatchLen = Math.max(0, a.int(++i));
    else fail(ERR.syntax);
  }
  if (o.len && o.idx) fail('ERR If you want both the length and indexes, please just use IDX.');
  return o;
}

/** Lengths of the common subsequences of all pairs of prefixes; row i is prefix i of `a`. */
function lengths(a: Buffer, b: Buffer): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = 1; i <= a.length; i++) {
    const ch = a[i - 1];
    const row = i * width;
    for (let j = 1; j < width; j++) {
      if (ch === b[j - 1]) table[row + j] = (table[row - width + j - 1] as number) + 1;
      else {
        const up = table[row - width + j] as number;
        const left = table[row + j - 1] as number;
        table[row + j] = up > left ? up : left;
      }
    }
  }
  return table;
}

/** Walks the table back from its corner: the matches, last first. */
function matches(a: Buffer, b: Buffer, table: Uint32Array): Match[] {
  const width = b.length + 1;
  const found: Match[] = [];
  let i = a.length;
  let j = b.length;
  let length = 0;
  const flush = () => {
    if (length > 0) found.push({ a: i, b: j, length });
    length = 0;
  };
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      i--;
      j--;
      length++;
    } else {
      flush();
      if ((table[(i - 1) * width + j] as number) > (table[i * width + j - 1] as number)) i--;
      else j--;
    }
  }
  flush();
  return found;
}

function operand(c: Client, a: Args, i: number): Buffer | null {
  const r = c.db.read(a, i);
  if (r === 0) return Buffer.alloc(0);
  if (c.db.type(r) !== TYPE.string) return null;
  const [bytes, off, len] = c.db.stringBytes(r);
  return Buffer.from(bytes.subarray(off, off + len));
}

export const lcsCommands: Handlers = {
  lcs(c, a) {
    const { out } = c;
    const one = operand(c, a, 1);
    const other = operand(c, a, 2);
    if (one === null || other === null)
      return fail('ERR The specified keys must contain string values');
    const o = lcsOptions(a);
    const tableBytes = (one.length + 1) * (other.length + 1) * 4;
    if (tableBytes > c.server.config.protoMaxBulkLen)
      fail('ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len');
    const table = lengths(one, other);
    const total = table[table.length - 1] as number;
    if (o.len) {
      out.int(total);
      return;
    }
    const found = matches(one, other, table);
    if (!o.idx) {
      const parts = found.reverse().map((m) => one.subarray(m.a, m.a + m.length));
      out.bulk(Buffer.concat(parts));
      return;
    }
    const shown = found.filter((m) => m.length >= o.minMatchLen);
    out.map(2);
    out.bulkStr('matches');
    out.array(shown.length);
    for (const m of shown) {
      out.array(o.withMatchLen ? 3 : 2);
      for (const start of [m.a, m.b]) {
        out.array(2);
        out.int(start);
        out.int(start + m.length - 1);
      }
      if (o.withMatchLen) out.int(m.length);
    }
    out.bulkStr('len');
    out.int(total);
  },
};
