/** Arguments and replies that the geo commands share. */
import type { Client } from '../clients/client.ts';
import { fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Zset } from '../store/types/zset.ts';
import { LATITUDE_MAX, LONGITUDE_MAX, type Point, pointOf } from '../structures/geohash.ts';

/** Metres in each unit. */
const UNITS: { readonly [name: string]: number } = { m: 1, km: 1000, ft: 0.3048, mi: 1609.34 };

/** Arguments i and i + 1 as longitude and latitude. */
export function pointAt(a: Args, i: number): Point {
  const longitude = a.double(i);
  const latitude = a.double(i + 1);
  if (Math.abs(longitude) > LONGITUDE_MAX || Math.abs(latitude) > LATITUDE_MAX)
    fail(`ERR invalid longitude,latitude pair ${cFixed(longitude)},${cFixed(latitude)}`);
  return { longitude, latitude };
}

/** As C's %f prints a number. */
function cFixed(d: number): string {
  if (!Number.isFinite(d)) return d < 0 ? '-inf' : 'inf';
  if (Object.is(d, -0)) return '-0.000000';
  return Math.abs(d) < 1e21 ? d.toFixed(6) : `${BigInt(d)}.000000`;
}

/** How many metres the unit in argument i has. */
export function unitAt(a: Args, i: number): number {
  return UNITS[a.lower(i)] ?? fail('ERR unsupported unit provided. please use M, KM, FT, MI');
}

/** Where member a[i] is, null when the set does not have it. */
export function memberPoint(zset: Zset, a: Args, i: number): Point | null {
  const score = zset.find(a.buf, a.off[i] as number, a.len[i] as number);
  return Number.isNaN(score) ? null : pointOf(score);
}

/** A distance with four decimals, rounded half to even as C's llrint does. */
export function replyDistance(c: Client, d: number): void {
  const scaled = d * 10000;
  let rounded = Math.round(scaled);
  if (rounded - scaled === 0.5 && rounded % 2 !== 0) rounded--;
  const digits = String(rounded).padStart(5, '0');
  c.out.bulkStr(`${digits.slice(0, -4)}.${digits.slice(-4)}`);
}

/** A coordinate with up to 17 decimals. */
function coordinate(c: Client, d: number): void {
  const text = d.toFixed(17).replace(/\.?0+$/, '');
  const shown = text === '-0' ? '0' : text;
  if (c.resp === 2) c.out.bulkStr(shown);
  else c.out.rawText(`,${shown}\r\n`);
}

export function replyPoint(c: Client, point: Point): void {
  c.out.array(2);
  coordinate(c, point.longitude);
  coordinate(c, point.latitude);
}
