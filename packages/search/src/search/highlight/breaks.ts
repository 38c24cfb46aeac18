/** Where texts may be cut: after sentences, after words, or at characters of a list. */

/** Places in a text, ascending, its start and end among them. */
export class Breaks {
  constructor(private readonly places: readonly number[]) {}

  static of(text: string, granularity: 'sentence' | 'word', locale: string): Breaks {
    const places = Array.from(segmenter(granularity, locale).segment(text), ({ index }) => index);
    places.push(text.length);
    return new Breaks(places);
  }

  /** The last place before `offset`; 0 without one. */
  before(offset: number): number {
    return this.places[this.firstAtLeast(offset) - 1] ?? 0;
  }

  /** The first place behind `offset`; the end without one. */
  behind(offset: number): number {
    const { places } = this;
    return places[this.firstAtLeast(offset + 1)] ?? (places[places.length - 1] as number);
  }

  private firstAtLeast(offset: number): number {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.places[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(granularity: 'sentence' | 'word', locale: string): Intl.Segmenter {
  const key = `${granularity} ${locale}`;
  const known = segmenters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(knownLocale(locale), { granularity });
  if (segmenters.size > 50) segmenters.clear();
  segmenters.set(key, made);
  return made;
}

function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
