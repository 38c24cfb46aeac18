import type { Place } from './spread-phrase.ts';

/** One place of the phrase on its way through the positions of a document. */
interface Walker {
  readonly positions: readonly number[];
  readonly offset: number;
  readonly group: number;
  index: number;
}

/** Where the phrase would start if this walker were at its place. */
const startOf = (walker: Walker) => (walker.positions[walker.index] as number) - walker.offset;

function isBefore(a: Walker, b: Walker): boolean {
  const difference = startOf(a) - startOf(b);
  return difference < 0 || (difference === 0 && a.offset < b.offset);
}

/**
 * Sum of 1 / (1 + width) over the places in a document where the phrase stands with at most `slop`
 * moves. The walker that is furthest behind goes on; while it does, the narrowest width it reaches
 * before it overtakes the next one is the width of that match.
 */
export function slopFrequency(places: readonly Place[], slop: number): number {
  const walkers = places.map((place) => ({
    positions: place.positions(),
    offset: place.position,
    group: place.group,
    index: 0,
  }));
  if (!separateAll(walkers)) return 0;
  let end = Math.max(...walkers.map(startOf));
  let frequency = 0;
  for (;;) {
    let last = walkers[0] as Walker;
    for (const walker of walkers) if (isBefore(walker, last)) last = walker;
    let next = Number.POSITIVE_INFINITY;
    for (const walker of walkers) if (walker !== last) next = Math.min(next, startOf(walker));
    let width = end - startOf(last);
    let isDone = false;
    for (;;) {
      last.index += 1;
      if (last.index >= last.positions.length || !separate(last, walkers)) {
        isDone = true;
        break;
      }
      for (const walker of walkers) end = Math.max(end, startOf(walker));
      const start = startOf(last);
      if (start > next) break;
      width = Math.min(width, end - start);
    }
    if (width <= slop) frequency += 1 / (1 + width);
    if (isDone) return frequency;
  }
}

/** A word of the document cannot stand for two places: moves on walkers of the same terms. */
function separate(moved: Walker, walkers: readonly Walker[]): boolean {
  for (let walker = moved; ; ) {
    const at = walker.positions[walker.index] as number;
    const rival = walkers.find(
      (other) =>
        other !== walker && other.group === walker.group && other.positions[other.index] === at,
    );
    if (rival === undefined) return true;
    const lesser = isBefore(walker, rival) ? walker : rival;
    lesser.index += 1;
    if (lesser.index >= lesser.positions.length) return false;
    walker = lesser;
  }
}

function separateAll(walkers: readonly Walker[]): boolean {
  return walkers.every((walker) => separate(walker, walkers));
}
