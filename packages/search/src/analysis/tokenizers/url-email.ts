import { StandardTokenizer } from './standard.ts';
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts';

// Longest first, since an alternation takes the first that fits.
const TLD = `(?:${[...TOP_LEVEL_DOMAINS].sort((a, b) => b.length - a.length).join('|')})`;
const LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}(?!\\d)`;
const IPV6 = '\\[[0-9a-f:.]+\\]';
const TAIL =
  "(?::\\d+)?(?:/[-._~a-z0-9%]*)*(?:\\?[-._~a-z0-9!$&'()*+,;=:@/?%]*)?(?:#[-._~a-z0-9!$&'()*+,;=:@/?%]*)?";
const USER = "(?:[-._~a-z0-9!$&'()*+,;=:%]*@)?";

const URLS = [
  `(?:https?|ftp)://${USER}(?:${IPV4}|${IPV6}|${LABEL}(?:\\.${LABEL})*)${TAIL}`,
  `file://(?:${LABEL}(?:\\.${LABEL})*)?${TAIL}`,
  `(?:(?:${LABEL}\\.)+${TLD}(?![-a-z0-9])\\.?|${IPV4})${TAIL}`,
].map((source) => new RegExp(source, 'iy'));

const EMAIL = new RegExp(
  `(?:[a-z0-9!#$%&'*+\\-/=?^_\`{|}~.]+|"(?:[^"\\\\\\r\\n]|\\\\.)*")@(?:(?:${LABEL}\\.)+${TLD}\\.?|\\[${IPV4}\\])`,
  'iy',
);
const MAILTO = /^mailto:/i;
const SCHEME_LENGTH = 'mailto:'.length;
const MAY_BEGIN = /[a-z0-9!#$%&'*+\-/=?^_`{|}~."]/i;

/** The standard tokenizer, with URLs and mail addresses kept whole. */
export class UrlEmailTokenizer extends StandardTokenizer {
  protected override get keepsPlainWords(): boolean {
    return false;
  }

  protected override scan(start: number, limit: number): boolean {
    const found = super.scan(start, limit);
    const wordEnd = found ? this.tokenEnd : start;
    if (!MAY_BEGIN.test(this.text[start] as string)) return found;
    const seen = this.text.slice(start, limit);
    // The scheme of a mailto address is a word of its own.
    if (MAILTO.test(seen)) {
      EMAIL.lastIndex = SCHEME_LENGTH;
      if (EMAIL.test(seen)) {
        this.tokenEnd = start + SCHEME_LENGTH - 1;
        return true;
      }
    }
    let end = wordEnd;
    let type = '';
    // The special tokens win a tie, hence >=; but nothing empty.
    for (const pattern of URLS) {
      pattern.lastIndex = 0;
      if (pattern.test(seen) && start + pattern.lastIndex >= end) {
        end = start + pattern.lastIndex;
        type = '<URL>';
      }
    }
    EMAIL.lastIndex = 0;
    if (EMAIL.test(seen) && start + EMAIL.lastIndex > end) {
      end = start + EMAIL.lastIndex;
      type = '<EMAIL>';
    }
    if (type === '' || end === start) return found;
    this.tokenEnd = end;
    this.tokenType = type;
    return true;
  }
}
