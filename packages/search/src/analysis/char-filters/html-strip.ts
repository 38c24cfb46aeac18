import type { FilteredText } from '../core/components.ts';
import { OffsetMap } from '../core/offset-map.ts';
import { HTML_ENTITIES } from './html-entities.ts';

/** Tags that do not break a line; every other tag leaves a newline in its place. */
const INLINE = new Set(
  'a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike strong sub sup textarea tt u var'.split(
    ' ',
  ),
);

const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[()|\]\]>|<(script|style)(?=[\s/>])[^<>]*>[\s\S]*?<\/\2\s*>|<\?[\s\S]*?\?>|<![a-zA-Z][^<>]*>|<\/?([a-zA-Z_:][^\s<>/]*)(?:\s[^<>]*|\/)?\s*>|&(?:([a-zA-Z][a-zA-Z0-9]*)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/gi;

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
    for (const match of text.matchAll(MARKUP)) {
      if (match[0] === ']]>' && !inCdata) continue;
      inCdata = match[1] !== undefined || (inCdata && match[0] !== ']]>');
      const replacement = this.#replacement(match);
      if (replacement === undefined) continue;
      out += text.slice(copied, match.index) + replacement;
      copied = match.index + match[0].length;
      const shift = match[0].length - replacement.length;
      if (shift !== 0) {
        diff += shift;
        offsets.add(out.length, diff);
      }
    }
    return copied === 0 ? { text, offsets: before } : { text: out + text.slice(copied), offsets };
  }

  /** What stands for a match; undefined leaves it as it is. */
  #replacement(match: RegExpMatchArray): string | undefined {
    const [whole, cdata, block, tag, entity, decimal, hex] = match;
    if (entity !== undefined) return HTML_ENTITIES.get(entity);
    if (decimal !== undefined) return numericEntity(Number(decimal));
    if (hex !== undefined) return numericEntity(Number.parseInt(hex, 16));
    if (cdata !== undefined || whole === ']]>') return '';
    const name = (tag ?? block)?.toLowerCase();
    if (name === undefined) return whole.startsWith('<!--') || whole.startsWith('<?') ? '' : '\n';
    if (this.#escaped.has(name)) return undefined;
    return INLINE.has(name) ? '' : '\n';
  }
}
