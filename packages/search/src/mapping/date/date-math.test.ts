import { describe, expect, test } from 'bun:test';
import { DateFormat, DEFAULT_DATE_FORMAT } from './date-format.ts';
import { parseDateMath } from './date-math.ts';
import { TimeZone } from './time-zone.ts';

const now = Date.parse('2021-03-31T10:20:30.400Z');
const format = DateFormat.of(DEFAULT_DATE_FORMAT);
const millis = (text: string, roundUp = false, zone = 'UTC') =>
  new Date(
    parseDateMath(text, { format, now, roundUp, zone: TimeZone.of(zone) }).millis,
  ).toISOString();

describe('date math', () => {
  const cases: [string, boolean, string, string][] = [
    ['now', false, 'UTC', '2021-03-31T10:20:30.400Z'],
    ['now-1M', false, 'UTC', '2021-02-28T10:20:30.400Z'],
    ['now/d', false, 'UTC', '2021-03-31T00:00:00.000Z'],
    ['now/d', true, 'UTC', '2021-03-31T23:59:59.999Z'],
    ['now+1y/y', false, 'UTC', '2022-01-01T00:00:00.000Z'],
    ['now/w', false, 'UTC', '2021-03-29T00:00:00.000Z'],
    ['now-1d/d', false, 'Europe/Berlin', '2021-03-29T22:00:00.000Z'],
    ['2014-11-18||/M', false, 'UTC', '2014-11-01T00:00:00.000Z'],
    ['2014-11-18||+1M/d', true, 'UTC', '2014-12-18T23:59:59.999Z'],
    ['2014-11', true, 'UTC', '2014-11-01T23:59:59.999Z'],
    ['2014-11-18', true, 'UTC', '2014-11-18T23:59:59.999Z'],
    ['2014-11-18T10', true, 'UTC', '2014-11-18T10:59:59.999Z'],
    ['2014-11-18T10:11:12.123', true, 'UTC', '2014-11-18T10:11:12.123Z'],
    ['2014-11-18', false, '+01:00', '2014-11-17T23:00:00.000Z'],
    ['2014-11-18T00:00:00Z', false, '+01:00', '2014-11-18T00:00:00.000Z'],
    ['1416268800000', true, '+01:00', '2014-11-18T00:00:00.000Z'],
  ];
  for (const [text, roundUp, zone, expected] of cases) {
    test(`${text} in ${zone}${roundUp ? ', rounded up' : ''}`, () => {
      expect(millis(text, roundUp, zone)).toBe(expected);
    });
  }

  test('what is no date', () => {
    for (const [text, reason] of [
      ['now*1d', 'operator not supported for date math [*1d]'],
      ['now+1', 'truncated date math [+1]'],
      ['now+1x', 'unit [x] not supported for date math [+1x]'],
      ['now/2d', 'rounding `/` can only be used on single unit types [/2d]'],
      ['tomorrow', 'failed to parse date field [tomorrow] with format'],
    ] as const) {
      expect(() => millis(text)).toThrow(reason);
    }
  });
});
