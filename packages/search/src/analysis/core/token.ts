/**
 * One token of a stream. A chain owns exactly one Token: the tokenizer fills it and every filter changes it in place,
 * so that a token costs no allocation beyond its term. Whoever needs a token beyond the next call of `next()` copies it.
 */
export class Token {
  term = '';
  /** Offsets count UTF-16 units of the text before char filters. */
  start = 0;
  end = 0;
  type = 'word';
  positionIncrement = 1;
  positionLength = 1;
  /** Set by keyword_marker and its kin: stemmers leave the term alone. */
  keyword = false;
  payload: Uint8Array | null = null;
  flags = 0;
  termFrequency = 1;

  /** Back to the state a tokenizer starts a token from. */
  clear(): void {
    this.term = '';
    this.start = 0;
    this.end = 0;
    this.type = 'word';
    this.positionIncrement = 1;
    this.positionLength = 1;
    this.keyword = false;
    this.payload = null;
    this.flags = 0;
    this.termFrequency = 1;
  }

  copyFrom(other: Token): void {
    this.term = other.term;
    this.start = other.start;
    this.end = other.end;
    this.type = other.type;
    this.positionIncrement = other.positionIncrement;
    this.positionLength = other.positionLength;
    this.keyword = other.keyword;
    this.payload = other.payload;
    this.flags = other.flags;
    this.termFrequency = other.termFrequency;
  }

  clone(): Token {
    const copy = new Token();
    copy.copyFrom(this);
    return copy;
  }
}
