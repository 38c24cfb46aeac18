/** Random arguments: mostly sensible ones, on few keys, so that commands meet each other's data. */

export type Kind = 'string' | 'list' | 'hash' | 'set' | 'zset' | 'stream' | 'bits' | 'hll' | 'geo';

/** Those that commands of other kinds, and of none, may meet. */
const KINDS: readonly Kind[] = ['string', 'list', 'hash', 'set', 'zset', 'stream', 'bits', 'geo'];
const KEYS_OF_A_KIND = 4;
export const LEX_PREFIX = 'lex:';

const WORDS = ['a', 'b', 'c', 'foo', 'bar', 'hello world', 'Zürich', 'x'.repeat(45), '0x1f'];
/** What precedes a zero byte is found nowhere else: SORT ALPHA sees no further. */
const ODD_BYTES = ['', '\x01\0', '\xff\xfe', 'q\0b', '\r\n', '"quoted"', ' padded ', '\x80'];
const EDGE_INTEGERS = [
  '2147483647',
  '-2147483648',
  '4294967295',
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  '18446744073709551616',
];
const NOT_QUITE_INTEGERS = ['', '1.5', '01', '+1', ' 1', '1 ', '-0', 'one', '1e3', '--1', '0x10'];
/** Within a double's range: the reference's SORT fails on what another command found beyond it. */
const EDGE_FLOATS = [
  'inf',
  '-inf',
  '+inf',
  'Infinity',
  '1e308',
  '-1e308',
  '1e-300',
  '0.1',
  '0.30000000000000004',
  '3.0e3',
  '-0',
  '1e17',
  '123456789012345680',
  '0.000001',
  '1.7976931348623157e+308',
];
const NOT_QUITE_FLOATS = ['', 'nan', '1.2.3', ' 1', '1 ', 'abc', '0x1p3', '.5', '5.'];

/** Without a zero byte, at which the reference cuts short what it quotes in an error. */
const NONSENSE = [
  ...EDGE_INTEGERS,
  '',
  '\xff',
  '\r\n',
  '-1',
  '1.5',
  'nan',
  'inf',
  'COUNT',
  '(1',
  '[a',
];

export interface DrawOptions {
  /**
   * Whether scores may be any decimals. Version 7.0 prints doubles with seventeen digits and 7.2 with
   * as few as tell them apart: both agree where eighths are all there is behind the point. They also
   * disagree about when a sorted set is packed, which loses the sign of a zero.
   */
  readonly decimalScores: boolean;
}

export class Draw {
  readonly #random: () => number;
  readonly #decimalScores: boolean;
  #streamTime = 1;

  constructor(random: () => number, options: DrawOptions) {
    this.#random = random;
    this.#decimalScores = options.decimalScores;
  }

  /** A whole number of `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }

  /** `low` to `high` results of `make`, in one flat list. */
  some(low: number, high: number, make: () => string | string[]): string[] {
    return Array.from({ length: this.between(low, high) }, make).flat();
  }

  /** `words`, or nothing. */
  maybe(probability: number, ...words: string[]): string[] {
    return this.chance(probability) ? words : [];
  }

  /** One of `choices`, each a list of words; mostly for options that exclude each other. */
  option(...choices: string[][]): string[] {
    return this.pick(choices);
  }

  /** A key of that kind; now and then one of another kind, or one that seldom exists. */
  key(kind: Kind): string {
    if (kind === 'hll') return this.hllKey();
    if (this.chance(0.04)) return `none:${this.between(0, 9)}`;
    return `${this.chance(0.03) ? this.pick(KINDS) : kind}:${this.between(1, KEYS_OF_A_KIND)}`;
  }

  /** A key that nobody else writes to: half of a PFADD is done before the reference sees damage. */
  hllKey(): string {
    return `hll:${this.between(1, KEYS_OF_A_KIND)}`;
  }

  /** A sorted set in which all scores are the same: ranges of words are defined for no other. */
  lexKey(): string {
    return `${LEX_PREFIX}${this.between(1, 3)}`;
  }

  anyKey(): string {
    return this.key(this.pick(KINDS));
  }

  /** A number of keys and the keys, as commands with `numkeys` take them. */
  countedKeys(kind: Kind, most: number): string[] {
    const keys = this.some(1, most, () => this.key(kind));
    const count = this.chance(0.03) ? this.pick(['0', '-1', '99', 'x']) : `${keys.length}`;
    return [count, ...keys];
  }

  /** A member, field or element from a small world, so that it is often met again. */
  member(): string {
    const kind = this.#random();
    if (kind < 0.55) return `${this.between(0, 20)}`;
    if (kind < 0.85) return `m${this.between(0, 40)}`;
    return this.value();
  }

  value(): string {
    const kind = this.#random();
    if (kind < 0.35) return `${this.between(-200, 200)}`;
    if (kind < 0.75) return this.pick(WORDS);
    if (kind < 0.85) return this.pick(ODD_BYTES);
    if (kind < 0.9) return this.pick(EDGE_INTEGERS);
    if (kind < 0.95) return this.pick(EDGE_FLOATS);
    return String.fromCharCode(97 + this.between(0, 25)).repeat(this.between(60, 300));
  }

  integer(low = -10, high = 20): string {
    if (this.chance(0.03)) return this.pick(EDGE_INTEGERS);
    if (this.chance(0.02)) return this.pick(NOT_QUITE_INTEGERS);
    return `${this.between(low, high)}`;
  }

  float(): string {
    if (this.chance(0.08)) return this.pick(EDGE_FLOATS);
    if (this.chance(0.02)) return this.pick(NOT_QUITE_FLOATS);
    const digits = this.between(0, 3);
    return ((this.#random() - 0.4) * 10 ** this.between(0, 4)).toFixed(digits);
  }

  score(): string {
    if (this.#decimalScores) return this.float();
    if (this.chance(0.05)) return this.pick(['inf', '-inf', '+inf', 'Infinity', '3.0e3']);
    if (this.chance(0.02)) return this.pick(NOT_QUITE_FLOATS);
    return `${this.between(-400, 800) / this.pick([1, 1, 2, 8])}`;
  }

  /** What scores are multiplied with: again and again, where results are stored. */
  weight(): string {
    return this.#decimalScores ? this.float() : `${this.between(-2, 3)}`;
  }

  /** Over at once, or so far away that nothing expires while a test runs. */
  farSeconds(): string {
    if (this.chance(0.03)) return `${this.between(-9, 0)}`;
    if (this.chance(0.03)) return this.pick(EDGE_INTEGERS);
    return `${this.between(100_000, 900_000)}`;
  }

  /** What is seldom right anywhere; no small positive number, which could be a time to live. */
  nonsense(): string {
    const wrong = this.pick(NONSENSE);
    // As a score, it would be printed with an exponent by one version only.
    return wrong.length > 15 && !this.#decimalScores ? '-1' : wrong;
  }

  /** A point in the far future, in seconds. */
  farTime(): number {
    return this.between(4_000_000_000, 4_100_000_000);
  }

  range(): string[] {
    return [this.integer(-12, 12), this.integer(-12, 12)];
  }

  pattern(): string {
    return this.pick(['*', '*:1', 'm*', '[a-c]*', '?', '1?', 'm[^1]*', 'foo', '\\*', 'a*b', '[']);
  }

  /** An entry id after all earlier ones, most of the time. */
  newEntry(): string {
    if (this.chance(0.08)) return this.entry();
    this.#streamTime += this.between(0, 2);
    return this.chance(0.3) ? `${this.#streamTime}-*` : `${this.#streamTime}-${this.between(0, 9)}`;
  }

  /** An entry id that may be there. */
  entry(): string {
    if (this.chance(0.02)) return this.pick(['0-0', 'x', '5-', '-', '1-2-3', '99999999999-0', '']);
    const time = Math.max(0, this.#streamTime - this.between(0, 40));
    return this.chance(0.2) ? `${time}` : `${time}-${this.between(0, 9)}`;
  }
}
