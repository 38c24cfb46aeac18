import type { HighlightSettings } from './settings.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#x27;',
  '/': '&#x2F;',
};

/** Text as the answer shows it: markup of the text itself is made harmless when asked for. */
export function encoded(text: string, { isHtml }: HighlightSettings): string {
  return isHtml ? text.replace(/["&<>'/]/g, (char) => ESCAPES[char] as string) : text;
}

/** The text between `start` and `end` with its matches between tags; they ascend. */
export function marked(
  text: string,
  start: number,
  end: number,
  matches: readonly { readonly start: number; readonly end: number }[],
  settings: HighlightSettings,
): string {
  const { preTags, postTags } = settings;
  let out = '';
  let at = start;
  for (let i = 0; i < matches.length; i += 1) {
    const match = matches[i] as { start: number; end: number };
    let last = match.end;
    // Matches that overlap are one.
    while ((matches[i + 1]?.start ?? last) < last) {
      i += 1;
      last = Math.max(last, (matches[i] as { end: number }).end);
    }
    const from = Math.max(match.start, at);
    if (last <= from) continue;
    out += encoded(text.slice(at, from), settings);
    out += (preTags[0] ?? '') + encoded(text.slice(from, last), settings) + (postTags[0] ?? '');
    at = last;
  }
  return out + encoded(text.slice(at, Math.max(at, end)), settings);
}
