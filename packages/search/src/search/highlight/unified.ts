/**
 * The unified highlighter: a text is cut at its sentences, the passages with matches are scored as
 * if they were documents of their own, and the best are shown in the order of the text.
 */
import { Breaks } from './breaks.ts';
import { marked } from './markup.ts';
import type { MatchedText, Span } from './matched-text.ts';
import type { HighlightSettings } from './settings.ts';

/** Values of a field are looked at as one text, with this between them. */
const SEPARATOR = '\u2029';

interface Passage {
  readonly start: number;
  end: number;
  readonly matches: Span[];
  score: number;
}

export function unifiedFragments(
  texts: readonly MatchedText[],
  settings: HighlightSettings,
): string[] {
  const whole = texts.map(({ text }) => text).join(SEPARATOR);
  const spans: Span[] = [];
  let base = 0;
  const bases = texts.map(({ text, spans: own }) => {
    const first = base;
    for (const span of own) {
      spans.push({ ...span, start: first + span.start, end: first + span.end });
    }
    base += text.length + SEPARATOR.length;
    return first;
  });
  const finder = passageFinder(whole, texts, bases, settings);
  const passages: Passage[] = [];
  let current: Passage | undefined;
  for (const span of spans) {
    if (current === undefined || span.start >= current.end) {
      const [start, end] = finder(span.start);
      current = { start, end, matches: [], score: 0 };
      passages.push(current);
    }
    current.matches.push(span);
  }
  const frequencies = new Map<string, number>();
  for (const { key } of spans) frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
  for (const passage of passages) passage.score = score(passage, frequencies, whole.length);
  const wanted = settings.fragments === 0 ? passages.length : settings.fragments;
  const best = [...passages]
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, wanted);
  if (!settings.isByScore) best.sort((a, b) => a.start - b.start);
  return best.map(({ start, end, matches }) =>
    marked(whole, start, end, matches, settings)
      .replace(/\u2029$/, '')
      .trim(),
  );
}

/** The start of a text without matches, cut behind the word that reaches the size. */
export function unifiedExcerpt(text: string, size: number, locale: string): string {
  if (size >= text.length) return text;
  return text.slice(0, Breaks.of(text, 'word', locale).behind(size)).trim();
}

/** From where to where the passage around an offset goes; offsets ascend from call to call. */
type PassageFinder = (offset: number) => readonly [number, number];

function passageFinder(
  whole: string,
  texts: readonly MatchedText[],
  bases: readonly number[],
  { fragments, fragmentSize, scanner = 'sentence', locale }: HighlightSettings,
): PassageFinder {
  const ends = bases.map((base, i) => base + (texts[i] as MatchedText).text.length);
  if (fragments === 0) {
    return (offset) => {
      const value = ends.findIndex((end) => offset < end);
      return [bases[value] ?? 0, ends[value] ?? whole.length];
    };
  }
  const breaks = valueBreaks(texts, bases, scanner === 'word' ? 'word' : 'sentence', locale);
  if (scanner === 'word' || fragmentSize === 0) {
    return (offset) => [breaks.before(offset + 1), breaks.behind(offset)];
  }
  const words = valueBreaks(texts, bases, 'word', locale);
  const valueEnd = (offset: number) => ends.find((end) => offset < end) ?? whole.length;
  return boundedSentences(breaks, words, valueEnd, fragmentSize);
}

/** Every value is cut by itself. */
function valueBreaks(
  texts: readonly MatchedText[],
  bases: readonly number[],
  granularity: 'sentence' | 'word',
  locale: string,
): Breaks {
  const places: number[] = [];
  for (const [i, { text }] of texts.entries()) {
    const base = bases[i] as number;
    const own = Breaks.of(text, granularity, locale);
    for (let at = 0; ; at = own.behind(at)) {
      places.push(base + at);
      if (at >= text.length) break;
    }
  }
  return new Breaks(places);
}

/**
 * Sentences up to a size: short ones are joined with those that follow, and of a long one only the
 * words around the match are taken.
 */
function boundedSentences(
  sentences: Breaks,
  words: Breaks,
  valueEnd: (offset: number) => number,
  size: number,
): PassageFinder {
  let window: readonly [number, number] = [-1, -1];
  let shownTo = -1;
  return (offset) => {
    let start: number;
    let end: number;
    if (offset > window[0] && offset < window[1]) {
      // Further on in a sentence that was cut: the rest of it.
      start = shownTo;
      end = window[1];
    } else {
      start = sentences.before(offset + 1);
      end = sentences.behind(offset);
      const last = valueEnd(offset);
      while (end < last) {
        const next = sentences.behind(end);
        if (next - start > size) break;
        end = next;
      }
      window = [start, end];
    }
    if (end - start > size) {
      if (offset - size > start) start = Math.max(start, words.before(offset - size));
      const rest = Math.max(0, size - (offset - start));
      if (offset + rest < end) end = Math.min(end, words.behind(offset + rest));
    }
    shownTo = end;
    return [start, end];
  };
}

/** BM25 over passages: k1, b and the average length of a passage. */
const K1 = 1.2;
const B = 0.75;
const PIVOT = 87;

function score(
  { start, end, matches }: Passage,
  frequencies: ReadonlyMap<string, number>,
  length: number,
): number {
  const counts = new Map<string, { count: number; weight: number }>();
  for (const { key, weight } of matches) {
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, weight });
  }
  let sum = 0;
  for (const [key, { count, weight }] of counts) {
    const documents = 1 + length / PIVOT;
    const frequency = frequencies.get(key) ?? 1;
    const rarity = (K1 + 1) * Math.log(1 + (documents + 0.5) / (frequency + 0.5));
    const norm = K1 * (1 - B + (B * (end - start)) / PIVOT);
    sum += weight * rarity * (count / (count + norm));
  }
  // Earlier passages are likelier to say what a text is about.
  return sum * (1 + 1 / Math.log(PIVOT + start));
}
