/** The inputs of ZUNION, ZINTER and ZDIFF: sorted sets, or plain sets whose members all score 1. */
import type { Client } from '../clients/client.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import { SetValue } from '../store/types/set.ts';
import { Zset, ZsetCursor } from '../store/types/zset.ts';
import { TYPE } from '../store/value.ts';

/** Shown a member: its bytes are buf[off, off + len) and good during the call. Returns false to stop. */
export type Visit = (buf: Buffer, off: number, len: number, score: number) => boolean;

export interface Source {
  /** What its scores are multiplied with. */
  weight: number;
  readonly size: number;
  /** A member's score, NaN when it is not there. */
  score(buf: Buffer, off: number, len: number): number;
  each(visit: Visit): void;
}

class Missing implements Source {
  weight = 1;
  readonly size = 0;

  score(): number {
    return Number.NaN;
  }

  each(): void {}
}

class ZsetSource implements Source {
  weight = 1;
  readonly size: number;

  constructor(private readonly zset: Zset) {
    this.size = zset.size;
  }

  score(buf: Buffer, off: number, len: number): number {
    return this.zset.find(buf, off, len);
  }

  each(visit: Visit): void {
    const cursor = new ZsetCursor();
    if (!cursor.seek(this.zset, 0)) return;
    do {
      cursor.locate();
      if (!visit(cursor.bytes, cursor.off, cursor.len, cursor.score)) return;
    } while (cursor.next());
  }
}

class SetSource implements Source {
  weight = 1;
  readonly size: number;

  constructor(private readonly set: SetValue) {
    this.size = set.size;
  }

  score(buf: Buffer, off: number, len: number): number {
    return this.set.has(buf, off, len) ? 1 : Number.NaN;
  }

  each(visit: Visit): void {
    const { set } = this;
    for (const place of set.places()) {
      set.locate(place);
      if (!visit(set.bytes, set.off, set.len, 1)) return;
    }
  }
}

/** The input at key a[i]; throws when it is neither kind of set. */
export function sourceAt(c: Client, a: Args, i: number): Source {
  const r = c.db.read(a, i);
  if (r === 0) return new Missing();
  switch (c.db.type(r)) {
    case TYPE.zset:
      return new ZsetSource(new Zset().open(c.db, r));
    case TYPE.set:
      return new SetSource(new SetValue().open(c.db, r));
    default:
      return fail(ERR.wrongType);
  }
}
