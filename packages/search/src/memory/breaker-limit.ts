import { parseBytes } from '../settings/units.ts';

/** Bytes of `40%` (of the budget) or `200mb`; -1 for no limit. */
export function breakerLimit(text: string, budget: number, setting = 'limit'): number {
  const share = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1];
  return share === undefined
    ? parseBytes(text, setting)
    : Math.floor((budget * Number(share)) / 100);
}
