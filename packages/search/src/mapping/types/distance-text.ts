/** Distances as they are written: a number and a unit. */
import { illegalArgument } from '../../errors/search-error.ts';

const METRES: Readonly<Record<string, number>> = {
  mm: 0.001,
  millimeters: 0.001,
  cm: 0.01,
  centimeters: 0.01,
  m: 1,
  meters: 1,
  km: 1000,
  kilometers: 1000,
  in: 0.0254,
  inch: 0.0254,
  ft: 0.3048,
  feet: 0.3048,
  yd: 0.9144,
  yards: 0.9144,
  mi: 1609.344,
  miles: 1609.344,
  nmi: 1852,
  NM: 1852,
  nauticalmiles: 1852,
};

/** Metres in a unit. */
export function unitOf(name: string): number {
  const metres = METRES[name];
  if (metres === undefined) throw illegalArgument(`No distance unit match [${name}]`);
  return metres;
}

/** Metres in a text such as `12km`; a bare number is in `unit`. */
export function metresOf(text: string, unit = 1): number {
  const match = /^\s*([+-]?[\d.]+(?:[eE][+-]?\d+)?)\s*([a-zA-Z]*)\s*$/.exec(text);
  const amount = match === null ? Number.NaN : Number(match[1]);
  if (match === null || Number.isNaN(amount)) {
    throw illegalArgument(`failed to parse distance [${text}]`);
  }
  return amount * (match[2] === '' ? unit : unitOf(match[2] as string));
}
