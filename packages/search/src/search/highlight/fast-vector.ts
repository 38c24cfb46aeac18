/**
 * The fast vector highlighter: fragments are windows of one size around the matches, moved to the
 * nearest boundary characters; phrases are marked whole.
 */
import { Breaks } from './breaks.ts';
import { marked } from './markup.ts';
import type { MatchedText, Span } from './matched-text.ts';
import type { HighlightSettings } from './settings.ts';

const MIN_SIZE = 18;
const MARGIN = 6;

interface Window {
  readonly text: MatchedText;
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Span[];
  readonly score: number;
}

export function fastVectorFragments(
  texts: readonly MatchedText[],
  settings: HighlightSettings,
): string[] {
  const windows = texts.flatMap((text) => windowsOf(text, settings));
  if (settings.isByScore) windows.sort((a, b) => b.score - a.score);
  const wanted = settings.fragments === 0 ? windows.length : settings.fragments;
  return windows.slice(0, wanted).map(({ text, start, end, matches }) => {
    const [from, to] =
      settings.fragments === 0 ? [start, end] : moved(text.text, start, end, settings);
    return marked(text.text, from, to, matches, settings);
  });
}

function windowsOf(matched: MatchedText, { fragments, fragmentSize }: HighlightSettings): Window[] {
  const { text, spans } = matched;
  if (spans.length === 0) return [];
  const scoreOf = (matches: readonly Span[]) =>
    [...new Map(matches.map(({ key, weight }) => [key, weight])).values()].reduce(
      (a, b) => a + b,
      0,
    );
  if (fragments === 0) {
    return [{ text: matched, start: 0, end: text.length, matches: spans, score: scoreOf(spans) }];
  }
  const size = Math.max(fragmentSize, MIN_SIZE);
  const windows: Window[] = [];
  let free = 0;
  for (let i = 0; i < spans.length; ) {
    const first = spans[i] as Span;
    if (first.start < free) {
      i += 1;
      continue;
    }
    const reach = Math.max(first.end, Math.max(first.start - MARGIN, free) + size);
    let last = i;
    while (last + 1 < spans.length && (spans[last + 1] as Span).end <= reach) last += 1;
    const matches = spans.slice(i, last + 1);
    const matchEnd = Math.max(...matches.map(({ end }) => end));
    const length = matchEnd - first.start;
    // The matches stand in the middle of what is shown.
    const start = Math.max(free, first.start - Math.max(0, Math.floor((size - length) / 2)));
    const end = start + Math.max(length, size);
    windows.push({ text: matched, start, end, matches, score: scoreOf(matches) });
    free = end;
    i = last + 1;
  }
  return windows;
}

/** The window's ends, moved to where the text may be cut. */
function moved(
  text: string,
  start: number,
  end: number,
  { scanner, boundaryChars, maxScan, locale }: HighlightSettings,
): [number, number] {
  if (scanner === 'sentence' || scanner === 'word') {
    const breaks = Breaks.of(text, scanner, locale);
    return [
      start <= 0 ? 0 : breaks.before(start + 1),
      end >= text.length ? text.length : breaks.behind(end - 1),
    ];
  }
  let from = start;
  for (let i = 0; i <= maxScan; i += 1) {
    const at = start - i;
    if (at <= 0) {
      from = 0;
      break;
    }
    if (boundaryChars.includes(text[at - 1] as string)) {
      from = at;
      break;
    }
  }
  let to = Math.min(end, text.length);
  for (let i = 0; i <= maxScan && end + i < text.length; i += 1) {
    if (boundaryChars.includes(text[end + i] as string)) {
      to = end + i;
      break;
    }
  }
  return [from, to];
}
