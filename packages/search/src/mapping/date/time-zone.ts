/** Time zones by offset or by name, with the moments at which their offset changes. */
import { illegalArgument, SearchError } from '../../errors/search-error.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Offsets are looked up at these distances; no zone changes its clocks twice in between. */
const STEP = 7 * DAY;
const SPAN = 52 * STEP;
/** The runtime's calendar ends here. */
const LAST_MOMENT = 8.64e15 - DAY;

/** Moments within one span at which the offset changes, and the offset from each on. */
interface Changes {
  readonly first: number;
  readonly at: readonly number[];
  readonly offsets: readonly number[];
}

const zones = new Map<string, TimeZone>();
const MAX_KEPT = 200;

export class TimeZone {
  private readonly format: Intl.DateTimeFormat | undefined;
  private readonly spans = new Map<number, Changes>();

  private constructor(
    readonly id: string,
    /** Undefined for a zone whose offset changes. */
    readonly fixed: number | undefined,
  ) {
    if (fixed === undefined) {
      this.format = new Intl.DateTimeFormat('en-US', {
        timeZone: id,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    }
  }

  static readonly utc = new TimeZone('UTC', 0);

  /** `+01:00`, `Z`, `Europe/Berlin`; throws the reference's illegal_argument for what is none. */
  static of(id: string): TimeZone {
    const known = zones.get(id);
    if (known !== undefined) return known;
    const zone = makeZone(id, (name, fixed) => new TimeZone(name, fixed));
    if (zones.size >= MAX_KEPT) zones.clear();
    zones.set(id, zone);
    return zone;
  }

  get isUtc(): boolean {
    return this.fixed === 0;
  }

  /** Milliseconds that local time is ahead of UTC at a moment. */
  offsetAt(utc: number): number {
    if (this.fixed !== undefined) return this.fixed;
    const { first, at, offsets } = this.changes(Math.floor(utc / SPAN));
    let offset = first;
    for (let i = 0; i < at.length && (at[i] as number) <= utc; i += 1)
      offset = offsets[i] as number;
    return offset;
  }

  /**
   * The first moment at which clocks show this local time or, where it was skipped, the moment of
   * the change.
   */
  toUtc(local: number): number {
    if (this.fixed !== undefined) return local - this.fixed;
    const before = this.offsetAt(local - DAY);
    const after = this.offsetAt(local + DAY);
    if (before === after) {
      const offset = this.offsetAt(local - before);
      return offset === before ? local - before : this.toUtcNear(local, before, offset);
    }
    return this.toUtcNear(local, before, after);
  }

  /** The last change of offset at or before a moment and behind `from`; undefined without one. */
  changeIn(from: number, to: number): number | undefined {
    if (this.fixed !== undefined) return undefined;
    for (let span = Math.floor(to / SPAN); span >= Math.floor(from / SPAN); span -= 1) {
      const { at } = this.changes(span);
      for (let i = at.length - 1; i >= 0; i -= 1) {
        const change = at[i] as number;
        if (change <= to && change > from) return change;
      }
    }
    return undefined;
  }

  private toUtcNear(local: number, one: number, other: number): number {
    for (const offset of one > other ? [one, other] : [other, one]) {
      if (this.offsetAt(local - offset) === offset) return local - offset;
    }
    return this.changeIn(local - Math.max(one, other) - DAY, local - Math.min(one, other)) ?? local;
  }

  private changes(span: number): Changes {
    const known = this.spans.get(span);
    if (known !== undefined) return known;
    const start = span * SPAN;
    const first = this.look(start);
    const at: number[] = [];
    const offsets: number[] = [];
    let offset = first;
    for (let to = start + STEP; to <= start + SPAN; to += STEP) {
      const next = this.look(to);
      if (next === offset) continue;
      let low = to - STEP;
      let high = to;
      while (high - low > 1000) {
        const middle = Math.floor((low + high) / 2000) * 1000;
        if (this.look(middle) === offset) low = middle;
        else high = middle;
      }
      // A change at the very end is the next span's first offset.
      if (high < start + SPAN) {
        at.push(high);
        offsets.push(next);
      }
      offset = next;
    }
    const changes = { first, at, offsets };
    if (this.spans.size > 500) this.spans.clear();
    this.spans.set(span, changes);
    return changes;
  }

  /** The offset as the runtime's calendar knows it. */
  private look(given: number): number {
    const utc = Math.max(-LAST_MOMENT, Math.min(LAST_MOMENT, given));
    const parts: Record<string, string> = {};
    for (const { type, value } of (this.format as Intl.DateTimeFormat).formatToParts(utc)) {
      parts[type] = value;
    }
    const number = (name: string) => Number(parts[name]);
    const year = parts.era?.startsWith('B') ? 1 - number('year') : number('year');
    const date = new Date(0);
    date.setUTCFullYear(year, number('month') - 1, number('day'));
    date.setUTCHours(number('hour'), number('minute'), number('second'));
    return date.getTime() - Math.floor(utc / 1000) * 1000;
  }
}

const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?$/;

function makeZone(
  id: string,
  make: (name: string, fixed: number | undefined) => TimeZone,
): TimeZone {
  const offset = OFFSET.exec(id);
  if (offset !== null) {
    const [, sign, hours, minutes = '0', seconds = '0'] = offset;
    const millis = Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1000;
    if (millis > 18 * HOUR) throw invalid(id, 'Zone offset not in valid range: -18:00 to +18:00');
    return make(id, sign === '-' ? -millis : millis);
  }
  if (/^(?:Z|UTC|GMT|UT)$/.test(id)) return make(id, 0);
  if (!/^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(id)) {
    throw invalid(id, `Invalid ID for region-based ZoneId, invalid format: ${id}`);
  }
  try {
    return make(id, undefined);
  } catch {
    throw invalid(id, `Unknown time-zone ID: ${id}`);
  }
}

function invalid(id: string, reason: string): SearchError {
  return illegalArgument(
    `failed to parse timezone [${id}]`,
    new SearchError('date_time_exception', reason),
  );
}
