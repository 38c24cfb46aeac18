/** Whether bytes from outside are a node of a stream; see entry-cursor.ts for the layout. */
import { lpFirst, lpInt, lpIsInt, lpNext, lpValidate } from '../../../structures/listpack.ts';
import { SAME_FIELDS } from './entry-cursor.ts';

/** Reads pieces one after the other; any that is missing or no integer where one must be, fails. */
class Pieces {
  failed = false;

  constructor(
    private readonly b: Uint8Array,
    /** The next piece, -1 at the end. */
    public at: number,
  ) {}

  int(): number {
    const { at } = this;
    if (at < 0 || !lpIsInt(this.b, at)) this.failed = true;
    if (this.failed) return 0;
    this.at = lpNext(this.b, at);
    return lpInt(this.b, at);
  }

  skip(n: number): void {
    for (let i = 0; i < n && !this.failed; i++) {
      if (this.at < 0) this.failed = true;
      else this.at = lpNext(this.b, this.at);
    }
  }
}

/** Checks every piece that an EntryCursor will rely on. */
export function validNode(b: Uint8Array, lp: number, size: number): boolean {
  if (!lpValidate(b, lp, size)) return false;
  const pieces = new Pieces(b, lpFirst(b, lp));
  const live = pieces.int();
  const deleted = pieces.int();
  const fields = pieces.int();
  if (live < 0 || deleted < 0 || fields < 0) return false;
  pieces.skip(fields);
  if (pieces.int() !== 0) return false;
  for (let n = live + deleted; n > 0 && !pieces.failed; n--) {
    const flags = pieces.int();
    if (flags < 0 || flags > 127) return false;
    pieces.int();
    pieces.int();
    let count = fields + 3;
    if ((flags & SAME_FIELDS) === 0) {
      const own = pieces.int();
      if (own < 0) return false;
      pieces.skip(own * 2);
      count = own * 2 + 4;
    } else pieces.skip(fields);
    if (pieces.int() !== count) return false;
  }
  return !pieces.failed && pieces.at < 0;
}
