import { describe, expect, test } from 'bun:test';
import { DateFormat } from './date-format.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('dates are read', () => {
  const cases: [string, string, number][] = [
    [
      'strict_date_optional_time',
      '2015-01-01T12:10:30.123Z',
      Date.UTC(2015, 0, 1, 12, 10, 30, 123),
    ],
    ['strict_date_optional_time', '2015-01-01T12:10:30+02:00', Date.UTC(2015, 0, 1, 10, 10, 30)],
    ['strict_date_optional_time', '0001-01-01', -62135596800000],
    ['epoch_millis', '-5', -5],
    ['epoch_second', '1.5', 1500],
    ['basic_date', '19700103', 2 * DAY],
    ['date_optional_time', '1970-1-3', 2 * DAY],
    ['week_date', '1970-W01-5', DAY],
    ['ordinal_date', '1970-002', DAY],
    ['yyyy/MM/dd HH:mm:ss', '1970/01/02 03:00:00', DAY + 3 * HOUR],
    ['dd MMM yyyy', '02 Jan 1970', DAY],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", '1970-01-01T01:00:00+01:00', 0],
    ['hh:mm a', '01:00 PM', 13 * HOUR],
    ['yyyy-MM-dd||epoch_millis', '7', 7],
    ['8yyyy-MM-dd', '1970-01-02', DAY],
    ['strict_date_time', '1970-01-02T00:00:00Z', DAY],
  ];
  for (const [format, text, millis] of cases) {
    test(`${text} as ${format}`, () => {
      expect(DateFormat.of(format).parse(text).millis).toBe(millis);
    });
  }

  test('what does not fit', () => {
    for (const [format, text] of [
      ['strict_date_optional_time', '2015-1-1'],
      ['strict_date_optional_time', '2015-02-29'],
      ['strict_date_optional_time', '2015-01-01T24:00:00'],
      ['yyyy-MM-dd', '2015-13-01'],
    ] as const) {
      expect(DateFormat.of(format).tryParse(text), text).toBeUndefined();
    }
    expect(() => DateFormat.of('yyyy-bb')).toThrow(
      'Invalid format: [yyyy-bb]: Unknown pattern letter: b',
    );
  });
});

describe('dates are printed', () => {
  const moment = { millis: Date.UTC(2018, 9, 29, 12, 12, 12, 5), nanos: 600 };
  const cases: [string, string][] = [
    ['strict_date_optional_time||epoch_millis', '2018-10-29T12:12:12.005Z'],
    ['strict_date_optional_time_nanos', '2018-10-29T12:12:12.0050006Z'],
    ['epoch_millis', '1540815132005'],
    ['yyyy-MM-dd', '2018-10-29'],
    ["EEE, d MMM yyyy 'at' h a", 'Mon, 29 Oct 2018 at 12 PM'],
    ['week_date', '2018-W44-1'],
  ];
  for (const [format, text] of cases) {
    test(format, () => expect(DateFormat.of(format).print(moment)).toBe(text));
  }

  test('where clocks differ from UTC', () => {
    const hour = 3_600_000;
    for (const [format, offset, text] of [
      ['strict_date_optional_time', hour, '2018-10-29T13:12:12.005+01:00'],
      ['yyyy-MM-dd HH:mmX', -5 * hour, '2018-10-29 07:12-05'],
      ['HH:mm:ssxx', 5.5 * hour, '17:42:12+0530'],
      ['epoch_millis', hour, '1540815132005'],
      ["HH'T'ZZZZZ", -4 * hour, '08T-04:00'],
      ["HH'T'ZZZZZ", 0, '12TZ'],
    ] as const) {
      expect(DateFormat.of(format).print(moment, offset)).toBe(text);
    }
  });
});
