import { describe, expect, test } from 'bun:test';
import { ErrorReply, LocalClient } from '../testing/local-client.ts';

function sicily(): LocalClient {
  const c = new LocalClient();
  c.call('GEOADD', 'Sicily', '13.361389', '38.115556', 'Palermo');
  c.call('GEOADD', 'Sicily', '15.087269', '37.502669', 'Catania');
  return c;
}

describe('geo commands', () => {
  test('positions, distances and hashes are those of the reference', () => {
    const c = sicily();
    expect(c.call('GEODIST', 'Sicily', 'Palermo', 'Catania')).toBe('166274.1516');
    expect(c.call('GEODIST', 'Sicily', 'Palermo', 'Catania', 'km')).toBe('166.2742');
    expect(c.call('GEODIST', 'Sicily', 'Palermo', 'Palermo')).toBe('0.0000');
    expect(c.call('GEODIST', 'Sicily', 'Palermo', 'Rome')).toBe(null);
    expect(c.call('GEOHASH', 'Sicily', 'Palermo', 'Rome')).toEqual(['sqc8b49rny0', null]);
    expect(c.call('GEOPOS', 'Sicily', 'Palermo', 'Rome')).toEqual([
      ['13.36138933897018433', '38.11555639549629859'],
      null,
    ]);
  });

  test('a search finds by circle and box, around a place or a member', () => {
    const c = sicily();
    const from = ['FROMLONLAT', 15, 37] as const;
    expect(c.call('GEOSEARCH', 'Sicily', ...from, 'BYRADIUS', 200, 'km', 'ASC')).toEqual([
      'Catania',
      'Palermo',
    ]);
    expect(
      c.call('GEOSEARCH', 'Sicily', ...from, 'BYBOX', 400, 400, 'km', 'DESC', 'WITHDIST'),
    ).toEqual([
      ['Palermo', '190.4424'],
      ['Catania', '56.4413'],
    ]);
    expect(c.call('GEOSEARCH', 'Sicily', ...from, 'BYRADIUS', 100, 'km', 'WITHHASH')).toEqual([
      ['Catania', 3479447370796909],
    ]);
    expect(c.call('GEORADIUSBYMEMBER', 'Sicily', 'Palermo', 10, 'km')).toEqual(['Palermo']);
    expect(c.call('GEOSEARCH', 'Sicily', ...from, 'BYRADIUS', 200, 'km', 'COUNT', 1)).toEqual([
      'Catania',
    ]);
  });

  test('results can be stored, by position or by distance', () => {
    const c = sicily();
    const around = ['FROMLONLAT', 15, 37, 'BYRADIUS', 200, 'km'] as const;
    expect(c.call('GEOSEARCHSTORE', 'to', 'Sicily', ...around)).toBe(2);
    expect(c.call('ZSCORE', 'to', 'Palermo')).toBe('3479099956230698');
    expect(c.call('GEORADIUS', 'Sicily', 15, 37, 200, 'km', 'STOREDIST', 'to')).toBe(2);
    expect(Number(c.call('ZSCORE', 'to', 'Catania'))).toBeCloseTo(56.4413, 4);
    expect(c.call('GEOSEARCHSTORE', 'to', 'none', ...around)).toBe(0);
    expect(c.call('ZCARD', 'to')).toBe(0);
  });

  test('impossible requests are refused with the reference’s words', () => {
    const c = sicily();
    const refused = (text: string, ...words: (string | number)[]) =>
      expect(c.call(...words)).toEqual(new ErrorReply(`ERR ${text}`));
    refused(
      'invalid longitude,latitude pair 200.000000,10.000000',
      ...['GEOADD', 'k', 200, 10, 'x'],
    );
    refused('syntax error', 'GEOADD', 'k', 'NX', 'XX', 1, 2, 'm');
    refused('unsupported unit provided. please use M, KM, FT, MI', 'GEODIST', 'k', 'a', 'b', 'q');
    refused(
      'exactly one of FROMMEMBER or FROMLONLAT can be specified for geosearch',
      ...['geosearch', 'Sicily', 'BYRADIUS', 1, 'km', 'ASC', 'WITHDIST'],
    );
    refused(
      'exactly one of BYRADIUS and BYBOX can be specified for GEOSEARCH',
      ...['GEOSEARCH', 'Sicily', 'FROMLONLAT', 1, 2, 'ASC', 'WITHDIST'],
    );
    refused(
      'the ANY argument requires COUNT argument',
      ...['GEOSEARCH', 'Sicily', 'FROMLONLAT', 1, 2, 'BYRADIUS', 1, 'm', 'ANY'],
    );
    refused(
      'STORE option in GEORADIUS is not compatible with WITHDIST, WITHHASH and WITHCOORD options',
      ...['GEORADIUS', 'Sicily', 1, 2, 3, 'm', 'STORE', 'x', 'WITHDIST'],
    );
    refused(
      'could not decode requested zset member',
      ...['GEORADIUSBYMEMBER', 'Sicily', 'Rome', 1, 'm'],
    );
  });
});
