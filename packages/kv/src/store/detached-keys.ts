import type { Dict } from '../structures/dict.ts';
import type { Database } from './database.ts';
import type { LargeValue } from './value.ts';

/** The keys of a database flushed lazily, waiting to be freed. */
export class DetachedKeys implements LargeValue {
  readonly size: number;

  constructor(
    private readonly keys: Dict,
    private readonly db: Database,
  ) {
    this.size = keys.size;
  }

  free(): void {
    for (const _ of this.freeInSteps());
  }

  *freeInSteps(): Generator<void> {
    yield* this.keys.visitInSteps((r) => this.db.freeRecord(r));
    this.keys.dispose();
  }

  memory(): number {
    return this.keys.bytes;
  }

  copy(): never {
    throw new Error('detached keys are never copied');
  }
}
