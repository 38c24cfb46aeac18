/**
 * The plain highlighter: a text is cut into fragments of about one size at its words, the words
 * that match are marked one by one, and the fragments with most different matches are shown.
 */
import { encoded } from './markup.ts';
import type { MatchedText, TextToken } from './matched-text.ts';
import type { HighlightSettings } from './settings.ts';

interface Fragment {
  text: string;
  score: number;
  readonly number: number;
  readonly found: Set<string>;
}

export function plainFragments(
  texts: readonly MatchedText[],
  settings: HighlightSettings,
): string[] {
  const wanted = settings.fragments === 0 ? Number.POSITIVE_INFINITY : settings.fragments;
  const all: Fragment[] = [];
  for (const matched of texts) {
    const best = fragmentsOf(matched, settings)
      .sort((a, b) => b.score - a.score || a.number - b.number)
      .slice(0, settings.fragments === 0 ? 1 : settings.fragments);
    all.push(...best.filter(({ score }) => score > 0));
  }
  if (settings.isByScore) all.sort((a, b) => b.score - a.score);
  return all.slice(0, wanted).map(({ text }) => text);
}

/** The start of a text without matches, cut behind a word. */
export function plainExcerpt(text: string, tokens: readonly TextToken[], size: number): string {
  if (text.length <= size) return text;
  let end = 0;
  for (const token of tokens) {
    if (token.end > size) break;
    end = token.end;
  }
  return text.slice(0, end);
}

function fragmentsOf(matched: MatchedText, settings: HighlightSettings): Fragment[] {
  const { text, tokens, scores } = matched;
  const cut = new Cutter(matched, settings);
  const fragments: Fragment[] = [];
  const open = () => {
    const made = { text: '', score: 0, number: fragments.length, found: new Set<string>() };
    fragments.push(made);
    return made;
  };
  let fragment = open();
  let done = 0;
  for (let i = 0; i < tokens.length; ) {
    const group = groupAt(tokens, scores, i);
    if (i > 0 && cut.isNew(tokens[i] as TextToken)) fragment = open();
    for (let at = i; at < group.next; at += 1) {
      const { term } = tokens[at] as TextToken;
      const score = scores[at] as number;
      if (score === 0 || fragment.found.has(term)) continue;
      fragment.found.add(term);
      fragment.score += score;
    }
    if (group.start > done) fragment.text += encoded(text.slice(done, group.start), settings);
    const word = encoded(text.slice(Math.max(done, group.start), group.end), settings);
    fragment.text += group.isMatch ? tagged(word, settings) : word;
    done = Math.max(done, group.end);
    i = group.next;
  }
  fragment.text += encoded(text.slice(done), settings);
  return fragments;
}

function tagged(word: string, { preTags, postTags }: HighlightSettings): string {
  return `${preTags[0] ?? ''}${word}${postTags[0] ?? ''}`;
}

/** Tokens that overlap are shown as one; the matching ones among them say from where to where. */
function groupAt(tokens: readonly TextToken[], scores: Float64Array, first: number) {
  let { start, end } = tokens[first] as TextToken;
  let match: { start: number; end: number } | undefined;
  let next = first;
  for (; next < tokens.length; next += 1) {
    const token = tokens[next] as TextToken;
    if (next > first && token.start >= end) break;
    start = Math.min(start, token.start);
    end = Math.max(end, token.end);
    if (scores[next] === 0) continue;
    match = {
      start: Math.min(match?.start ?? token.start, token.start),
      end: Math.max(match?.end ?? token.end, token.end),
    };
  }
  return { ...(match ?? { start, end }), isMatch: match !== undefined, next };
}

/** Says where a new fragment starts. */
class Cutter {
  private count = 1;
  /** Behind the phrase that must not be cut. */
  private waitsFor = -1;

  constructor(
    private readonly matched: MatchedText,
    private readonly settings: HighlightSettings,
  ) {}

  isNew({ end, position }: TextToken): boolean {
    const { fragmentSize, fragments, fragmenter } = this.settings;
    if (fragments === 0) return false;
    if (fragmenter === 'span') {
      if (this.waitsFor > position) return false;
      this.waitsFor = -1;
      for (const [first, last] of this.matched.phrases) {
        if (first === position) this.waitsFor = Math.max(this.waitsFor, last + 1);
      }
      // What would be left must be worth a fragment of its own.
      if (this.matched.text.length - end < fragmentSize >>> 1) return false;
    }
    if (end < fragmentSize * this.count) return false;
    this.count += 1;
    return true;
  }
}
