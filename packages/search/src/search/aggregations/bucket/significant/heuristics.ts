/** How much more frequent a term is among some documents than among all. */
import { illegalArgument } from '../../../../errors/search-error.ts';
import type { JsonObject } from '../../../../json/values.ts';
import { flag, type OptionKind, object, type Place, readOptions } from '../../options.ts';

export interface Frequencies {
  /** Documents with the term, and all, among those looked at. */
  readonly found: number;
  readonly size: number;
  /** The same among those they are compared with. */
  readonly background: number;
  readonly backgroundSize: number;
}

export type Heuristic = (frequencies: Frequencies) => number;

const jlh: Heuristic = ({ found, size, background, backgroundSize }) => {
  if (size === 0 || backgroundSize === 0) return 0;
  const share = found / size;
  const usual = background === 0 ? 1 / backgroundSize : background / backgroundSize;
  const gain = share - usual;
  return gain <= 0 ? 0 : gain * (share / usual);
};

/** A table of two by two: with the term or not, among those looked at or not. */
function table({ found, size, background, backgroundSize }: Frequencies, isSuperset: boolean) {
  const all = isSuperset ? backgroundSize : backgroundSize + size;
  const withTerm = isSuperset ? background : background + found;
  return {
    all,
    withTerm,
    size,
    cells: [
      { n: found, row: withTerm, column: size },
      { n: withTerm - found, row: withTerm, column: all - size },
      { n: size - found, row: all - withTerm, column: size },
      { n: all - withTerm - size + found, row: all - withTerm, column: all - size },
    ],
  };
}

const isRarer = ({ found, size }: Frequencies, withTerm: number, all: number) =>
  found / size < (withTerm - found) / (all - size);

function mutualInformation(includesNegatives: boolean, isSuperset: boolean): Heuristic {
  return (frequencies) => {
    const { all, withTerm, cells } = table(frequencies, isSuperset);
    let score = 0;
    for (const { n, row, column } of cells) {
      if (n > 0 && row > 0 && column > 0)
        score += (n / all) * Math.log2((all * n) / (row * column));
    }
    if (Number.isNaN(score)) return 0;
    return !includesNegatives && isRarer(frequencies, withTerm, all) ? -score : score;
  };
}

function chiSquare(includesNegatives: boolean, isSuperset: boolean): Heuristic {
  return (frequencies) => {
    const { all, withTerm, cells } = table(frequencies, isSuperset);
    if (!includesNegatives && isRarer(frequencies, withTerm, all)) return Number.NEGATIVE_INFINITY;
    let score = 0;
    for (const { n, row, column } of cells) {
      const expected = (row * column) / all;
      if (expected > 0) score += (n - expected) ** 2 / expected;
    }
    return score;
  };
}

/** Normalised Google distance, turned into a likeness. */
function distance(isSuperset: boolean): Heuristic {
  return (frequencies) => {
    const { all, withTerm, size } = table(frequencies, isSuperset);
    const { found } = frequencies;
    if (found === 0) return 0;
    const logs = [Math.log(withTerm), Math.log(size)];
    const value = (Math.max(...logs) - Math.log(found)) / (Math.log(all) - Math.min(...logs));
    return Number.isFinite(value) ? Math.exp(-value) : 0;
  };
}

const FLAGS = { include_negatives: flag, background_is_superset: flag } as const;

/** Heuristics by the name the request gives. */
export const HEURISTICS: Readonly<Record<string, OptionKind<JsonObject>>> = {
  jlh: object,
  mutual_information: object,
  chi_square: object,
  gnd: object,
  percentage: object,
  script_heuristic: object,
};

export function heuristicOf(options: Readonly<Record<string, unknown>>, place: Place): Heuristic {
  const names = Object.keys(HEURISTICS).filter((name) => options[name] !== undefined);
  if (names.length > 1) {
    throw illegalArgument('Only one significance heuristic may be set');
  }
  const [name] = names;
  if (name === undefined || name === 'jlh') return jlh;
  const body = options[name] as JsonObject;
  if (name === 'percentage') {
    return ({ found, background }) => (background === 0 ? 0 : found / background);
  }
  if (name === 'script_heuristic') throw illegalArgument('script_lang not supported [painless]');
  const given = readOptions(body, FLAGS, { ...place, type: name });
  const isSuperset = given.background_is_superset ?? true;
  const negatives = given.include_negatives ?? false;
  if (name === 'gnd') return distance(isSuperset);
  return name === 'chi_square'
    ? chiSquare(negatives, isSuperset)
    : mutualInformation(negatives, isSuperset);
}
