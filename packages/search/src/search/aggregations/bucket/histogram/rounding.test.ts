import { describe, expect, test } from 'bun:test';
import { rounds, seededRandom } from '@tandem/testkit/random.ts';
import { TimeZone } from '../../../../mapping/date/time-zone.ts';
import { CALENDAR_UNITS, calendarRounding, fixedRounding, shifted } from './rounding.ts';

const at = (text: string) => Date.parse(text);
const iso = (millis: number) => new Date(millis).toISOString();

describe('rounding', () => {
  const cases: [string, string, string, string][] = [
    ['month', 'UTC', '2021-05-17T10:00:00Z', '2021-05-01T00:00:00.000Z'],
    ['quarter', 'UTC', '2021-05-17T10:00:00Z', '2021-04-01T00:00:00.000Z'],
    ['year', 'Europe/Berlin', '2021-01-01T00:30:00Z', '2020-12-31T23:00:00.000Z'],
    ['week', 'UTC', '2021-03-31T10:00:00Z', '2021-03-29T00:00:00.000Z'],
    ['day', 'America/New_York', '2020-03-09T03:00:00Z', '2020-03-08T05:00:00.000Z'],
    ['day', 'America/New_York', '2020-03-09T04:00:00Z', '2020-03-09T04:00:00.000Z'],
    // The hour from 02:00 to 03:00 came twice, and both are hours of their own.
    ['hour', 'Europe/Berlin', '2021-10-31T00:30:00Z', '2021-10-31T00:00:00.000Z'],
    ['hour', 'Europe/Berlin', '2021-10-31T01:30:00Z', '2021-10-31T01:00:00.000Z'],
    ['day', 'America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00.000Z'],
  ];
  for (const [unit, zone, given, expected] of cases) {
    test(`${given} to the ${unit} in ${zone}`, () => {
      const rounding = calendarRounding(CALENDAR_UNITS[unit]!, TimeZone.of(zone));
      expect(iso(rounding.round(at(given)))).toBe(expected);
    });
  }

  test('fixed intervals', () => {
    const rounding = shifted(fixedRounding(86_400_000, TimeZone.utc), 6 * 3_600_000);
    expect(iso(rounding.round(at('2021-05-17T05:00:00Z')))).toBe('2021-05-16T06:00:00.000Z');
    expect(iso(rounding.next(at('2021-05-16T06:00:00Z')))).toBe('2021-05-17T06:00:00.000Z');
  });

  test('intervals follow each other without gap or overlap, whatever clocks do', () => {
    const random = seededRandom('rounding');
    for (const zone of [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ]) {
      const zoned = TimeZone.of(zone);
      const roundings = [
        ...Object.values(CALENDAR_UNITS).map((unit) => calendarRounding(unit, zoned)),
        fixedRounding(12 * 3_600_000, zoned),
      ];
      for (const [i, rounding] of roundings.entries()) {
        for (let n = 0; n < rounds(30, 500); n += 1) {
          const millis = at('2015-01-01T00:00:00Z') + Math.floor(random() * 10 * 365 * 86_400_000);
          const start = rounding.round(millis);
          const end = rounding.next(start);
          const title = `${zone} ${i} ${iso(millis)}`;
          expect(start, title).toBeLessThanOrEqual(millis);
          expect(end, title).toBeGreaterThan(millis);
          expect(rounding.round(start), title).toBe(start);
          expect(rounding.round(end), title).toBe(end);
          expect(rounding.round(end - 1), title).toBe(start);
        }
      }
    }
  });
});
