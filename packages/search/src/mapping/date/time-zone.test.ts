import { describe, expect, test } from 'bun:test';
import { TimeZone } from './time-zone.ts';

const utc = (text: string) => Date.parse(text);

describe('time zones', () => {
  test('fixed offsets', () => {
    for (const [id, offset] of [
      ['Z', 0],
      ['UTC', 0],
      ['+01:00', 3_600_000],
      ['-0530', -19_800_000],
      ['GMT+2', 7_200_000],
    ] as const) {
      expect(TimeZone.of(id).offsetAt(0), id).toBe(offset);
    }
  });

  test('what is no zone', () => {
    for (const id of ['Mars/Olympus', 'x', '+19:00', '%']) expect(() => TimeZone.of(id)).toThrow();
  });

  test('offsets change at the right second', () => {
    const berlin = TimeZone.of('Europe/Berlin');
    const change = utc('2021-03-28T01:00:00Z');
    expect(berlin.offsetAt(change - 1)).toBe(3_600_000);
    expect(berlin.offsetAt(change)).toBe(7_200_000);
    expect(berlin.changeIn(change - 10, change)).toBe(change);
    expect(berlin.changeIn(change, change + 10)).toBeUndefined();
  });

  test('local times that exist once, twice and never', () => {
    const berlin = TimeZone.of('Europe/Berlin');
    const local = (text: string) => utc(`${text}Z`);
    expect(berlin.toUtc(local('2021-07-01T12:00:00'))).toBe(utc('2021-07-01T10:00:00Z'));
    // 02:30 came twice: the first counts.
    expect(berlin.toUtc(local('2021-10-31T02:30:00'))).toBe(utc('2021-10-31T00:30:00Z'));
    // 02:30 was skipped: the moment the clocks were set.
    expect(berlin.toUtc(local('2021-03-28T02:30:00'))).toBe(utc('2021-03-28T01:00:00Z'));
    // A day without a midnight.
    const cairo = TimeZone.of('America/Sao_Paulo');
    expect(cairo.toUtc(local('2018-11-04T00:00:00'))).toBe(utc('2018-11-04T03:00:00Z'));
  });

  test('moments beyond the calendar have the offset of its ends', () => {
    const berlin = TimeZone.of('Europe/Berlin');
    for (const at of [1e18, -1e18, 9e15]) expect(Number.isFinite(berlin.offsetAt(at))).toBe(true);
  });

  test('agrees with the runtime at random moments', () => {
    const zone = TimeZone.of('America/New_York');
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      timeZoneName: 'longOffset',
    });
    for (let i = 0; i < 500; i += 1) {
      const at = utc('1975-01-01T00:00:00Z') + i * 40 * 86_400_000 + i * 1_234_567;
      const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
      const [, hours] = /GMT-(\d\d)/.exec(name ?? '') ?? [];
      expect(zone.offsetAt(at)).toBe(-Number(hours) * 3_600_000);
    }
  });
});
