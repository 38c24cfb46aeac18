import type { Draw } from '../draw.ts';
import { type Family, recipe } from '../family.ts';

const key = (d: Draw) => d.key('geo');
const degrees = (d: Draw, most: number) =>
  d.chance(0.03) ? d.float() : (d.between(-most * 1e6, most * 1e6) / 1e6).toString();
const point = (d: Draw) => [degrees(d, 180), degrees(d, 85)];
const place = (d: Draw) => `p${d.between(1, 30)}`;
const unit = (d: Draw) => d.pick(['m', 'km', 'ft', 'mi', 'KM', 'x']);
/** Not zero: whether a place is at no distance from itself is up to the C compiler. */
const length = (d: Draw) =>
  d.chance(0.03) ? d.pick(['-1', 'x', '', 'nan']) : `${d.between(1, 9_000_000)}`;

const from = (d: Draw) => d.option(['FROMMEMBER', place(d)], ['FROMLONLAT', ...point(d)]);
const within = (d: Draw) =>
  d.option(['BYRADIUS', length(d), unit(d)], ['BYBOX', length(d), length(d), unit(d)]);
const order = (d: Draw) => [
  d.pick(['ASC', 'DESC']),
  ...(d.chance(0.7) ? ['COUNT', d.integer(1, 6)] : []),
];
const reply = (d: Draw) => [
  ...d.maybe(0.3, 'WITHCOORD'),
  ...d.maybe(0.3, 'WITHDIST'),
  ...d.maybe(0.3, 'WITHHASH'),
];
/** A key that no other command writes to, so that no two places are at the same distance. */
const ownKey = (d: Draw) => `places:${d.between(1, 3)}`;
/** A key and what to look for in it; only distances that differ can be put in order. */
const searched = (d: Draw, search: (d: Draw) => string[]) =>
  d.chance(0.5) ? [ownKey(d), ...search(d), ...order(d)] : [key(d), ...search(d)];
const bySearch = (d: Draw) => [...from(d), ...within(d)];
const byPoint = (d: Draw) => [...point(d), length(d), unit(d)];
const byMember = (d: Draw) => [place(d), length(d), unit(d)];

export const geo: Family = {
  name: 'geo',
  weight: 5,
  recipes: [
    recipe(
      'GEOADD',
      (d) => [
        d.chance(0.5) ? ownKey(d) : key(d),
        ...(d.chance(0.1) ? [d.pick(['NX', 'XX'])] : []),
        ...d.maybe(0.1, 'CH'),
        ...d.some(1, 4, () => [...point(d), place(d)]),
      ],
      4,
    ),
    recipe('GEOPOS', (d) => [key(d), ...d.some(0, 3, () => place(d))]),
    recipe('GEOHASH', (d) => [key(d), ...d.some(0, 3, () => place(d))]),
    recipe('GEODIST', (d) => [key(d), place(d), place(d), ...(d.chance(0.6) ? [unit(d)] : [])]),
    recipe('GEOSEARCH', (d) => [...searched(d, bySearch), ...reply(d)], 3),
    // Without STOREDIST: the last digits of a distance are the C compiler's (see known-differences).
    recipe('GEOSEARCHSTORE', (d) => [key(d), ...searched(d, bySearch)]),
    recipe('GEORADIUS', (d) => [...searched(d, byPoint), ...reply(d)]),
    recipe('GEORADIUSBYMEMBER', (d) => [...searched(d, byMember), ...reply(d)]),
    recipe('GEORADIUS_RO', (d) => searched(d, byPoint)),
    recipe('ZRANGE', (d) => [key(d), '0', '-1', 'WITHSCORES']),
  ],
};
