import { type Bitmap, hasBit } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';

/** A segment to be merged: what lives in it and where its documents go. */
export class MergeInput {
  /** New number of each old document, -1 for one that is dropped. */
  readonly newDoc: Int32Array;
  readonly kept: number;

  constructor(
    readonly segment: Segment,
    readonly live: Bitmap | undefined,
    readonly base: number,
  ) {
    this.newDoc = new Int32Array(segment.documents);
    let next = base;
    for (let doc = 0; doc < segment.documents; doc += 1) {
      this.newDoc[doc] = live === undefined || hasBit(live, doc) ? next++ : -1;
    }
    this.kept = next - base;
  }
}
