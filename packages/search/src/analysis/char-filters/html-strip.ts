import type { FilteredText } from '../core/components.ts';
import { OffsetMap } from '../core/offset-map.ts';
import { HTML_ENTITIES } from './html-entities.ts';

/** Tags that do not break a line; every other tag leaves a newline in its place. */
const INLINE = new Set(
  'a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike strong sub sup textarea tt u var'.split(
    ' ',
  ),
);

/** Where markup begins; what reaches further than to a `>` is followed to its end by `Ends`. */
const MARKUP =
  /(<!--)|<!\[CDATA\[()|\]\]>|<(script|style)(?=[\s/>])[^<>]*>|(<\?)|<![a-zA-Z][^<>]*>|<\/?([a-zA-Z_:][^\s<>/]*)(?:\s[^<>]*|\/)?\s*>|&(?:([a-zA-Z][a-zA-Z0-9]*)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/gi;

/** Finds the ends of comments, instructions and blocks; one that is not there is looked for once. */
class Ends {
  readonly #patterns = new Map<string, RegExp | undefined>([
    ['<!--', /-->/g],
    ['<?', /\?>/g],
    ['script', /<\/script\s*>/gi],
    ['style', /<\/style\s*>/gi],
  ]);

  constructor(private readonly text: string) {}

  /** Where what was opened before `from` ends; undefined when it does not. */
  after(opened: string, from: number): number | undefined {
    const pattern = this.#patterns.get(opened);
    if (pattern === undefined) return undefined;
    pattern.lastIndex = from;
    if (pattern.test(this.text)) return pattern.lastIndex;
    this.#patterns.set(opened, undefined);
    return undefined;
  }
}

function numericEntity(code: number): string | undefined {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Removes markup and decodes entities. */
export class HtmlStripFilter {
  readonly #escaped: ReadonlySet<string>;

  /** @param escapedTags names of tags to leave in the text */
  constructor(escapedTags: readonly string[]) {
    this.#escaped = new Set(escapedTags.map((tag) => tag.toLowerCase()));
  }

  filter(text: string, before: OffsetMap | null): FilteredText {
    const offsets = new OffsetMap(before);
    let out = '';
    let copied = 0;
    let diff = 0;
    let inCdata = false;
    const ends = new Ends(text);
    const markup = new RegExp(MARKUP);
    for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
      if (match[0] === ']]>' && !inCdata) continue;
      const opened = match[1] ?? match[4] ?? match[3]?.toLowerCase();
      const end = opened === undefined ? undefined : ends.after(opened, markup.lastIndex);
      if (end !== undefined) markup.lastIndex = end;
      else if (match[1] !== undefined || match[4] !== undefined) continue;
      inCdata = match[2] !== undefined || (inCdata && match[0] !== ']]>');
      const replacement = this.#replacement(match);
      if (replacement === undefined) continue;
      out += text.slice(copied, match.index) + replacement;
      copied = markup.lastIndex;
      const shift = copied - match.index - replacement.length;
      if (shift !== 0) {
        diff += shift;
        offsets.add(out.length, diff);
      }
    }
    return copied === 0 ? { text, offsets: before } : { text: out + text.slice(copied), offsets };
  }

  /** What stands for a match; undefined leaves it as it is. */
  #replacement(match: RegExpMatchArray): string | undefined {
    const [whole, comment, cdata, block, instruction, tag, entity, decimal, hex] = match;
    if (entity !== undefined) return HTML_ENTITIES.get(entity);
    if (decimal !== undefined) return numericEntity(Number(decimal));
    if (hex !== undefined) return numericEntity(Number.parseInt(hex, 16));
    if (cdata !== undefined || whole === ']]>') return '';
    if (comment !== undefined || instruction !== undefined) return '';
    const name = (tag ?? block)?.toLowerCase();
    if (name === undefined) return '\n';
    if (this.#escaped.has(name)) return undefined;
    return INLINE.has(name) ? '' : '\n';
  }
}
