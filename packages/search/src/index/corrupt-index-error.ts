/** A stored file is not what was written: the shard cannot be opened, its index is red. */
export class CorruptIndexError extends Error {
  override readonly name = 'CorruptIndexError';

  constructor(
    readonly file: string,
    readonly reason: string,
  ) {
    super(`${file}: ${reason}`);
  }
}
